"""Nobody hears of anything before it is written, on whatever way he asks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from spieltisch.tables import directory as directories
from spieltisch.tables.actor import TableActor
from tests.cluster.hosting import called, hosting, table_of_two
from tests.support.waiting import until_async

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def _over(table: TableActor) -> Callable[[], Awaitable[bool]]:
    async def over() -> bool:
        return table.running().outcome() is not None

    return over


def test_a_match_is_over_for_nobody_before_its_end_is_written() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            game, go = table.game, threading.Event()
            held = table.around.writer.submit(lambda: go.wait(30))
            try:
                ending = asyncio.create_task(table.control("abort"))
                await until_async(_over(table), "the end is played and waits for the log")
                # The lists of programs and the faces of fronts are had without waiting for the table's turn.
                [listed] = await host.directory.infos(game)
                face = (await called(host, "front-1", table.record.code, "look"))["face"]
                assert (listed.status, face["record"]["status"]) == ("running", "running")
            finally:
                go.set()
            await asyncio.gather(held, ending)
            assert table.record.status == "aborted"
            await host.directory.put_away(table.record.code)
            assert (await host.directory.get(table.record.code)).record.status == "aborted"

    asyncio.run(scenario())


def test_a_table_that_was_just_asked_for_does_not_leave_memory() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            table.last_used -= 2 * directories.IDLE_SECONDS
            assert await host.directory.find(table.record.code) is table
            # Whoever asked is about to come in: there must never be two actors of one table.
            await host.directory.sweep()
            assert host.directory.loaded(table.record.code) is table
            table.last_used -= 2 * directories.IDLE_SECONDS
            await host.directory.sweep()
            assert host.directory.loaded(table.record.code) is None

    asyncio.run(scenario())
