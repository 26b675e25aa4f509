"""What the model is told of the database is what its scenes measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import database, measuring
from benchmarks.database import Result, Scene


def test_a_commit_costs_what_it_costs_the_writer_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "LEDGER", tmp_path / "costs.json")
    together, single = Scene("together", 1, 1), Scene("single", 1, 1)
    found = {
        (together, 50): Result(20_000, 400, 0.002, 1, 2, 0.5, 20_000 * 30e-6),
        (single, 50): Result(3_000, 3_000, 0.0003, 1, 2, 0.5, 3_000 * 120e-6),
    }
    walking = Result(150, 150, 0.0008, 1, 2, 0.1, 150 * 326e-6)
    running = Result(2_000, 2_000, 0.0004, 1, 2, 0.5, 2_000 * 226e-6)
    database.note_costs(found, walking, running, 300)
    noted = measuring.noted()["database"]
    assert noted["database_commit_us"] == pytest.approx(300)
    assert noted["database_commit_busy_us"] == pytest.approx(200)
    assert noted["database_step_us"] == pytest.approx(26)
    assert noted["database_commit_seconds"] == 0.0004
