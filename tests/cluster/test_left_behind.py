"""What is left behind when tables, fronts and seats change hands: nothing that acts, and nobody who is forgotten."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from gamekit import registry
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables import absence, storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.delaying import OPTION
from spieltisch.tables.models import Table
from spieltisch.tables.seating import Claim
from tests.cluster.hosting import called, described, here, hosting, table_of_two
from tests.support.waiting import PATIENCE, until_async

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


@asynccontextmanager
async def held_up(table: TableActor) -> AsyncIterator[None]:
    """Hold the table's turnstile, as a step does that waits for the database."""
    done = asyncio.Event()
    holding = asyncio.create_task(table.through(_wait_for(done)))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        done.set()
        await asyncio.gather(holding, return_exceptions=True)


async def _wait_for(event: asyncio.Event) -> None:
    await event.wait()


async def attached(host: TableHost, table: TableActor, viewer: int, number: int, page: bool = True) -> None:
    """Let a connection of a front hear the table."""
    given: dict[str, Any] = {"viewer": viewer, "listener": described(number, page), "since": None}
    await called(host, "front-1", table.record.code, "attach", **given)


def ring(table: TableActor, seat: int) -> None:
    """Let a timer of the table's ring now."""
    timer = table.absence._timers.pop(seat)
    timer.cancel()
    table.spawn(table.through(table.absence._over(seat)))


def sits(number: int, seat: int | None = None, kind: Any = "person", holder: str = "") -> Claim:
    """Return the claim of somebody who sits down."""
    return Claim(f"p{number}", kind, holder or f"user:{number}", number, seat=seat, ready=True)


def test_a_table_put_away_writes_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "RETURN_SECONDS", 0.3)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            code = (table := await table_of_two(host, "person", personTime=60_000)).record.code
            await table.settle()
            await host.directory.put_away(code)
            # Taken over: clocks stand for a while; and lost again before they run.
            old = await host.directory.get(code)
            await host.directory.put_away(code)
            for clock in old.clocks._running.values():
                clock.expectation = SimpleNamespace(  # type: ignore[assignment]
                    seat=clock.expectation.seat, kind=clock.expectation.kind, turn=0, limit_ms=1, soft_ms=None
                )
            new = await host.directory.get(code)
            await asyncio.sleep(4 * absence.RETURN_SECONDS)
            assert old._timer is None or old._timer.cancelled()
            assert await sync_to_async(storage.step_count)(new.running().match_id) == 0

    asyncio.run(scenario())


def test_a_fenced_table_of_an_earlier_turn_does_not_cost_the_present_one() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            old = await table_of_two(host, "person", personTime=60_000)
            await host.directory.put_away(old.record.code)
            new = await host.directory.get(old.record.code)
            await host._put_away(old)
            assert host.directory.loaded(old.record.code) is new

    asyncio.run(scenario())


def test_the_lobby_is_told_on_when_a_table_is_put_away_in_between() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            told: list[bytes] = []
            host.directory.feed.publish = told.append
            lost, kept = await table_of_two(host, "person"), await table_of_two(host, "person")
            async with held_up(lost):
                host.directory.feed.touch(lost)
                await until_async(_waits_at(lost), "the news waits at the turnstile")
                await host._put_away(lost)
            told.clear()
            host.directory.feed.touch(kept)
            await until_async(_is_filled(told), "the other table is told of")

    asyncio.run(scenario())


def _waits_at(table: TableActor) -> Any:
    async def waits() -> bool:
        return table.turnstile.waiting > 0

    return waits


def _is_filled(told: list[bytes]) -> Any:
    async def filled() -> bool:
        return bool(told)

    return filled


def test_a_front_that_goes_leaves_every_table_though_one_is_put_away() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            tables = [await table_of_two(host, "person") for _ in range(2)]
            for number, table in enumerate(tables):
                await attached(host, table, 0, number)
            async with held_up(tables[0]):
                host._mourn("front-1", time.monotonic())
                await asyncio.sleep(0)
                await host._put_away(tables[0])
            await asyncio.gather(*host._tasks, return_exceptions=True)
            assert tables[1].seating.get(0).connections == 0

    asyncio.run(scenario())


