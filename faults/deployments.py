"""What is broken: Spieltisch as real processes on fixed ports, with the services it stands on."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from faults import logends
from faults.choosing import HOUSES
from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from tests.support.api import Api
from tests.support.server import ROOT, Server, quiet_environment
from tools import services
from tools.ports import free_port

#: Seconds a bot takes for a move: tables go on steadily, and the machine has time left for the fault.
BOT_DELAY = 0.25

UNLIMITED = (
    "LIMIT_SOCKETS_PER_ADDRESS",
    "LIMIT_CONNECTS_PER_MINUTE",
    "LIMIT_MESSAGES_PER_SECOND",
    "LIMIT_REQUESTS_PER_SECOND",
    "LIMIT_GUESTS_PER_MINUTE",
    "LIMIT_TABLES_PER_MINUTE",
    "LIMIT_SIGNUPS_PER_MINUTE",
)


def settings(**more: str) -> dict[str, str]:
    """Return the environment that all processes of a deployment share."""
    houses = {f"HOUSE_{game.upper()}": json.dumps(house) for game, house in HOUSES.items()}
    return {**houses, **dict.fromkeys(UNLIMITED, "0"), "BOT_DELAY": str(BOT_DELAY), **more}


def ports() -> dict[str, str]:
    """Return a port for every door a process may have, by the environment variable that sets it.

    Taken before the first start: a process comes back to its ports after each fault, and one that the system gave away
    by itself could meanwhile be the near end of an outgoing connection.
    """
    doors = [door.environment for game in registry.games().values() for door in game.endpoints]
    return {name: str(free_port()) for name in ("PORT_WEB", *doors)}


class Deployment:
    """Everything in one process, on SQLite; other deployments say what differs."""

    title = "all in one, SQLite"
    kinds: tuple[str, ...] = ("server",)
    """The kinds of processes that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, list[Server]] = {}
        self.redis: services.Redis | None = None
        self.postgres: services.Postgres | None = None
        self.environment = settings()
        self._rng = random.Random(0)

    def start(self) -> None:
        """Start every process."""
        self.processes["server"] = [self.process("serve")]

    def stop(self) -> None:
        """End every process at once."""
        for process in self.all():
            process.kill()

    def keep_logs(self, folder: Path) -> None:
        """Write what each process printed since its last start into a file of its own."""
        folder.mkdir(parents=True, exist_ok=True)
        for kind, processes in self.processes.items():
            for number, process in enumerate(processes, start=1):
                (folder / f"{kind}{number}.log").write_text(process.output)

    def process(self, command: str, **more: str) -> Server:
        """Start a process with ports that it keeps for as long as the deployment lives."""
        return Server(self.folder, {**self.environment, **ports(), **more}, command=command).start()

    def all(self) -> list[Server]:
        """Return every process."""
        return [process for kind in self.processes.values() for process in kind]

    def ended(self) -> list[str]:
        """Return of each process that is not running what it said last."""
        found = []
        for process in self.all():
            try:
                process.check_alive()
            except AssertionError as error:
                found.append(f"{process.command}: {error}")
        return found

    @property
    def webs(self) -> list[Server]:
        """The processes that serve pages."""
        return self.processes["server"]

    @property
    def bridges(self) -> list[Server]:
        """The processes that serve the games' TCP doors."""
        return self.processes["server"]

    def address(self) -> str:
        """Return where a page connects: any of the web processes."""
        return f"ws://127.0.0.1:{self._rng.choice(self.webs).environment['PORT_WEB']}"

    def api(self) -> Api:
        """Return a client of the HTTP API."""
        return Api(int(self._rng.choice(self.webs).environment["PORT_WEB"]))

    def doors(self, turn: int) -> dict[str, int]:
        """Return the ports of the games' own doors; with the next turn, those of the next process."""
        found = {}
        for game in registry.games().values():
            for door in game.endpoints:
                servers = self.webs if isinstance(door, WebSocketEndpoint) else self.bridges
                found[door.name] = int(servers[turn % len(servers)].environment[door.environment])
        return found

    def ends(self) -> logends.Ends:
        """Return how far the log of every match is."""
        if self.postgres is not None:
            return logends.of_server(self.postgres.url)
        return logends.of_file(self.folder / "spieltisch.sqlite3")

    def verify(self, journals: Any) -> Any:
        """Let the verification read the deployment's database; return its records."""
        done = subprocess.run(
            [sys.executable, "-m", "faults.verification"],
            input=json.dumps(journals), cwd=ROOT, text=True, capture_output=True, timeout=300, check=False,
            env={**quiet_environment(self.folder, **self.environment), "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.splitlines()[-1])


class OnServices(Deployment):
    """Everything in one process, on PostgreSQL and Redis."""

    title = "all in one, PostgreSQL and Redis"

    def __init__(self, folder: Path, redis: services.Redis, postgres: services.Postgres) -> None:
        super().__init__(folder)
        self.redis, self.postgres = redis, postgres
        self.environment = settings(DATABASE_URL=postgres.url, REDIS_URL=redis.url)


@contextmanager
def deployed(kind: type[Deployment]) -> Iterator[Deployment]:
    """Give a running deployment with services and data of its own; everything is gone in the end."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="spieltisch-faults-", dir="/tmp"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if issubclass(kind, OnServices):
            redis, postgres = stack.enter_context(services.redis()), stack.enter_context(services.postgres())
            deployment: Deployment = kind(folder, redis, postgres)
        else:
            deployment = kind(folder)
        stack.callback(deployment.stop)
        deployment.start()
        yield deployment


def send(service: services.Service, number: signal.Signals) -> None:
    """Send a signal to a service and all its children: PostgreSQL serves each client in one."""
    assert service.process is not None
    parent = service.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    for pid in (parent, *map(int, children)):
        try:
            subprocess.run(["kill", f"-{number.value}", str(pid)], check=False, capture_output=True)
        except ProcessLookupError:
            continue
