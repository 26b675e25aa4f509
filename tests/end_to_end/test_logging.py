"""The log names table and connection, in JSON where asked for, and holds no secret however much it tells."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from spieltisch.redaction import redacted
from tests.support.api import Api
from tests.support.pages import opened
from tests.support.server import Server
from tests.support.visitor import Visitor

PASSWORD = "quite-a-secret-99"


def test_secrets_are_hidden_wherever_they_are_named() -> None:
    for text in (
        'Authorization: Bearer s3cr3t-s3cr3t-s3cr3t', '{"password": "s3cr3t"}', "?token=s3cr3t&x=1",
        "sessionid=s3cr3t;",
        "postgres://me:s3cr3t@host/db", '<authenticate passphrase="s3cr3t"/>', "x-spieltisch-bridge: s3cr3t",
    ):  # fmt: skip
        assert "s3cr3t" not in redacted(text), text
    assert redacted("table abcd2345: 3 passwords were wrong") == "table abcd2345: 3 passwords were wrong"


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
