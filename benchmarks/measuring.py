"""What benchmarks share: the server as a process, its processor time and memory, and a quick mode for a first look."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.server import ROOT, Server

#: A process busier than this, of one core, is what ends a measurement.
BUSY = 0.95

TICK = 1 / os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

#: Where the costs that the capacity model needs are written down.
LEDGER = Path(os.environ.get("DATA_DIR") or ROOT / "var") / "costs.json"

Costs = dict[str, dict[str, float]]
"""Costs by the name of the benchmark that measured them."""

UNLIMITED = {
    "LIMIT_MESSAGES_PER_SECOND": "0",
    "LIMIT_REQUESTS_PER_SECOND": "0",
    "LIMIT_GUESTS_PER_MINUTE": "0",
    "LIMIT_TABLES_PER_MINUTE": "0",
    "LOG_LEVEL": "WARNING",
}


def quick() -> bool:
    """Tell whether figures are to be had fast and rough (`--quick`)."""
    return bool(os.environ.get("BENCH_QUICK"))


def scaled(full: int, small: int) -> int:
    """Return how many, or how few when it is to be quick."""
    return small if quick() else full


def open_many_files() -> None:
    """Let this process and those it starts have as many sockets as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def product(**environment: str) -> Iterator[Server]:
    """Run the whole server on an empty database, with the benchmarks' own game beside the real ones."""
    open_many_files()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), {**UNLIMITED, **environment})
        server.program = [sys.executable, "-m", "benchmarks.shelved"]
        server.environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
        try:
            yield server.start()
        finally:
            server.kill()


@contextmanager
def helper(module: str, *arguments: object, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a module of the benchmarks (a load, a bare server) in a process of its own; kill it at the end."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths} | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    """Return a helper's next line; SystemExit when it ended instead."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"a helper of the benchmark ended: {process.args!r}")
    return line.strip()


def ask(process: subprocess.Popen[str]) -> Any:
    """Send a helper an empty line and return its answer."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return json.loads(line_of(process))


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process used so far."""
    # The process's own clock (clock_getcpuclockid): to the nanosecond, with threads that have ended.
    return time.clock_gettime((~pid << 3) | 2)


def family_time(pid: int) -> float:
    """Return the same of a process and all that it started, those that have ended included."""
    while True:
        try:
            return _with_children(pid)
        except OSError:
            # A child ended while we counted: its time is its parent's now, so count again.
            if not Path(f"/proc/{pid}").exists():
                raise


def _with_children(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = sum(map(int, fields[13:15])) * TICK
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return processor_time(pid) + ended + sum(map(_with_children, map(int, children)))


def machine_time() -> float:
    """Return the seconds of processor time that everybody at the machine used so far."""
    user, nice, system, _, _, *others = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
    return (user + nice + system + sum(others)) * TICK


def limit_of(generator: float, everything: float) -> str:
    """Return in words what ended a measurement, if it was not the server; given are the cores that were used."""
    if generator > BUSY:
        return " (the generator is the limit)"
    if everything > BUSY * (os.cpu_count() or 1):
        return " (the machine is full: with more processors it would do more)"
    return ""


def resident(pid: int) -> int:
    """Return a process's memory in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


class Growth:
    """How much more memory a process had than at the beginning, looked at all the while that the context lasts."""

    EVERY = 0.05

    def __init__(self, pid: int) -> None:
        self._pid, self._before = pid, resident(pid)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.largest = 0

    def __enter__(self) -> Growth:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(self.EVERY):
            self.largest = max(self.largest, resident(self._pid) - self._before)


def ledger() -> Path:
    """Return the file of the costs: rough ones never stand in for those that were measured in full."""
    return LEDGER.with_stem(f"{LEDGER.stem}-quick") if quick() else LEDGER


def noted() -> Costs:
    """Return all costs that are written down."""
    known = json.loads(ledger().read_text()) if ledger().exists() else {}
    # Once the file had costs side by side, and nobody could tell who had measured them.
    return {benchmark: costs for benchmark, costs in known.items() if isinstance(costs, dict)}


def note(benchmark: str, **costs: float) -> None:
    """Write down for the capacity model what a benchmark measured."""
    known = noted()
    _write({**known, benchmark: {**known.get(benchmark, {}), **costs}})


def forget(benchmark: str) -> None:
    """Strike out what a benchmark measured before: if it fails now, nobody is to plan with that."""
    known = noted()
    if known.pop(benchmark, None):
        _write(known)


def _write(known: Costs) -> None:
    ledger().parent.mkdir(parents=True, exist_ok=True)
    ledger().write_text(json.dumps(known, indent=2) + "\n")
