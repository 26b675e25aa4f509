"""Is this process alive, and is it ready to serve? The parts of the platform say what they need."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

#: Seconds; a part that needs longer to answer is not ready.
PATIENCE = 3.0

Check = Callable[[], Awaitable[None]]
_checks: dict[str, Check] = {}


def register(name: str, check: Check) -> None:
    """Ask this, too, before calling the process ready: the check raises when its part is not."""
    _checks[name] = check


def ask_only(checks: dict[str, Check]) -> None:
    """Ask these and nothing else: what a process does not need must not make it unready."""
    _checks.clear()
    _checks.update(checks)


async def report() -> dict[str, str]:
    """Return "ok" or the fault for each part."""
    names = list(_checks)
    return dict(zip(names, await asyncio.gather(*(_ask(_checks[name]) for name in names)), strict=True))


async def _ask(check: Check) -> str:
    try:
        await asyncio.wait_for(check(), PATIENCE)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    except Exception as error:
        # Only the kind: a message may hold an address or a password, and anybody may read this.
        return type(error).__name__
    return "ok"


def _query() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    finally:
        # This thread may never ask again.
        connection.close()


async def _database() -> None:
    # In a thread of its own: a database that hangs must not block those who wait for the shared one.
    await sync_to_async(_query, thread_sensitive=False)()


async def _redis() -> None:
    from redis.asyncio import Redis

    async with Redis.from_url(settings.REDIS_URL) as redis:
        await redis.ping()


register("database", _database)
if settings.REDIS_URL:
    register("redis", _redis)
