"""Whoever hangs up while a seat is on its way to him leaves no ghost at the table."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing

from tests.support.api import Api
from tests.support.lines import LineClient, connected
from tests.support.server import Server
from tests.support.waiting import until

HOUSE = '{"seats": 2, "assign_after": 0.5, "options": {"timeVisualization": 0}}'


async def greet(client: LineClient, name: str) -> None:
    """Say hello and be greeted."""
    await client.send({"clientName": name, "clientType": "PLAYER", "uniqueID": 100})
    assert (await client.receive())["uniqueID"] == 101


async def play(port: int, *names: str) -> None:
    """Come as programs, and wait until each has been told that its match begins."""
    async with connected(port) as first, connected(port) as second:
        for client, name in zip((first, second), names, strict=True):
            await greet(client, name)
        for client in (first, second):
            await client.receive_until(lambda message: message["uniqueID"] == 400)


def test_a_program_that_hangs_up_while_its_seat_is_written_leaves_none_behind(
    make_server: Callable[..., Server],
) -> None:
    server = make_server(HOUSE_QWIRKLE=HOUSE).start()
    api, port = Api(server.ports["web"]), server.ports["qwirkle"]

    def figure(name: str) -> float:
        text = api.call("GET", "/metrics").body.decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))

    async def open_a_table() -> None:
        async with connected(port) as first:
            await greet(first, "First")
            await first.receive_until(lambda message: message["uniqueID"] == 303)

    async def knock(database: sqlite3.Connection) -> None:
        async with connected(port) as ghost, connected(port) as another:
            await greet(ghost, "Ghost")
            await greet(another, "Another")
            database.execute("BEGIN IMMEDIATE")
            # The first one's seat waits for the database, the second one's behind it.
            waiting = 'spieltisch_queue_length{queue="commands"}'
            await asyncio.to_thread(until, lambda: figure(waiting) > 0, "a seat waits behind a seat")
        await asyncio.to_thread(until, lambda: not figure("spieltisch_connections{"), "the server knows who left")
        database.execute("ROLLBACK")

    def taken() -> list[str]:
        tables = api.get("/api/tables?game=qwirkle")
        return [seat["name"] for table in tables for seat in table["seats"]]

    asyncio.run(open_a_table())
    until(lambda: not taken(), "who only opened the table is gone")
    with closing(sqlite3.connect(server.data / "spieltisch.sqlite3", isolation_level=None)) as database:
        asyncio.run(knock(database))
    until(lambda: not taken(), "nobody sits there")
    asyncio.run(play(port, "Anna", "Bea"))
