"""A private table opens to those it concerns, by page, socket and API, and its replay as well; to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.api import Api
from tests.support.pages import opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until

GAME = "qwirkle"
WATCH = {"clientName": "Eye", "clientType": "SPECTATOR"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("private") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture
def owner(server: Server) -> Api:
    """Who opens the table."""
    return Api(server.ports["web"]).as_guest("Owner")


@pytest.fixture
def table(owner: Api) -> dict[str, Any]:
    """A private table."""
    opened_table: dict[str, Any] = owner.post("/api/tables", {"game": GAME, "seats": 2, "private": True})
    return opened_table


def first_words(server: Server, table: dict[str, Any], query: str = "", cookie: str = "") -> tuple[str, str, int]:
    """Connect; return type and code of the first message, and the code of closing (0: still open)."""

    async def knock() -> tuple[str, str, int]:
        headers = {"Cookie": cookie} if cookie else None
        async with opened(f"{server.websocket}/ws/{GAME}/{table['id']}/{query}", headers) as page:
            message = await page.receive()
            kind, code = message["payloadType"], message["payload"].get("code", "")
            if kind == "table/hello":
                return kind, code, 0
            with pytest.raises(ConnectionClosed) as closed:
                await page.receive()
            return kind, code, closed.value.rcvd.code if closed.value.rcvd else 0

    return asyncio.run(knock())


HELLO = ("table/hello", "", 0)
SHUT = ("table/error", "table/private", 4403)


def test_a_stranger_who_knows_the_code_is_shut_out(server: Server, table: dict[str, Any]) -> None:
    assert first_words(server, table) == SHUT
    assert first_words(server, table, "?token=made-up") == SHUT
    other = Api(server.ports["web"]).as_guest("Other")
    assert first_words(server, table, f"?token={other.token}") == SHUT
    assert first_words(server, table, cookie=Visitor.guest(server, "Curious").api.headers["Cookie"]) == SHUT


def test_the_owner_and_staff_come_in(server: Server, owner: Api, table: dict[str, Any]) -> None:
    assert first_words(server, table, f"?token={owner.token}") == HELLO
    assert first_words(server, table, cookie=Visitor.staff(server).api.headers["Cookie"]) == HELLO


@pytest.mark.parametrize("end", ["delete()", "update(expires=timezone.now())"], ids=["revoked", "expired"])
def test_an_invitation_that_is_over_shuts_those_out_who_accepted_it(server: Server, end: str) -> None:
    host = Visitor.guest(server, "Host")
    table = host.post_json("/api/tables", {"game": GAME, "seats": 2, "private": True})
    plain = f"/{GAME}/{table['id']}/"
    link = host.post_json(f"{plain}invite/", {})["link"]
    friend = Visitor.guest(server, "Friend")
    assert friend.get(link[link.index(plain) :]).status == 302
    assert friend.get(plain).status == 200
    kept = "from django.utils import timezone; from spieltisch.tables.models import Invitation; Invitation.objects"
    server.manage("shell", "-c", f"{kept}.filter(table__code={table['id']!r}).{end}")
    assert friend.get(plain).status == 403
    assert first_words(server, table, cookie=friend.api.headers["Cookie"]) == SHUT
    token = {"X-CSRFToken": friend.cookies["csrftoken"]}
    assert friend.api.call("POST", f"{plain}invite/", {}, **token).status == 403


def test_a_session_that_accepted_an_invitation_comes_in_and_stays_in_when_seated(server: Server) -> None:
    host = Visitor.guest(server, "Host")
    table = host.post_json("/api/tables", {"game": GAME, "seats": 2, "private": True})
    link = host.post_json(f"/{GAME}/{table['id']}/invite/", {})["link"]
    invited = Visitor.guest(server, "Friend")
    path = link.removeprefix(server.web)
    assert first_words(server, table, cookie=invited.api.headers["Cookie"]) == SHUT
    assert invited.get(path).status == 302
    cookie = invited.api.headers["Cookie"]
    assert first_words(server, table, cookie=cookie) == HELLO
    # A program may bring the invitation itself.
    assert first_words(server, table, f"?token={path.split('=')[1]}") == HELLO


def test_a_seat_token_of_the_table_opens_it_and_one_of_another_does_not(
    server: Server, owner: Api, table: dict[str, Any]
) -> None:
    mine = owner.post(f"/api/tables/{table['id']}/seats", {})["token"]
    elsewhere = owner.post("/api/tables", {"game": GAME, "seats": 2, "private": True})
    other = owner.post(f"/api/tables/{elsewhere['id']}/seats", {})["token"]
    assert first_words(server, table, f"?token={mine}") == HELLO
    assert first_words(server, table, f"?token={other}") == SHUT


def test_programs_do_not_find_it_by_its_number(server: Server, table: dict[str, Any]) -> None:
    async def look() -> list[str]:
        async with opened(f"{server.websocket}/ws/{GAME}/") as program:
            await program.send("ConnectRequest", WATCH)
            await program.receive_type("ConnectAccepted")
            await program.send("SpectatorJoinRequest", {"gameID": table["number"]})
            return [(await program.receive())["payloadType"]]

    assert asyncio.run(look()) != ["SpectatorJoinAccepted"]


def test_a_public_table_is_open_to_all(server: Server, owner: Api) -> None:
    assert first_words(server, owner.post("/api/tables", {"game": GAME, "seats": 2})) == HELLO


def test_the_api_shows_it_to_those_it_concerns_alone(server: Server) -> None:
    host, friend, stranger = (Visitor.guest(server, name) for name in ("Host", "Friend", "Stranger"))
    code = host.post_json("/api/tables", {"game": GAME, "seats": 2, "private": True})["id"]
    path = f"/api/tables/{code}"
    link = host.post_json(f"/{GAME}/{code}/invite/", {})["link"]
    assert host.get(path).status == 200
    assert Visitor.staff(server, "warden").get(path).status == 200
    nobody = Api(server.ports["web"])
    for asking in (friend.api, stranger.api, nobody, nobody.as_guest("Script")):
        answer = asking.call("GET", path)
        assert (answer.status, answer.json["error"]["code"]) == (404, "table/unknown")
    ordered = nobody.as_guest("Script").call("POST", f"{path}/abort")
    assert (ordered.status, ordered.json["error"]["code"]) == (404, "table/unknown")
    friend.get(link.removeprefix(server.web))
    assert friend.get(path).status == 200


def test_its_replay_is_for_those_it_concerns_alone(server: Server, owner: Api) -> None:
    short = {"colorShapeCount": 3, "tileCount": 2, "timeVisualization": 0}
    setup = {"game": GAME, "private": True, "bots": ["random", "random"], "options": short}
    code = owner.post("/api/tables", setup)["id"]
    until(lambda: owner.get(f"/api/tables/{code}")["replay"], "the end")
    replay = owner.get(f"/api/tables/{code}")["replay"]
    nobody = Api(server.ports["web"])
    for asking in (nobody, nobody.as_guest("Script")):
        for path in (f"/api/replays/{replay}", f"/api/replays/{replay}.jsonl"):
            answer = asking.call("GET", path)
            assert (answer.status, answer.json["error"]["code"]) == (404, "replay/unknown")
    assert owner.call("GET", f"/api/replays/{replay}.jsonl").status == 200
    assert nobody.call("GET", f"/replays/{replay}/").status == 404
