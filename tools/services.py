"""Runs a command with a Redis and a PostgreSQL of its own: `python -m tools.services COMMAND...`.

Both listen on free ports, keep their data in a new folder below /tmp, and are stopped when the command ends, however
it ends. Their addresses go to the command as TEST_REDIS_URL and TEST_DATABASE_URL, the browser's path as CHROMIUM.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeVar

from tools import programs
from tools.ports import free_port

#: A noisy machine may take long for the first start; a broken one is noticed by the process ending.
START_WITHIN = 60.0
STOP_WITHIN = 20.0

#: The name of the role and of the first database.
ROLE = "spieltisch"


class Service:
    """A server process on a port of its own that can be stopped, killed and started again with the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address to hand to clients."""
        raise NotImplementedError

    def command(self) -> list[str]:
        """Return the command that serves in the foreground."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Return True as soon as clients are served."""
        raise NotImplementedError

    def create(self) -> None:
        """Prepare the folder before the first start."""

    def start(self) -> None:
        """Start, and return when clients are served."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=owner(),
                group=owner(),
            )
        wait_until(self.answers, self._alive)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the process: SIGINT in good order, SIGKILL at once."""
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _alive(self) -> None:
        assert self.process is not None
        if self.process.poll() is not None:
            log = (self.folder / "log").read_text(errors="replace")
            raise RuntimeError(f"{self.command()[0]} ended at once:\n{log[-2000:]}")


S = TypeVar("S", bound=Service)


class Redis(Service):
    """A Redis that keeps nothing on disk."""

    @property
    def url(self) -> str:
        """The address to hand to clients."""
        return f"redis://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """Return the command that serves in the foreground."""
        options = {"bind": "127.0.0.1", "port": self.port, "save": "", "appendonly": "no", "dir": self.folder}
        return [programs.redis_server(), *(word for key, value in options.items() for word in (f"--{key}", str(value)))]

    def answers(self) -> bool:
        """Return True when a PING is answered."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class Postgres(Service):
    """A PostgreSQL that trusts this machine and, being for tests, does not wait for the disk."""

    fsync = "off"

    @property
    def url(self) -> str:
        """The address to hand to clients."""
        return f"postgres://{ROLE}@127.0.0.1:{self.port}/{ROLE}"

    def command(self) -> list[str]:
        """Return the command that serves in the foreground."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "max_connections": 200,
            "fsync": self.fsync,
        }
        program = f"{programs.postgres_folder()}/postgres"
        words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        return [program, "-D", str(self.folder / "data"), "-p", str(self.port), *words]

    def create(self) -> None:
        """Prepare the folder before the first start."""
        self._tool("initdb", "--pgdata", "data", "--auth=trust", "--no-sync", "--encoding=UTF8", f"--username={ROLE}")

    def create_database(self, name: str) -> str:
        """Make an empty database and return its address."""
        self._tool("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", ROLE, name)
        return self.url.removesuffix(ROLE) + name

    def answers(self) -> bool:
        """Return True when connections are accepted."""
        command = [f"{programs.postgres_folder()}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command, check=False).returncode == 0

    def _tool(self, name: str, *arguments: str) -> None:
        command = [f"{programs.postgres_folder()}/{name}", *arguments]
        user = owner()
        done = subprocess.run(command, cwd=self.folder, user=user, group=user, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{name} failed: {done.stderr or done.stdout}")


class DurablePostgres(Postgres):
    """A PostgreSQL that waits for the disk, as one that people's matches are entrusted to."""

    fsync = "on"


def owner() -> str | None:
    """Return the user (and group) of the services: PostgreSQL refuses root, so root uses the package's `postgres`."""
    if os.geteuid() != 0:
        return None
    programs.postgres_folder()
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        subprocess.run(["useradd", "--system", "--user-group", "--no-create-home", "postgres"], check=True)
        return "postgres"


def wait_until(condition: Callable[[], bool], check: Callable[[], None], within: float = START_WITHIN) -> None:
    """Return when the condition holds; `check` raises when waiting on makes no sense."""
    deadline = time.monotonic() + within
    while not condition():
        check()
        if time.monotonic() > deadline:
            raise TimeoutError(f"not there after {within:g} s")
        time.sleep(0.05)


@contextmanager
def redis() -> Iterator[Redis]:
    """Give a running Redis."""
    with _running(Redis) as service:
        yield service


@contextmanager
def postgres(durable: bool = False) -> Iterator[Postgres]:
    """Give a running PostgreSQL with one empty database; a durable one waits for the disk."""
    with _running(DurablePostgres if durable else Postgres) as service:
        service.create_database(ROLE)
        yield service


@contextmanager
def _running(kind: type[S]) -> Iterator[S]:
    folder = Path(tempfile.mkdtemp(prefix=f"spieltisch-{kind.__name__.lower()}-", dir="/tmp"))
    user = owner()
    if user is not None:
        shutil.chown(folder, user, user)
    service = kind(folder)
    try:
        service.create()
        service.start()
        yield service
    finally:
        service.stop()
        shutil.rmtree(folder, ignore_errors=True)


def main(command: list[str]) -> int:
    """Run the command with services around it and return its exit status."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    with ExitStack() as stack:
        environment = {
            **os.environ,
            "CHROMIUM": programs.chromium(),
            "TEST_REDIS_URL": stack.enter_context(redis()).url,
            "TEST_DATABASE_URL": stack.enter_context(postgres()).url,
        }
        child = subprocess.Popen(command, env=environment)
        try:
            return child.wait()
        finally:
            if child.poll() is None:
                child.terminate()
                child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
