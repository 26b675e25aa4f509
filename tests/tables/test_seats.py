"""Whoever asks for a seat that he cannot have keeps the one he has."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from gamekit import registry
from gamekit.errors import Refused
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
