"""Payloads in and out: sections 7, 9 and 10 of the standard."""

from __future__ import annotations

import pytest

from gamekit.errors import MalformedMessage
from gamekit.rules import Json, Player
from games.quidditch.messages import (
    LONGEST_WORDS,
    delta_payload,
    formation_payload,
    next_payload,
    read_move,
    read_request,
    request_payload,
    user_names,
)
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.entities import NAMES
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation, PauseWish, Request
from games.quidditch.tests.pitchside import at, entity, teams

FIELDS = [
    "deltaType", "success", "xPosOld", "yPosOld", "xPosNew", "yPosNew", "activeEntity", "passiveEntity", "phase",
    "leftPoints", "rightPoints", "round", "banReason",
]  # fmt: skip


def test_the_example_of_10_5_1_is_written_as_there() -> None:
    delta = Delta("quaffleThrow", False, at(4, 4), at(5, 5), entity("leftChaser1"), entity("rightChaser3"))
    assert delta_payload(delta) == {
        "deltaType": "quaffleThrow",
        "success": False,
        "xPosOld": 4,
        "yPosOld": 4,
        "xPosNew": 5,
        "yPosNew": 5,
        "activeEntity": "leftChaser1",
        "passiveEntity": "rightChaser3",
        "phase": None,
        "leftPoints": None,
        "rightPoints": None,
        "round": None,
        "banReason": None,
    }


@pytest.mark.parametrize(
    "delta",
    [Delta("skip", active=3), Delta("roundChange", round=2), Delta("phaseChange", phase=1), Delta("removePoo")],
)
def test_null_fields_are_always_sent(delta: Delta) -> None:
    assert list(delta_payload(delta)) == FIELDS


def test_the_request_of_10_5_1_is_read() -> None:
    payload = dict.fromkeys(FIELDS) | {
        "deltaType": "quaffleThrow", "xPosNew": 6, "yPosNew": 6, "activeEntity": "leftChaser1"
    }  # fmt: skip
    assert read_move("deltaRequest", payload) == Request("quaffleThrow", at(6, 6), entity("leftChaser1"))


def test_null_fields_may_be_missing_and_unknown_ones_are_ignored() -> None:
    assert read_request({"deltaType": "trollRoar", "volume": 11}) == Request("trollRoar")


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"deltaType": "move", "xPosNew": 17, "yPosNew": 5}, "xPosNew"),
        ({"deltaType": "move", "xPosNew": 5, "yPosNew": 13}, "yPosNew"),
        ({"deltaType": "move", "xPosNew": -1, "yPosNew": 5}, "xPosNew"),
        ({"deltaType": "move", "xPosNew": 5.0, "yPosNew": 5}, "xPosNew"),
        ({"deltaType": "move", "xPosNew": True, "yPosNew": 5}, "xPosNew"),
        ({"deltaType": "move", "xPosNew": 5}, "yPosNew"),
        ({"deltaType": "wombatPoo"}, "xPosNew"),
        ({"deltaType": "goblinShock"}, "passiveEntity"),
        ({"deltaType": "skip", "activeEntity": "leftChaser4"}, "activeEntity"),
        ({"deltaType": "skip", "activeEntity": 3}, "activeEntity"),
        ({"deltaType": None}, "deltaType"),
    ],
)
def test_a_wrong_field_is_named(payload: Json, field: str) -> None:
    with pytest.raises(MalformedMessage) as refusal:
        read_request(payload)
    assert refusal.value.field == field


def test_formations_survive_the_wire() -> None:
    formation = Formation(STANDARD_FORMATIONS[1][2])
    assert read_move("teamFormation", formation_payload(formation)) == formation


@pytest.mark.parametrize("payload", [None, {}, {"players": {}}, {"players": {"seeker": {"xPos": None, "yPos": None}}}])
def test_an_incomplete_formation_is_malformed(payload: Json) -> None:
    with pytest.raises(MalformedMessage):
        read_move("teamFormation", payload)


def test_requests_survive_the_wire() -> None:
    request = Request("bludgerBeating", at(5, 5), entity("leftBeater1"), entity("bludger2"))
    assert read_request(request_payload(request)) == request


def test_wishes_to_pause_are_moves_and_other_types_are_none() -> None:
    assert read_move("pauseRequest", {"message": "x"}) == PauseWish(True, "x")
    assert read_move("continueRequest", {"message": "y"}) == PauseWish(False, "y")
    assert read_move("sendChat", {}) is None


def test_of_the_words_of_a_wish_as_many_are_kept_as_of_a_line_of_chat() -> None:
    for kind in ("pauseRequest", "continueRequest"):
        wish = read_move(kind, {"message": "x" * 100_000})
        assert isinstance(wish, PauseWish)
        assert wish.message == "x" * LONGEST_WORDS


def test_the_example_of_9_4_is_written_as_there() -> None:
    assert next_payload(entity("leftChaser3"), "move", 7500) == {"turn": "leftChaser3", "type": "move", "timeout": 7500}


def test_there_are_28_entities_with_the_standards_names() -> None:
    assert len(NAMES) == len(set(NAMES)) == 28
    assert {"snitch", "quaffle", "bludger1", "leftNiffler", "rightWombat", "rightBeater2"} <= set(NAMES)


def test_user_names_fit_the_standard_and_differ() -> None:
    people = [Player("Ä!", 1, "person", {"userName": ""}), Player("Anna Lena von und zu Tor", 2, "person", {})]
    assert user_names(people) == ("player", "AnnaLenavonundzuTor")
    assert user_names([Player("Bot", data={}), Player("Bot", data={})]) == ("Bot", "Bot2")
    assert user_names(teams()) == ("lefty", "righty")
