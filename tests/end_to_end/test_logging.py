"""The log names table and connection, in JSON where asked for, and holds no secret however much it tells."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import opened
from tests.support.server import ROOT, Server, quiet_environment
from tests.support.visitor import Visitor

PASSWORD = "quite-a-secret-99"


def seconds_for(visitor: Visitor, path: str) -> float:
    """Return how long it takes to be told that there is no such page."""
    began = time.monotonic()
    assert visitor.get(path).status == 404
    return time.monotonic() - began


def test_a_log_in_json_names_what_it_is_about_and_no_secret(make_server: Callable[..., Server]) -> None:
    key = "k3Yw8rP2vN6qT9xL4mB7cH1dF5gJ0sZaQeUiOyRtWpAlKsDjFh"
    server = make_server(LOG_LEVEL="DEBUG", LOG_FORMAT="json", SECRET_KEY=key).start()
    visitor = Visitor(server)
    assert visitor.post("/accounts/sign-up/", username="anna", password=PASSWORD).status == 302
    visitor.post("/accounts/password/", old="wrong-wrong-1", new="another-secret-5")
    api = Api(server.ports["web"]).as_guest("Script")
    code = api.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    seat = api.post(f"/api/tables/{code}/seats")["token"]
    api.call("GET", "/api/games", Authorization="Bearer an-unknown-token-77")
    # An address that is slow to search for secrets would keep everybody waiting.
    assert min(seconds_for(visitor, "/" + "a-" * 7500 + "/") for _ in range(3)) < 2

    async def scenario() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{code}/?token={api.token}") as page:
            await page.receive_type("table/hello")
            await page.request("table/sit", {"token": seat})
        async with opened(f"ws://127.0.0.1:{server.ports['quidditch']}/") as client:
            login = {"lobby": "hogwarts", "userName": "anna", "password": "protocol-secret-3"}
            await client.send("joinRequest", {**login, "isArtificialIntelligence": True, "mods": []})
            await client.receive_type("joinResponse")

    asyncio.run(scenario())
    server.stop()
    written = server.output
    session = visitor.cookies["sessionid"]
    secrets = (PASSWORD, "wrong-wrong-1", "another-secret-5", "protocol-secret-3", api.token, seat, key, session)
    assert [secret for secret in (*secrets, "an-unknown-token-77") if secret in written] == []
    records = [json.loads(line) for line in server.lines if line.startswith("{")]
    come = [record for record in records if record["message"] == "a client has come"]
    assert {record["kind"] for record in come} == {"page", "protocol"}
    assert all(record["connection"] and record["address"] == "127.0.0.1" for record in come)
    assert {"time", "level", "logger", "process"} <= set(records[0])
    of_table = [record for record in records if record.get("table") == code]
    assert of_table, "what is logged at a table names it"
    assert any(record.get("connection") for record in of_table), "and the connection that did it"


@pytest.mark.parametrize("apart", [False, True], ids=["all in one", "apart"])
def test_a_bridge_says_which_client_it_hung_up_on(make_server: Callable[..., Server], apart: bool) -> None:
    web = make_server(LOG_FORMAT="json").start()
    more = {"WEB_URL": web.websocket, "LOG_FORMAT": "json"}
    bridge = Server(web.data, more, command="runbridge").start() if apart else web

    async def too_long() -> None:
        async with connected(bridge.ports["qwirkle"]) as client:
            await client.send_bytes(b"x" * 70_000)
            await client.closed()

    try:
        for _ in range(2):
            asyncio.run(too_long())
    finally:
        bridge.kill()
    records = [json.loads(line) for line in bridge.lines if line.startswith("{")]
    told = [record for record in records if "frame/too_long" in record["message"]]
    assert [(record["kind"], record["address"]) for record in told] == [("tcp", "127.0.0.1")] * 2
    assert len({record["connection"] for record in told}) == 2


def test_an_error_that_ends_a_process_is_one_line_of_json_too(tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": "postgresql://anna:a-secret@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1"}
    environment = quiet_environment(tmp_path, LOG_FORMAT="json", **nowhere)
    command = [sys.executable, str(ROOT / "manage.py"), "runtables"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    records = [json.loads(line) for line in done.stderr.splitlines()]
    assert "OperationalError" in records[-1]["exception"]
    assert records[-1]["level"] == "CRITICAL"
    assert "a-secret" not in done.stderr


def test_a_bridge_names_a_client_behind_a_line_for_people(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_SOCKETS_PER_ADDRESS="1").start()

    async def one_too_many() -> None:
        async with connected(server.ports["qwirkle"]), connected(server.ports["qwirkle"]) as second:
            await second.closed()

    asyncio.run(one_too_many())
    server.kill()
    assert "too many sockets, refused [connection=2 kind=tcp address=127.0.0.1]" in server.output
