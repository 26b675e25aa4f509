"""A process' place on Redis outlives Redis: it beats on, hears itself again, and says when something was missed."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from spieltisch import metrics
from spieltisch.cluster import bus as buses
from spieltisch.cluster.bus import Bus
from tests.support.waiting import PATIENCE, until_async
from tools.services import Redis


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beat, and take Redis for dead, ten times as fast."""
    for name, seconds in (("BEAT_SECONDS", 0.05), ("DEAF_SECONDS", 0.2), ("RETRY_SECONDS", 0.02)):
        monkeypatch.setattr(buses, name, seconds)


def connection_of(bus: Bus, wanted: bool) -> Callable[[], Awaitable[bool]]:
    async def reached() -> bool:
        return bus.connected is wanted

    return reached


@pytest.mark.parametrize("how", ["killed", "silent"])
def test_a_bus_comes_back_when_redis_was_away_for_many_beats(how: str, own_redis: Redis) -> None:
    async def scenario() -> None:
        bus = Bus(own_redis.url, "host")
        await bus.start()
        assert own_redis.process is not None
        if how == "killed":
            await asyncio.to_thread(own_redis.stop, signal.SIGKILL)
        else:
            own_redis.process.send_signal(signal.SIGSTOP)
        await until_async(connection_of(bus, False), "Redis is missed")
        # Long enough for every place in the code to meet a Redis that is not there.
        await asyncio.sleep(10 * buses.DEAF_SECONDS)
        if how == "killed":
            await asyncio.to_thread(own_redis.start)
        else:
            own_redis.process.send_signal(signal.SIGCONT)
        await until_async(connection_of(bus, True), "the bus hears itself again")
        assert not any(task.done() for task in bus._tasks)
        await bus.stop()

    asyncio.run(scenario())


