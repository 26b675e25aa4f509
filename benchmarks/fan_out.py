"""Deliveries per second of a 5 KB message to many spectators of one process, beside a bare asyncio floor.

Each server runs in a process of its own, one after the other, three rounds of all; the spectators are one more process
that only counts bytes. A figure is the median of its rounds, a ratio that of the medians. Processor time is the
server's own, from the system's books.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from benchmarks import measuring
from gamekit import registry

ROOT = Path(__file__).resolve().parents[1]
SPECTATORS = (200,) if measuring.quick() else (200, 1000, 2000)
ROUNDS = measuring.scaled(3, 1)
MESSAGE_BYTES = 5 * 1024
WARM_UP = 1.0
SECONDS = 3.0

#: A generator busier than this is the limit, not the server.
BUSY = 0.95

#: A floor that got less of a core than this shared the machine with others.
STARVED = 0.85

HEADER = (
    f"{'':<18}{'deliveries/s':>14}{'from-to':>18}{'of floor':>10}{'µs each':>9}{'bytes each':>12}"
    f"{'server':>8}{'generator':>11}"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where spectators connect, and whose processor time counts."""

    pid: int
    port: int
    path: str = "/"
    begin: Callable[[], object] = bool
    """What lets messages flow once everybody is there."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement."""

    deliveries: float
    """Per second."""
    cost: float
    """Microseconds of the server's processor time a delivery."""
    size: float
    """Bytes a delivery, on average."""
    server: float
    """Share of a core that the server got. Far below 1 on a bare server: others had the machine."""
    generator: float
    """Share of a core that the generator used."""


class NotMeasured(Exception):
    """A server could not be measured; the others still are."""


Server = Callable[[], Any]


@contextmanager
def simple_server(kind: str, size: int = MESSAGE_BYTES) -> Iterator[Place]:
    """Run the floor, or Daphne with outlets alone."""
    command = [sys.executable, "-m", "benchmarks.fan_out_servers", kind, str(size)]
    with started(command) as process:
        assert process.stdout is not None
        yield Place(process.pid, int(process.stdout.readline()))


@contextmanager
def product() -> Iterator[Place]:
    """Run the whole server with a table at which a bot moves without a pause, watched as a page watches.

    Each move goes through the table, its durable log, the game's view, version and container, and reaches a spectator
    as two messages of 5 KB: the game's own and the table's state.
    """
    with whole_server() as (pid, port):
        guest = guest_of(port)
        table = post(port, "/api/tables", {"game": "ticker", "seats": 1}, **guest)["id"]

        def begin() -> None:
            post(port, f"/api/tables/{table}/bots", {"bot": "ticker"}, **guest)

        yield Place(pid, port, f"/ws/ticker/{table}/", begin)


@contextmanager
def whole_server() -> Iterator[tuple[int, int]]:
    """Run the whole server with an empty database; yield its process and the port of its pages."""
    doors = {door.environment: "0" for game in registry.games().values() for door in game.endpoints}
    settings = {
        "PORT_WEB": "0",
        "DEMO": "0",
        "BOT_DELAY": "0",
        "LIMIT_SOCKETS_PER_ADDRESS": "0",
        "LIMIT_CONNECTS_PER_MINUTE": "0",
        "LIMIT_BOT_MOVES_PER_SECOND": "0",
        "LOG_LEVEL": "WARNING",
    }
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "benchmarks.shelved", "serve"]
        with started(command, DATA_DIR=data, **doors, **settings) as process:
            assert process.stdout is not None
            port = 0
            for line in process.stdout:
                if line.startswith("listening web "):
                    port = int(line.rpartition(":")[2])
                if line == "ready\n":
                    break
            yield process.pid, port


def guest_of(port: int) -> dict[str, str]:
    """Return the headers of a new guest of the server."""
    return {"Authorization": f"Bearer {post(port, '/api/guests', {'name': 'Benchmark'})['token']}"}


def post(port: int, path: str, body: object, **headers: str) -> Any:
    """Post JSON to the product and return its answer."""
    headers["Content-Type"] = "application/json"
    request = Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=30) as response:
        return json.load(response)


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
            raise NotMeasured(f"{spectators} spectators could not connect")
        place.begin()
        time.sleep(WARM_UP)
        before, used = ask(load), measuring.processor_time(place.pid)
        time.sleep(SECONDS)
        after, used = ask(load), measuring.processor_time(place.pid) - used
    if after["left"] < spectators:
        raise NotMeasured(f"{spectators - after['left']:.0f} of {spectators} spectators were cut off")
    gained = {name: after[name] - before[name] for name in after}
    size = gained["first_bytes"] / gained["first_frames"]
    count = gained["bytes"] / size
    seconds = gained["time"]
    return Figure(count / seconds, used / count * 1e6, size, used / seconds, gained["cpu"] / seconds)


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


def servers() -> dict[str, Server]:
    """Return the columns: name -> server to run."""
    return {
        "floor": lambda: simple_server("floor"),
        "Daphne, outlets": lambda: simple_server("daphne"),
        "the whole product": product,
    }


def run() -> None:
    """Print a table a number of spectators; SystemExit names what could not be measured."""
    missed = []
    for spectators in SPECTATORS:
        print(f"\n{spectators} spectators")
        print(HEADER)
        figures: dict[str, list[Figure]] = {name: [] for name in servers()}
        for _ in range(ROUNDS):
            for name, server in servers().items():
                try:
                    with ExitStack() as stack:
                        figures[name].append(measure(stack.enter_context(server()), spectators))
                except NotMeasured as error:
                    print(f"{name}: not measured in this round: {error}", flush=True)
                    missed.append(f"{name} at {spectators}")
        floor = median(figure.deliveries for figure in figures["floor"]) if figures["floor"] else math.nan
        if whole := figures["the whole product"]:
            measuring.note("fan_out", delivery_us=median(figure.cost for figure in whole))
        for name, measured in figures.items():
            print(line(name, measured, floor) if measured else f"{name:<18}{'not measured':>14}", flush=True)
    if missed:
        raise SystemExit(f"not measured in each round: {', '.join(missed)} spectators")


def line(name: str, measured: list[Figure], floor: float) -> str:
    """Return the medians of a server, and how far its rounds lie apart, as a line of the table."""
    rates = [figure.deliveries for figure in measured]
    cost, size, server, generator = (
        median(getattr(figure, part) for figure in measured) for part in ("cost", "size", "server", "generator")
    )
    spread = f"{min(rates):,.0f}-{max(rates):,.0f}"
    limit = " (the generator is the limit)" if generator > BUSY else ""
    if name == "floor" and server < STARVED:
        limit = " (the machine is busy with other things: do not trust the ratios)"
    return (
        f"{name:<18}{median(rates):>14,.0f}{spread:>18}{median(rates) / floor:>10.2f}{cost:>9.1f}{size:>12,.0f}"
        f"{server:>8.0%}{generator:>11.0%}{limit}"
    )


if __name__ == "__main__":
    run()
