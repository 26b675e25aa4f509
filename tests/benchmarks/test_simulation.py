"""The check of the capacity model notices costs and numbers that are wrong."""

from __future__ import annotations

import pytest

from benchmarks import simulation
from benchmarks.model import MESSAGE_BYTES, MESSAGES
from benchmarks.simulation import Prediction
from benchmarks.watching import WATCHED, Seen

MOVES, SPECTATORS, SECONDS = 200, 60, 10


def seen(messages: float, size: float = MESSAGE_BYTES, left: int = SPECTATORS) -> tuple[Seen, Seen]:
    """Return what is counted before and after, where each spectator of a table is told a move in so many messages."""
    sent = MOVES / WATCHED * SPECTATORS * messages * size
    return Seen(5, 1000, SPECTATORS, 30), Seen(5 + SECONDS, 1000 + sent, left, 30 + MOVES)


def test_a_prediction_of_processors_that_is_far_off_fails(capsys: pytest.CaptureFixture[str]) -> None:
    one = Prediction.of(0.30)
    assert simulation.tell("server", one, 0.50)
    assert simulation.tell("server", Prediction.of(0.01), 0.04), "next to nothing, whatever the ratio"
    assert "DOES NOT HOLD" not in capsys.readouterr().out
    assert not simulation.tell("server", one, 0.70)
    assert not simulation.tell("server", Prediction.of(0.70), 0.30)
    assert "DOES NOT HOLD" in capsys.readouterr().out


def test_what_was_measured_lies_between_the_two_prices_or_not_far_away() -> None:
    between = Prediction.of(0.40, 0.20)
    assert all(between.holds(measured, 1.25) for measured in (0.16, 0.20, 0.30, 0.40, 0.50))
    assert not any(between.holds(measured, 1.25) for measured in (0.15, 0.51))
    assert between.holds(0.55, 1.25, near=0.15)


def test_moves_are_what_the_api_tells_and_deliveries_what_the_model_makes_of_them() -> None:
    played, watched = simulation.loads({"moves": 40}, *seen(messages=7))
    assert (played.moves, played.deliveries) == (40, 0)
    assert watched.moves == pytest.approx(MOVES / SECONDS)
    assert watched.deliveries == pytest.approx(MOVES / SECONDS * SPECTATORS / WATCHED * MESSAGES)


@pytest.mark.parametrize(
    ("messages", "size", "good"),
    [
        (MESSAGES, MESSAGE_BYTES, True),
        (MESSAGES - 1, MESSAGE_BYTES, False),
        (MESSAGES + 1, MESSAGE_BYTES, False),
        (MESSAGES, MESSAGE_BYTES * 1.5, False),
    ],
)
def test_more_or_larger_messages_than_the_model_has_fail(messages: int, size: float, good: bool) -> None:
    counted = seen(messages, size)
    _, watched = simulation.loads({"moves": 40}, *counted)
    assert simulation.tell_deliveries(watched, *counted) == good


def test_spectators_who_were_cut_off_end_the_check() -> None:
    with pytest.raises(SystemExit, match="2 spectators were cut off"):
        simulation.loads({"moves": 40}, *seen(MESSAGES, left=SPECTATORS - 2))
