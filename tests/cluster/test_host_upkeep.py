"""What a host keeps for others is given back, and kept up to date: connections, answers, and the word that it lives."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gamekit.errors import Unavailable
from spieltisch.cluster import leases
from tests.cluster.hosting import called, described, hosting, table_of_two
from tests.support.waiting import until_async

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def test_the_connections_of_a_table_that_went_elsewhere_are_forgotten() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            gone, kept = await table_of_two(host, "person"), await table_of_two(host, "person")
            for number, table in enumerate((gone, kept)):
                given = {"viewer": None, "listener": described(number), "since": None}
                await called(host, "front-1", table.record.code, "attach", **given)
            await host._put_away(gone)
            assert list(host.front("front-1").listeners) == [1], "nobody tells this host when the others go"

    asyncio.run(scenario())


def test_an_answer_that_is_given_again_shows_the_table_as_it_is_now() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            code = (table := await table_of_two(host, "person")).record.code
            bus: Any = host.bus
            before = len(bus.sent)
            await called(host, "front-1", code, "update_seat", seat=0, name="Anna", data=None, ready=None)
            await called(host, "front-1", code, "update_seat", seat=0, name="Berta", data=None, ready=None)
            # The first answer was lost on its way; the front asks again.
            number = f"update_seat{before}"
            host._take_call({"id": number, "from": "front-1", "code": code, "op": "update_seat", "given": {}})
            _, answer = bus.sent[-1]
            assert answer["id"] == number
            assert answer["value"]["name"] == "Anna"
            assert answer["face"]["seats"][0]["name"] == table.seating.get(0).name == "Berta"

    asyncio.run(scenario())


def test_a_host_whose_lease_nobody_renews_any_more_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.01)

    def broken(host: str) -> bool:
        raise ArithmeticError("a fault of ours")

    async def told() -> bool:
        return any("needs a restart" in record.getMessage() for record in caplog.records)

    async def scenario() -> None:
        async with hosting("host-a"):
            monkeypatch.setattr(leases, "renew", broken)
            await until_async(told, "the end is told")

    asyncio.run(scenario())


def test_what_a_program_missed_is_said_again_when_it_is_asked_for_again() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            code = (table := await table_of_two(host, "client")).record.code
            await table.settle()
            given = {"viewer": 0, "listener": described(7, page=False), "since": None}
            await called(host, "front-1", code, "attach", **given)
            bus: Any = host.bus
            call = {"id": "i", "from": "front-1", "code": code, "op": "catch_up", "given": {"viewer": 0, "conn": 7}}
            said = []
            for _ in range(2):
                # What was said the first time was lost with its answer.
                bus.sent.clear()
                host._take_call(call)
                for task in list(host._tasks):
                    await task
                said.append([head["t"] for _, head in bus.sent])
            assert said[0] == said[1]
            assert set(said[0]) == {"write", "reply"}

    asyncio.run(scenario())


def test_a_host_that_redis_does_not_reach_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            await host.check()
            monkeypatch.setattr(type(host.bus), "connected", False)
            with pytest.raises(Unavailable):
                await host.check()

    asyncio.run(scenario())
