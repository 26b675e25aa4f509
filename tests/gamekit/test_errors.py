"""An error says what was wrong in a sentence, a code and a field."""

from __future__ import annotations

from gamekit.errors import LONGEST_MESSAGE, GameError, IllegalMove, MatchOver, NotYourTurn, StaleVersion


def test_a_code_is_given_or_the_kinds_own() -> None:
    assert IllegalMove("no").code == "move/illegal"
    assert IllegalMove("no", "take/count", "count").code == "take/count"
    assert {kind("x").code for kind in (NotYourTurn, StaleVersion, MatchOver)} == {
        "move/not_your_turn",
        "move/stale",
        "move/match_over",
    }


def test_an_error_carries_field_and_data() -> None:
    error = GameError("count must be 1..3", "take/count", "count", most=3)
    assert str(error) == error.message == "count must be 1..3"
    assert error.field == "count"
    assert error.data == {"most": 3}


def test_a_message_does_not_send_back_everything_a_stranger_sent() -> None:
    error = GameError(f"not {'A' * 50_000}")
    assert len(error.message) == len(str(error)) == LONGEST_MESSAGE + 1
    assert GameError("a" * LONGEST_MESSAGE).message == "a" * LONGEST_MESSAGE
