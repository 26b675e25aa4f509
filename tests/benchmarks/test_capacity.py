"""The capacity model adds up: what a machine holds needs one machine, and what is scarce decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as runner
from benchmarks import capacity, crowd, measuring
from benchmarks.capacity import Costs, Load, Machine

COSTS = Costs(move_us=1000, delivery_us=10, table_bytes=50_000, spectator_bytes=20_000, idle_tcp_bytes=20_000)
MACHINE = Machine(cores=4, memory=8, network=1)


@pytest.mark.parametrize(("per_table", "scarce"), [(0, "processor"), (100, "network")])
def test_what_one_machine_holds_needs_one_machine(per_table: int, scarce: str) -> None:
    tables, first = capacity.most(MACHINE, COSTS, per_table)
    needed = capacity.needs(Load.of(tables, tables * per_table), COSTS, MACHINE)
    assert first == scarce == max(needed, key=lambda name: needed[name])
    assert needed[scarce] == pytest.approx(1)


def test_the_processor_pays_for_moves_and_deliveries() -> None:
    load = Load.of(tables=100, spectators=1000, pace=2)
    assert (load.moves, load.deliveries) == (200, 4000)
    assert capacity.cores_for(load, COSTS) == pytest.approx(0.2 + 0.04)


def test_costs_that_nobody_measured_are_not_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    measuring.note(move_us=1.0, delivery_us=2.0)
    with pytest.raises(SystemExit, match="benchmarks idle tables"):
        capacity.known_costs()
    measuring.note(table_bytes=3.0, spectator_bytes=4.0, idle_tcp_bytes=5.0)
    assert json.loads((tmp_path / "costs.json").read_text())["move_us"] == 1.0
    assert capacity.known_costs() == Costs(1.0, 2.0, 3.0, 4.0, 5.0)


def test_a_benchmark_that_fails_is_told_and_the_others_still_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ValueError("no figures today")

    found = {"capacity": broken, crowd.__name__.rpartition(".")[2]: lambda: print("figures")}
    monkeypatch.setattr(runner, "benchmarks", lambda: found)
    assert runner.main([]) == 1
    shown = capsys.readouterr()
    assert "capacity failed: ValueError: no figures today" in shown.err
    assert "figures\n" in shown.out
    assert runner.main(["--only", "crowd"]) == 0
    with pytest.raises(SystemExit):
        runner.main(["--only", "nothing"])
