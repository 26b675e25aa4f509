"""What becomes of a table when its host changes, or a front goes: nothing is forgotten, nobody stays as a ghost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from spieltisch.cluster import leases, tablehost
from spieltisch.cluster.bus import Peer
from spieltisch.cluster.syncing import sync
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables import absence
from spieltisch.tables import directory as directories
from spieltisch.tables.absence import RESTART_GRACE
from spieltisch.tables.actor import TableActor
from spieltisch.tables.models import Match, Seat
from tests.cluster.hosting import called, described, here, hosting, table_of_two
from tests.support.waiting import until_async

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def _over(table: TableActor) -> Callable[[], Awaitable[bool]]:
    async def over() -> bool:
        return table.running().outcome() is not None

    return over


def _paused(table: TableActor) -> Callable[[], Awaitable[bool]]:
    async def paused() -> bool:
        return table.record.status == "paused"

    return paused


def test_a_table_that_was_ready_when_its_host_went_begins_when_all_are_back() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "client")
            code = table.record.code
            assert table.match is None, "programs ask for the beginning, and their host went before"
        async with hosting("host-b") as second:
            table = await second.directory.get(code)
            await table.through(sync(table, second.front("front-2"), here(1, 2, "connection:2", page=False)))
            await table.settle()
            assert table.match is None, "the other one is not back yet"
            await table.through(sync(table, second.front("front-1"), here(0, 1, "connection:1", page=False)))
            assert table.match is not None

    asyncio.run(scenario())


def test_a_front_that_goes_while_it_is_answered_leaves_no_ghost() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await table.settle()
            code = table.record.code
            async with table.turnstile._lock:
                given = {"viewer": 0, "listener": described(7), "since": None}
                host._take_call({"id": "i", "from": "front-1", "code": code, "op": "attach", "given": given})
                await asyncio.sleep(0)
                host._mourn("front-1", time.monotonic())
            for task in list(host._tasks):
                await task
            assert host.directory.hub.count(code, 0) == 0
            assert table.seating.get(0).connections == 0

    asyncio.run(scenario())


def test_a_front_taken_for_dead_that_asks_once_more_joins_once_more() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await table.settle()
            code = table.record.code
            given = {"viewer": 0, "listener": described(7), "since": None}
            call = {"id": "i", "from": "front-1", "code": code, "op": "attach", "given": given}

            async def ask() -> None:
                host._take_call(call)
                for task in list(host._tasks):
                    await task

            await ask()
            gone = host.front("front-1")
            host._mourn("front-1", time.monotonic())
            bus: Any = host.bus
            bus.sent.clear()
            for task in list(host._tasks):
                await task
            assert bus.sent == [], "its hub would let those go who join anew"
            # The answer was on its way when the front stood still.
            await ask()
            (listener,) = (listener for _, listener in host.directory.hub.listeners(code))
            assert listener.front is not gone
            assert [head["t"] for _, head in bus.sent if head["t"] in ("joined", "reply")] == ["joined", "reply"]

    asyncio.run(scenario())


def test_a_seat_refused_to_a_front_is_not_kept_for_its_connection() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            claim = {"name": "late", "kind": "client", "holder": "connection:9", "number": 9, "data": {}}
            claim |= {"user_id": None, "bot": "", "seat": None, "token_hash": "", "ready": True}
            answer = await called(
                host, "front-1", table.record.code, "sit", claim=claim, listener=described(9, page=False)
            )
            assert "refused" in answer
            assert host.front("front-1").listeners == {}

    asyncio.run(scenario())


def test_a_stand_in_stays_over_a_gap_and_a_change_of_hosts_and_ends_when_the_owner_comes() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "person", personTime=60_000)
            await table.settle()
            code = table.record.code
            await called(first, "front-1", code, "attach", viewer=1, listener=described(1), since=None)
            await table.stand_in(1, "strong")
            await called(first, "front-1", code, "sync", **here(1, 1, "user:2"))
            assert table.seating.get(1).bot_now == "strong", "the owner asked for it"
            seat = table.seating.get(0)
            await table.through(table.absence._over(0))
            assert seat.bot_now, "away for too long"
        async with hosting("host-b") as second:
            table = await second.directory.get(code)
            assert [record.bot_now != "" for record in table.seating.all()] == [True, True]
            await called(second, "front-1", code, "attach", viewer=0, listener=described(2), since=None)
            assert table.seating.get(0).bot_now == "", "he was only away"
            await called(second, "front-1", code, "attach", viewer=1, listener=described(1), since=None)
            assert table.seating.get(1).bot_now == "strong", "a page that comes back by itself is nobody's word"
            await table.stand_in(1, "")
            stored = await sync_to_async(
                lambda: list(Seat.objects.order_by("seat").values_list("stand_in", flat=True))
            )()
            assert stored == ["", ""]

    asyncio.run(scenario())


def test_a_front_that_goes_takes_nobodys_seat_with_it() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "client")
            code = table.record.code
            await called(host, "front-1", code, "sync", **here(0, 1, "connection:1", page=False))
            await table.settle()
            assert table.match is not None
            host._mourn("front-1", time.monotonic())
            for task in list(host._tasks):
                await task
            assert table.match.outcome() is None, "the client did not want to go"
            left = table.absence._timers[0].when() - asyncio.get_running_loop().time()
            assert RESTART_GRACE - 5 < left <= RESTART_GRACE
            # A client that goes by itself gives its seat up, as its protocol has it.
            await called(host, "front-2", code, "attach", viewer=1, listener=described(2, page=False), since=None)
            await called(host, "front-2", code, "detach", viewer=1, conn=2, ours=False)
            await until_async(_over(table), "the match is over")

    asyncio.run(scenario())


def test_a_table_of_ours_that_is_not_in_memory_is_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablehost, "OWN_SECONDS", 0)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            await host.directory.put_away(table.record.code)
            assert host.directory.loaded(table.record.code) is None
            await host._adopt()
            assert host.directory.loaded(table.record.code) is not None

    asyncio.run(scenario())


def test_clocks_stand_while_the_lease_is_gone() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person", personTime=60_000)
            await table.settle()
            seat = next(one.seat for one in table.expected() if one.seat is not None)
            # Nobody renews the lease: the database is away.
            host._keepers[0].cancel()
            host._lapses = time.monotonic()
            before = left(table, seat)
            await asyncio.sleep(4 * tablehost.LOOK_SECONDS)
            assert before - left(table, seat) < 2 * tablehost.LOOK_SECONDS

    asyncio.run(scenario())


def left(table: TableActor, seat: int) -> float:
    clock = table.clocks.of_seat(seat)
    seconds = clock.left(time.monotonic()) if clock is not None else None
    assert seconds is not None
    return seconds


def test_nobody_is_charged_for_the_way_back_after_a_change_of_hosts() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "person", personTime=60_000)
            await table.settle()
            code = table.record.code
        async with hosting("host-b") as second:
            table = await second.directory.get(code)
            seat = next(one.seat for one in table.expected() if one.seat is not None)
            before = left(table, seat)
            await asyncio.sleep(0.2)
            assert left(table, seat) == before, "nobody is there to use the time"
            given = here(seat, 1, f"user:{seat + 1}")
            await called(second, "front-1", code, "sync", **given)
            await asyncio.sleep(0.2)
            assert left(table, seat) < before

    asyncio.run(scenario())


async def thinking(host: TableHost) -> tuple[TableActor, int, dict[str, Any]]:
    """Return a table with the seat that is to move, whose owner came by the first front, and how he came."""
    table = await table_of_two(host, "person", personTime=60_000)
    await table.settle()
    seat = next(one.seat for one in table.expected() if one.seat is not None)
    given = {"viewer": seat, "listener": described(1), "since": None}
    await called(host, "front-1", table.record.code, "attach", **given)
    return table, seat, given


def test_nobody_is_charged_for_a_front_that_died_or_for_the_way_to_another() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, seat, given = await thinking(host)
            code = table.record.code
            # In this order: what passes in between is not charged either.
            died = time.monotonic()
            before = left(table, seat)
            # It is long dead when that is noticed.
            await asyncio.sleep(0.5)
            host._mourn("front-1", died)
            await asyncio.gather(*host._tasks)
            await asyncio.sleep(0.2)
            assert before - left(table, seat) < 0.1
            await called(host, "front-2", code, "attach", **given)
            again = left(table, seat)
            await asyncio.sleep(0.2)
            assert left(table, seat) < again

    asyncio.run(scenario())


def test_who_comes_back_before_his_front_is_known_to_be_dead_is_not_charged_for_the_way() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, seat, given = await thinking(host)
            code = table.record.code
            host.bus.peers["front-1"] = Peer("front-1", "front", time.monotonic())
            before = left(table, seat)
            await until_async(_silent(host, "front-1"), "its heartbeats are missed")
            await called(host, "front-2", code, "attach", **given)
            assert before - left(table, seat) < 0.5, "and it was silent for more than a second"
            # Somebody who comes with a second page while the first is there gets nothing for it.
            again = left(table, seat)
            await asyncio.sleep(0.2)
            host.bus.peers["front-1"].seen = time.monotonic()
            await called(host, "front-2", code, "attach", **given | {"listener": described(2)})
            assert left(table, seat) < again - 0.1

    asyncio.run(scenario())


def _silent(host: TableHost, front: str) -> Callable[[], Awaitable[bool]]:
    async def silent() -> bool:
        return host.front(front).silent_since is not None

    return silent


def test_a_host_that_leaves_sends_calls_elsewhere() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            host._leaving = True
            host._take_call({"id": "i", "from": "front-1", "code": table.record.code, "op": "look", "given": {}})
            bus = host.bus
            assert bus.sent[-1] == ("front-1", {"t": "reply", "id": "i", "moved": True})  # type: ignore[attr-defined]

    asyncio.run(scenario())


def test_a_front_catches_up_with_what_its_host_could_not_say_without_a_lease() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, _, _ = await thinking(host)
            host.front("front-2")
            bus: Any = host.bus
            # The renewal is late: nothing is said until it has come, and then all was in time.
            host._keepers[0].cancel()
            host._lapses = time.monotonic()
            bus.sent.clear()
            table.tell_pages("table/notice", {"text": "Hello", "level": "info"})
            assert bus.sent == []
            assert await host._renew()
            assert bus.sent == [("front-1", {"t": "hello"})]

    asyncio.run(scenario())


def test_the_last_move_at_a_lobby_is_known_though_its_match_was_cleared_away() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "client")
            table.record.extra["reopen"] = True
            await table.settle()
            code = table.record.code
            await table.control("abort", command="an-id")
            assert table.match is None
        async with hosting("host-b") as second:
            head = {"from": "front-1", "code": code, "op": "control", "given": {"order": "abort", "early": False}}
            for number, again in (("an-id", True), ("another-id", True)):
                second._take_call({**head, "id": number, "again": again})
                await asyncio.gather(*second._tasks)
            bus: Any = second.bus
            known, unknown = (answer for _, answer in bus.sent if answer["t"] == "reply")
            assert "refused" not in known
            assert unknown["refused"]["code"] == "table/not_started"

    asyncio.run(scenario())


def test_who_goes_again_on_his_way_back_gets_the_whole_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "RETURN_SECONDS", 0.6)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            table, seat, given = await thinking(host)
            code = table.record.code
            host._mourn("front-1", time.monotonic())
            await asyncio.gather(*host._tasks)
            await asyncio.sleep(0.4)
            await called(host, "front-2", code, "attach", **given)
            host._mourn("front-2", time.monotonic())
            await asyncio.gather(*host._tasks)
            before = left(table, seat)
            await asyncio.sleep(0.4)
            assert left(table, seat) == before, "the time of his first way back is over, not that of his second"

    asyncio.run(scenario())


def test_an_early_pause_holds_the_match_at_its_beginning_on_the_next_host() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as first:
            table = await table_of_two(first, "client", openingPause=50)
            await table.control("pause", early=True)
            code = table.record.code
        async with hosting("host-b") as second:
            table = await second.directory.get(code)
            await table.start()
            await until_async(_paused(table), "the match is held")
        async with hosting("host-c") as third:
            table = await third.directory.get(code)
            assert table.record.status == "paused"
            await table.control("resume")
        async with hosting("host-d") as fourth:
            table = await fourth.directory.get(code)
            assert table.record.status == "running"
            assert "begins_paused" not in table.record.extra

    asyncio.run(scenario())


def test_a_match_that_cannot_be_rebuilt_keeps_nobody_else_from_going_on() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            codes = []
            for _ in range(2):
                table = await table_of_two(host, "person", personTime=60_000)
                await table.settle()
                codes.append(table.record.code)
        await sync_to_async(Match.objects.filter(table__code=codes[0]).update)(players=[])
        async with hosting("host-b") as host:
            assert host.directory.loaded(codes[0]) is None
            assert host.directory.loaded(codes[1]) is not None
            assert set(await leases.ask(leases.own, "host-b")) == set(codes)
        everything = directories.Directory()
        directories.use(everything)
        await everything.start()
        assert [everything.loaded(code) is not None for code in codes] == [False, True]
        await everything.stop()

    asyncio.run(scenario())
