"""The real server as a process of its own: started on free ports, stopped, killed and started again."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Thread

from gamekit import registry
from tests.support.waiting import until

ROOT = Path(__file__).parents[2]
LISTENING = re.compile(r"listening (\S+) (\S+):(\d+)")

#: Stop in good order must not take longer, even on a busy machine.
STOP_WITHIN = 20.0

#: What one address makes more of in tests than people do.
MADE_BY_TESTS = ("CONNECTS", "TABLES", "SIGNUPS", "SIGNINS", "GUESTS", "TOKENS", "UPLOADS", "SEARCHES", "CONTROLS")


def quiet_environment(data: Path, **more: str) -> dict[str, str]:
    """Return an environment in which every door has a free port and no demonstration runs."""
    ours = ("PORT_", "HOUSE_", "LIMIT_", "DATABASE_URL", "REDIS_URL", "DEMO", "BIND", "DATA_DIR", "BOT_DELAY")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    doors = {door.environment: "0" for game in registry.games().values() for door in game.endpoints}
    base = {"PORT_WEB": "0", "DATA_DIR": str(data), "DEMO": "0", "BOT_DELAY": "0", "PYTHONUNBUFFERED": "1"}
    # Collected once for all servers of all tests.
    base["STATIC_DIR"] = os.environ.get("STATIC_DIR") or str(
        Path(os.environ.get("DATA_DIR") or ROOT / "var") / "static"
    )
    # One address makes all the connections and requests of a test; limits have tests of their own.
    limited = [f"{name}_PER_SECOND" for name in ("REQUESTS", "BOT_MOVES")]
    limited += ["SOCKETS_PER_ADDRESS", *(f"{name}_PER_MINUTE" for name in MADE_BY_TESTS)]
    limits = {f"LIMIT_{name}": "0" for name in limited}
    return {**inherited, **doors, **base, **limits, **more}


class Server:
    """`manage.py serve` (or another command that prints what it listens on) with its output and its ports."""

    def __init__(
        self, data: Path, environment: Mapping[str, str], command: str = "serve", dummies: bool = False
    ) -> None:
        self.data = data
        # The dummy games of the contract tests stand beside the real ones only where a test wants them.
        self.program = [sys.executable, *(["-m", "tests.support.shelved"] if dummies else [str(ROOT / "manage.py")])]
        self.command = command
        self.environment = quiet_environment(data, **environment)
        self.lines: list[str] = []
        self.ports: dict[str, int] = {}
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None

    @property
    def web(self) -> str:
        """The address of the pages and the API."""
        return f"http://127.0.0.1:{self.ports['web']}"

    @property
    def websocket(self) -> str:
        """The same for WebSocket."""
        return f"ws://127.0.0.1:{self.ports['web']}"

    @property
    def output(self) -> str:
        """All that was printed since the last start."""
        return "\n".join(self.lines)

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def start(self) -> Server:
        """Start and return when it is ready."""
        self.launch([*self.program, self.command])
        until(self._ready, "the server says ready")
        return self

    def launch(self, command: list[str]) -> None:
        """Start the process and begin to read what it prints."""
        assert self._process is None, "the server is running already"
        self.lines, self.ports = [], {}
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self._reader = Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def stop(self) -> int:
        """Stop in good order and return the exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def manage(self, *arguments: str) -> str:
        """Run a management command on the same data and return what it printed."""
        command = [*self.program, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            status = process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not stop within {STOP_WITHIN:g} s:\n{self.output[-3000:]}") from None
        finally:
            if self._reader is not None:
                self._reader.join()
        return status

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                text = line.rstrip("\n")
                found = LISTENING.fullmatch(text)
                if found:
                    self.ports[found[1]] = int(found[3])
                self.lines.append(text)

    def check_alive(self) -> None:
        """Fail with what it printed when the process has ended."""
        assert self._process is not None
        status = self._process.poll()
        assert status is None, f"the server ended with status {status}:\n{self.output[-3000:]}"

    def _ready(self) -> bool:
        self.check_alive()
        return "ready" in self.lines


def migrated(folder: Path) -> Path:
    """Return a data folder with an empty, migrated database, to be copied for each server."""
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    done = subprocess.run(command, cwd=ROOT, env=quiet_environment(folder), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def copy_of(folder: Path, target: Path) -> Path:
    """Return a copy of the data folder."""
    shutil.copytree(folder, target)
    return target
