"""Finds every game: each package below `games` that exports GAME. None is named anywhere else."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from gamekit.errors import Refused
from gamekit.game import Game

#: Packages whose sub-packages are games; the tests add a folder of their own.
SHELVES = ["games"]


@cache
def games() -> dict[str, Game]:
    """Return every game by slug, in alphabetical order."""
    found: dict[str, Game] = {}
    for shelf in SHELVES:
        package = importlib.import_module(shelf)
        for module in pkgutil.iter_modules(package.__path__):
            if not module.ispkg:
                continue
            game = getattr(importlib.import_module(f"{shelf}.{module.name}"), "GAME", None)
            if isinstance(game, Game):
                found[game.slug] = game
    return dict(sorted(found.items()))


def game(slug: str) -> Game:
    """Return the game with this slug; Refused when there is none."""
    try:
        return games()[slug]
    except KeyError:
        raise Refused(
            f"there is no game called {slug!r}; games are {', '.join(games())}", "game/unknown", "game"
        ) from None


def folder(slug: str) -> Path:
    """Return the folder of a game, in which its README lies: it is named like the game."""
    game(slug)
    places = (Path(place) for shelf in SHELVES for place in importlib.import_module(shelf).__path__)
    return next(place / slug for place in places if (place / slug).is_dir())
