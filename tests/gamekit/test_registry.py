"""Games are found by looking into the shelves, and named nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamekit import registry
from gamekit.errors import Refused

ROOT = Path(__file__).parents[2]


def test_every_folder_below_games_is_found() -> None:
    folders = sorted(path.parent.name for path in (ROOT / "games").glob("*/__init__.py"))
    assert list(registry.games()) == folders


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match="no game called 'chess'") as caught:
        registry.game("chess")
    assert (caught.value.code, caught.value.field) == ("game/unknown", "game")
    assert all(slug in caught.value.message for slug in registry.games())
