"""A web process begins with its first request: what is missing then makes it not ready, never dead or half-begun."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.support.api import Api
from tests.support.scaled import Scaled
from tests.support.server import ROOT, Server
from tests.support.waiting import until
from tools.ports import free_port
from tools.services import Postgres


@contextmanager
def web_process(data: Path, **environment: str) -> Iterator[Server]:
    """Give a web process that nobody has asked for anything yet."""
    port = free_port()
    server = Server(data, {**environment, "PORT_WEB": str(port), "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"})
    server.launch(
        [sys.executable, "-m", "daphne", "-e", f"tcp:{port}:interface=127.0.0.1", "spieltisch.asgi:application"]
    )
    server.ports = {"web": port}
    until(lambda: is_open(server), "the port is open")
    try:
        yield server
    finally:
        server.kill()


def is_open(server: Server) -> bool:
    """Tell whether the process listens; to be connected to is no request yet."""
    server.check_alive()
    try:
        with socket.create_connection(("127.0.0.1", server.ports["web"]), 2):
            return True
    except OSError:
        return False


def status(server: Server, path: str) -> int:
    """Return the status of an answer that comes within two seconds; 0 without one."""
    server.check_alive()
    try:
        with urlopen(f"{server.web}{path}", timeout=2) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except OSError:
        return 0


def test_a_web_process_that_begins_without_redis_is_alive_and_ready_when_redis_is_there(
    scaled: Callable[..., Scaled],
) -> None:
    deployment = scaled()
    deployment.redis.stop(signal.SIGKILL)
    more = {"DATABASE_URL": deployment.postgres.url, "REDIS_URL": deployment.redis.url}
    with web_process(deployment.data, **more) as web:
        until(lambda: status(web, "/healthz/alive") == 200, "it is alive")
        assert status(web, "/healthz") != 200
        deployment.redis.start()
        deployment.process("tables")
        until(lambda: status(web, "/healthz") == 200, "it is ready")


def test_a_web_process_that_begins_without_its_database_runs_its_tables_when_it_is_there(
    tmp_path: Path, own_postgres: Postgres
) -> None:
    more = {"DATABASE_URL": own_postgres.url, "BOT_DELAY": "0.5"}
    begun = Server(tmp_path / "data", more)
    begun.manage("migrate", "--verbosity", "0")
    begun.start()
    wanted = {"game": "qwirkle", "seats": 3, "bots": ["random"] * 3}
    code = Api(begun.ports["web"]).as_guest().post("/api/tables", wanted)["id"]
    until(lambda: Api(begun.ports["web"]).get(f"/api/tables/{code}")["match"]["steps"] > 1, "it plays")
    begun.kill()
    own_postgres.stop(signal.SIGKILL)
    with web_process(tmp_path / "data", **more) as web:
        until(lambda: status(web, "/healthz/alive") == 200, "it is alive")
        own_postgres.start()
        until(lambda: status(web, "/healthz") == 200, "it is ready")
        [running] = Api(web.ports["web"]).get("/api/tables?game=qwirkle")
        assert running["id"] == code, "nobody asked for it: it goes on by itself"
