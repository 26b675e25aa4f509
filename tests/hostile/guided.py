"""`python -m tests.hostile.guided NAME RUNS SEED FOLDER`: one target under atheris, which looks at what each input
reaches and goes on from those that reach something new.

A fault does not end the run: its input is kept in the folder, once for each place it came from. What came of the run is
written to `report.json` there; without that file the process has died or hung.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

if TYPE_CHECKING:
    from tests.hostile.targets import Target

#: Whose branches are watched.
OURS = ["games", "gamekit", "bridge", "spieltisch"]
#: Seconds of computing for one input, and of waiting before libFuzzer ends the process.
LONGEST, PATIENCE = 2.0, 60
#: Megabytes at which libFuzzer ends the process.
MOST_MEMORY = 1500
#: Faults of which the input is kept.
MOST_KEPT = 20


@dataclass
class Report:
    """What came of a run; memory is the process's own, in megabytes."""

    inputs: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    memory_early: float = 0.0
    """After a fifth of the inputs, when everything that is needed has been loaded."""
    memory_late: float = 0.0
    faults: dict[str, str] = field(default_factory=dict)
    """Where it came from -> the traceback."""


def resident() -> float:
    """Return the memory this process has now, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Run:
    """Gives inputs to a target and keeps the report."""

    def __init__(self, target: Target, runs: int, folder: Path) -> None:
        self._target, self._runs, self._folder = target, runs, folder
        self._began = time.monotonic()
        self.report = Report()

    def take(self, data: bytes) -> None:
        """Be libFuzzer's test of one input."""
        began = time.process_time()
        try:
            self._target.run(data)
            took = time.process_time() - began
            self.report.slowest = max(self.report.slowest, took)
            assert took < LONGEST, f"an input of {len(data)} bytes took {took:.1f} s"
        except Exception as error:
            self._keep(error, data)
        self._count()

    def _count(self) -> None:
        report = self.report
        report.inputs += 1
        if report.inputs == max(1, self._runs // 5):
            report.memory_early = resident()
        if report.inputs == self._runs:
            report.memory_late, report.seconds = resident(), time.monotonic() - self._began
            (self._folder / "report.json").write_text(json.dumps(asdict(report)))

    def _keep(self, error: Exception, data: bytes) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        last = frames[-1]
        place = f"{type(error).__name__} {Path(last.filename).name}:{last.lineno}"
        if place not in self.report.faults and len(self.report.faults) < MOST_KEPT:
            self.report.faults[place] = "".join(traceback.format_exception(error))[-3000:]
            (self._folder / f"fault-{len(self.report.faults)}").write_bytes(data)


def mutator(target: Target) -> Callable[[bytes, int, int], bytes]:
    """Return the way from one input to the next: the target's own, or libFuzzer's, which learns from comparisons."""

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.4:
            return bytes(atheris.Mutate(data, len(data) + 64))[:most]
        return target.vary(data, rng)[:most]

    return mutate


def loaded(name: str, folder: Path) -> Target:
    """Return the target, with everything of ours imported under watch."""
    with atheris.instrument_imports(include=OURS):
        from tests.hostile.everything import named_targets

        target = named_targets(folder)[name]
        # Much is imported only when it is first needed.
        target.run(target.seeds[0])
    return target


def main(name: str, runs: int, seed: int, folder: Path) -> None:
    """Run; libFuzzer ends the process."""
    target = loaded(name, folder)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, honest in enumerate(target.seeds):
        (corpus / str(number)).write_bytes(honest)
    longest = max(4096, *(2 * len(honest) for honest in target.seeds))
    options = [
        f"-runs={runs}", f"-seed={seed}", f"-max_len={longest}", f"-timeout={PATIENCE}", f"-rss_limit_mb={MOST_MEMORY}",
        "-len_control=0", "-verbosity=0", f"-artifact_prefix={folder}/", str(corpus),
    ]  # fmt: skip
    run = Run(target, runs, folder)
    atheris.Setup([sys.argv[0], *options], run.take, custom_mutator=mutator(target))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
