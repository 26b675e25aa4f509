"""The faults: what is done to a running deployment, and from when on it should be well again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from faults.deployments import Deployment, OnServices, send
from faults.logends import Ends
from faults.outage import DOWN, Inject, Outage
from faults.stopping import host_stopped, stopped

#: Seconds that a frozen host needs to lose its lease, and in which others must have taken over.
LONGER_THAN_A_LEASE = 6.0
#: Seconds beyond those of an outage after which a web process that says nothing is taken for dead.
LONGER_THAN_SILENCE = 2.0
RECOVERY = 5.0
#: Seconds in which two hosts of the same tables must have met at one of them.
MET = 30.0


@dataclass(frozen=True)
class Injury:
    """A fault by name."""

    name: str
    title: str
    inject: Inject
    fits: Callable[[type[Deployment]], bool]
    within: float | None = None
    """Seconds in which every table must go on, where others take over from what was killed."""
    cuts: bool = False
    """Whether processes go that clients are connected to; otherwise nobody may lose a connection."""


def killing(kind: str) -> Inject:
    """Return the fault that kills one process of a kind with SIGKILL, at any moment."""

    async def inject(deployment: Deployment, rng: random.Random, out: float) -> Outage:
        processes = deployment.processes[kind]
        process = rng.choice(processes)
        killed = time.monotonic()
        await asyncio.to_thread(process.kill)
        ends = await asyncio.to_thread(deployment.ends)
        await asyncio.sleep(min(DOWN, out))
        started = time.monotonic()
        await asyncio.to_thread(process.start)
        # Where there are others of its kind, they take over at once.
        return Outage(started if len(processes) == 1 else killed, ends)

    return inject


async def host_frozen(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Freeze a table host for longer than its lease, so that it wakes up and believes that its tables are its own."""
    process = rng.choice(deployment.processes["tables"])
    since = time.monotonic()
    os.kill(process.pid, signal.SIGSTOP)
    try:
        ends = await asyncio.to_thread(deployment.ends)
        await asyncio.sleep(max(out, LONGER_THAN_A_LEASE))
    finally:
        os.kill(process.pid, signal.SIGCONT)
    return Outage(since, ends)


