"""What the capacity model is told and tells, and how benchmarks are run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks import __main__ as runner
from benchmarks import capacity, crowd, measuring
from benchmarks.model import Costs
from tests.benchmarks.test_model import CLUSTER, COSTS, MACHINE


def test_costs_that_nobody_measured_are_not_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    measuring.note("crowd", move_us=1.0)
    measuring.note("fan_out", delivery_us=2.0)
    with pytest.raises(SystemExit, match="benchmarks idle tables"):
        capacity.costs_of(capacity.read_ledger())
    with pytest.raises(SystemExit, match="benchmarks cluster database"):
        capacity.cluster_costs_of(capacity.read_ledger())
    measuring.note("tables", table_bytes=3.0)
    measuring.note("idle", spectator_bytes=4.0)
    measuring.note("idle", idle_tcp_bytes=5.0)
    assert json.loads((tmp_path / "costs.json").read_text())["crowd"] == {"move_us": 1.0}
    assert capacity.costs_of(capacity.read_ledger()) == Costs(1.0, 2.0, 3.0, 4.0, 5.0)


def test_rough_costs_do_not_stand_in_for_those_measured_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    monkeypatch.delenv("BENCH_QUICK", raising=False)
    measuring.note("crowd", move_us=1.0)
    monkeypatch.setenv("BENCH_QUICK", "1")
    assert capacity.read_ledger() == {}
    with pytest.raises(SystemExit, match="benchmarks --quick crowd"):
        capacity.costs_of(capacity.read_ledger())
    measuring.note("crowd", move_us=9.0)
    assert capacity.read_ledger() == {"move_us": 9.0}
    monkeypatch.delenv("BENCH_QUICK")
    assert capacity.read_ledger() == {"move_us": 1.0}


def test_costs_of_which_nobody_knows_who_measured_them_are_not_planned_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    measuring.ledger().write_text('{"move_us": 1.0}')
    assert capacity.read_ledger() == {}


def test_a_benchmark_that_fails_leaves_no_costs_of_an_earlier_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        measuring.note("crowd", move_us=3.0)
        raise SystemExit("spectators were cut off")

    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    measuring.note("crowd", move_us=1.0, other_us=2.0)
    measuring.note("idle", spectator_bytes=4.0)
    assert not runner.ran("crowd", broken)
    assert capacity.read_ledger() == {"move_us": 3.0, "spectator_bytes": 4.0}


def test_every_kind_of_machine_is_told_with_what_it_lacks_first(capsys: pytest.CaptureFixture[str]) -> None:
    capacity.report_cluster(COSTS, CLUSTER, MACHINE, "priced by a test")
    shown = capsys.readouterr().out
    for kind, scarce in (("web", "network"), ("Redis", "network"), ("PostgreSQL", "the steps/s that were measured")):
        assert re.search(rf"{kind} +\d+  first scarce: {scarce} ", shown)
    assert "deployments side by side" in shown


def test_a_benchmark_that_fails_is_told_and_the_others_still_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ValueError("no figures today")

    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    found = {"capacity": broken, crowd.__name__.rpartition(".")[2]: lambda: print("figures")}
    monkeypatch.setattr(runner, "benchmarks", lambda: found)
    assert runner.main([]) == 1
    shown = capsys.readouterr()
    assert "capacity failed: ValueError: no figures today" in shown.err
    assert "figures\n" in shown.out
    assert runner.main(["--only", "crowd"]) == 0
    with pytest.raises(SystemExit):
        runner.main(["--only", "nothing"])
