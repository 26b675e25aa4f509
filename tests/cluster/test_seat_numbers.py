"""Seats are freed, and numbered anew when a match begins: who asks from one that is his no longer gets nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from gamekit import registry
from spieltisch.accounts.models import User
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables.actor import TableActor
from spieltisch.tables.seating import Claim
from tests.cluster.hosting import called, hosting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]

HAND = {"question": "GameDataRequest", "data": None}


async def table_with_a_gap(host: TableHost) -> TableActor:
    """Open a Qwirkle table for four at which two sit: at seats 1 and 2, which are 0 and 1 when they begin."""
    options = registry.game("qwirkle").read_options({"timeVisualization": 0, "turnTime": 600_000}, 4)
    table = await host.directory.open_table(registry.game("qwirkle"), size=4, options=options, house=False)
    for seat in (1, 2):
        await sit(table, seat, seat)
    return table


async def sit(table: TableActor, user: int, seat: int) -> None:
    """Let an account sit down."""
    await table.sit(Claim(f"p{user}", "person", f"user:{user}", user, seat=seat, ready=True))


async def asked(host: TableHost, table: TableActor, op: str, **given: Any) -> Any:
    """Return what a front is answered, or the code by which it is refused."""
    answer = await called(host, "front-1", table.record.code, op, **given)
    return answer["refused"]["code"] if "refused" in answer else answer["value"]


def test_who_has_not_heard_of_his_new_number_is_shown_his_own_hand() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            await table.start()
            own = await asked(host, table, "ask", viewer=0, holder="user:1", **HAND)
            assert own != await asked(host, table, "ask", viewer=1, holder="user:2", **HAND)
            assert own == await asked(host, table, "ask", viewer=1, holder="user:1", **HAND)

    asyncio.run(scenario())


def test_who_has_not_heard_of_his_new_number_plays_for_himself() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            await table.start()
            steps = table.running().steps
            await asked(host, table, "withdraw", seat=1, holder="user:1")
            assert table.running().steps > steps
            outcome = table.running().outcome()
            assert outcome is not None
            assert outcome.winners == (1,), "he gave up, and not the one who has his old number"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("op", "given"),
    [
        ("ask", {"viewer": 1, **HAND}),
        ("play", {"seat": 1, "move": {}, "ago": 0.0}),
        ("withdraw", {"seat": 1}),
        ("rise", {"seat": 1}),
        ("stand_in", {"seat": 1, "bot": "random"}),
    ],
)
def test_who_has_lost_his_seat_gets_nothing_of_its_next_owner(op: str, given: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            await table.unseat(1)
            await sit(table, 3, 1)
            await sit(table, 4, 0)
            await table.start()
            steps = table.running().steps
            assert await asked(host, table, op, **given, holder="user:1") == "seat/lost"
            assert table.running().steps == steps
            assert table.seating.get(1).holder == "user:3"

    asyncio.run(scenario())


def test_a_seat_is_changed_by_its_owner_alone() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            await table.unseat(1)
            await sit(table, 3, 1)
            changes = {"seat": 1, "name": "Mine", "data": None, "ready": False}
            assert await asked(host, table, "update_seat", **changes, holder="user:1") == "seat/lost"
            assert table.seating.get(1).name == "p3"

    asyncio.run(scenario())


def test_who_has_resigned_goes_on_looking_from_his_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            await sit(table, 3, 0)
            await table.start()
            before = await asked(host, table, "ask", viewer=0, holder="user:3", **HAND)
            await asked(host, table, "rise", seat=0, holder="user:3")
            assert table.running().outcome() is None
            after = await asked(host, table, "ask", viewer=0, holder="user:3", **HAND)
            assert set(after) == set(before)

    asyncio.run(scenario())


def test_who_lets_his_program_play_still_has_his_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            owner = await sync_to_async(User.objects.create)(username="owner")
            await table.sit(Claim("Owner", "person", f"user:{owner.pk}", 7, user_id=owner.pk, seat=3, ready=True))
            await table.set_token(3, "hash", owner.pk)
            await table.sit(Claim("Program", "client", "connection:9", 9, token_hash="hash"))
            assert table.seating.get(3).holder == "connection:9"
            changes = {"seat": 3, "name": None, "data": None, "ready": False}
            assert (await asked(host, table, "update_seat", **changes, holder=f"user:{owner.pk}"))["seat"] == 3
            await asked(host, table, "rise", seat=3, holder=f"user:{owner.pk}")
            assert table.seating.find(3) is None, "he stood up, and his program with him"

    asyncio.run(scenario())


def test_nobody_is_unseated_from_a_match_that_began_in_the_same_moment() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_with_a_gap(host)
            unseated = asked(host, table, "unseat", seat=1)
            _, refused = await asyncio.gather(table.start(), unseated)
            assert refused == "table/started"
            assert table.running().outcome() is None, "nobody has lost by it"

    asyncio.run(scenario())
