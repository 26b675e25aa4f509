"""A match that does not end by itself is ended, and while a long log is played again the loop goes on."""

from __future__ import annotations

import asyncio

import pytest

from spieltisch.replays import services
from spieltisch.tables import livematch, openings, storage
from spieltisch.tables.models import Match
from spieltisch.tables.reading import in_own_thread
from tests.cluster.hosting import hosting, table_of_two

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def test_a_match_that_has_as_many_steps_as_it_may_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(livematch, "MOST_STEPS", 6)

    async def scenario() -> str:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            for order in ("pause", "resume", "pause", "resume", "pause"):
                await table.control(order)
            assert table.playing
            await table.control("resume")
            assert (table.record.status, table.running().steps) == ("aborted", 6)
            outcome = table.running().outcome()
            assert outcome is not None
            assert outcome.reason == "aborted"
            return table.running().code

    code = asyncio.run(scenario())
    assert (Match.objects.get(code=code).status, Match.objects.get(code=code).steps_count) == ("aborted", 6)
    assert services.verify(code)


def test_the_loop_goes_on_while_a_long_log_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "ROWS_AT_ONCE", 10)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            for _ in range(50):
                await table.control("pause")
                await table.control("resume")
            stored = await in_own_thread(lambda: storage.load_match(table.running().code))
            assert stored is not None
            counting = asyncio.create_task(count())
            again = await openings.rebuild(table.game, table.record, stored)
            counting.cancel()
            assert (again.steps, again.head) == (100, table.running().head)
            assert turns >= 9

    asyncio.run(scenario())
