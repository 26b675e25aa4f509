"""Whoever asks for a seat that he cannot have keeps his own; whoever asks for his own is there all the time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from gamekit import registry
from gamekit.errors import Refused
from spieltisch.accounts.models import User
from spieltisch.cluster.faces import claim_json
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables.actor import TableActor
from spieltisch.tables.models import Seat
from spieltisch.tables.seating import Claim
from tests.cluster.hosting import called, described, hosting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def person(number: int, seat: int | None, **data: Any) -> Claim:
    """Return the claim of a page."""
    return Claim(f"p{number}", "person", f"user:{number}", number, data, seat=seat, ready=True)


async def catan(host: TableHost) -> TableActor:
    """Open a table for four at which one sits with his page at seat 0, and one without at seat 1."""
    table = await host.directory.open_table(registry.game("catan"), size=4)
    await table.sit(person(1, 0, colour="Rot"))
    await table.sit(person(2, 1, colour="Blau"))
    await called(host, "front-1", table.record.code, "attach", viewer=0, listener=listener(1), since=None)
    return table


def listener(number: int) -> dict[str, Any]:
    """Return the page of an account as its front describes it."""
    return {**described(number), "holder": f"user:{number}"}


async def stored(table: TableActor) -> list[tuple[int, str]]:
    """Return who has which seat for the next process."""
    seats = Seat.objects.filter(table_id=table.record.number).order_by("seat")
    return await sync_to_async(lambda: list(seats.values_list("seat", "holder")))()


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (person(1, 1), "seat/taken"),
        (person(1, 9), "seat/unknown"),
        (person(1, 2, colour="Blau"), "seat/colour_taken"),
        (person(1, 0, colour="Blau"), "seat/colour_taken"),
    ],
)
def test_whoever_is_refused_another_seat_keeps_his_own(wish: Claim, code: str) -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await catan(host)
            with pytest.raises(Refused) as refused:
                await table.sit(wish)
            assert refused.value.code == code
            own = table.seating.get(0)
            assert (own.holder, own.connections, own.data["colour"]) == ("user:1", 1, "Rot")
            assert await stored(table) == [(0, "user:1"), (1, "user:2")]
            with pytest.raises(Refused):
                # Sitting there, he would be shown to the first one's page.
                await table.sit(person(3, 0))

    asyncio.run(scenario())


def test_whoever_changes_seats_may_keep_what_only_he_has() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await catan(host)
            record = await table.sit(person(1, 2, colour="Rot"))
            assert (record.seat, record.connections, record.data["colour"]) == (2, 1, "Rot")
            assert await stored(table) == [(1, "user:2"), (2, "user:1")]
            assert host.directory.hub.count(table.record.code, 0) == 0

    asyncio.run(scenario())


def test_a_full_table_is_not_full_for_those_who_sit_there() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await catan(host)
            for number in (3, 4):
                await table.sit(person(number, None))
            assert (await table.sit(person(2, None))).seat == 1

    asyncio.run(scenario())


def test_a_page_that_sits_down_twice_is_not_waited_for() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await catan(host)
            record = await table.sit(person(1, 0, colour="Rot"))
            assert record.connections == 1
            assert 0 not in table.absence._timers
            await called(host, "front-1", table.record.code, "detach", viewer=0, conn=1, ours=False)
            assert table.seating.get(0).connections == 0

    asyncio.run(scenario())


def test_whoever_sits_down_where_he_sits_keeps_the_token_and_the_colour_of_his_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await catan(host)
            owner = await sync_to_async(User.objects.create)(username="owner")
            claim = Claim("Owner", "person", f"user:{owner.pk}", 7, {"colour": "Weiß"}, user_id=owner.pk, seat=3)
            await table.sit(claim)
            await table.set_token(3, "hash", owner.pk)
            record = await table.sit(replace(claim, data={}))
            assert (record.token_hash, record.data["colour"]) == ("hash", "Weiß")

    asyncio.run(scenario())


def test_an_old_connection_that_closes_does_not_cost_its_successor_the_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await host.directory.open_table(registry.game("quidditch"), size=2, house=True)
            code = table.record.code
            for number in (1, 2):
                claim = claim_json(Claim("u", "client", "login:quidditch:u", number))
                came = {**described(number, page=False), "holder": "login:quidditch:u"}
                answer = await called(host, "front-1", code, "sit", claim=claim, listener=came)
                assert answer["value"]["seat"] == 0
            await called(host, "front-1", code, "detach", viewer=0, conn=1, ours=False)
            assert table.seating.get(0).connections == 1
            await called(host, "front-1", code, "detach", viewer=0, conn=2, ours=False)
            assert table.seating.find(0) is None

    asyncio.run(scenario())
