"""A refusal has a status that fits and a body that names code, message and field."""

from __future__ import annotations

import json

import pytest

from gamekit.errors import GameError, IllegalMove, MalformedMessage, MatchOver, Refused, RulesBroken
from spieltisch.api.problems import Problem, error_answer, status_of


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (MalformedMessage("no", "options/unknown", "size"), 400),
        (Refused("no", "game/unknown", "game"), 400),
        (Refused("no", "table/unknown", "table"), 404),
        (Refused("no", "table/not_owner"), 403),
        (Refused("no", "seat/taken", "seat"), 409),
        (IllegalMove("no"), 409),
        (MatchOver("no"), 409),
        (RulesBroken("oh"), 500),
    ],
)
def test_the_status_fits(error: GameError, status: int) -> None:
    assert status_of(error) == status
    assert error_answer(error).status_code == status


def test_the_body_names_code_message_and_field() -> None:
    answer = error_answer(MalformedMessage("heaps must be at most 9, not 10", "options/invalid", "heaps"))
    told = {"code": "options/invalid", "message": "heaps must be at most 9, not 10", "field": "heaps"}
    assert json.loads(answer.content) == {"error": told}
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_refusal_without_a_field_says_null() -> None:
    assert json.loads(error_answer(Refused("the match has begun", "table/started")).content)["error"]["field"] is None


def test_too_often_says_when_to_come_back() -> None:
    answer = error_answer(Problem(429, "request/too_many", "too many", retry_after=0.2))
    assert answer.headers["Retry-After"] == "1"
    assert error_answer(Problem(429, "x", "y", retry_after=7.2)).headers["Retry-After"] == "8"


def test_nobody_is_told_how_to_become_somebody() -> None:
    assert error_answer(Problem(401, "token/missing", "who?")).headers["WWW-Authenticate"] == "Bearer"
