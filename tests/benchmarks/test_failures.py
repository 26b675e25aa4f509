"""Benchmarks fail where what they measure is not what it must be, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks import crowd, fan_out, measuring, moves, quidditch_snapshot

CALM = {"moves": 70.0, "p50": 1.0, "p99": 2.0, "generator": 0.1, "server": 0.2}


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a test makes up is written down among the costs."""
    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")


@pytest.mark.parametrize(("ours", "busy", "fails"), [(600, 0.5, False), (400, 0.5, True), (400, 0.99, False)])
def test_moves_below_the_goal_fail_unless_the_generator_was_the_limit(
    monkeypatch: pytest.MonkeyPatch, ours: float, busy: float, fails: bool
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    found = [{**CALM, "moves": ours, "generator": busy}], [{**CALM, "moves": 100.0}]
    if not fails:
        moves.compare(*found)
        return
    with pytest.raises(SystemExit, match=r"4\.0 times"):
        moves.compare(*found)


def test_servers_that_could_not_be_measured_fail_the_fan_out_after_all_were_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def broken() -> Iterator[None]:
        tried.append("broken")
        raise fan_out.NotMeasured("2 spectators were cut off")
        yield

    tried: list[str] = []
    monkeypatch.setattr(fan_out, "servers", lambda: {"floor": broken, "the whole product": broken})
    with pytest.raises(SystemExit, match="the whole product at 200"):
        fan_out.run()
    assert len(tried) == 2 * fan_out.ROUNDS * len(fan_out.SPECTATORS)
    assert measuring.noted() == {}


@pytest.mark.parametrize("missed", [0, 1, fan_out.ROUNDS])
def test_a_snapshot_that_could_not_be_measured_in_each_round_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missed: int
) -> None:
    rounds: list[int] = []

    def measured() -> tuple[fan_out.Figure, fan_out.Figure]:
        rounds.append(1)
        if len(rounds) <= missed:
            raise fan_out.NotMeasured("2 spectators were cut off")
        return fan_out.Figure(200_000, 5.0, 5120, 1.0, 0.5), fan_out.Figure(180_000, 5.5, 5120, 1.0, 0.5)

    monkeypatch.setattr(quidditch_snapshot, "measured", measured)
    if missed:
        with pytest.raises(SystemExit, match=f"in {fan_out.ROUNDS - missed} of"):
            quidditch_snapshot.run()
    else:
        quidditch_snapshot.run()
    assert len(rounds) == fan_out.ROUNDS
    assert ("for one message to all" in capsys.readouterr().out) is (missed < fan_out.ROUNDS)


def test_spectators_of_a_crowd_who_were_lost_fail_it() -> None:
    kept = crowd.Outcome(CALM, 1000, 5000, 0.5, 0, 0.5)
    crowd.check_kept(kept, kept)
    lost = crowd.Outcome(CALM, 1000, 5000, 0.5, 3, 0.5)
    with pytest.raises(SystemExit, match="3 spectators of Spieltisch"):
        crowd.check_kept(lost, kept)
