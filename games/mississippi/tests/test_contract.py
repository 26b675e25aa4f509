"""The contract suite over this game alone, with more seeds than the whole registry gets."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gamekit import testing
from gamekit.chance import Chance
from games.mississippi import GAME
from games.mississippi.bots.wanderer import Wanderer
from games.mississippi.rules.actions import Move
from games.mississippi.rules.fields import passable
from games.mississippi.rules.hexes import CELLS
from games.mississippi.rules.legal import can_finish
from games.mississippi.rules.state import State


@pytest.mark.parametrize("seed", range(5))
def test_the_game_keeps_its_contract(seed: int) -> None:
    testing.check_random_play_ends(GAME, seed)
    testing.check_dump_load_clone(GAME, seed)
    testing.check_replay_equals(GAME, seed)
    testing.check_legal_agrees_with_play(GAME, seed)
    testing.check_refusals_change_nothing(GAME, seed)
    testing.check_nothing_hidden_is_shown(GAME, seed)


def check_state(state: State) -> None:
    """A state that the rules allow."""
    red, blue = state.ships
    assert red.cell != blue.cell
    assert len(state.board) == CELLS
    for seat, ship in enumerate(state.ships):
        assert passable(state.board[ship.cell])
        assert 1 <= ship.speed <= 6
        assert 0 <= ship.coal <= 6
        assert 0 <= ship.passengers <= 2
        assert state.low <= state.tile(seat) < state.high or state.high == 7
    assert state.turn <= 60


@pytest.mark.timeout(600)
def test_2000_random_games_finish_in_legal_states_with_moves_listed() -> None:
    rng = random.Random(2000)
    reasons: Counter[str] = Counter()
    options = GAME.read_options({"openingPause": 0})
    players = testing.players(GAME, 2)
    for seed in range(2000):
        chance = Chance.seeded(seed)
        state, _ = GAME.rules.start(options, players, chance)
        while state.ending is None:
            move = Wanderer().choose(state, state.current, rng)
            assert can_finish(state.voyage(state.current)) == (move != Move()), "moves are listed when there are any"
            GAME.rules.play(state, state.current, move, chance)
            check_state(state)
        reasons[state.ending.code] += 1
    assert sum(reasons.values()) == 2000
    assert set(reasons) >= {"rule_violation", "left_behind"}
