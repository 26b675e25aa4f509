"""How fast a client may speak: who is too fast waits, and only who floods all the same is cut off.

An honest program answers each question the moment it comes; at a table without waiting that is more than the rate
allows, and no reason to lose a match. So its messages are taken as the allowance fills again. What comes meanwhile is
gathered here, up to a bound that no conversation of questions and answers reaches.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from spieltisch import environment

Event = dict[str, Any]
Receive = Callable[[], Awaitable[Event]]

RATE = environment.number("LIMIT_MESSAGES_PER_SECOND", 50)
BURST = environment.number("LIMIT_MESSAGES_BURST", 200)
LARGEST = int(environment.number("LIMIT_CONTAINER_BYTES", 512 * 1024))


class Allowance:
    """A bucket of messages that fills again with time; a rate of 0 switches it off."""

    __slots__ = ("_left", "_rate", "_seen", "_size")

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._rate = rate
        self._size = max(burst, 1.0)
        self._left = self._size
        self._seen = time.monotonic()

    def take(self, now: float) -> float:
        """Use one message and return 0, or return the seconds until there is one again."""
        if self._rate <= 0:
            return 0.0
        self._left = min(self._size, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return (1 - self._left) / self._rate
        self._left -= 1
        return 0.0


class Intake:
    """What one client says, in its order and not faster than allowed."""

    def __init__(self, receive: Receive, allowance: Allowance, most: float = BURST, most_bytes: int = LARGEST) -> None:
        self._receive = receive
        self._allowance = allowance
        self._most = most
        # Room for the largest message beside ordinary ones; 0 means that there is no limit.
        self._most_bytes = 2 * most_bytes
        self._gathered: deque[Event] = deque()
        self._bytes = 0
        self._reading: asyncio.Future[Event] | None = None
        self._gone = False
        self.flooded = False
        """The client went on although it was made to wait; nothing more is taken from it."""

    async def next(self) -> Event:
        """Return the next event when it may be taken; look at `flooded` afterwards."""
        event = await self._next()
        if event["type"] == "websocket.disconnect":
            return event
        while not self.flooded and (wait := self._allowance.take(time.monotonic())):
            await self._gather(wait)
        return event

    def close(self) -> None:
        """Stop reading."""
        if self._reading is not None:
            self._reading.cancel()

    async def _next(self) -> Event:
        if self._gathered:
            event = self._gathered.popleft()
            self._bytes -= _size(event)
            return event
        if self._reading is None:
            return await self._receive()
        reading, self._reading = self._reading, None
        return await reading

    async def _gather(self, seconds: float) -> None:
        """Let time pass, and keep what comes."""
        until = time.monotonic() + seconds
        while not self.flooded and (left := until - time.monotonic()) > 0:
            if self._gone:
                await asyncio.sleep(left)
                return
            self._reading = self._reading or asyncio.ensure_future(self._receive())
            done, _ = await asyncio.wait((self._reading,), timeout=left)
            if done:
                self._keep(self._reading.result())
                self._reading = None

    def _keep(self, event: Event) -> None:
        self._gone = event["type"] == "websocket.disconnect"
        # A message has come when it came, however long it is made to wait here.
        event.setdefault("received", time.monotonic())
        self._gathered.append(event)
        self._bytes += _size(event)
        self.flooded = len(self._gathered) > self._most or 0 < self._most_bytes < self._bytes


def _size(event: Event) -> int:
    return len(event.get("text") or event.get("bytes") or "")
