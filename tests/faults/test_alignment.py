"""What the log has is compared with what was sent: every loss and every repetition is found, and nothing else."""

from __future__ import annotations

from faults.alignment import Verdict, align


def sent(text: str) -> list[tuple[str, bool]]:
    """Return moves: a capital letter was acknowledged, a small one was not."""
    return [(letter.upper(), letter.isupper()) for letter in text]


def test_a_log_that_has_all_that_was_acknowledged_is_good() -> None:
    assert align(sent("ABC"), "ABC") == Verdict(0, 0)


def test_a_move_without_an_answer_may_be_written_or_not() -> None:
    assert align(sent("AbC"), "ABC") == Verdict(0, 0)
    assert align(sent("AbC"), "AC") == Verdict(0, 0)


def test_an_acknowledged_move_that_is_missing_is_lost() -> None:
    assert align(sent("ABC"), "AC") == Verdict(1, 0)
    assert align(sent("ABC"), "") == Verdict(3, 0)


def test_a_move_that_is_written_twice_is_doubled() -> None:
    assert align(sent("ABC"), "ABBC") == Verdict(0, 1)


def test_the_same_move_made_twice_may_be_there_twice() -> None:
    assert align(sent("AaA"), "AAA") == Verdict(0, 0)
    assert align(sent("AaA"), "AA") == Verdict(0, 0)
    assert align(sent("AaA"), "A") == Verdict(1, 0)
    assert align(sent("AaA"), "AAAA") == Verdict(0, 1)