async def web_frozen(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Freeze a web process for so long that the hosts forget its clients, and let it go on."""
    process = rng.choice(deployment.processes["web"])
    os.kill(process.pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(out + LONGER_THAN_SILENCE)
    finally:
        os.kill(process.pid, signal.SIGCONT)
    return Outage(*await _well_again(deployment))


async def disk_full(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Fill the file system of the data folder to the last byte for a while."""
    filler = deployment.folder / "filler"
    # An empty write-ahead log: the next commit needs a byte that the disk does not have.
    with closing(sqlite3.connect(deployment.folder / "spieltisch.sqlite3", timeout=20)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def fill() -> None:
        with filler.open("wb", buffering=0) as file:
            for block in (1 << 16, 1 << 10, 1):
                try:
                    while True:
                        file.write(b"\0" * block)
                except OSError:
                    continue

    until = time.monotonic() + out
    while time.monotonic() < until:
        # Again and again: a checkpoint of the database may have freed a page in between.
        await asyncio.to_thread(fill)
        await asyncio.sleep(0.1)
    filler.unlink()
    since, ends = await _well_again(deployment)
    full = sum("the log cannot be written" in line for process in deployment.all() for line in process.lines)
    outage = Outage(since, ends, notes=[f"{full} commits refused by the full disk"])
    if not full:
        outage.faults.append("the disk was never full for the log")
    return outage


async def two_hosts(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let a second server play the same tables on the same database for a while, then kill it."""
    first, second = deployment.webs[0], await asyncio.to_thread(deployment.process, "serve")

    def fenced() -> int:
        return sum("another process plays it now" in line for line in (*first.lines, *second.lines))

    latest = time.monotonic() + MET
    try:
        deployment.webs.append(second)
        await asyncio.sleep(out)
        while not fenced() and time.monotonic() < latest:
            # It came to each table when somebody was to move whom only the first can hear: it comes again.
            await asyncio.to_thread(second.kill)
            await asyncio.to_thread(second.start)
            await asyncio.sleep(out)
    finally:
        deployment.webs.remove(second)
        since = time.monotonic()
        await asyncio.to_thread(second.kill)
    ends = await asyncio.to_thread(deployment.ends)
    outage = Outage(since, ends, notes=[f"{fenced()} steps fenced off"])
    if not fenced():
        outage.faults.append("no step was ever fenced off")
    return outage


async def redis_restarted(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Kill Redis and start it again, empty."""
    assert deployment.redis is not None
    await asyncio.to_thread(deployment.redis.stop, signal.SIGKILL)
    await asyncio.sleep(min(DOWN, out))
    await asyncio.to_thread(deployment.redis.start)
    return Outage(*await _well_again(deployment))


async def redis_paused(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let Redis answer nobody for a while."""
    assert deployment.redis is not None
    await _hold(lambda number: send(deployment.redis, number), out)  # type: ignore[arg-type]
    return Outage(*await _well_again(deployment))


async def redis_flushed(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Empty Redis."""
    assert deployment.redis is not None
    with socket.create_connection(("127.0.0.1", deployment.redis.port), 5) as connection:
        connection.sendall(b"FLUSHALL\r\n")
        assert connection.recv(16).startswith(b"+OK")
    return Outage(*await _well_again(deployment))


async def postgres_restarted(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Stop PostgreSQL at once, throwing every client out, and start it again."""
    assert deployment.postgres is not None
    await asyncio.to_thread(deployment.postgres.stop, signal.SIGINT)
    await asyncio.sleep(min(DOWN, out))
    await asyncio.to_thread(deployment.postgres.start)
    return Outage(*await _well_again(deployment))


async def postgres_refusing(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let PostgreSQL refuse every connection for a while."""
    assert deployment.postgres is not None
    await asyncio.to_thread(deployment.postgres.stop, signal.SIGINT)
    await asyncio.sleep(out)
    await asyncio.to_thread(deployment.postgres.start)
    return Outage(*await _well_again(deployment))


async def postgres_paused(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let PostgreSQL answer nobody for a while, with every connection open."""
    assert deployment.postgres is not None
    await _hold(lambda number: send(deployment.postgres, number), out)  # type: ignore[arg-type]
    return Outage(*await _well_again(deployment))


async def _well_again(deployment: Deployment) -> tuple[float, Ends]:
    """Return the time, and how far each log is."""
    return time.monotonic(), await asyncio.to_thread(deployment.ends)


async def _hold(signals: Callable[[signal.Signals], None], out: float) -> None:
    signals(signal.SIGSTOP)
    try:
        await asyncio.sleep(out)
    finally:
        signals(signal.SIGCONT)


def _on_services(kind: type[Deployment]) -> bool:
    return issubclass(kind, OnServices)


def _plain(kind: type[Deployment]) -> bool:
    return kind is Deployment


INJURIES = [
    Injury("kill-server", "kill -9 of the server", killing("server"), lambda kind: "server" in kind.kinds, cuts=True),
    Injury("kill-host", "kill -9 of a table host", killing("tables"), lambda kind: "tables" in kind.kinds, RECOVERY),
    Injury("kill-web", "kill -9 of a web process", killing("web"), lambda kind: "web" in kind.kinds, RECOVERY, True),
    Injury(
        "kill-bridge", "kill -9 of a bridge", killing("bridge"), lambda kind: "bridge" in kind.kinds, RECOVERY, True
    ),
    Injury("stop-host", "SIGTERM of a table host", host_stopped, lambda kind: "tables" in kind.kinds, RECOVERY),
    Injury(
        "freeze-host",
        "a host wakes up after its lease ran out",
        host_frozen,
        lambda kind: "tables" in kind.kinds,
        RECOVERY,
    ),
    Injury("freeze-web", "a web process stands still for 12 s", web_frozen, lambda kind: "web" in kind.kinds, RECOVERY),
    Injury("stop", "SIGTERM of every process", stopped, lambda kind: True, cuts=True),
    Injury(
        "two-hosts", "two hosts believe they own every table", two_hosts, lambda kind: "server" in kind.kinds, cuts=True
    ),
    Injury("redis-restart", "Redis killed and restarted", redis_restarted, _on_services),
    Injury("redis-pause", "Redis silent for 10 s", redis_paused, _on_services),
    Injury("redis-flush", "Redis flushed", redis_flushed, _on_services),
    Injury("postgres-restart", "PostgreSQL restarted", postgres_restarted, _on_services),
    Injury("postgres-refuse", "PostgreSQL refuses for 10 s", postgres_refusing, _on_services),
    Injury("postgres-pause", "PostgreSQL silent for 10 s", postgres_paused, _on_services),
]
DISK_FULL = Injury("disk-full", "disk full for 10 s", disk_full, _plain)
