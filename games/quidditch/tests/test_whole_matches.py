"""Whole random matches: every snapshot is valid and equals what the deltas alone tell (10.1)."""

from __future__ import annotations

import random

import pytest

from gamekit.chance import Chance
from gamekit.rules import Json
from games.quidditch.audit import DeltaReader, faults
from games.quidditch.rules.events import Changed, Event
from games.quidditch.rules.state import State
from games.quidditch.snapshots import read_snapshot, snapshot
from games.quidditch.tests.pitchside import RULES, match_options, teams


def random_match(seed: int, **options: Json) -> tuple[State, list[Event]]:
    """Play at random to the end; return the last state and all events."""
    chance, rng = Chance.seeded(seed), random.Random(seed)
    state, events = RULES.start(match_options(**options), teams(), chance)
    told = list(events)
    while state.result is None:
        expectation = RULES.expects(state)[0]
        assert expectation.seat is not None
        move = rng.choice(list(RULES.legal(state, expectation.seat)))
        told += RULES.play(state, expectation.seat, move, chance)
    return state, told


#: A lenient referee lets random matches last until the snitch, a strict one fills the bench.
MILD = {"foulDetection": dict.fromkeys(("flacking", "haversacking", "stooging", "blatching", "snitchnip"), 0.02)}


@pytest.mark.parametrize("seed", range(12))
def test_every_snapshot_is_valid_and_equals_the_deltas_result(seed: int) -> None:
    state, events = random_match(seed, max_rounds=13, probabilities=MILD if seed % 2 else None)
    fans = state.setup.fans
    changes = [event for event in events if isinstance(event, Changed)]
    reader = DeltaReader(changes[0], fans)
    for number, event in enumerate(changes[1:]):
        assert reader.follow(event) == "", f"seed {seed}, delta {number}: {event.delta}"
        shown = snapshot(event.board, event.delta, fans)
        assert list(faults(shown)) == [], f"seed {seed}, delta {number}: {event.delta}"


def test_matches_reach_overtime_and_end_there() -> None:
    rounds = [
        random_match(seed, max_rounds=13, probabilities=MILD | {"catchSnitch": 0})[0].board.round for seed in range(6)
    ]
    assert max(rounds) > 13


def test_random_matches_end_for_several_reasons() -> None:
    reasons = set()
    for seed in range(16):
        state, _ = random_match(seed, max_rounds=13, probabilities=MILD if seed % 2 else None)
        assert state.result is not None
        reasons.add(state.result.reason)
    assert {"disqualification", "mostPoints"} <= reasons


def test_a_snapshot_can_be_read_back() -> None:
    state, events = random_match(3, max_rounds=13)
    for event in events:
        if isinstance(event, Changed):
            board, fans = read_snapshot(snapshot(event.board, event.delta, state.setup.fans))
            assert board.dump() == event.board.dump()
            assert fans == state.setup.fans


def test_everybody_has_turn_used_is_banned_or_knocked_out_when_the_fan_phase_begins() -> None:
    _, events = random_match(5, max_rounds=13)
    for event in events:
        if isinstance(event, Changed) and event.delta.type == "phaseChange" and event.delta.phase == 2:
            board = event.board
            assert board.used | board.banned | board.knocked == (1 << 14) - 1
