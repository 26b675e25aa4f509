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


def test_a_held_clock_stands_through_every_step_until_it_is_released() -> None:
    clocks = Clocks()
    waiting = Expectation(0, "turn", 10_000, turn=1)
    clocks.hold(0)
    clocks.follow([waiting], False, 100.0)
    clocks.follow([waiting], False, 105.0)
    held = clocks.of_seat(0)
    assert held is not None
    assert held.left(106.0) == 10.0
    assert clocks.release(0, 107.0)
    assert held.left(109.0) == 8.0
    assert not clocks.release(0, 110.0)


def test_a_clock_that_runs_can_be_held_from_an_earlier_moment_on() -> None:
    clocks = Clocks()
    clocks.follow([Expectation(0, "turn", 10_000, turn=1)], False, 100.0)
    clocks.hold(0, 102.0)
    held = clocks.of_seat(0)
    assert held is not None
    assert held.left(106.0) == 8.0
    clocks.hold(0, 107.0)
    assert held.left(107.0) == 8.0
    assert clocks.release(0, 108.0)
    assert held.left(109.0) == 7.0


def test_a_pause_outlasts_the_release_of_a_held_clock() -> None:
    clocks = Clocks()
    waiting = Expectation(0, "turn", 10_000, turn=1)
    clocks.hold(0)
    clocks.follow([waiting], True, 100.0)
    clocks.release(0, 101.0)
    paused = clocks.of_seat(0)
    assert paused is not None
    assert paused.left(105.0) == 10.0
    clocks.follow([waiting], False, 106.0)
    running = clocks.of_seat(0)
    assert running is not None
    assert running.left(108.0) == 8.0
