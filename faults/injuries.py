"""The faults: what is done to a running deployment, and from when on it should be well again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from faults.deployments import Deployment, OnServices, restarted, send

#: Seconds that a killed process is down, and that a service is out.
DOWN = 2.0
OUT = 10.0
LONGER_THAN_A_LEASE = 6.0
#: Seconds in which others must have taken over, and in which a process must have stopped in good order.
RECOVERY = 5.0
STOP = 5.0


@dataclass
class Outage:
    """One fault that was done."""

    since: float
    """From here on recovery is counted: the killed process was started again, the service came back."""
    told: frozenset[int] = frozenset()
    """If not empty: connections open before the fault must end with one of these codes."""
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


Inject = Callable[[Deployment, random.Random, float], Awaitable[Outage]]


@dataclass(frozen=True)
class Injury:
    """A fault by name."""

    name: str
    title: str
    inject: Inject
    fits: Callable[[type[Deployment]], bool]
    within: float | None = None
    """Seconds in which every table must go on, where others take over from what was killed."""


def killing(kind: str) -> Inject:
    """Return the fault that kills one process of a kind with SIGKILL, at any moment."""

    async def inject(deployment: Deployment, rng: random.Random, out: float) -> Outage:
        processes = deployment.processes[kind]
        process = rng.choice(processes)
        killed = time.monotonic()
        started = await asyncio.to_thread(restarted, process, min(DOWN, out))
        # Where there are others of its kind, they take over at once.
        return Outage(started if len(processes) == 1 else killed)

    return inject


async def host_stopped(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Stop one table host with SIGTERM: the others go on with its tables."""
    process = rng.choice(deployment.processes["tables"])
    since = time.monotonic()
    status = await asyncio.to_thread(process.stop)
    took = time.monotonic() - since
    faults = [f"the host stopped with status {status}"] if status else []
    if took >= STOP:
        faults.append(f"the host needed {took:.1f} s to stop")
    await asyncio.sleep(min(DOWN, out))
    await asyncio.to_thread(process.start)
    return Outage(since, notes=[f"stopped in {took:.1f} s"], faults=faults)


