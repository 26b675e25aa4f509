"""Catan keeps the contract with the platform."""

from __future__ import annotations

import pytest

from gamekit import testing
from games.catan import GAME


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_random_play_ends(count: int) -> None:
    testing.check_random_play_ends(GAME, count, count)


def test_dump_load_clone() -> None:
    testing.check_dump_load_clone(GAME, 1)


def test_replay_equals() -> None:
    testing.check_replay_equals(GAME, 2)


def test_legal_agrees_with_play() -> None:
    testing.check_legal_agrees_with_play(GAME, 3)


def test_refusals_change_nothing() -> None:
    testing.check_refusals_change_nothing(GAME, 4)


def test_nothing_hidden_is_shown() -> None:
    testing.check_nothing_hidden_is_shown(GAME, 5, most=400)
