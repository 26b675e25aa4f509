"""Whoever has lost a seat neither sees what its next owner is dealt nor plays for him."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.api import Api
from tests.support.lines import Closed, connected
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of

OPTIONS = {"timeVisualization": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("freed") / "data"), {}).start()
    yield server
    server.kill()


def address(server: Server, table: str, who: Api) -> str:
    """Return where the table's page of somebody connects."""
    return f"{server.websocket}/ws/qwirkle/{table}/?token={who.token}"


async def sit(page: Page, seat: int) -> None:
    """Sit down; whoever is the last lets the match begin."""
    answer = await page.request("table/sit", {"seat": seat})
    assert answer["payloadType"] == "table/done", answer


async def hand(page: Page) -> Any:
    """Return the hand that the page is shown, once the match has begun; None for spectators."""
    while not (shown := [one["payload"] for one in page.messages if one["payloadType"] == "table/state"]):
        await page.receive()
    return shown[-1]["state"].get("hand")


async def check_outside(page: Page) -> None:
    """See that a page has no seat: it is shown no hand, and may not play."""
    assert await hand(page) is None
    assert not [message for message in page.messages if message["payloadType"] == "StartTiles"]
    answer = await page.request("TileSwapRequest", {"tiles": []})
    assert answer["payload"]["code"] == "seat/none", answer


def test_somebody_unseated_is_a_spectator(server: Server) -> None:
    owner, anna, bea = (Api(server.ports["web"]).as_guest(name) for name in ("Owner", "Anna", "Bea"))
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]

    async def scenario() -> None:
        async with (
            opened(address(server, table, owner)) as owns,
            opened(address(server, table, anna)) as lost,
            opened(address(server, table, bea)) as next_one,
        ):
            await sit(lost, 1)
            await owns.request("table/unseat", {"seat": 1})
            await sit(next_one, 1)
            await sit(owns, 0)
            await check_outside(lost)

    asyncio.run(scenario())


def test_a_second_page_stands_up_with_the_first(server: Server) -> None:
    owner, anna, bea = (Api(server.ports["web"]).as_guest(name) for name in ("Owner", "Anna", "Bea"))
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]

    async def scenario() -> None:
        async with (
            opened(address(server, table, anna)) as first,
            opened(address(server, table, owner)) as owns,
            opened(address(server, table, bea)) as next_one,
        ):
            await sit(first, 1)
            async with opened(address(server, table, anna)) as second:
                assert (await second.receive_type("table/hello"))["payload"]["you"]["seat"] == 1
                await first.request("table/leave", {})
                await sit(next_one, 1)
                await sit(owns, 0)
                await check_outside(second)

    asyncio.run(scenario())


def test_a_second_page_follows_to_another_seat(server: Server) -> None:
    owner, anna, bea = (Api(server.ports["web"]).as_guest(name) for name in ("Owner", "Anna", "Bea"))
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]

    async def scenario() -> None:
        async with opened(address(server, table, anna)) as first, opened(address(server, table, bea)) as next_one:
            await sit(first, 1)
            async with opened(address(server, table, anna)) as second:
                await second.receive_type("table/hello")
                await sit(first, 0)
                assert (await second.receive_type("table/hello"))["payload"]["you"]["seat"] == 0
                await sit(next_one, 1)
                assert await hand(first) == await hand(second)
                assert await hand(first) != await hand(next_one)

    asyncio.run(scenario())


def test_two_pages_that_sit_down_at_once_end_at_one_seat(server: Server) -> None:
    owner, anna, bea = (Api(server.ports["web"]).as_guest(name) for name in ("Owner", "Anna", "Bea"))
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]

    async def scenario() -> None:
        async with (
            opened(address(server, table, anna)) as first,
            opened(address(server, table, anna)) as second,
            opened(address(server, table, bea)) as next_one,
        ):
            for page in (first, second):
                await page.receive_type("table/hello")
            # The first has its seat, and not yet what is told there, when the second gives it up for another.
            await asyncio.gather(sit(first, 0), sit(second, 1))
            seats = (await asyncio.to_thread(owner.get, f"/api/tables/{table}"))["seats"]
            assert len(seats) == 1
            await sit(next_one, 1 - seats[0]["seat"])
            hands = [await hand(page) for page in (first, second, next_one)]
            assert hands[0] == hands[1]
            assert hands[0] != hands[2]

    asyncio.run(scenario())


def test_a_program_that_is_unseated_is_sent_away(server: Server) -> None:
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]
    token = owner.post(f"/api/tables/{table}/seats", {"seat": 1})["token"]

    async def scenario() -> None:
        async with opened(address(server, table, owner)) as owns, connected(server.ports["qwirkle"]) as program:
            await program.send({"clientName": token, "clientType": "PLAYER", "uniqueID": 100})
            await program.receive_until(lambda message: message["uniqueID"] == 303)
            await owns.request("table/unseat", {"seat": 1})
            with pytest.raises((Closed, ConnectionClosed)):
                await program.receive_until(lambda message: False)

    asyncio.run(scenario())
