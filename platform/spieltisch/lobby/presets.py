"""Staff's presets, for those who open tables: by page or by API."""

from __future__ import annotations

from typing import Any

from gamekit.errors import Refused
from gamekit.game import Game
from gamekit.rules import Json
from spieltisch.lobby.models import Preset

#: A preset of this name is what one click on the first page plays.
QUICK = "Quick play"


def presets_of(game: Game) -> list[Preset]:
    """Return the game's presets by name."""
    return list(Preset.objects.filter(game=game.slug))


def options_of(game: Game, name: str) -> dict[str, Json]:
    """Return the options kept under a name; Refused names those there are."""
    known = {preset.name: preset.options for preset in presets_of(game)}
    if name not in known:
        there = ", ".join(known) or "none"
        raise Refused(f"{game.title} has no preset {name!r}; there are: {there}", "preset/unknown", "preset")
    options: dict[str, Json] = known[name]
    return options


def quick_options(game: Game) -> dict[str, Json]:
    """Return the options of quick play: the game's own, unless staff keep a preset of that name."""
    chosen = Preset.objects.filter(game=game.slug, name=QUICK).first()
    options: dict[str, Json] = chosen.options if chosen else {}
    return options


def field_values(game: Game, preset: Preset) -> dict[str, Any]:
    """Return a value for each option of the game, as the form for a new table shows it."""
    return {option.name: preset.options.get(option.name, option.default) for option in game.options}
