"""Clocks run, stand and end as the expectations say."""

from __future__ import annotations

from gamekit.rules import Expectation
from spieltisch.tables.clocks import Clocks


def test_a_clock_runs_out_after_its_limit_and_the_allowance() -> None:
    clocks = Clocks()
    clocks.follow([Expectation(0, "play", 2000)], False, 10.0)
    due = clocks.next_deadline(11.0, 0.25)
    assert due is not None
    assert due[0] == 1.25
    assert due[1].expectation.seat == 0


def test_the_same_turn_goes_on_with_the_same_clock() -> None:
    clocks = Clocks()
    clocks.follow([Expectation(0, "play", 2000, turn=4)], False, 10.0)
    clocks.follow([Expectation(0, "play", 2000, turn=4)], False, 11.5)
    assert clocks.next_deadline(11.5, 0.0) is not None
    assert round(clocks.expected(11.5)[0]["left_ms"]) == 500  # type: ignore[call-overload]


def test_a_new_turn_starts_a_new_clock() -> None:
    clocks = Clocks()
    clocks.follow([Expectation(0, "play", 2000, turn=4)], False, 10.0)
    clocks.follow([Expectation(0, "play", 2000, turn=5)], False, 11.5)
    assert clocks.expected(11.5)[0]["left_ms"] == 2000


def test_a_pause_freezes_the_clock() -> None:
    clocks = Clocks()
    expected = [Expectation(1, "play", 3000)]
    clocks.follow(expected, False, 10.0)
    clocks.follow(expected, True, 11.0)
    assert clocks.next_deadline(100.0, 0.0) is None
    assert clocks.expected(100.0)[0]["left_ms"] == 2000
    clocks.follow(expected, False, 200.0)
    due = clocks.next_deadline(200.0, 0.0)
    assert due is not None
    assert due[0] == 2.0


def test_a_seat_without_a_limit_never_runs_out_but_the_table_goes_on_at_once() -> None:
    clocks = Clocks()
    clocks.follow([Expectation(0, "play")], False, 1.0)
    assert clocks.next_deadline(1000.0, 0.0) is None
    clocks.follow([Expectation(None, "go_on")], False, 1.0)
    due = clocks.next_deadline(1.0, 5.0)
    assert due is not None
    assert due[0] == 0.0


def test_the_time_in_which_a_step_is_written_is_nobodys() -> None:
    clocks = Clocks()
    expected = [Expectation(0, "play", 60_000, turn=4)]
    clocks.follow(expected, False, 10.0)
    clocks.stand(12.0)
    clocks.follow(expected, False, 30.0)
    assert clocks.expected(31.0)[0]["left_ms"] == 57_000
