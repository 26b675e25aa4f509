"""Figures speak for themselves: what took too long, was lost, or was never put to the test, is not good."""

from __future__ import annotations

from faults.results import GameResult, Result, given_up


def result(recovery: float | None = None, acknowledged: int = 4, lost: int = 0, doubled: int = 0) -> GameResult:
    """Return figures that were judged where others must take over within five seconds."""
    found = GameResult(moves=9, acknowledged=acknowledged, lost=lost, doubled=doubled)
    if recovery is not None:
        found.needed(recovery)
    found.measure(within=5.0)
    return found


def test_a_recovery_in_time_is_good_and_a_later_one_is_not() -> None:
    assert result(4.9).good
    assert not result(5.1).good


def merely_slow(*games: GameResult) -> bool:
    """Return what a trial with these figures tells of itself."""
    return Result("here", "a fault", {str(number): figures for number, figures in enumerate(games)}, []).merely_slow


def test_a_trial_whose_only_fault_is_its_time_is_merely_slow() -> None:
    assert merely_slow(result(5.1), result(4.9))
    assert not merely_slow(result(4.9))


def test_no_other_fault_passes_for_slowness() -> None:
    assert not merely_slow(result(5.1), result(lost=1))
    assert not merely_slow(result(5.1, doubled=1))
    assert not merely_slow(result(5.1, acknowledged=0))
    assert not given_up("here", "a fault", "it broke").merely_slow


def test_where_nobody_takes_over_a_recovery_may_take_its_time() -> None:
    found = GameResult(acknowledged=1, recovery=9.0)
    found.measure(within=None)
    assert found.good


def test_a_move_lost_or_doubled_is_not_good() -> None:
    assert not result(lost=1).good
    assert not result(doubled=1).good


def test_a_trial_in_which_no_move_was_acknowledged_proves_nothing() -> None:
    assert not result(acknowledged=0).good


def test_a_trial_that_was_given_up_is_not_good_for_any_game() -> None:
    assert not any(figures.good for figures in given_up("here", "a fault", "it broke").games.values())