async def host_frozen(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Freeze a table host for longer than its lease, so that it wakes up and believes that its tables are its own."""
    process = rng.choice(deployment.processes["tables"])
    since = time.monotonic()
    os.kill(process.pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(max(out, LONGER_THAN_A_LEASE))
    finally:
        os.kill(process.pid, signal.SIGCONT)
    return Outage(since)


async def stopped(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Stop every process with SIGTERM, then start all again."""
    slowest = 0.0
    faults = []
    for process in deployment.all():
        begun = time.monotonic()
        status = await asyncio.to_thread(process.stop)
        slowest = max(slowest, time.monotonic() - begun)
        if slowest >= STOP:
            faults.append(f"{process.command} needed {slowest:.1f} s to stop")
        if status:
            faults.append(f"{process.command} stopped with status {status}")
        if "Traceback" in process.output:
            faults.append(f"{process.command} stopped with an error:\n{process.output[-2000:]}")
    await asyncio.sleep(min(DOWN, out))
    since = time.monotonic()
    for process in reversed(deployment.all()):
        # Hosts first: a web process is ready only when there is one.
        await asyncio.to_thread(process.start)
    return Outage(since, frozenset({1001, 1012}), [f"stopped in {slowest:.1f} s"], faults)


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
    full = sum("the log cannot be written" in line for process in deployment.all() for line in process.lines)
    outage = Outage(time.monotonic(), notes=[f"{full} commits refused by the full disk"])
    if not full:
        outage.faults.append("the disk was never full for the log")
    return outage


async def two_hosts(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let a second server play the same tables on the same database for a while, then kill it."""
    second = await asyncio.to_thread(deployment.process, "serve", PORT_WEB="0")
    try:
        deployment.webs.append(second)
        await asyncio.sleep(out)
    finally:
        deployment.webs.remove(second)
        since = time.monotonic()
        await asyncio.to_thread(second.kill)
    fenced = sum("another process plays it now" in line for line in (*deployment.webs[0].lines, *second.lines))
    outage = Outage(since, notes=[f"{fenced} steps fenced off"])
    if not fenced:
        outage.faults.append("no step was ever fenced off")
    return outage


async def redis_restarted(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Kill Redis and start it again, empty."""
    assert deployment.redis is not None
    await asyncio.to_thread(deployment.redis.stop, signal.SIGKILL)
    await asyncio.sleep(min(DOWN, out))
    await asyncio.to_thread(deployment.redis.start)
    return Outage(time.monotonic())


async def redis_paused(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let Redis answer nobody for a while."""
    assert deployment.redis is not None
    await _hold(lambda number: send(deployment.redis, number), out)  # type: ignore[arg-type]
    return Outage(time.monotonic())


async def redis_flushed(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Empty Redis."""
    assert deployment.redis is not None
    with socket.create_connection(("127.0.0.1", deployment.redis.port), 5) as connection:
        connection.sendall(b"FLUSHALL\r\n")
        assert connection.recv(16).startswith(b"+OK")
    return Outage(time.monotonic())


async def postgres_restarted(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Stop PostgreSQL at once, throwing every client out, and start it again."""
    assert deployment.postgres is not None
    await asyncio.to_thread(deployment.postgres.stop, signal.SIGINT)
    await asyncio.sleep(min(DOWN, out))
    await asyncio.to_thread(deployment.postgres.start)
    return Outage(time.monotonic())


async def postgres_refusing(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let PostgreSQL refuse every connection for a while."""
    assert deployment.postgres is not None
    await asyncio.to_thread(deployment.postgres.stop, signal.SIGINT)
    await asyncio.sleep(out)
    await asyncio.to_thread(deployment.postgres.start)
    return Outage(time.monotonic())


async def postgres_paused(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Let PostgreSQL answer nobody for a while, with every connection open."""
    assert deployment.postgres is not None
    await _hold(lambda number: send(deployment.postgres, number), out)  # type: ignore[arg-type]
    return Outage(time.monotonic())


async def _hold(signals: Callable[[signal.Signals], None], out: float) -> None:
    signals(signal.SIGSTOP)
    try:
        await asyncio.sleep(out)
    finally:
        signals(signal.SIGCONT)


def may_mount() -> bool:
    """Return True where a small file system can be mounted: only root may."""
    return os.geteuid() == 0 and Path("/proc/filesystems").read_text().count("tmpfs") > 0


def _on_services(kind: type[Deployment]) -> bool:
    return issubclass(kind, OnServices)


def _plain(kind: type[Deployment]) -> bool:
    return kind is Deployment


INJURIES = [
    Injury("kill-server", "kill -9 of the server", killing("server"), lambda kind: "server" in kind.kinds),
    Injury("kill-host", "kill -9 of a table host", killing("tables"), lambda kind: "tables" in kind.kinds, RECOVERY),
    Injury("kill-web", "kill -9 of a web process", killing("web"), lambda kind: "web" in kind.kinds, RECOVERY),
    Injury("kill-bridge", "kill -9 of a bridge", killing("bridge"), lambda kind: "bridge" in kind.kinds, RECOVERY),
    Injury("stop-host", "SIGTERM of a table host", host_stopped, lambda kind: "tables" in kind.kinds, RECOVERY),
    Injury(
        "freeze-host",
        "a host wakes up after its lease ran out",
        host_frozen,
        lambda kind: "tables" in kind.kinds,
        RECOVERY,
    ),
    Injury("stop", "SIGTERM of every process", stopped, lambda kind: True),
    Injury("two-hosts", "two hosts believe they own every table", two_hosts, lambda kind: "server" in kind.kinds),
    Injury("redis-restart", "Redis killed and restarted", redis_restarted, _on_services),
    Injury("redis-pause", "Redis silent for 10 s", redis_paused, _on_services),
    Injury("redis-flush", "Redis flushed", redis_flushed, _on_services),
    Injury("postgres-restart", "PostgreSQL restarted", postgres_restarted, _on_services),
    Injury("postgres-refuse", "PostgreSQL refuses for 10 s", postgres_refusing, _on_services),
    Injury("postgres-pause", "PostgreSQL silent for 10 s", postgres_paused, _on_services),
]
DISK_FULL = Injury("disk-full", "disk full for 10 s", disk_full, _plain)
