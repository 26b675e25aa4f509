"""Deliveries per second of a 5 KB message to many spectators of one process, beside a bare asyncio floor.

Each server runs in a process of its own, one after the other, three rounds of all; the spectators are one more process
that only counts bytes. A figure is the median of its rounds, a ratio that of the medians. Processor time is the
server's own, from the system's books.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SPECTATORS = (200, 1000, 2000)
ROUNDS = 3
MESSAGE_BYTES = 5 * 1024
WARM_UP = 1.0
SECONDS = 3.0

#: A generator busier than this is the limit, not the server.
BUSY = 0.95

TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Place:
    """Where spectators connect, and whose processor time counts."""

    pid: int
    port: int
    path: str = "/"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement."""

    deliveries: float
    """Per second."""
    cost: float
    """Microseconds of the server's processor time a delivery."""
    size: float
    """Bytes a delivery, on average."""
    generator: float
    """Share of a core that the generator used."""


Server = Callable[[], Any]


@contextmanager
def simple_server(kind: str) -> Iterator[Place]:
    """Run the floor, or Daphne with outlets alone."""
    command = [sys.executable, "-m", "benchmarks.fan_out_servers", kind, str(MESSAGE_BYTES)]
    with started(command) as process:
        assert process.stdout is not None
        yield Place(process.pid, int(process.stdout.readline()))


@contextmanager
def started(command: list[str], **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command with our source folders; kill it at the end."""
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


def measure(place: Place, spectators: int) -> Figure:
    """Let spectators watch, and count what reaches them within some seconds."""
    command = [sys.executable, "-m", "benchmarks.spectators", "127.0.0.1", str(place.port), place.path]
    with started([*command, str(spectators)]) as load:
        if answer(load) != "connected":
            raise SystemExit("the spectators could not connect")
        time.sleep(WARM_UP)
        before, used = ask(load), processor_time(place.pid)
        time.sleep(SECONDS)
        after, used = ask(load), processor_time(place.pid) - used
    if after["left"] < spectators:
        raise SystemExit(f"{spectators - after['left']} spectators were cut off")
    gained = {name: after[name] - before[name] for name in after}
    size = gained["first_bytes"] / gained["first_frames"]
    count = gained["bytes"] / size
    return Figure(count / gained["time"], used / count * 1e6, size, gained["cpu"] / gained["time"])


def ask(load: subprocess.Popen[str]) -> dict[str, float]:
    """Return the load's counters."""
    assert load.stdin is not None
    load.stdin.write("\n")
    load.stdin.flush()
    counters: dict[str, float] = json.loads(answer(load))
    return counters


def answer(load: subprocess.Popen[str]) -> str:
    """Return the load's next line."""
    assert load.stdout is not None
    return load.stdout.readline().strip()


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def servers() -> dict[str, Server]:
    """Return the columns: name -> server to run."""
    return {"floor": lambda: simple_server("floor"), "Daphne, outlets": lambda: simple_server("daphne")}


def run() -> None:
    """Print a table a number of spectators."""
    for spectators in SPECTATORS:
        print(f"\n{spectators} spectators")
        print(f"{'':<18}{'deliveries/s':>14}{'of floor':>10}{'µs each':>9}{'bytes each':>12}{'generator':>11}")
        figures: dict[str, list[Figure]] = {name: [] for name in servers()}
        for _ in range(ROUNDS):
            for name, server in servers().items():
                with ExitStack() as stack:
                    figures[name].append(measure(stack.enter_context(server()), spectators))
        floor = median(figure.deliveries for figure in figures["floor"])
        for name, measured in figures.items():
            print(line(name, measured, floor), flush=True)


def line(name: str, measured: list[Figure], floor: float) -> str:
    """Return the medians of a server as a line of the table."""
    deliveries = median(figure.deliveries for figure in measured)
    cost, size, generator = (
        median(getattr(figure, name) for figure in measured) for name in ("cost", "size", "generator")
    )
    limit = " (the generator is the limit)" if generator > BUSY else ""
    return (
        f"{name:<18}{deliveries:>14,.0f}{deliveries / floor:>10.2f}{cost:>9.1f}{size:>12,.0f}{generator:>11.0%}{limit}"
    )


if __name__ == "__main__":
    run()
