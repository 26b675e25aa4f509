"""Sockets are counted by address; those of a process that died are forgotten by themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis import Redis

from spieltisch.tables.doorkeeping import Doorkeeping
from tests.support.waiting import until_async
from tools import services


@asynccontextmanager
async def doors(count: int, most: int, redis: str = "", time_to_live: float = 60) -> AsyncIterator[list[Doorkeeping]]:
    """Give the doorkeeping of several processes."""
    made = [Doorkeeping(most, redis, time_to_live) for _ in range(count)]
    yield made
    for door in made:
        await door.close()


def test_a_process_counts_its_own_sockets() -> None:
    async def scenario() -> None:
        door = Doorkeeping(2)
        first, second = await door.admit("a"), await door.admit("a")
        assert first
        assert second
        assert await door.admit("a") is None
        assert await door.admit("b")
        door.dismiss(first)
        assert await door.admit("a")

    asyncio.run(scenario())


def test_sockets_of_a_process_that_died_do_not_count_for_ever(own_redis: services.Redis) -> None:
    async def scenario() -> None:
        async with doors(3, 1, own_redis.url, time_to_live=4) as (dead, alive, other):
            assert await dead.admit("a")
            await dead.close()
            assert await alive.admit("a") is None
            await until_async(lambda: alive.admit("a"), "the dead process's socket is forgotten")
            began = time.monotonic()
            while time.monotonic() - began < 5:
                assert await other.admit("a") is None, "a living process renews its sockets"
                await asyncio.sleep(0.2)

    asyncio.run(scenario())


def test_a_socket_that_ends_makes_room_everywhere(own_redis: services.Redis) -> None:
    async def scenario() -> None:
        async with doors(2, 1, own_redis.url) as (here, there):
            member = await here.admit("a")
            assert member
            assert await there.admit("a") is None
            here.dismiss(member)
            await until_async(lambda: there.admit("a"), "room for another")

    asyncio.run(scenario())
    with Redis.from_url(own_redis.url) as redis:
        assert redis.zcard("sockets:a") == 1


def test_without_redis_nobody_is_kept_out(own_redis: services.Redis) -> None:
    async def scenario() -> None:
        async with doors(1, 2, own_redis.url) as (door,):
            own_redis.stop()
            assert await door.admit("a")
            assert await door.admit("a")
            assert await door.admit("a") is None

    asyncio.run(scenario())