def figure(name: str) -> float:
    """Return a figure as monitors see it."""
    (line,) = (line for line in metrics.render().splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


def test_what_a_redis_lost_is_counted_where_it_was_sent_and_where_it_was_missed(own_redis: Redis) -> None:
    names = "spieltisch_cluster_dropped_total", "spieltisch_cluster_gaps_total"

    async def scenario() -> None:
        sender, receiver = Bus(own_redis.url, "host"), Bus(own_redis.url, "front")
        missed = asyncio.Event()
        receiver.on_gap = lambda peer: missed.set()
        for bus in (sender, receiver):
            await bus.start()

        async def acquainted() -> bool:
            return receiver.name in sender.peers and sender.name in receiver.peers

        await until_async(acquainted, "they know each other")
        dropped, gaps = map(figure, names)
        await asyncio.to_thread(own_redis.stop, signal.SIGKILL)
        sender.send(receiver.name, {"t": "lost"})

        async def given_up() -> bool:
            return figure(names[0]) > dropped

        await until_async(given_up, "the packet is given up")
        assert figure(names[1]) == gaps
        await asyncio.to_thread(own_redis.start)
        await asyncio.wait_for(missed.wait(), PATIENCE)
        assert figure(names[1]) == gaps + 1
        for bus in (sender, receiver):
            await bus.stop()

    asyncio.run(scenario())


async def knows(bus: Bus, other: Bus, wanted: bool = True) -> None:
    """Wait until a bus takes another process for alive, or for gone."""

    async def told() -> bool:
        return (other.name in bus.peers) is wanted

    await until_async(told, "it is known" if wanted else "it is gone")


def missing(bus: Bus) -> asyncio.Event:
    """Return what is set when the bus misses something that was sent to it."""
    missed = asyncio.Event()
    bus.on_gap = lambda peer: missed.set()
    return missed


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_who_was_taken_for_dead_notices_whatever_was_lost(lost: int, own_redis: Redis) -> None:
    async def scenario() -> None:
        host, front = Bus(own_redis.url, "host"), Bus(own_redis.url, "front")
        for bus in (host, front):
            await bus.start()
        await knows(host, front)
        await knows(front, host)
        for _ in range(3):
            host.send(front.name, {"t": "told"})
        heard = asyncio.Event()

        async def hear(head: dict[str, Any], bodies: list[bytes]) -> None:
            if head["t"] == "last":
                heard.set()

        front.on_packet = hear
        host.send(front.name, {"t": "last"})
        await asyncio.wait_for(heard.wait(), PATIENCE)
        missed = missing(front)
        # For the host the front was silent for too long. It comes back, and its inbox is open a little later: until
        # then it hears nothing, no heartbeat either.
        put, host._put = host._put, lambda channel, data: None  # type: ignore[method-assign]
        host._forget(front.name)
        await knows(host, front)
        for _ in range(lost):
            host.send(front.name, {"t": "lost"})
        host._put = put  # type: ignore[method-assign]
        host.send(front.name, {"t": "told"})
        await asyncio.wait_for(missed.wait(), PATIENCE)
        for bus in (host, front):
            await bus.stop()

    asyncio.run(scenario())


def test_new_acquaintances_miss_nothing(own_redis: Redis) -> None:
    async def scenario() -> None:
        host, *fronts = buses_there = [Bus(own_redis.url, kind) for kind in ("host", "front", "front")]
        gaps = [missing(bus) for bus in buses_there]
        for bus in buses_there:
            await bus.start()
        heard = [asyncio.Event() for _ in fronts]
        for front, event in zip(fronts, heard, strict=True):

            async def hear(head: dict[str, Any], bodies: list[bytes], event: asyncio.Event = event) -> None:
                event.set()

            front.on_packet = hear
            await knows(host, front)
            await knows(front, host)
            host.send(front.name, {"t": "told"})
        for event in heard:
            await asyncio.wait_for(event.wait(), PATIENCE)
        assert not any(gap.is_set() for gap in gaps)
        for bus in buses_there:
            await bus.stop()

    asyncio.run(scenario())


def test_who_stood_still_reads_what_arrived_meanwhile(own_redis: Redis) -> None:
    async def scenario() -> None:
        host, front = Bus(own_redis.url, "host"), Bus(own_redis.url, "front")
        for bus in (host, front):
            await bus.start()
        await knows(host, front)
        await knows(front, host)
        opened, missed, heard = front._opened, missing(front), asyncio.Event()

        async def hear(head: dict[str, Any], bodies: list[bytes]) -> None:
            heard.set()

        front.on_packet = hear
        host.send(front.name, {"t": "told"})
        # The whole process stands still, right after the packet has gone out.
        await host._idle.wait()
        time.sleep(3 * buses.DEAF_SECONDS)  # noqa: ASYNC251
        await asyncio.wait_for(heard.wait(), PATIENCE)
        assert front._opened == opened, "the inbox was opened anew"
        assert not missed.is_set()
        for bus in (host, front):
            await bus.stop()

    asyncio.run(scenario())


def test_after_the_goodbye_nothing_is_said_that_looks_like_life(own_redis: Redis) -> None:
    async def scenario() -> None:
        host, front = Bus(own_redis.url, "host"), Bus(own_redis.url, "front")
        for bus in (host, front):
            await bus.start()
        await knows(front, host)
        stopping = asyncio.create_task(host.stop())
        await asyncio.sleep(0)
        # An answer to a call that was sent before its front had heard the goodbye.
        host.send(front.name, {"t": "reply"})
        host._say_beat()
        await stopping
        heard = front.heard_myself

        async def beats() -> bool:
            return front.heard_myself > heard + 2 * buses.BEAT_SECONDS

        await until_async(beats, "all that was sent has arrived")
        assert host.name not in front.peers
        await front.stop()

    asyncio.run(scenario())


@pytest.mark.parametrize("data", [b"", b"no packet", b"[]\n", b'{"t": "beat"}\n'])
def test_what_is_no_packet_closes_no_inbox(data: bytes, own_redis: Redis) -> None:
    async def scenario() -> None:
        bus = Bus(own_redis.url, "host")
        await bus.start()
        await bus._redis.publish("st:news", data)
        heard = bus.heard_myself

        async def hears() -> bool:
            return bus.heard_myself > heard + 3 * buses.BEAT_SECONDS

        await until_async(hears, "the bus hears itself after it")
        await bus.stop()

    asyncio.run(scenario())


def test_a_question_to_a_silent_redis_is_given_up(own_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(buses, "CONNECT_SECONDS", 0.05)

    async def scenario() -> None:
        bus = Bus(own_redis.url, "front")
        await bus.time()
        assert own_redis.process is not None
        own_redis.process.send_signal(signal.SIGSTOP)
        try:
            began = time.time()
            assert began <= await bus.time() <= time.time()
            assert time.time() - began < 5
        finally:
            own_redis.process.send_signal(signal.SIGCONT)
        await bus._redis.aclose()

    asyncio.run(scenario())


def test_two_buses_know_one_time(own_redis: Redis) -> None:
    async def scenario() -> None:
        first, second = Bus(own_redis.url, "front"), Bus(own_redis.url, "front")
        times = [await bus.time() for bus in (first, second, first)]
        assert times == sorted(times)
        for bus in (first, second):
            await bus._redis.aclose()

    asyncio.run(scenario())
