"""Spieltisch on a Redis and a PostgreSQL of its own, all in one or scaled out, and what each of its processes uses."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from redis import Redis

from benchmarks import measuring, players
from benchmarks.measuring import UNLIMITED, family_time
from faults.scaledout import Web
from tests.support.server import ROOT, Server
from tools import services

#: Seconds of rest in which is measured what processes need that have nothing to do.
REST = 2.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What was used so far: seconds of processor time by kind of process, and bytes into Redis."""

    time: float
    seconds: dict[str, float]
    bytes: float

    def until(self, later: Usage) -> Usage:
        """Return what was used between then and later."""
        spent = {kind: later.seconds[kind] - self.seconds[kind] for kind in self.seconds}
        return Usage(later.time - self.time, spent, later.bytes - self.bytes)

    @property
    def cores(self) -> dict[str, float]:
        """The share of a core that each kind used."""
        return {kind: seconds / self.time for kind, seconds in self.seconds.items()}


class Deployment:
    """The processes that were started on a database and a Redis."""

    def __init__(self, folder: Path, redis: services.Redis, postgres: services.Postgres, name: str) -> None:
        self.folder = folder
        self.redis, self.postgres = redis, postgres
        self.processes: dict[str, list[Server]] = {}
        house, url = {"HOUSE_QWIRKLE": players.HOUSE}, postgres.create_database(name)
        self.environment = {**UNLIMITED, **house, "DATABASE_URL": url, "REDIS_URL": redis.url}

    def start(self, kind: str, **more: str) -> Server:
        """Start a process: `server` (all in one), `web` or `host`."""
        environment = {**self.environment, **more}
        if kind == "web":
            server: Server = Web(self.folder, environment)
            # Its own program is Daphne; ours is Daphne that knows the benchmarks' game, too.
            server.program[2:3] = ["benchmarks.shelved", "daphne"]
        else:
            server = Server(self.folder, environment, command="runtables" if kind == "host" else "serve")
            server.program = [sys.executable, "-m", "benchmarks.shelved"]
        server.environment["PYTHONPATH"] = f"{ROOT}:{ROOT / 'platform'}"
        self.processes.setdefault(kind, []).append(server)
        server.start()
        server.ports.setdefault("web", int(server.environment["PORT_WEB"]))
        return server

    def scaled_out(self, webs: int, **more: str) -> list[Server]:
        """Start a host and so many web processes; return these."""
        probe = Server(self.folder, self.environment)
        command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=probe.environment, check=True, timeout=120)
        self.start("host", **more)
        return [self.start("web", **more) for _ in range(webs)]

    def stop(self) -> None:
        """End every process."""
        for processes in self.processes.values():
            for process in processes:
                process.kill()

    def used(self) -> Usage:
        """Return what was used so far."""
        assert self.redis.process is not None
        assert self.postgres.process is not None
        seconds = {kind: sum(family_time(one.pid) for one in found) for kind, found in self.processes.items()}
        seconds |= {"redis": family_time(self.redis.process.pid), "postgres": family_time(self.postgres.process.pid)}
        client = Redis.from_url(self.redis.url)
        with client:
            told = client.info("stats")
        return Usage(time.monotonic(), seconds, float(told["total_net_input_bytes"]))

    def during(self, seconds: float) -> Usage:
        """Return what is used in the next seconds."""
        before = self.used()
        time.sleep(seconds)
        return before.until(self.used())


@contextmanager
def deployments() -> Iterator[Services]:
    """Give services on which deployments are made, one after the other."""
    measuring.open_many_files()
    with services.redis() as redis, services.postgres(durable=True) as postgres:
        yield Services(redis, postgres)


@dataclass(frozen=True, slots=True)
class Services:
    """A Redis and a PostgreSQL that waits for the disk."""

    redis: services.Redis
    postgres: services.Postgres

    @contextmanager
    def deployment(self, name: str) -> Iterator[Deployment]:
        """Give a deployment without processes yet, on a database of this name; its processes are ended afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            deployment = Deployment(Path(folder), self.redis, self.postgres, name)
            try:
                yield deployment
            finally:
                deployment.stop()
