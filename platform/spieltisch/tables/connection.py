"""One connection: accepted, limited, fed message by message, cleaned up. Browser, WebSocket client or bridge alike.

A plain ASGI application instead of a Channels consumer: the stock dispatch hops to a shared thread for every message.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from gamekit import container
from gamekit.container import Container
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from spieltisch import environment, metrics
from spieltisch.bridging import with_knowledge
from spieltisch.console.gate import ban_for_socket
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.wire import Outlet, outlet_for

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Event = dict[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

CONNECTIONS = metrics.gauge("spieltisch_connections", "Open connections.", ("kind",))
LARGEST = int(environment.number("LIMIT_CONTAINER_BYTES", 512 * 1024))
RATE = environment.number("LIMIT_MESSAGES_PER_SECOND", 50)
BURST = environment.number("LIMIT_MESSAGES_BURST", 200)


#: Every open connection of this process.
CONNECTED: dict[Connection, None] = {}


class Allowance:
    """A bucket of messages that fills again with time; a rate of 0 switches it off."""

    __slots__ = ("_left", "_seen")

    def __init__(self) -> None:
        self._left = BURST
        self._seen = time.monotonic()

    def take(self) -> bool:
        """Use one message; False when there is none left."""
        if RATE <= 0:
            return True
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._seen) * RATE)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Connection:
    """The life of one connection; subclasses say what its messages mean."""

    page = False
    listens_to: frozenset[str] = frozenset()
    kind = "other"
    known_as = ""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.received_at = 0.0
        self.closing = False
        self._receive = receive
        self._send = send
        self._allowance = Allowance()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._outlet: Outlet | None = None

    @classmethod
    def as_asgi(cls) -> Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]:
        """Return the ASGI application."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, receive, send).run()

        return application

    @property
    def outlet(self) -> Outlet:
        """The way to the client."""
        assert self._outlet is not None, "not accepted yet"
        return self._outlet

    @property
    def bridged(self) -> bool:
        """Tell whether the client came through the bridge."""
        return bool(self.scope.get("spieltisch", {}).get("bridge"))

    def belongs_to(self, user_id: int | None, address: str | None) -> bool:
        """Tell whether this is a connection of the account or the address."""
        user = self.scope.get("user")
        known = user.pk if user is not None and user.is_authenticated else None
        client = (self.scope.get("client") or (None,))[0]
        return (user_id is not None and known == user_id) or (address is not None and client == address)

    # --- what subclasses do ---------------------------------------------------------------------------------------
    async def opened(self) -> None:
        """The client is accepted."""

    async def received(self, message: Container, event: Event) -> None:
        """The client said something."""

    async def closed(self) -> None:
        """The client is gone."""

    # --- life -----------------------------------------------------------------------------------------------------
    async def run(self) -> None:
        """Serve the connection to its end."""
        if (await self._receive())["type"] != "websocket.connect":
            return
        await self._send({"type": "websocket.accept"})
        self._outlet = outlet_for(self.scope, self._send)
        ban = await ban_for_socket(self.scope)
        if ban is not None:
            self.close(4403, ban.told[:120])
            return
        CONNECTIONS.inc(kind=self.kind)
        CONNECTED[self] = None
        try:
            async with self._turn:
                await self.opened()
            await self._listen()
        finally:
            CONNECTIONS.dec(kind=self.kind)
            CONNECTED.pop(self, None)
            self.closing = True
            for task in list(self._tasks):
                task.cancel()
            # Shielded: the server cancels the application when the socket is gone, and goodbye must still be said.
            await asyncio.shield(asyncio.create_task(self.closed()))

    async def _listen(self) -> None:
        while not self.closing:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                return
            if self.bridged and self.scope["spieltisch"].get("remote"):
                event = with_knowledge(event)
            message = self._read(event)
            if not self.bridged and not self._allowance.take():
                self.close(1008, "too many messages; slow down")
                return
            self.received_at = event.get("received") or time.monotonic()
            async with self._turn:
                await self.received(message, event)

    def _read(self, event: Event) -> Container:
        text = event.get("text")
        try:
            if text is None:
                raise MalformedMessage("messages are text, not binary", "message/binary")
            if not self.bridged and len(text) > LARGEST:
                raise MalformedMessage(f"a message may have {LARGEST} characters, not {len(text)}", "limit/size")
            return container.decode(text)
        except MalformedMessage as error:
            return Container(container.MALFORMED, {"reason": error.message, "code": error.code, "field": error.field})

    # --- saying ---------------------------------------------------------------------------------------------------
    def say(self, payload_type: str, payload: Json) -> None:
        """Send a message to this client."""
        self.outlet.write(TableMessage(payload_type, payload, container.timestamp()).prepared)

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close once everything said has been written."""
        if not self.closing:
            self.closing = True
            self.outlet.close(code, reason)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something for this connection in its turn, and end it with the connection."""
        task = asyncio.create_task(self._in_turn(work))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def _in_turn(self, work: Coroutine[Any, Any, Any]) -> None:
        async with self._turn:
            await work

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work for a connection failed", exc_info=error)

    def hear(self, message: TableMessage) -> None:
        """Take note of a table message that `listens_to` names."""

    def seat_moved(self, seat: int) -> None:
        """Take note of the new number of one's seat."""
