"""Spieltisch scaled out: web processes, table hosts and bridges as docker-compose.yml has them, without containers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from gamekit import registry
from tests.support.api import Api
from tests.support.server import ROOT, Server
from tests.support.waiting import until
from tools.ports import free_port
from tools.services import Postgres, Redis

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
#: Settings of the operator that the file asks for.
OPERATOR = {
    "SECRET_KEY": "a-secret-of-the-tests-and-nothing-else-0123456789",
    "POSTGRES_PASSWORD": "unused",
    "DEMO": "0",
}

#: The port for monitors inside a container.
MONITOR = "9100"
#: The games' doors by name -> the port inside a container.
DOORS = {door.name: door.port for game in registry.games().values() for door in game.endpoints}


def substituted(text: str) -> str:
    """Return a value of the compose file with its ${VARIABLES} filled in as compose does."""

    def value(found: re.Match[str]) -> str:
        name, default = found[1], found[3]
        return OPERATOR.get(name, default if found[2] == ":-" else "")

    return re.sub(r"\$\{(\w+)(?:(:-|:\?)([^}]*))?\}", value, text)


def environment_of(service: str) -> dict[str, str]:
    """Return the environment of a service of the compose file."""
    given: dict[str, Any] = COMPOSE["services"][service]["environment"]
    return {name: substituted(str(value)) for name, value in given.items()}


class Process(Server):
    """A service of the compose file as a local process, on free ports and the tests' Redis and PostgreSQL."""

    def __init__(self, service: str, data: Path, places: Mapping[str, str], more: Mapping[str, str]) -> None:
        self.service = service
        # A free one for each process; who has none does not name it.
        self._places = {**places, MONITOR: str(free_port())}
        asked = {name: self._local(value) for name, value in environment_of(service).items()}
        super().__init__(data, {**asked, **more})
        self.environment["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.environment["PYTHONPATH"] = f"{ROOT}:{ROOT / 'platform'}"
        if service == "web":
            self.ports = {"web": free_port(), "quidditch": free_port()}
            self._places |= {"8000": str(self.ports["web"]), "4488": str(self.ports["quidditch"])}
            self.environment |= {"PORT_WEB": self._places["8000"], "PORT_QUIDDITCH": self._places["4488"]}

    def command_line(self) -> list[str]:
        """Return the service's own command, with local ports in it."""
        words: list[str] = COMPOSE["services"][self.service]["command"]
        return [self._local(word).replace("0.0.0.0", "127.0.0.1") for word in words]

    def start(self) -> Process:
        """Start it and return when it is ready."""
        kept = dict(self.ports)
        self.launch(self.command_line())
        if self.service == "web":
            self.ports = kept
            until(self._healthy, "the web process is ready")
        else:
            until(self._ready, f"{self.service} says ready")
            # So that its health check, too, finds its door.
            self._places |= {str(DOORS[name]): str(port) for name, port in self.ports.items() if name in DOORS}
        return self

    def run(self) -> None:
        """Run a command that ends by itself."""
        subprocess.run(self.command_line(), cwd=ROOT, env=self.environment, check=True, timeout=120)

    def healthy(self) -> bool:
        """Tell what the service's own health check says of it."""
        kind, *words = COMPOSE["services"][self.service]["healthcheck"]["test"]
        assert kind == "CMD"
        command = [self._local(word) for word in words]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, timeout=60, check=False)
        return done.returncode == 0

    def _local(self, text: str) -> str:
        # All at once: a local port may look like one that is still to be replaced.
        foreign = "|".join(re.escape(name) for name in sorted(self._places, key=len, reverse=True))
        return re.sub(foreign, lambda found: self._places[found[0]], text)

    def _healthy(self) -> bool:
        try:
            return Api(self.ports["web"]).call("GET", "/healthz").status == 200
        except OSError:
            self.check_alive()
            return False


class Scaled:
    """A deployment: start what a test needs, as often as it likes."""

    def __init__(self, data: Path, redis: Redis, postgres: Postgres, **more: str) -> None:
        self.data = data
        self.redis, self.postgres = redis, postgres
        self.more = {"BOT_DELAY": "0.05", "BIND": "127.0.0.1", **more}
        address = postgres.url.split("://", 1)[1]
        self._places = {
            "postgresql://spieltisch:unused@postgres:5432/spieltisch": f"postgresql://{address}",
            "redis://redis:6379/0": redis.url,
        }
        self.all: list[Process] = []
        Process("migrate", data, self._places, self.more).run()

    def process(self, service: str, web: Process | None = None, **more: str) -> Process:
        """Start one process of a service; a bridge leads to a web process."""
        places = {**self._places, **({"ws://web:8000": web.websocket} if web is not None else {})}
        process = Process(service, self.data, places, {**self.more, **more})
        self.all.append(process)
        return process.start()

    def stop(self) -> None:
        """End everything at once, and print what it said: shown when the test failed."""
        for process in self.all:
            process.kill()
            print(f"--- {process.service}\n{process.output[-4000:]}")
