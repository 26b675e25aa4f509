"""What benchmarks share: the server as a process, its processor time and memory, and a quick mode for a first look."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.server import ROOT, Server

TICK = 1 / os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

#: Where the costs that the capacity model needs are written down.
LEDGER = Path(os.environ.get("DATA_DIR") or ROOT / "var") / "costs.json"

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
def helper(module: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a module of the benchmarks (a load, a bare server) in a process of its own; kill it at the end."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths},
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
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def resident(pid: int) -> int:
    """Return a process's memory in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def note(**costs: float) -> None:
    """Write costs down for the capacity model."""
    known = json.loads(LEDGER.read_text()) if LEDGER.exists() else {}
    LEDGER.parent.mkdir(parents=True, exist_ok=True)
    LEDGER.write_text(json.dumps({**known, **costs}, indent=2) + "\n")
