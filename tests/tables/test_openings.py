"""A match that goes on from an earlier one has its whole past from its first moment on, whenever its process ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from spieltisch.tables import storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.models import Match, Step
from tests.cluster.hosting import hosting, table_of_two
from tests.support.waiting import until_async

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


async def played(table: TableActor) -> str:
    """Play a match that is paused again and again, to its end, and return its code."""
    await table.settle()
    for order in ("pause", "resume", "pause", "resume", "abort"):
        await table.control(order)
    return table.running().code


@sync_to_async
def stored() -> list[tuple[int, int]]:
    """Return number and steps of every match in the database."""
    return [(match.number, Step.objects.filter(match=match).count()) for match in Match.objects.order_by("pk")]


def test_a_process_that_stops_while_a_match_goes_on_leaves_the_whole_past_or_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    create: Any = storage.MatchCreation.__call__
    written = 0

    async def scenario() -> None:
        async with hosting("host-a") as host:
            earlier = await table_of_two(host, "person", personTime=60_000)
            code = await played(earlier)
            later = await table_of_two(host, "person", personTime=60_000)
            later.record.extra["play_on"] = {"match": code, "step": 4}

            def create_and_stop(creation: storage.MatchCreation) -> None:
                nonlocal written
                create(creation)
                written += 1
                # As SIGTERM does at this very moment: nothing more is taken.
                host.directory.writer._stopping = True

            monkeypatch.setattr(storage.MatchCreation, "__call__", create_and_stop)
            beginning = asyncio.create_task(later.settle())

            async def done() -> bool:
                return written == 1 and not host.directory.writer.backlog()

            await until_async(done, "the match is written")
            await asyncio.gather(beginning, return_exceptions=True)
            assert await stored() == [(1, 5), (1, 4)]

    asyncio.run(scenario())
