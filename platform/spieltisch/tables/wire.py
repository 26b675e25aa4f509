"""The fastest way from this process to one connection.

A message is prepared once and written to every connection of an audience; nothing on that way waits. Three kinds of
connection, one interface:

    Daphne (browsers)       straight into the socket, see shortcut.py
    the bridge (plain TCP)  the outlet it put into the scope
    any other ASGI server   a bounded queue and a task that sends

A connection whose client does not read is closed once too many bytes wait for it: it may come back and catch up.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Protocol

from spieltisch import environment
from spieltisch.tables import shortcut

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]

#: Bytes that may wait for a client that does not read; 0: any number.
WRITE_BUFFER = int(environment.number("LIMIT_WRITE_BUFFER", 1024 * 1024))

#: Writes between two turns of the loop: about 3 ms.
CHUNK = 256

#: Seconds for the last event to a server that takes no more messages.
GOODBYE_WITHIN = 5

NO_IDS: Mapping[str, str] = {}

#: What WebSocket calls "try again later" (RFC 6455 and its registry).
TOO_SLOW = 1013


class Prepared:
    """A container's text, in every form that a connection may need, each made once."""

    __slots__ = ("_frame", "_text", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._frame: bytes | None = None
        self._text: str | None = None

    @property
    def frame(self) -> bytes:
        """The text as an unmasked WebSocket frame."""
        if self._frame is None:
            self._frame = text_frame(self.data)
        return self._frame

    @property
    def text(self) -> str:
        """The text as a string."""
        if self._text is None:
            self._text = self.data.decode()
        return self._text


class Outlet(Protocol):
    """The way to one client. Everything written through it arrives in order, or the connection ends."""

    def write(self, message: Prepared) -> None:
        """Write now, without waiting. To a connection that is closed it does nothing."""

    @property
    def backlog(self) -> int:
        """Bytes that wait in this process for the client to read."""

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close once everything is written."""


def outlet_for(
    scope: Mapping[str, Any], send: Send, limit: int = WRITE_BUFFER, ids: Mapping[str, str] = NO_IDS
) -> Outlet:
    """Return the outlet of a connection that was accepted (its `websocket.accept` was sent).

    `ids` are the connection's for the log: who writes to it is often busy for somebody else.
    """
    own: Outlet | None = scope.get("spieltisch", {}).get("outlet")
    if own is not None:
        return own
    protocol = shortcut.daphne_protocol(send)
    if protocol is not None and shortcut.fits(protocol):
        return shortcut.DaphneOutlet(protocol, limit, ids)
    return QueueOutlet(send, limit, ids)


async def fan_out(message: Prepared, outlets: Iterable[Outlet]) -> None:
    """Write the message to every outlet; whatever is wrong with one stays with it."""
    for number, outlet in enumerate(tuple(outlets), 1):
        try:
            outlet.write(message)
        except Exception:
            logger.exception("a connection could not be written to")
        if number % CHUNK == 0:
            await asyncio.sleep(0)


def text_frame(data: bytes) -> bytes:
    """Return a final, unmasked text frame (RFC 6455, 5.2)."""
    length = len(data)
    if length < 126:
        return b"\x81" + bytes([length]) + data
    if length < 1 << 16:
        return b"\x81\x7e" + struct.pack("!H", length) + data
    return b"\x81\x7f" + struct.pack("!Q", length) + data


class QueueOutlet:
    """The ordinary way: ASGI events, sent by a task that runs while there are any."""

    __slots__ = ("_backlog", "_closed", "_goodbye", "_ids", "_limit", "_queue", "_send", "_task")

    def __init__(self, send: Send, limit: int = WRITE_BUFFER, ids: Mapping[str, str] = NO_IDS) -> None:
        self._send = send
        self._limit = limit
        self._ids = ids
        self._queue: deque[Prepared] = deque()
        self._backlog = 0
        self._goodbye: tuple[int, str] | None = None
        self._closed = False
        self._task: asyncio.Task[None] | None = None

    def write(self, message: Prepared) -> None:
        """Queue the message; past the limit the connection is closed instead."""
        if self._closed:
            return
        self._queue.append(message)
        self._backlog += len(message.data)
        if self._limit and self._backlog > self._limit:
            self._give_up()
        self._work()

    @property
    def backlog(self) -> int:
        """Bytes of messages not yet handed to the server."""
        return self._backlog

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close after the messages in the queue."""
        if not self._closed:
            self._closed = True
            self._goodbye = (code, reason)
            self._work()

    def _give_up(self) -> None:
        self._forget()
        self._closed = True
        logger.info("a client was cut off: more than %d bytes wait to be read", self._limit, extra=self._ids)
        shortcut.DROPPED.inc(reason="unread")
        self._goodbye = (TOO_SLOW, "too many bytes wait to be read")
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _forget(self) -> None:
        self._queue.clear()
        self._backlog = 0

    def _work(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._queue:
                message = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": message.text})
                self._backlog -= len(message.data)
            if self._goodbye is not None:
                await asyncio.wait_for(self._say_goodbye(*self._goodbye), GOODBYE_WITHIN)
        except Exception as error:
            logger.info("a connection could not be written to: %s", error, extra=self._ids)
            self._closed = True
            self._forget()
        if self._task is asyncio.current_task():
            self._task = None

    async def _say_goodbye(self, code: int, reason: str) -> None:
        self._goodbye = None
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except Exception:
            # Some servers let an application close with 1000 and its own codes only.
            await self._send({"type": "websocket.close", "code": 1000})
