"""A match that does not end by itself is ended."""

from __future__ import annotations

import asyncio

import pytest

from spieltisch.replays import services
from spieltisch.tables import livematch
from spieltisch.tables.models import Match
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