def test_a_call_and_the_goodbye_right_behind_it_leave_no_ghost() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            given = {"viewer": 0, "listener": described(5), "since": None}
            host._take_call({"id": "i", "from": "front-1", "code": table.record.code, "op": "attach", "given": given})
            host._mourn("front-1", time.monotonic())
            await asyncio.gather(*host._tasks)
            assert table.seating.get(0).connections == 0
            assert "front-1" not in host.fronts

    asyncio.run(scenario())


def test_a_connection_at_a_freed_seat_does_not_come_back_to_it() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await table.rise(0)
            # The front was told, but the packet was lost: its list still has the seat.
            await called(host, "front-1", table.record.code, "sync", **here(0, 1, "user:1"))
            assert host.directory.hub.count(table.record.code, 0) == 0
            await table.sit(sits(7, seat=0))
            await called(host, "front-1", table.record.code, "sync", **here(0, 1, "user:1"))
            await table.settle()
            await called(host, "front-1", table.record.code, "sync", **here(0, 1, "user:1"))
            assert host.directory.hub.count(table.record.code, 0) == 0
            assert host.directory.hub.count(table.record.code, None) == 1

    asyncio.run(scenario())


@pytest.mark.parametrize(("meanwhile", "place"), [("moves", 1), ("leaves", None)])
def test_a_page_that_comes_to_a_seat_just_lost_does_not_hear_its_next_owner(meanwhile: str, place: int | None) -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await host.directory.open_table(registry.game("mississippi"), size=2)
            await table.sit(sits(1, seat=0))
            if meanwhile == "moves":
                await table.sit(sits(1, seat=1))
            else:
                await table.rise(0)
            # As it had read of its seat before.
            given = {"viewer": 0, "listener": {**described(1), "holder": "user:1"}, "since": 3}
            await called(host, "front-1", table.record.code, "attach", **given)
            await table.sit(sits(2, seat=0))
            assert host.directory.hub.count(table.record.code, 0) == 0
            assert host.directory.hub.count(table.record.code, place) == 1
            bus: Any = host.bus
            assert [head["seat"] for _, head in bus.sent if head["t"] == "seat"] == [place], "the page was not told"

    asyncio.run(scenario())


def test_spectators_who_see_a_table_late_do_not_hear_its_end_from_its_next_host() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            game, options = registry.game("mississippi"), {"openingPause": 0}
            table = await host.directory.open_table(game, size=2, options=options, extra={OPTION: 60})
            for number in (1, 2):
                await table.sit(sits(number, seat=number - 1))
            await table.settle()
            code = table.running().code
            await table.control("abort")
            # They had been shown the beginning by a host that is gone.
            told = {"listeners": [{**described(1), "viewer": None, "holder": ""}], "told": {"None": [code, 1]}}
            await called(host, "front-1", table.record.code, "sync", **told)
            bus: Any = host.bus
            kinds = [kind for _, head in bus.sent for kind, _ in head.get("messages", ())]
            assert "table/table" in kinds
            assert "table/finished" not in kinds
            assert not [head for _, head in bus.sent if head["t"] == "repair"]

    asyncio.run(scenario())


def test_whoever_is_waited_for_is_waited_for_at_his_new_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await host.directory.open_table(registry.game("qwirkle"), size=4, on_disconnect="bot")
            for number in range(3):
                await table.sit(sits(number, seat=number))
                await attached(host, table, number, number)
            await table.rise(0)
            await called(host, "front-1", table.record.code, "detach", viewer=2, conn=2, ours=False)
            assert set(table.absence._timers) == {2}
            await table.start()
            assert [record.name for record in table.seating.all()] == ["p1", "p2"]
            ring(table, 1)
            await until_async(_stood_in_for(table, 1), "a bot plays for who is away")

    asyncio.run(scenario())


def _stood_in_for(table: TableActor, seat: int) -> Any:
    async def stood_in() -> bool:
        return bool(table.seating.get(seat).stand_in)

    return stood_in


