"""The socket of one client: bytes in, limits, flow control both ways, and an end that loses no answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from itertools import count
from typing import Any, Protocol

from bridge.connection import Connection
from bridge.dropped import DROPPED
from bridge.framing.framer import Framer
from bridge.limits import Limits, TokenBucket

logger = logging.getLogger(__name__)

#: Frames, and messages of the one being read, that may wait for the application before the socket is not read any more,
#: and when it is read again.
INBOX_FULL = 64
INBOX_FREE = 16

#: What work that makes no message takes of what a message does: like the web port's four frames for each message.
TOLL_COST = 0.25

#: Seconds for which a message counts as said before it was whole: what a network may need to bring it in pieces. Who
#: thinks meanwhile, its first byte sent in advance, is not to think for nothing.
CREDIT = 0.25

#: Seconds a client has for its own goodbye after ours, or in which it must read something of what is left to write.
LINGER = 1.0
MOST_LINGERS = 20

#: Seconds the application has to answer what a client said before it closed its side.
LAST_ANSWERS = 10.0

#: Bytes thrown away unread at the end, so that closing does not reset the connection under the last answer.
MOST_DISCARDED = 8 * 1024 * 1024

#: A dead peer is noticed after about KEEPALIVE_IDLE + 4 * KEEPALIVE_INTERVAL seconds.
KEEPALIVE_IDLE = 60
KEEPALIVE_INTERVAL = 15


#: By which the log tells the sockets of this process apart.
NUMBERS = count(1)


class Host(Protocol):
    """What a socket needs of the server it belongs to."""

    @property
    def limits(self) -> Limits:
        """The limits in force."""

    def welcome(self, wire: BridgeProtocol, client: list[Any], server: list[Any]) -> Connection | None:
        """Start the application for a new client; None when its address has too many sockets."""

    def farewell(self, wire: BridgeProtocol) -> None:
        """Forget a client whose socket is closed."""


class BridgeProtocol(asyncio.Protocol):
    """One socket. It is the `Wire` of its connection."""

    def __init__(self, host: Host, framer: Framer, name: str) -> None:
        self._host = host
        self._limits = host.limits
        self._framer = framer
        self._name = name
        self.ids: dict[str, object] = {"kind": "tcp", "connection": next(NUMBERS)}
        """What the log says beside each line about this client."""
        # Room for a toll beside the message that it comes with: an XML declaration, a blank line.
        self._bucket = TokenBucket(self._limits.messages_per_second, max(self._limits.messages_burst, 2))
        self._connection: Connection | None = None
        self._began = 0.0
        """When the first bytes of the frame being read came."""
        self._hello: asyncio.TimerHandle | None = None
        self._linger: asyncio.TimerHandle | None = None
        self._last_answers: asyncio.TimerHandle | None = None
        self._lingers = 0
        self._deaf = False
        """Nothing is read any more: what comes is thrown away."""
        self._discarded = 0
        self._ended = False
        """The client will send nothing more."""
        self._hung_up = False
        self._reading = True
        self._writable = asyncio.Event()
        self._writable.set()

    # --- asyncio's side -------------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the socket over and start the application."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        # A peer that is gone already has no name.
        client, server = (list(transport.get_extra_info(name) or ("", 0))[:2] for name in ("peername", "sockname"))
        self.ids["address"] = client[0]
        self._connection = self._host.welcome(self, client, server)
        if self._connection is None:
            logger.info("%s: %s has too many sockets, refused", self._name, client[0], extra=self.ids)
            DROPPED["sockets"] += 1
            transport.abort()
            return
        keep_alive(transport.get_extra_info("socket"))
        if self._limits.hello_seconds:
            loop = asyncio.get_running_loop()
            self._hello = loop.call_later(self._limits.hello_seconds, self._silent)

    def data_received(self, data: bytes) -> None:
        """Cut frames and hand them on, as many as the client may send; what comes after them is not even looked at."""
        if self._deaf or self._connection is None:
            self._discard(len(data))
            return
        now = time.monotonic()
        began = self._began if self._framer.pending else now
        for frame in self._framer.feed(data):
            if not self._deliver(frame, began, now):
                return
            if not self._framer.pending:
                began = now
        self._began = began
        self._look_for_fault(now)
        self._regulate()

    def eof_received(self) -> bool:
        """Deliver what the client's end completes; keep the socket open until the application has answered."""
        self._ended = True
        if self._connection is None or self._hung_up:
            return False
        if not self._deaf:
            now = time.monotonic()
            for frame in self._framer.finish():
                self._deliver(frame, self._began, now)
            self._look_for_fault(now)
        self._connection.lost(1000, "the client closed the connection")
        self._last_answers = asyncio.get_running_loop().call_later(LAST_ANSWERS, self.hang_up)
        return True

    def connection_lost(self, error: Exception | None) -> None:
        """Tell everybody concerned."""
        self._cancel_hello()
        # A timer would keep everything that belongs to a client which is gone.
        for timer in (self._linger, self._last_answers):
            if timer is not None:
                timer.cancel()
        self._deaf = self._hung_up = True
        self._writable.set()
        if self._connection is not None:
            self._connection.lost(1006 if error else 1005, str(error or ""))
            self._host.farewell(self)

    def pause_writing(self) -> None:
        """Stop reading a client that does not read."""
        self._writable.clear()
        self._regulate()

    def resume_writing(self) -> None:
        """Read on: the client has read."""
        self._writable.set()
        self._regulate()

    # --- the connection's side ------------------------------------------------------------------------------------
    def write(self, data: bytes) -> None:
        """Send the bytes or keep them; a client that lets too many wait is cut off."""
        if self._hung_up:
            return
        self._transport.write(data)
        limit = self._limits.write_buffer
        if limit and self._transport.get_write_buffer_size() > limit:
            DROPPED["unread"] += 1
            self.cut_off(1013, f"more than {limit} bytes wait to be read")

    async def drained(self) -> None:
        """Wait until the client has read most of what was written, or is gone."""
        await self._writable.wait()

    def backlog(self) -> int:
        """Return how many bytes wait in this process."""
        return self._transport.get_write_buffer_size()

    def taken(self) -> None:
        """Read on when the application has caught up."""
        if not self._reading:
            self._regulate()

    def charge(self, messages: int) -> bool:
        """Take the price of what a frame holds besides its first message; False when the client sends too much."""
        now = time.monotonic()
        if self._bucket.take(now, messages):
            return True
        if not self._deaf:
            self._refuse_rate(now)
        return False

    def hang_up(self) -> None:
        """Write the rest and the end of the stream, give the client a moment for its own end, and close."""
        if self._hung_up:
            return
        self._hung_up = self._deaf = True
        self._cancel_hello()
        self._regulate()
        if self._ended or not self._transport.can_write_eof():
            self._transport.close()
        else:
            with contextlib.suppress(OSError):
                self._transport.write_eof()
        self._wait_for_end(self.backlog())

    def cut_off(self, code: int, reason: str) -> None:
        """Close at once and forget what was not written."""
        logger.info("%s: cut off, %s", self._name, reason, extra=self.ids)
        self._hung_up = self._deaf = True
        if self._connection is not None:
            self._connection.lost(code, reason)
        self._transport.abort()

    # --- limits ---------------------------------------------------------------------------------------------------
    def _deliver(self, frame: bytes, began: float, now: float) -> bool:
        assert self._connection is not None
        if not self._bucket.take(now, 1.0 if frame else TOLL_COST):
            self._refuse_rate(now)
            return False
        if frame:
            self._cancel_hello()
            self._connection.deliver(frame, max(began, now - CREDIT))
        return True

    def _refuse_rate(self, now: float) -> None:
        rate, burst = self._limits.messages_per_second, self._limits.messages_burst
        self._fail("limit/rate", f"more than {rate:g} messages a second, or {burst} at once", 1008, now)

    def _look_for_fault(self, now: float) -> None:
        if (error := self._framer.error) is not None and not self._deaf:
            self._fail(error.code, error.message, error.close_code, now)

    def _silent(self) -> None:
        seconds = self._limits.hello_seconds
        self._fail("limit/hello", f"no whole message within {seconds:g} seconds", 1008, time.monotonic())

    def _fail(self, code: str, reason: str, close_code: int, now: float) -> None:
        assert self._connection is not None
        logger.info("%s: %s: %s", self._name, code, reason, extra=self.ids)
        DROPPED[code] += 1
        self._deaf = True
        self._cancel_hello()
        self._connection.fail(code, reason, close_code, now)
        self._regulate()

    def _cancel_hello(self) -> None:
        if self._hello is not None:
            self._hello.cancel()
            self._hello = None

    # --- flow -----------------------------------------------------------------------------------------------------
    def _regulate(self) -> None:
        """Read or do not read, by what waits in both directions."""
        if self._deaf:
            wanted = self._discarded < MOST_DISCARDED
        else:
            most = INBOX_FULL if self._reading else INBOX_FREE
            wanted = self._writable.is_set() and self._connection is not None and self._connection.waiting < most
        if wanted != self._reading and not self._ended:
            self._reading = wanted
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _discard(self, length: int) -> None:
        self._discarded += length
        self._regulate()

    def _wait_for_end(self, left: int) -> None:
        self._linger = asyncio.get_running_loop().call_later(LINGER, self._end, left)

    def _end(self, left: int) -> None:
        """Close, unless the client is still reading what was written for it."""
        self._lingers += 1
        now = self.backlog()
        if now and now < left and self._lingers < MOST_LINGERS:
            self._wait_for_end(now)
        elif now:
            self._transport.abort()
        else:
            self._transport.close()


def keep_alive(connected: socket.socket) -> None:
    """Let the system ask a silent peer now and then whether it still lives."""
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", KEEPALIVE_IDLE), ("TCP_KEEPINTVL", KEEPALIVE_INTERVAL), ("TCP_KEEPCNT", 4)):
        # Named differently, or missing, outside Linux.
        if hasattr(socket, option):
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
