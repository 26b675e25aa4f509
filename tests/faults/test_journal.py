"""A journal notices what must never happen to a client."""

from __future__ import annotations

from typing import Any

from faults.journal import Journal


def state(step: int, version: int, match: str = "m") -> dict[str, Any]:
    """Return a full state."""
    payload = {"match": match, "step": step, "version": version, "state": {}, "outcome": None, "expected": []}
    return {"payloadType": "table/state", "payload": payload}


def told(version: int, payload: Any) -> dict[str, Any]:
    """Return a numbered message."""
    return {"payloadType": "Update", "payload": payload, "version": version}


def hello(seat: int | None) -> dict[str, Any]:
    """Return the greeting of a page."""
    return {"payloadType": "table/hello", "payload": {"you": {"seat": seat}}}


def faults(*messages: dict[str, Any]) -> list[str]:
    """Return what a journal finds wrong with these messages."""
    journal = Journal("qwirkle", "table")
    for message in messages:
        journal.note(message)
    return journal.faults


def test_what_comes_in_order_or_again_is_good() -> None:
    assert faults(told(1, "a"), state(1, 1), told(1, "a"), told(2, "b"), state(2, 2), state(2, 2)) == []


def test_a_step_that_is_taken_back_is_a_fault() -> None:
    assert len(faults(state(3, 0), state(2, 0))) == 1


def test_a_version_that_tells_something_else_is_a_fault() -> None:
    assert len(faults(told(1, "a"), told(1, "b"))) == 1


def test_a_missing_version_is_a_fault() -> None:
    assert len(faults(told(1, "a"), told(3, "b"))) == 1
    assert len(faults(told(1, "a"), state(1, 2))) == 1


def test_another_match_under_the_same_table_is_a_fault() -> None:
    assert len(faults(state(1, 0), state(1, 0, "other"))) == 1


def test_who_sits_down_is_told_versions_of_his_own() -> None:
    assert faults(hello(None), told(1, "a"), hello(1), told(1, "b"), state(1, 1)) == []
    assert len(faults(hello(1), told(1, "a"), hello(1), told(1, "b"))) == 1
