"""Runs one target after another, each in a process of its own, and judges what came of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: Megabytes that a process may have more at its end than after its first fifth; what libFuzzer learns is in it.
MOST_GROWTH = 60.0


@dataclass
class Result:
    """What came of one target."""

    name: str
    inputs: int = 0
    memory: float = 0.0
    growth: float = 0.0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


class Hunt:
    """Starts the processes; inputs of faults are kept in a folder."""

    def __init__(self, folder: Path, kept: Path, seed: int) -> None:
        self._folder, self._kept, self._seed = folder, kept, seed

    def run(self, name: str, inputs: int) -> Result:
        """Give a target its inputs and print a line."""
        folder = self._folder / re.sub(r"\W+", "-", name)
        folder.mkdir()
        command = [sys.executable, "-m", "tests.hostile.guided", name, str(inputs), str(self._seed), str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
        result = Result(name)
        report = folder / "report.json"
        if report.exists():
            self._read(result, json.loads(report.read_text()))
        else:
            result.faults.append(f"the process ended with {done.returncode}:\n{done.stderr[-3000:]}")
        self._keep(folder, result)
        return result

    def _read(self, result: Result, told: dict[str, object]) -> None:
        early, late, seconds = (float(str(told[key])) for key in ("memory_early", "memory_late", "seconds"))
        result.inputs, result.slowest = int(str(told["inputs"])), float(str(told["slowest"]))
        result.memory, result.growth = max(early, late), late - early
        faults = told["faults"]
        assert isinstance(faults, dict)
        result.faults = [f"{place}\n{trace}" for place, trace in faults.items()]
        if result.growth > MOST_GROWTH:
            result.faults.append(f"grew from {early:.0f} to {late:.0f} MB")
        print(
            f"{result.name:32} {result.inputs:8,} inputs {result.inputs / max(seconds, 0.01):8,.0f}/s "
            f"{late:5.0f} MB {result.growth:+6.1f} MB {result.slowest:6.3f} s {len(result.faults)} faults",
            flush=True,
        )

    def _keep(self, folder: Path, result: Result) -> None:
        """Keep inputs of faults (ours, and those libFuzzer wrote when it gave up)."""
        found = [path for pattern in ("fault-*", "crash-*", "timeout-*", "oom-*") for path in folder.glob(pattern)]
        for path in found:
            self._kept.mkdir(parents=True, exist_ok=True)
            target = self._kept / f"{folder.name}-{path.name}"
            target.write_bytes(path.read_bytes())
            result.faults.append(f"kept {target}")
