"""Every game of the registry keeps the contract; a game is tested the day its folder is there."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from gamekit import registry, testing
from gamekit.game import Game

#: More seeds are tried as long as a check is quick; a slow game gets the first ones only.
SEEDS = range(8)
SECONDS_A_CHECK = 2.0

Check = Callable[[Game, int], None]
CHECKS: list[Check] = [
    testing.check_random_play_ends,
    testing.check_dump_load_clone,
    testing.check_replay_equals,
    testing.check_legal_agrees_with_play,
    testing.check_refusals_change_nothing,
    testing.check_nothing_hidden_is_shown,
    testing.check_redeal_forgets,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("slug", registry.games())
def test_contract(slug: str, check: Check) -> None:
    began = time.monotonic()
    for seed in SEEDS:
        check(registry.game(slug), seed)
        if time.monotonic() - began > SECONDS_A_CHECK:
            break


@pytest.mark.parametrize("slug", registry.games())
def test_every_number_of_players_reaches_an_end(slug: str) -> None:
    game = registry.game(slug)
    for count in range(game.seats[0], game.seats[1] + 1):
        testing.check_random_play_ends(game, seed=count, count=count)
