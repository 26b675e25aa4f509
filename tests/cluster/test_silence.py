"""The clocks of those whose process is silent stand, long before it is taken for dead."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from spieltisch.cluster.bus import Peer
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables.actor import TableActor
from tests.cluster.hosting import called, described, hosting, table_of_two

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]

#: Seconds a player has, and those that his process has been silent when the host looks.
LIMIT, SILENT = 60, 30.0


async def playing(host: TableHost, fronts: tuple[str, ...]) -> tuple[TableActor, int]:
    """Begin a match whose first player is connected through these fronts; return him, too."""
    table = await table_of_two(host, "person", personTime=LIMIT * 1000)
    await table.settle()
    seat = next(e.seat for e in table.running().expects() if e.seat is not None)
    for number, front in enumerate(fronts):
        given: dict[str, Any] = {"viewer": seat, "listener": described(number), "since": None}
        await called(host, front, table.record.code, "attach", **given)
        host.bus.peers[front] = Peer(front, "front", time.monotonic())
    return table, seat


def look(host: TableHost) -> None:
    host._silence.look(host.fronts.values())


def spent(table: TableActor, seat: int) -> float:
    """Return what a seat will have used when its time would have run out."""
    clock = table.clocks.of_seat(seat)
    assert clock is not None
    return clock.spent(time.monotonic() + LIMIT)


def test_the_clock_of_who_cannot_be_heard_stands_until_he_is() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, seat = await playing(host, ("front-1",))
            look(host)
            assert spent(table, seat) >= LIMIT, "he can be heard: his time runs"
            host.bus.peers["front-1"].seen -= SILENT
            look(host)
            assert spent(table, seat) < LIMIT / 4
            host.bus.peers["front-1"].seen = time.monotonic()
            look(host)
            assert LIMIT <= spent(table, seat) < LIMIT + 1, "the silence is not charged"

    asyncio.run(scenario())


def test_who_can_be_heard_through_another_process_has_his_time_run() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, seat = await playing(host, ("front-1", "front-2"))
            host.bus.peers["front-1"].seen -= SILENT
            look(host)
            assert spent(table, seat) >= LIMIT

    asyncio.run(scenario())


def test_the_clock_stands_on_when_the_silent_process_is_given_up() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, seat = await playing(host, ("front-1",))
            seen = host.bus.peers["front-1"].seen - SILENT
            host.bus.peers["front-1"].seen = seen
            look(host)
            del host.bus.peers["front-1"]
            host._mourn("front-1", seen)
            look(host)
            for task in list(host._tasks):
                await task
            look(host)
            assert table.seating.get(seat).connections == 0
            assert spent(table, seat) < LIMIT / 4, "he has time to come back"

    asyncio.run(scenario())
