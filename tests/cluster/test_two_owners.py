"""Two hosts may believe that a table is theirs: who is wrong finds out, and does nothing of himself meanwhile."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from spieltisch.cluster import leases, tablehost
from spieltisch.tables import storage
from spieltisch.tables.models import Host, Table
from spieltisch.tables.openings import rebuild
from tests.cluster.hosting import hosting, table_of_two
from tests.support.waiting import until_async

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def taken_over(code: str) -> None:
    """Let another host, which lives, have the table."""
    leases.renew("host-b")
    Table.objects.filter(code=code).update(host="host-b")


def test_a_table_whose_host_came_back_in_between_is_not_adopted(monkeypatch: pytest.MonkeyPatch) -> None:
    living, looks = leases._living, list[int]()

    def late() -> Any:
        # The first look is as old as its snapshot: the host was dead then.
        looks.append(1)
        return living() if len(looks) > 1 else Host.objects.none()

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            code = table.record.code
            await sync_to_async(taken_over)(code)
            monkeypatch.setattr(leases, "_living", late)
            assert await leases.ask(leases.adopt, "host-c") == []
            owner = Table.objects.filter(code=code).values_list("host", flat=True)
            assert await sync_to_async(lambda: list(owner))() == ["host-b"]

    asyncio.run(scenario())


def test_a_host_finds_out_by_itself_that_a_table_is_not_its_own_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablehost, "OWN_SECONDS", 0)
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.01)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            await sync_to_async(taken_over)(table.record.code)

            async def forgotten() -> bool:
                return host.directory.loaded(table.record.code) is None

            await until_async(forgotten, "it is put away although every renewal was in time")

    asyncio.run(scenario())


def test_a_host_that_nobody_can_reach_adopts_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.01)
    adopted, renewed = list[str](), list[str]()
    renew = leases.renew

    def renewing(host: str) -> bool:
        renewed.append(host)
        return renew(host)

    def adopting(host: str) -> list[str]:
        adopted.append(host)
        return []

    async def scenario() -> None:
        async with hosting("host-a") as host:
            host.bus.connected = False  # type: ignore[misc]
            await asyncio.gather(*host._tasks)
            monkeypatch.setattr(leases, "renew", renewing)
            monkeypatch.setattr(leases, "adopt", adopting)

            async def often() -> bool:
                return len(renewed) > 5

            await until_async(often, "the lease is renewed")
            assert adopted == []
            host.bus.connected = True  # type: ignore[misc]

            async def once() -> bool:
                return bool(adopted)

            await until_async(once, "it adopts again")

    asyncio.run(scenario())


def test_a_host_without_a_lease_does_nothing_of_itself() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "client", personTime=60_000)
            await table.settle()
            code, match = table.record.code, table.running().match_id
            steps = await sync_to_async(storage.step_count)(match)
            # It stood still: its lease has run out, another has its tables, and its timers are all due.
            host._keepers[0].cancel()
            host._lapses = time.monotonic() - 1
            await sync_to_async(taken_over)(code)
            for seat in (0, 1):
                table.spawn(table.through(table.absence._over(seat)))
            table._ring()
            await host._return()
            assert host.directory.loaded(code) is None
            await asyncio.gather(*table._tasks, return_exceptions=True)
            assert await sync_to_async(storage.step_count)(match) == steps

    asyncio.run(scenario())


def test_what_had_to_wait_for_the_lease_is_done_when_it_is_good_again() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "client", personTime=60_000)
            await table.settle()
            host._keepers[0].cancel()
            host._lapses = time.monotonic() - 1
            table.spawn(table.through(table.absence._over(0)))
            await asyncio.sleep(0)
            await host._return()
            assert host.directory.loaded(table.record.code) is table
            await asyncio.gather(*table._tasks)
            assert table.running().outcome() is not None, "nobody was at the seat, and at a house table that ends it"

    asyncio.run(scenario())


def test_a_host_whose_lease_ran_out_while_it_was_renewed_is_not_sure_before_it_has_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, lost = list[str](), leases.lost

    def away(host: str, codes: Any) -> set[str]:
        asked.append(host)
        raise OperationalError("the database is away again")

    def run_out(code: str) -> None:
        taken_over(code)
        Host.objects.filter(name="host-a").update(until=timezone.now() - timedelta(seconds=1))

    async def counted() -> bool:
        return bool(asked)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            monkeypatch.setattr(leases, "lost", away)
            await sync_to_async(run_out)(table.record.code)
            await until_async(counted, "it asks which tables are still its own")
            assert not host.sure()
            monkeypatch.setattr(leases, "lost", lost)

            async def sure() -> bool:
                return host.sure()

            await until_async(sure, "its lease is good again")
            assert host.directory.loaded(table.record.code) is None

    asyncio.run(scenario())


def test_what_could_not_be_read_again_is_read_before_anything_is_built_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    load = storage.load_table

    def away(code: str) -> Any:
        raise OperationalError("too many connections")

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            code = table.record.code
            del host.directory._actors[code]
            await (await host.directory.get(code)).control("pause")
            # Fenced off, it has a step in memory that is not in the log, and the log cannot be read.
            monkeypatch.setattr(storage, "load_table", away)
            with pytest.raises(OperationalError):
                await table.control("pause")
            monkeypatch.setattr(storage, "load_table", load)
            await table.control("resume")
            stored = await sync_to_async(storage.load_match)(table.running().code)
            assert stored is not None
            assert [json.loads(step.input) for step in stored.steps] == ["pause", "resume"]
            assert (await rebuild(table.game, table.record, stored)).head == table.running().head

    asyncio.run(scenario())


def test_a_host_that_cannot_give_up_its_lease_still_says_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(host: str) -> None:
        raise OperationalError("the database is away")

    async def scenario() -> None:
        async with hosting("host-a") as host:
            monkeypatch.setattr(leases, "give_up", away)
        assert host.bus.stopped  # type: ignore[attr-defined]

    asyncio.run(scenario())