def test_nobody_waits_for_a_program_that_has_come_back_to_another_seat() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await host.directory.open_table(registry.game("quidditch"), size=2, house=True)
            for number in range(2):
                await table.sit(sits(number, kind="client", holder=f"login:quidditch:u{number}"))
            await host.directory.put_away(table.record.code)
            table = await host.directory.get(table.record.code)
            assert table.absence.awaited == {0, 1}
            ring(table, 0)
            await until_async(_is_free(table, 0), "the first one did not come back")
            record = await table.sit(sits(1, kind="client", holder="login:quidditch:u1"))
            assert record.seat == 0
            assert table.absence.awaited == set()

    asyncio.run(scenario())


def _is_free(table: TableActor, seat: int) -> Any:
    async def free() -> bool:
        return table.seating.find(seat) is None

    return free


def test_a_bot_that_thinks_while_the_owner_comes_back_does_not_play_for_him() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await table.settle()
            kind = next(kind for kind in table.game.bots if kind.slow)
            begun, go, bot = threading.Event(), threading.Event(), kind.make()

            def choose(*words: Any) -> Any:
                begun.set()
                go.wait(PATIENCE)
                return bot.choose(*words)

            table.bots._bots[0, kind.name] = SimpleNamespace(choose=choose)
            await table.stand_in(0, kind.name)
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            await table.stand_in(0, "")
            go.set()
            await asyncio.gather(*table.bots._tasks.values())
            assert table.running().steps == 0

    asyncio.run(scenario())


def test_a_bot_that_fails_plays_some_move_and_goes_on() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await table.settle()
            kind = table.game.bots[0]

            def fail(*words: Any) -> Any:
                raise ArithmeticError("a fault in a bot")

            table.bots._bots[0, kind.name] = SimpleNamespace(choose=fail)
            await table.stand_in(0, kind.name)
            await until_async(_has_played(table), "a move is made all the same")

    asyncio.run(scenario())


def _has_played(table: TableActor) -> Any:
    async def played() -> bool:
        return table.running().steps > 0

    return played


def _note_thinking(table: TableActor, asked: list[TableActor]) -> None:
    choose = table.bots._choose

    async def noted(seat: int, name: str, state: Any) -> Any:
        asked.append(table)
        return await choose(seat, name, state)

    table.bots._choose = noted  # type: ignore[method-assign]


def _have_all(asked: list[TableActor], tables: list[TableActor]) -> Any:
    async def have_all() -> bool:
        return len(asked) >= len(tables)

    return have_all


def test_bots_that_think_keep_nobody_from_catching_up() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            tables = [await table_of_two(host, "person") for _ in range(12)]
            go, asked = threading.Event(), list[TableActor]()
            for table in tables:
                await table.settle()
                kind = next(kind for kind in table.game.bots if kind.slow)
                table.bots._bots[0, kind.name] = SimpleNamespace(choose=lambda *words: go.wait(30) and None)
                _note_thinking(table, asked)
                await table.stand_in(0, kind.name)
            try:
                await until_async(_have_all(asked, tables), "every bot is sent to think")
                began = time.monotonic()
                await called(host, "front-1", tables[-1].record.code, "sync", **here(1, 9, "user:2"))
                assert time.monotonic() - began < 5
            finally:
                go.set()

    asyncio.run(scenario())


def test_what_was_ready_while_no_match_could_begin_begins_afterwards() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            host.directory.drain(True)
            table = await table_of_two(host, "person")
            await table.settle()
            assert not table.playing
            host.directory.drain(False)
            await until_async(_plays(table), "the match begins")

    asyncio.run(scenario())


def _plays(table: TableActor) -> Any:
    async def plays() -> bool:
        return table.playing

    return plays


def test_a_pause_that_was_written_before_its_note_was_taken_away_is_not_asked_for_again() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            game = registry.game("catan")
            table = await host.directory.open_table(game, size=game.seats[0], house=True)
            for number in range(game.seats[0]):
                await table.sit(sits(number))
            await table.control("pause", early=True)
            await table.settle()
            code = table.record.code
            await sync_to_async(lambda: Table.objects.filter(code=code).update(extra={"begins_paused": True}))()
            await host.directory.put_away(code)
            again = await host.directory.get(code)
            assert game.rules.paused(again.running().state)

    asyncio.run(scenario())
