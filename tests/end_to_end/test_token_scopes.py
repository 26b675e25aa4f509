"""A token does what it was made for and no more, on the API and on the sockets; banned, it does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("scopes") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


@pytest.fixture(scope="module")
def guest(server: Server) -> Api:
    return Api(server.ports["web"]).as_guest("Owner")


def bearer(server: Server, name: str, scope: str) -> Api:
    return Api(server.ports["web"], server.manage("createtoken", name, "--scope", scope).strip())


def code_of(answer: Any) -> str:
    return str(answer.json["error"]["code"])


def test_a_reading_token_reads_and_changes_nothing(server: Server) -> None:
    reader = bearer(server, "robot", "read")
    assert reader.call("GET", "/api/tables").status == 200
    answer = reader.call("POST", "/api/tables", {"game": "qwirkle"})
    assert (answer.status, code_of(answer)) == (403, "token/scope")
    player = bearer(server, "robot", "play")
    table = player.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    for path in ("start", "bots", "seats", "abort"):
        answer = reader.call("POST", f"/api/tables/{table}/{path}", {"bot": "random"})
        assert (answer.status, code_of(answer)) == (403, "token/scope"), "not even on its owner's own table"

    async def scenario() -> None:
        address = f"{server.websocket}/ws/qwirkle/{table}/"
        async with opened(address, {"Authorization": f"Bearer {reader.token}"}) as page:
            hello = await page.receive_type("table/hello")
            assert hello["payload"]["you"]["name"] == "robot"
            refused = await page.request("table/sit", {})
            assert refused["payload"]["code"] == "token/scope"
        async with opened(f"{address}?token={player.token}") as page:
            assert (await page.request("table/sit", {}))["payloadType"] == "table/done"

    asyncio.run(scenario())


def test_staffs_rights_need_a_token_made_for_them(server: Server, boss: Visitor, guest: Api) -> None:
    table = guest.post("/api/tables", {"game": "qwirkle", "seats": 2, "private": True})["id"]
    playing = bearer(server, "boss", "play")
    answer = playing.call("POST", f"/api/tables/{table}/bots", {"bot": "random"})
    assert (answer.status, code_of(answer)) == (403, "table/not_owner")
    governing = bearer(server, "boss", "staff")
    assert governing.call("POST", f"/api/tables/{table}/bots", {"bot": "random"}).status == 200

    async def hello(token: str) -> Any:
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/?token={token}") as page:
            return (await page.receive())["payload"]

    assert asyncio.run(hello(playing.token))["code"] == "table/private"
    assert asyncio.run(hello(governing.token))["you"]["staff"] is True


def test_only_staff_get_a_token_with_staffs_rights(server: Server) -> None:
    with pytest.raises(AssertionError, match="Only staff"):
        server.manage("createtoken", "robot", "--scope", "staff")
    guest = Visitor.guest(server, "Sneaky")
    assert b'value="staff"' not in guest.get("/accounts/tokens/").body
    assert b"data-fresh-token" not in guest.post("/accounts/tokens/", label="x", scope="staff").body
    assert b"data-fresh-token" in guest.post("/accounts/tokens/", label="x", scope="read").body


def test_only_a_hash_of_a_token_is_kept(server: Server, guest: Api) -> None:
    table = guest.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    seat = guest.post(f"/api/tables/{table}/seats")["token"]
    stored = b"".join(path.read_bytes() for path in server.data.glob("spieltisch.sqlite3*"))
    assert table.encode() in stored
    assert guest.token.encode() not in stored
    assert seat.encode() not in stored


def test_a_banned_account_cannot_come_in_with_its_token(server: Server, boss: Visitor) -> None:
    rude = bearer(server, "rude", "play")
    table = rude.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    assert boss.post("/console/bans/", account="rude", address="", reason="Rude words", hours="24").status == 302
    answer = rude.call("GET", "/api/tables")
    assert (answer.status, code_of(answer)) == (403, "account/banned")
    assert "Rude words" in answer.json["error"]["message"]

    async def scenario() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/?token={rude.token}") as page:
            with pytest.raises(ConnectionClosed, match="Rude words"):
                await page.receive()

    asyncio.run(scenario())


def test_a_private_table_is_shown_to_those_it_concerns_alone(server: Server) -> None:
    owner, friend, stranger = (Visitor.guest(server, name) for name in ("Owner", "Friend", "Stranger"))
    code = owner.post_json("/api/tables", {"game": "qwirkle", "seats": 3, "private": True})["id"]
    link = owner.api.call("POST", f"/qwirkle/{code}/invite/", b"", **{"X-CSRFToken": owner.cookies["csrftoken"]}).json[
        "link"
    ]
    assert friend.get(link.removeprefix(server.web)).status == 302

    async def first(visitor: Visitor) -> str:
        address = f"{server.websocket}/ws/qwirkle/{code}/"
        async with opened(address, {"Cookie": visitor.api.headers["Cookie"]}) as page:
            return await said(page)

    async def said(page: Page) -> str:
        return str((await page.receive())["payloadType"])

    assert [asyncio.run(first(one)) for one in (owner, friend)] == ["table/hello"] * 2
    assert asyncio.run(first(stranger)) == "table/error"
