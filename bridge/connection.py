"""One client as the application sees it: frames become events, events become bytes.

The application is the one that serves browsers, so the events are WebSocket's (ASGI). Besides, the connection is the
`outlet` in its own scope: the way for messages that leave without an event (`write`, `backlog`, `close`).

    wire ──deliver(frame)──▶ inbox ──receive()──▶ application ──send(event), write(message)──▶ dialect ──▶ wire

A stream that cannot be read on (`fail`) is told to the application as a last, fatal message, so that the client hears
why in its own language; the connection ends when that answer was written, or soon after.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

from bridge.encoding import Phrasebook
from gamekit.container import MALFORMED, Container, timestamp
from gamekit.dialect import Dialect

logger = logging.getLogger(__name__)

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

#: Seconds in which the application may answer a fatal message, and in which an answer of several messages may go on.
ANSWER_WITHIN = 1.0
AFTER_ANSWER = 0.05


class Wire(Protocol):
    """What the connection needs of the socket."""

    @property
    def ids(self) -> dict[str, object]:
        """What the log says beside each line about the client."""

    def write(self, data: bytes) -> None:
        """Send the bytes, or keep them until the client reads."""

    async def drained(self) -> None:
        """Return when the client has read enough to be written to again."""

    def backlog(self) -> int:
        """Return how many bytes wait."""

    def hang_up(self) -> None:
        """Close once everything is written."""

    def taken(self) -> None:
        """Hear that the application took something of what waits."""

    def charge(self, messages: int) -> bool:
        """Let the client pay for messages besides the first of a frame; False (and the stream fails) if it cannot."""


class TextMessage(Protocol):
    """A message made once for many connections."""

    @property
    def text(self) -> str:
        """The container's JSON text."""


class Connection:
    """The conversation between one client and the application."""

    def __init__(self, endpoint: str, dialect: Dialect, wire: Wire, phrasebook: Phrasebook) -> None:
        self._endpoint = endpoint
        self._dialect = dialect
        self._wire = wire
        self._phrasebook = phrasebook
        self._inbox: deque[tuple[bytes, float]] = deque()
        self._events: deque[Event] = deque([{"type": "websocket.connect"}])
        """What comes before the inbox: the beginning, and the containers of a frame being read."""
        self._failure: tuple[str, str, int, float] | None = None
        """Code, reason, close code and time of the fault that ended the stream."""
        self._disconnect: Event | None = None
        self._news = asyncio.Event()
        self._opened = False
        self._closed = False
        self._answering = False
        self._timer: asyncio.TimerHandle | None = None
        self.tap: Callable[[str, bytes], None] | None = None
        """Told of every message written: its container's text and the bytes."""

    # --- from the wire --------------------------------------------------------------------------------------------
    @property
    def waiting(self) -> int:
        """How many frames, and messages of the frame being read, the application has not taken yet."""
        return len(self._inbox) + len(self._events)

    def deliver(self, frame: bytes, received: float) -> None:
        """Put a frame into the inbox; `received` is when it counts as said (monotonic clock)."""
        self._inbox.append((frame, received))
        self._news.set()

    def fail(self, code: str, reason: str, close_code: int, received: float) -> None:
        """Let the client be told why its stream is not read any more; then end."""
        if self._failure is not None:
            return
        self._failure = (code, reason, close_code, received)
        self._news.set()
        # Who has ended its side hears it with its last answers, for which the wire has a time of its own.
        if self._disconnect is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(ANSWER_WITHIN, self.close, close_code, reason)

    def lost(self, code: int, reason: str = "") -> None:
        """Tell the application that the client is gone, after everything that it said."""
        if self._disconnect is None:
            self._disconnect = {"type": "websocket.disconnect", "code": code, "reason": reason}
            self._news.set()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- the application's side -----------------------------------------------------------------------------------
    async def receive(self) -> Event:
        """Return the next event, as ASGI's `receive`."""
        while True:
            if self._events:
                # A frame may hold many messages: others have their turn between them.
                if len(self._events) > 1:
                    await asyncio.sleep(0)
                event = self._events.popleft()
                self._wire.taken()
                return event
            if self._inbox:
                self._read(*self._inbox.popleft())
                self._wire.taken()
            elif self._failure is not None and not self._answering:
                self._answering = True
                code, reason, _, received = self._failure
                return self._event(_malformed(code, reason, fatal=True), b"", received)
            elif self._disconnect is not None:
                return self._disconnect
            else:
                self._news.clear()
                await self._news.wait()

    async def send(self, event: Event) -> None:
        """Do what the event says, as ASGI's `send`; waits while the client does not read."""
        match event["type"]:
            case "websocket.send":
                if text := event.get("text"):
                    self._say(text)
                    await self._wire.drained()
            case "websocket.close":
                self.close(event.get("code") or 1000, event.get("reason") or "")
            case "websocket.accept":
                pass
            case other:
                raise ValueError(f"the bridge has no event {other!r}")

    # --- the outlet -----------------------------------------------------------------------------------------------
    def write(self, message: TextMessage) -> None:
        """Write a message now, after everything written before."""
        self._say(message.text)

    @property
    def backlog(self) -> int:
        """How many bytes wait for the client to read."""
        return self._wire.backlog()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """End the connection once everything is written."""
        if not self._closed:
            if goodbye := self._dialect.closing():
                self._put(goodbye)
            self._closed = True
        self.lost(code, reason)
        self._wire.hang_up()

    # --- both ways ------------------------------------------------------------------------------------------------
    def _read(self, frame: bytes, received: float) -> None:
        try:
            containers = self._dialect.decode(frame)
        except Exception:
            said = "%s: the dialect failed on a frame of %d bytes"
            logger.exception(said, self._endpoint, len(frame), extra=self._wire.ids)
            containers = [_malformed("message/unreadable", "the message could not be read", fatal=False)]
        if len(containers) > 1 and not self._wire.charge(len(containers) - 1):
            # As with frames: what comes after too much is not looked at.
            self._inbox.clear()
            return
        self._events.extend(self._event(container, frame, received) for container in containers)

    def _event(self, container: Container, frame: bytes, received: float) -> Event:
        return {
            "type": "websocket.receive",
            "text": container.encode().decode(),
            "variant": self._dialect.variant,
            "raw": frame,
            "received": received,
        }

    def _say(self, text: str) -> None:
        data = self._phrasebook.encoded(self._endpoint, self._dialect, text)
        if data and not self._closed:
            self._put(data)
            if self.tap is not None:
                self.tap(text, data)
            if self._answering:
                self._end_soon()

    def _put(self, data: bytes) -> None:
        if not self._opened:
            self._opened = True
            data = self._dialect.opening() + data
        self._wire.write(data)

    def _end_soon(self) -> None:
        """Shorten the time of a fatal answer: its first message was just written."""
        if self._timer is None or self._failure is None:
            return
        loop = asyncio.get_running_loop()
        moment = loop.time() + AFTER_ANSWER
        if moment < self._timer.when():
            self._timer.cancel()
            _, reason, close_code, _ = self._failure
            self._timer = loop.call_at(moment, self.close, close_code, reason)


def _malformed(code: str, reason: str, *, fatal: bool) -> Container:
    payload = {"reason": reason, "code": code, "field": "", "cause": None, "fatal": fatal}
    return Container(MALFORMED, payload, timestamp())
