"""A rematch keeps the seats of those whom we cut off, waits for them as long as was promised, and frees the others."""

from __future__ import annotations

import asyncio
import time

import pytest

from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables.actor import TableActor
from spieltisch.tables.seating import Claim
from tests.cluster.hosting import called, described, here, hosting, table_of_two

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


async def played_out(host: TableHost, table: TableActor) -> None:
    """Let the owners of both seats come and their match end."""
    await table.settle()
    for seat in (0, 1):
        given = {"viewer": seat, "listener": described(seat), "since": None}
        await called(host, f"front-{seat}", table.record.code, "attach", **given)
    await table.control("abort")


async def gone(host: TableHost, front: str) -> None:
    """Let a front be taken for dead."""
    host._mourn(front, time.monotonic())
    await asyncio.gather(*host._tasks)


def test_a_rematch_waits_for_somebody_whose_front_is_gone() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await played_out(host, table)
            await gone(host, "front-1")
            await table.rematch()
            assert table.match is None, "he would be charged for the way"
            given = {"viewer": 1, "listener": {**described(7), "holder": "user:2"}, "since": None}
            await called(host, "front-2", table.record.code, "attach", **given)
            assert table.playing
            assert [record.holder for record in table.seating.all()] == ["user:1", "user:2"]

    asyncio.run(scenario())


def test_a_rematch_waits_for_those_who_are_on_their_way_to_the_next_host() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "person")
            await played_out(first, table)
            code = table.record.code
        async with hosting("host-b") as second:
            table = await second.directory.get(code)
            await called(second, "front-0", code, "sync", **here(0, 0, "user:1"))
            await table.rematch()
            await called(second, "front-1", code, "sync", **here(1, 1, "user:2"))
            assert table.playing

    asyncio.run(scenario())


def test_a_rematch_waits_no_longer_than_was_promised() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await played_out(host, table)
            await gone(host, "front-1")
            await table.rematch()
            await table.through(table.absence._over(1))
            assert [record.holder for record in table.seating.all()] == ["user:1"]
            await table.sit(Claim("p3", "person", "user:3", 3, ready=True))
            await table.settle()
            assert table.playing

    asyncio.run(scenario())


def test_a_rematch_keeps_no_seat_whose_time_was_over_before_it() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await played_out(host, table)
            await gone(host, "front-1")
            await table.through(table.absence._over(1))
            await table.rematch()
            assert [record.holder for record in table.seating.all()] == ["user:1"]

    asyncio.run(scenario())


def test_a_rematch_keeps_no_seat_of_somebody_who_left_by_himself() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await played_out(host, table)
            await called(host, "front-1", table.record.code, "detach", viewer=1, conn=1, ours=False)
            await table.rematch()
            assert [record.holder for record in table.seating.all()] == ["user:1"]

    asyncio.run(scenario())


def test_a_rematch_does_not_wait_for_somebody_who_gave_up_his_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "person")
            await table.settle()
            code = table.record.code
            await table.rise(1, holder="user:2")
        async with hosting("host-b") as second:
            table = await second.directory.get(code)
            await called(second, "front-0", code, "sync", **here(0, 0, "user:1"))
            await table.rematch()
            assert [record.holder for record in table.seating.all()] == ["user:1"]
            assert table.absence.awaited == set()

    asyncio.run(scenario())


def test_who_only_looks_on_does_not_stay_at_a_seat_that_a_rematch_frees() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await played_out(host, table)
            code = table.record.code
            onlooker = {**described(5), "holder": "user:2", "looks_on": True}
            await called(host, "front-1", code, "attach", viewer=1, listener=onlooker, since=None)
            await called(host, "front-1", code, "detach", viewer=1, conn=1, ours=False)
            await table.rematch()
            assert table.seating.find(1) is None
            assert [viewer for viewer, _ in host.directory.hub.listeners(code)] == [0, None]

    asyncio.run(scenario())
