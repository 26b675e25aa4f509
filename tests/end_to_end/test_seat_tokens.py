"""A seat token opens a free seat or one's own, and shows its issuer no opponent's hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.api import Answer
from tests.support.lines import connected
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("seats") / "data"), {}).start()
    yield server
    server.kill()


def opened_table(host: Visitor) -> str:
    return str(host.post_json("/api/tables", {"game": "qwirkle", "seats": 2})["id"])


def asked_for_seat(visitor: Visitor, code: str, seat: int) -> Answer:
    headers = {"X-CSRFToken": visitor.cookies["csrftoken"]}
    return visitor.api.call("POST", f"/api/tables/{code}/seats", {"seat": seat}, **headers)


def page_of(server: Server, visitor: Visitor, code: str) -> Any:
    return opened(f"{server.websocket}/ws/qwirkle/{code}/", {"Cookie": visitor.api.headers["Cookie"]})


async def sit(page: Page, seat: int) -> None:
    assert (await page.request("table/sit", {"seat": seat}))["payloadType"] == "table/done"


async def begun(page: Page) -> None:
    while not any(message["payloadType"] == "table/state" for message in page.messages):
        await page.receive()


def test_the_owner_of_a_table_gets_no_token_for_somebody_elses_seat(server: Server) -> None:
    alice, bob = Visitor.guest(server, "Alice"), Visitor.guest(server, "Bob")
    code = opened_table(alice)

    async def scenario() -> None:
        async with page_of(server, alice, code) as one, page_of(server, bob, code) as two:
            await sit(one, 0)
            await sit(two, 1)
            await begun(two)
            refused = await asyncio.to_thread(asked_for_seat, alice, code, 1)
            assert (refused.status, refused.json["error"]["code"]) == (409, "seat/taken")
            staff = await asyncio.to_thread(Visitor.staff, server)
            refused = await asyncio.to_thread(asked_for_seat, staff, code, 1)
            assert refused.json["error"]["code"] == "seat/taken"

    asyncio.run(scenario())


def test_a_clients_seat_is_as_safe_as_a_persons(server: Server) -> None:
    alice = Visitor.guest(server, "Alice")
    code = opened_table(alice)
    number = alice.api.get(f"/api/tables/{code}")["number"]

    async def scenario() -> None:
        async with connected(server.ports["qwirkle"]) as client:
            await client.send({"uniqueID": 100, "clientName": "Bob", "clientType": "PLAYER"})
            await client.send({"uniqueID": 302, "gameID": number})
            await client.receive_until(lambda message: message["uniqueID"] == 303)
            refused = await asyncio.to_thread(asked_for_seat, alice, code, 0)
            assert refused.json["error"]["code"] == "seat/taken"

    asyncio.run(scenario())


def test_one_moves_from_the_browser_to_a_program_with_a_token_for_ones_own_seat(server: Server) -> None:
    alice, bob = Visitor.guest(server, "Alice"), Visitor.guest(server, "Bob")
    code = opened_table(alice)

    async def scenario() -> None:
        async with page_of(server, alice, code) as one, page_of(server, bob, code) as two:
            await sit(one, 0)
            await sit(two, 1)
            await begun(one)
            for _ in range(2):
                # A second time, too: the seat is still hers when a program plays it.
                token = (await asyncio.to_thread(alice.post_json, f"/api/tables/{code}/seats", {"seat": 0}))["token"]
                async with connected(server.ports["qwirkle"]) as client:
                    await client.send({"uniqueID": 100, "clientName": f"A#{token}", "clientType": "PLAYER"})
                    await client.receive_until(lambda message: message["uniqueID"] == 408)

    asyncio.run(scenario())


@pytest.mark.parametrize("sits_first", [True, False])
def test_who_plays_against_a_program_does_not_see_its_wire(server: Server, sits_first: bool) -> None:
    alice = Visitor.guest(server, "Alice")
    code = opened_table(alice)

    async def scenario() -> int:
        async with page_of(server, alice, code) as page, connected(server.ports["qwirkle"]) as client:
            if sits_first:
                await sit(page, 0)
            token = (await asyncio.to_thread(alice.post_json, f"/api/tables/{code}/seats", {"seat": 1}))["token"]
            await client.send({"uniqueID": 100, "clientName": f"Bob#{token}", "clientType": "PLAYER"})
            number = int((await client.receive())["clientID"])
            await client.receive_until(lambda message: message["uniqueID"] == 303)
            if not sits_first:
                # The inspector knows whose the wire is a moment after the client has been told that it sits.
                await asyncio.to_thread(until, lambda: status(alice, number) == 200, "Alice sees the wire")
                await sit(page, 0)
            await client.receive_until(lambda message: message["uniqueID"] == 408)
            assert await asyncio.to_thread(status, alice, number) == 404
            return number

    number = asyncio.run(scenario())
    staff = Visitor.staff(server, f"boss{sits_first}")
    until(lambda: not json.loads(staff.get(f"/inspector/{number}/entries.json").body)["live"], "the kept messages")
    assert status(alice, number) == 404
    assert f"qwirkle {number}".encode() not in alice.get("/inspector/").body


def status(visitor: Visitor, number: int) -> int:
    return visitor.get(f"/inspector/{number}/entries.json").status
