"""How many sockets an address may have open, of all kinds and over all processes together.

With Redis each socket is a member of its address's set, with a time to live that its process renews: sockets of a
process that was killed are forgotten by themselves. While Redis is away each process counts its own.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from itertools import count
from typing import Any

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bridge.limits import Doorkeeper, Limits
from bridge.subscribers import subscriber_of
from spieltisch import metrics

logger = logging.getLogger(__name__)

#: Seconds a socket counts without being renewed, and between two renewals.
TIME_TO_LIVE = 60.0
RENEW_EVERY = 20.0
#: Seconds a new socket waits for Redis.
PATIENCE = 0.5

REFUSED = metrics.counter("spieltisch_sockets_refused_total", "Sockets refused: their address had too many.")

ADMIT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[3])
redis.call('EXPIRE', KEYS[1], 2 * tonumber(ARGV[2]))
return 1
"""
RENEW = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[1]), ARGV[2])
redis.call('EXPIRE', KEYS[1], 2 * tonumber(ARGV[1]))
"""


class Doorkeeping:
    """Admits sockets in this process; with Redis, those that all processes have room for."""

    def __init__(self, most: int, redis_url: str = "", time_to_live: float = TIME_TO_LIVE) -> None:
        self._most = most
        self._here = Doorkeeper(most)
        self._time_to_live = time_to_live
        self._name = secrets.token_hex(6)
        self._numbers = count(1)
        self._redis = Redis.from_url(redis_url, socket_timeout=PATIENCE) if redis_url and most else None
        self._open: dict[str, str] = {}
        """Members of this process's sockets -> their address."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._renewing: asyncio.Task[None] | None = None

    async def admit(self, address: str) -> str | None:
        """Return the name under which the socket counts, for `dismiss`; None when it is one too many."""
        if not self._here.admit(address):
            REFUSED.inc()
            return None
        member = f"{self._name}:{next(self._numbers)}"
        if self._redis is not None and not await self._admit_everywhere(self._redis, address, member):
            self._here.dismiss(address)
            REFUSED.inc()
            return None
        self._open[member] = address
        return member

    def dismiss(self, member: str) -> None:
        """Count the socket no more."""
        address = self._open.pop(member)
        self._here.dismiss(address)
        if self._redis is not None:
            self._spawn(self._forget(self._redis, address, member))

    async def close(self) -> None:
        """Let go of Redis; this process's sockets are forgotten in time."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()

    async def _admit_everywhere(self, redis: Redis, address: str, member: str) -> bool:
        if self._renewing is None or self._renewing.done():
            self._renewing = self._spawn(self._renew(redis))
        try:
            return bool(await _run(redis, ADMIT, _key(address), self._most, round(self._time_to_live), member))
        except (RedisError, OSError) as error:
            logger.warning("sockets are counted by each process: Redis is away (%s)", type(error).__name__)
            return True

    async def _renew(self, redis: Redis) -> None:
        while True:
            await asyncio.sleep(self._time_to_live * RENEW_EVERY / TIME_TO_LIVE)
            for member, address in list(self._open.items()):
                try:
                    await _run(redis, RENEW, _key(address), round(self._time_to_live), member)
                except (RedisError, OSError):
                    break

    async def _forget(self, redis: Redis, address: str, member: str) -> None:
        try:
            await redis.zrem(_key(address), member)
        except (RedisError, OSError):
            logger.debug("a socket of %s will be forgotten in time", address)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _run(redis: Redis, script: str, key: str, *arguments: object) -> Any:
    return await redis.eval(script, 1, key, *map(str, arguments))


def _key(address: str) -> str:
    return f"sockets:{subscriber_of(address)}"


_door: Doorkeeping | None = None


def door() -> Doorkeeping:
    """Return this process's doorkeeping, made on first use inside the event loop."""
    global _door
    if _door is None:
        _door = Doorkeeping(Limits.from_environment().sockets_per_address, settings.REDIS_URL)
    return _door
