"""A rematch frees the seats of those who have left, and nobody stays at one of them."""

from __future__ import annotations

import asyncio

import pytest

from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables.actor import TableActor
from tests.cluster.hosting import called, described, hosting, table_of_two

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


async def played_out(host: TableHost, table: TableActor) -> None:
    """Let the owners of both seats come and their match end."""
    await table.settle()
    for seat in (0, 1):
        given = {"viewer": seat, "listener": described(seat), "since": None}
        await called(host, f"front-{seat}", table.record.code, "attach", **given)
    await table.control("abort")


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
