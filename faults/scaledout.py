"""The scaled-out deployment: web processes, bridges and table hosts, two of each, on PostgreSQL and Redis."""

from __future__ import annotations

import subprocess
import sys
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from faults.deployments import OnServices
from tests.support.server import ROOT, Server
from tools.ports import free_port

#: Processes of each kind.
COUNT = 2


class Web(Server):
    """`daphne spieltisch.asgi:application`, which says nothing when it is ready and has to be asked."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        ports = {"web": free_port(), "quidditch": free_port()}
        doors = {"PORT_WEB": str(ports["web"]), "PORT_QUIDDITCH": str(ports["quidditch"])}
        super().__init__(data, {**environment, **doors}, command="spieltisch.asgi:application")
        words = [word for port in ports.values() for word in ("-e", f"tcp:{port}:interface=127.0.0.1")]
        self.program = [sys.executable, "-m", "daphne", "-v0", *words]

    def _ready(self) -> bool:
        assert self._process is not None
        status = self._process.poll()
        assert status is None, f"the web process ended with status {status}:\n{self.output[-3000:]}"
        connection = HTTPConnection("127.0.0.1", int(self.environment["PORT_WEB"]), timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()


class ScaledOut(OnServices):
    """Every kind of process on its own, so that each can be killed alone."""

    title = "scaled out: 2 web, 2 bridges, 2 table hosts"
    kinds = ("tables", "web", "bridge")

    def start(self) -> None:
        """Migrate, then start the hosts, the web processes and the bridges."""
        probe = Server(self.folder, self.environment)
        command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=probe.environment, check=True, capture_output=True, timeout=120)
        self.processes["bridge"], self.processes["web"] = [], []
        self.processes["tables"] = [self.process("runtables") for _ in range(COUNT)]
        for _ in range(COUNT):
            web = Web(self.folder, self.environment)
            web.start()
            self.processes["web"].append(web)
            upstream = f"ws://127.0.0.1:{web.environment['PORT_WEB']}"
            self.processes["bridge"].append(self.process("runbridge", WEB_URL=upstream))

    @property
    def webs(self) -> list[Server]:
        """The processes that serve pages."""
        return self.processes["web"]

    @property
    def bridges(self) -> list[Server]:
        """The processes that serve the games' TCP doors."""
        return self.processes["bridge"]
