"""Matches, files and comparisons for the tests of the notation."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gamekit import testing
from gamekit.chance import Chance
from gamekit.exports import MatchRecord, Step
from gamekit.rules import Player
from games.catan import GAME
from games.catan.bots.random_player import RandomPlayer
from games.catan.rules.referee import RULES
from games.catan.rules.state import State
from games.catan.sgn.exporting import Scribe

CORPUS = Path(__file__).parents[4] / "shared" / "corpora" / "sgn"
#: A three-player game of our own, played at random until somebody had five points.
OWN_GAME = (Path(__file__).parent / "data" / "three.sgn").read_bytes()


def corpus_file(name: str) -> bytes:
    """Return a file of the reference data; the test is skipped when the corpus is not there."""
    path = CORPUS / name
    if not path.exists():
        pytest.skip("the SGN corpus is not beside the repository")
    return path.read_bytes()


@cache
def random_match(seed: int, count: int) -> MatchRecord:
    """Return the record of a match of random players."""
    last = None
    for last in testing.playout(GAME, seed, count):
        pass
    assert last is not None
    return MatchRecord(
        "catan", 1, "code", "Table", last.room.options, last.room.players, last.start_chance,
        "2024-05-06T07:08:09+00:00", last.steps, GAME.rules.outcome(last.state),
    )  # fmt: skip


@cache
def slow_match(seed: int, count: int) -> MatchRecord:
    """Return the record of a match of random players whose time runs out now and then."""
    rng, chance, bot = random.Random(seed), Chance.seeded(seed), RandomPlayer()
    players = [Player(f"Player {number}", number, "bot", {"colour": None}) for number in range(1, count + 1)]
    options = GAME.read_options({}, count)
    state, _ = RULES.start(options, players, chance)
    opening, steps = chance.take(), list[Step]()
    while state.outcome is None:
        expected = rng.choice(RULES.expects(state))
        assert expected.seat is not None
        if rng.random() < 0.1:
            RULES.expire(state, expected, chance)
            steps.append(Step("expire", expected.seat, expected.kind, chance.take(), len(steps)))
        else:
            move = bot.choose(state, expected.seat, rng)
            RULES.play(state, expected.seat, move, chance)
            steps.append(Step("play", expected.seat, RULES.dump_move(move), chance.take(), len(steps)))
    started = "2024-05-06T07:08:09+00:00"
    return MatchRecord("catan", 1, "", "", options, players, opening, started, steps, state.outcome)


def final_state(record: MatchRecord) -> State:
    """Return the state after the whole match."""
    scribe = Scribe(record)
    scribe.write_all()
    return scribe.state


def essence(state: State, turned: int = 0) -> dict[str, Any]:
    """Return all that counts of a position, with the seats turned so that `turned` is the first."""

    def by_seat(values: list[Any]) -> list[Any]:
        return [values[(seat + turned) % state.seats] for seat in range(state.seats)]

    def seat(number: int) -> int:
        return (number - turned) % state.seats if number >= 0 else -1

    lists = ("hands", "cards", "knights", "points", "lengths", "rates", "roads_left", "villages_left", "towns_left")
    return {
        **{name: by_seat(getattr(state, name)) for name in lists},
        "bank": state.bank,
        "deck": state.deck,
        "level": state.level,
        "owner": [seat(number) for number in state.owner],
        "edge_owner": [seat(number) for number in state.edge_owner],
        "robber": state.robber,
        "phase": state.phase,
        "holders": [seat(state.road_holder), seat(state.army_holder)],
        "current": seat(state.current),
    }
