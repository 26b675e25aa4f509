"""The way in: a few at a time, fewer while the loop is busy, and never nobody."""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from bridge import entrance
from bridge.entrance import AT_ONCE, LATE, Entrance, Pace, entrances
from tests.bridge.echo import run, until

CROWD = 5 * AT_ONCE


class Hall:
    """Counts those who came in, and how many came between two turns of the loop."""

    def __init__(self) -> None:
        self.inside: list[asyncio.BaseTransport] = []

    def protocol(self) -> asyncio.Protocol:
        """Return the protocol of somebody who comes in."""
        hall = self

        class Guest(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                hall.inside.append(transport)

        return Guest()

    def empty(self) -> None:
        """Let everybody go."""
        for guest in self.inside:
            guest.close()


@contextmanager
def crowd(way: Entrance, count: int = CROWD) -> Iterator[None]:
    """Let so many knock; the system lets them wait."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(socket.create_connection(way.address, 5))
        yield


def test_a_crowd_comes_in_a_few_at_a_time_and_everybody_in_the_end() -> None:
    async def test() -> None:
        hall = Hall()
        [way] = await entrances("127.0.0.1", 0, hall.protocol)
        with crowd(way):
            way.open()
            most = before = 0
            while before < CROWD:
                await asyncio.sleep(0)
                most, before = max(most, len(hall.inside) - before), len(hall.inside)
            assert 0 < most <= AT_ONCE
        hall.empty()
        way.close()

    run(test())


def test_while_the_loop_is_busy_those_outside_wait() -> None:
    async def test() -> None:
        loop, calls = asyncio.get_running_loop(), list[float]()
        pace = Pace(lambda: calls.append(loop.time()))
        busy_until = loop.time() + 0.1

        def work() -> None:
            time.sleep(2 * LATE)
            if loop.time() < busy_until:
                loop.call_soon(work)

        pace.rest()
        loop.call_soon(work)
        await until(lambda: bool(calls))
        assert busy_until <= calls[0]

    run(test())


def test_a_loop_that_is_always_busy_lets_somebody_in_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "PATIENCE", 0.1)

    async def test() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def work() -> None:
            time.sleep(2 * LATE)
            if not done.is_set():
                loop.call_soon(work)

        Pace(done.set).rest()
        loop.call_soon(work)
        await asyncio.wait_for(done.wait(), 5)

    run(test())


def test_without_files_nobody_is_let_in_until_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "NO_FILES", 0.05)

    class Poor(socket.socket):
        refusals = 0

        def accept(self) -> tuple[socket.socket, object]:
            if Poor.refusals < 2:
                Poor.refusals += 1
                raise OSError(errno.EMFILE, "too many open files")
            return super().accept()

    async def test() -> None:
        hall, listening = Hall(), Poor()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        way = Entrance(listening, hall.protocol)
        with crowd(way, 1):
            way.open()
            await until(lambda: bool(hall.inside))
        assert Poor.refusals == 2
        hall.empty()
        way.close()

    run(test())


def test_a_closed_entrance_takes_nobody_even_if_it_was_resting() -> None:
    async def test() -> None:
        hall = Hall()
        [way] = await entrances("127.0.0.1", 0, hall.protocol)
        with crowd(way):
            way.open()
            await until(lambda: bool(hall.inside))
            way.close()
            count = len(hall.inside)
            await asyncio.sleep(4 * entrance.REST)
            assert len(hall.inside) <= count + AT_ONCE
        hall.empty()

    run(test())


def test_every_address_of_a_name_is_listened_on() -> None:
    async def test() -> None:
        ways = await entrances("localhost", 0, Hall().protocol)
        assert {way.address[0] for way in ways} <= {"127.0.0.1", "::1"}
        for way in ways:
            way.close()

    run(test())
