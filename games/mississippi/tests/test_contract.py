"""The contract suite over this game alone, with more seeds than the whole registry gets."""

from __future__ import annotations

import random

import pytest

from gamekit import testing
from gamekit.chance import Chance
from games.mississippi import GAME
from games.mississippi.rules.fields import passable
from games.mississippi.rules.hexes import CELLS
from games.mississippi.rules.legal import best_ends
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


def test_2000_random_games_finish_in_legal_states_with_moves_listed() -> None:
    rng = random.Random(2000)
    reasons: dict[str, int] = {}
    options = GAME.read_options({"openingPause": 0})
    for seed in range(2000):
        chance = Chance.seeded(seed)
        state, _ = GAME.rules.start(options, testing.players(GAME, 2), chance)
        while GAME.rules.outcome(state) is None:
            seat = state.current
            ends = best_ends(state.voyage(seat))
            if not ends:
                assert len(list(GAME.rules.legal(state, seat))) == 1, "only the empty move is left"
            # Mostly downstream, so that games also get far.
            ahead = [end for end in ends if end.cell > 0 and end.coal >= 2] or ends
            move = rng.choice(ahead).move() if ends else next(GAME.rules.legal(state, seat))
            GAME.rules.play(state, seat, move, chance)
            check_state(state)
        reasons[state.ending.code] = reasons.get(state.ending.code, 0) + 1
    assert sum(reasons.values()) == 2000
    assert set(reasons) >= {"rule_violation", "left_behind"}
