"""The recorded contest games agree with the rules in every attribute of every state."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.chance import Chance
from gamekit.rules import Player
from games.mississippi.messages import result_json, state_json
from games.mississippi.rules.actions import move_from_json
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.state import State
from games.mississippi.tests import corpus

RULES = MississippiRules()


def begin(replay: corpus.Replay) -> tuple[State, list[Player]]:
    """Return the recorded river at turn 0, with the tiles that later states reveal in place."""
    first = replay.states[0]
    tiles = {
        tile["index"]: {**tile, "visible": tile["index"] <= 1} for s in reversed(replay.states) for tile in s["tiles"]
    }
    players = [Player(first[colour]["displayName"]) for colour in ("red", "blue")]
    given = {**first, "tiles": [tiles[index] for index in sorted(tiles)]}
    state, _ = RULES.start({"state": given}, players, Chance.seeded(1))
    return state, players


@pytest.mark.parametrize("name", corpus.NAMES)
def test_every_recorded_state_follows_from_the_one_before(name: str) -> None:
    replay = corpus.read(name)
    state, players = begin(replay)
    assert state_json(state, players) == replay.states[0]
    for recorded in replay.states[1:]:
        RULES.play(state, state.current, move_from_json(recorded["lastMove"]), Chance.seeded(1))
        assert state_json(state, players) == recorded, f"turn {recorded['turn']}"


@pytest.mark.parametrize("name", corpus.NAMES)
def test_every_recorded_move_is_listed_as_legal(name: str) -> None:
    replay = corpus.read(name)
    state, _ = begin(replay)
    for recorded in replay.states[1:]:
        results = set()
        for move in RULES.legal(state, state.current):
            other = RULES.clone(state)
            RULES.play(other, other.current, move, Chance.seeded(1))
            results.add(_whole(other))
        RULES.play(state, state.current, move_from_json(recorded["lastMove"]), Chance.seeded(1))
        assert _whole(state) in results, f"turn {recorded['turn']}"


def _whole(state: State) -> str:
    dumped = RULES.dump(state)
    del dumped["last_move"]
    return str(dumped)


@pytest.mark.parametrize("name", corpus.NAMES)
def test_the_recorded_result_is_reached(name: str) -> None:
    replay = corpus.read(name)
    state, players = begin(replay)
    for recorded in replay.states[1:]:
        RULES.play(state, state.current, move_from_json(recorded["lastMove"]), Chance.seeded(1))
    if replay.fault is not None:
        RULES.play(state, state.current, move_from_json({"actions": []}), Chance.seeded(1))
    told = result_json(state, players)
    for score, element in zip(told["scores"], replay.result.findall("score"), strict=True):
        assert score["cause"] == element.attrib["cause"]
        assert _words(score["reason"]) == _words(element.attrib.get("reason"))
        assert score["parts"] == [int(part.text or "") for part in element.findall("part")]
    winner = replay.result.find("winner")
    assert winner is not None
    assert {name: str(value) for name, value in told["winner"].items()} == {
        name: value for name, value in winner.attrib.items() if name != "class"
    }


def _words(text: Any) -> list[str]:
    """Return the words: the contest system writes a line break as a blank."""
    return (text or "").split()
