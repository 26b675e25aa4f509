"""The public tables for programs that ask for them: made at most twice a second, however many ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from gamekit.rules import Json

#: Seconds between two answers that are made; who asks in between for what has changed waits for the next.
PERIOD = 0.5


class Listing:
    """One answer for all who ask at the same time; whatever had changed before somebody asked is in his."""

    def __init__(self, make: Callable[[], Awaitable[list[Json]]]) -> None:
        self._make = make
        self._began = -PERIOD
        self._known: list[Json] | None = None
        self._changes = 0
        self._next: asyncio.Task[list[Json]] | None = None
        self._turn = asyncio.Lock()
        self.hears = True
        """Whether somebody says here what changes; otherwise everything may have."""

    def change(self) -> None:
        """Take note that an answer is not true any more."""
        self._known = None
        self._changes += 1

    async def tables(self) -> list[Json]:
        """Return the tables as they are."""
        if self._known is not None and self.hears and time.monotonic() < self._began + PERIOD:
            return self._known
        if self._next is None:
            self._next = asyncio.create_task(self._make_next())
        return await asyncio.shield(self._next)

    async def _make_next(self) -> list[Json]:
        async with self._turn:
            await asyncio.sleep(max(0.0, self._began + PERIOD - time.monotonic()))
            # From here on who asks is to have the one after this.
            self._next, self._began, changes = None, time.monotonic(), self._changes
            made = await self._make()
            self._known = made if changes == self._changes else None
            return made
