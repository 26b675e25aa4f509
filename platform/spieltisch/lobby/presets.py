"""Staff's presets, for those who open tables: by page or by API.

A preset may know what is still to come in its match. Whoever opens a table with it plays that, and is not told it.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    """Return a value for each option of the game, as the form for a new table shows it to everybody."""
    shown = game.shown_options(preset.options)
    return {option.name: shown.get(option.name, option.default) for option in game.options}


def completed(game: Game, preset: Preset, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a form's options with what the preset did not show in them, wherever they are as it filled them in."""
    shown, kept = field_values(game, preset), preset.options
    return {name: kept.get(name, value) if value == shown[name] else value for name, value in given.items()}
