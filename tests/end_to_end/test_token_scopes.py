"""A token does what it was made for and no more, on the API and on the sockets; banned, it does nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until


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


def test_who_looks_on_with_a_reading_token_is_not_there(server: Server) -> None:
    reader, player = bearer(server, "viewer", "read"), bearer(server, "viewer", "play")
    table = player.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    address = f"{server.websocket}/ws/qwirkle/{table}/?token="

    def connected() -> list[bool]:
        return [seat["connected"] for seat in player.get(f"/api/tables/{table}")["seats"] if seat["kind"] == "person"]

    async def hand(page: Page) -> Any:
        return (await page.receive_type("table/state"))["payload"]["state"]["hand"]

    async def scenario() -> None:
        async with opened(address + player.token) as page:
            await page.request("table/sit", {})
            await asyncio.to_thread(player.post, f"/api/tables/{table}/bots", {"bot": "random"})
            shown = await hand(page)
            assert await asyncio.to_thread(connected) == [True]
        await asyncio.to_thread(until, lambda: connected() == [False], "the page is gone")
        async with opened(address + reader.token) as page:
            assert (await page.receive_type("table/hello"))["payload"]["you"]["seat"] is not None
            assert len(await hand(page)) == len(shown), "it sees what its account sees"
            assert await asyncio.to_thread(connected) == [False], "nobody is there who could play"
            async with opened(address + player.token) as owner:
                await hand(owner)
                assert await asyncio.to_thread(connected) == [True]
            await asyncio.to_thread(until, lambda: connected() == [False], "the owner is gone again")
        assert await asyncio.to_thread(connected) == [False]

    asyncio.run(scenario())


def test_staffs_rights_need_a_token_made_for_them(server: Server, boss: Visitor, guest: Api) -> None:
    table = guest.post("/api/tables", {"game": "qwirkle", "seats": 2, "private": True})["id"]
    playing = bearer(server, "boss", "play")
    answer = playing.call("POST", f"/api/tables/{table}/bots", {"bot": "random"})
    assert (answer.status, code_of(answer)) == (404, "table/unknown")
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


def closed_by(server: Server, socket: tuple[str, dict[str, str]], *acts: Callable[[], Any]) -> tuple[int, str]:
    """Return how an open socket is closed when something is done, with a neighbour's left open."""
    path, headers = socket

    async def scenario() -> tuple[int, str]:
        async with opened(f"{server.websocket}{path.partition('?')[0]}") as neighbour:
            await neighbour.receive_type("table/hello")
            async with opened(f"{server.websocket}{path}", headers) as page:
                await page.receive_type("table/hello")
                for act in acts:
                    await asyncio.to_thread(act)
                with pytest.raises(ConnectionClosed) as end:
                    await page.receive_type("never")
                assert end.value.rcvd is not None
            assert (await neighbour.request("table/ask", {}))["payloadType"].startswith("table/")
            return end.value.rcvd.code, end.value.rcvd.reason

    return asyncio.run(scenario())


def first_word(server: Server, path: str, headers: dict[str, str] | None = None) -> Any:
    """Return what a socket is told first."""

    async def scenario() -> Any:
        async with opened(f"{server.websocket}{path}", headers) as page:
            return (await page.receive())["payload"]

    return asyncio.run(scenario())


RECALLED = (1012, "sign in again: what this account may do has changed")


def test_a_revoked_token_is_of_no_use_to_an_open_socket_either(server: Server) -> None:
    owner = Visitor.guest(server, "Owner")
    code = owner.post_json("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    page = owner.post("/accounts/tokens/", label="bot", scope="play").body.decode()
    (token,) = re.findall(r'value="([\w-]{43})" id="fresh-token"', page)
    (number,) = re.findall(r"/accounts/tokens/(\d+)/revoke/", page)
    path = f"/ws/qwirkle/{code}/?token={token}"
    assert first_word(server, path)["you"]["owner"] is True
    assert closed_by(server, (path, {}), lambda: owner.post(f"/accounts/tokens/{number}/revoke/")) == RECALLED
    assert first_word(server, path)["code"] == "token/unknown"


def changed(boss: Visitor, server: Server, name: str, **fields: str) -> Callable[[], None]:
    """Return the act of filling in the administration's form for an account anew; what is not named is not ticked."""
    print_key = f"from spieltisch.accounts.models import User; print(User.objects.get(username={name!r}).pk)"
    number = server.manage("shell", "-v0", "-c", print_key).strip()
    day = {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}

    def act() -> None:
        assert boss.post(f"/admin/accounts/user/{number}/change/", username=name, **day, **fields).status == 302

    return act


def test_who_is_locked_out_or_staff_no_more_has_to_show_anew_who_he_is(server: Server, boss: Visitor) -> None:
    deputy = Visitor.staff(server, "deputy")
    code = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    path, cookie = f"/ws/qwirkle/{code}/", {"Cookie": deputy.api.headers["Cookie"]}
    assert first_word(server, path, cookie)["you"]["staff"] is True
    assert closed_by(server, (path, cookie), changed(boss, server, "deputy", is_active="on")) == RECALLED
    you = first_word(server, path, cookie)["you"]
    assert (you["user"], you["staff"]) == (True, False)
    assert closed_by(server, (path, cookie), changed(boss, server, "deputy")) == RECALLED
    assert first_word(server, path, cookie)["you"]["user"] is False


def test_whoever_changes_the_password_stays_himself_and_others_with_it_do_not(server: Server, boss: Visitor) -> None:
    here, there = Visitor(server), Visitor(server)
    secret = {"username": "zoe", "password": "quite-a-secret-99"}
    assert here.post("/accounts/sign-up/", **secret).status == 302
    assert there.post("/accounts/sign-in/", **secret).status == 302
    code = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    path, cookie = f"/ws/qwirkle/{code}/", {"Cookie": there.api.headers["Cookie"]}
    new = {"old": secret["password"], "new": "another-secret-98"}
    assert closed_by(server, (path, cookie), lambda: here.post("/accounts/password/", **new)) == RECALLED
    assert first_word(server, path, cookie)["you"]["user"] is False
    assert first_word(server, path, {"Cookie": here.api.headers["Cookie"]})["you"]["name"] == "zoe"


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
