"""One connection: accepted, limited, fed message by message, cleaned up. Browser, WebSocket client or bridge alike.

A plain ASGI application instead of a Channels consumer: the stock dispatch hops to a shared thread for every message.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from itertools import count
from typing import Any

from bridge.subscribers import subscriber_of
from gamekit import container
from gamekit.container import Container
from gamekit.errors import MalformedMessage, Unavailable
from gamekit.rules import Json
from spieltisch import logs, metrics, ratelimits
from spieltisch.bridging import STOPPING, with_knowledge
from spieltisch.console.gate import ban_for_socket
from spieltisch.tables.doorkeeping import door
from spieltisch.tables.intake import LARGEST, Allowance, Intake
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.reading import AWAY
from spieltisch.tables.shortcut import DROPPED
from spieltisch.tables.wire import Outlet, outlet_for

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Event = dict[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

CONNECTIONS = metrics.gauge("spieltisch_connections", "Open connections.", ("kind",))

#: Close codes of a bridge's connections that tell that the bridge has gone, and not its client.
BRIDGE_GONE = (1006, STOPPING)

#: What tells a client to come back in a moment: WebSocket's "service restart".
COME_BACK = 1012

#: By which the log tells connections of this process apart.
NUMBERS = count(1)

#: Every open connection of this process, with the task that serves it.
CONNECTED: dict[Connection, asyncio.Task[Any]] = {}


class Connection:
    """The life of one connection; subclasses say what its messages mean."""

    page = False
    listens_to: frozenset[str] = frozenset()
    kind = "other"
    known_as = ""
    front = None

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.received_at = 0.0
        self.closing = False
        self._gone = False
        self._receive = receive
        self._send = send
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._outlet: Outlet | None = None
        self._left_with: int | None = None
        self.log_ids: dict[str, str] = {}

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

    @property
    def remote(self) -> bool:
        """Tell whether that bridge is a process of its own."""
        return bool(self.scope.get("spieltisch", {}).get("remote"))

    @property
    def cut_off(self) -> bool:
        """Tell whether a process of ours has gone under the client, who may come back."""
        return self.remote and self._left_with in BRIDGE_GONE

    @property
    def holder(self) -> str:
        """Who may come back to a seat taken by this connection."""
        return ""

    @property
    def looks_on(self) -> bool:
        """Tell whether nobody is there to play."""
        return False

    @property
    def address(self) -> str:
        """Where the client is."""
        return str((self.scope.get("client") or ("unknown",))[0])

    def belongs_to(self, user_id: int | None, address: str | None) -> bool:
        """Tell whether this is a connection of the account or the address."""
        user = self.scope.get("user")
        known = user.pk if user is not None and user.is_authenticated else None
        if user_id is not None and known == user_id:
            return True
        return address is not None and subscriber_of(self.address) == subscriber_of(address)

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
        self.bind(kind=self.kind, address=self.address, connection=str(next(NUMBERS)))
        self._outlet = outlet_for(self.scope, self._send, ids=self.log_ids)
        logger.debug("a client has come")
        try:
            await self._receive_client()
        except AWAY as error:
            self._turn_away_for_now(error)

    def _turn_away_for_now(self, error: Exception) -> None:
        """Nobody can be asked who this is or where he wants to go: he is to come again."""
        reason = error.message if isinstance(error, Unavailable) else "the database is away; come back in a moment"
        logger.warning("a client could not be served: %s", reason)
        self.close(COME_BACK, reason[:120])

    async def _receive_client(self) -> None:
        """Let in whom nothing speaks against."""
        ban = await ban_for_socket(self.scope)
        if ban is not None:
            self.close(4403, ban.told[:120])
            return
        if wait := await ratelimits.take_async("connects", *self.callers()):
            await self._turn_away(too_often(wait))
            return
        place = await door().admit(self.address)
        if place is None:
            self.close(1013, "your address has too many connections; close one, or try again later")
            return
        try:
            await self._serve()
        finally:
            door().dismiss(place)

    def callers(self) -> list[str]:
        """Return whom a connection counts for: its address, and the account of its session."""
        user = self.scope.get("user")
        return [self.address, *([f"user:{user.pk}"] if user is not None and user.is_authenticated else [])]

    async def _turn_away(self, reason: str) -> None:
        """Say why: in the close frame, and to a program behind the bridge in its own language."""
        try:
            if self.bridged:
                await self.opened()
                await self.received(_fatal("limit/connects", reason), {})
        finally:
            self.close(1013, reason)
            await asyncio.shield(asyncio.create_task(self.closed()))

    async def _serve(self) -> None:
        """Let the client speak until it goes."""
        CONNECTIONS.inc(kind=self.kind)
        serving = asyncio.current_task()
        assert serving is not None
        CONNECTED[self] = serving
        try:
            async with self._turn:
                await self.opened()
            await self._listen()
        except (Unavailable, *AWAY) as error:
            self._turn_away_for_now(error)
        finally:
            CONNECTIONS.dec(kind=self.kind)
            CONNECTED.pop(self, None)
            logger.debug("a client has gone")
            self.closing = self._gone = True
            for task in list(self._tasks):
                task.cancel()
            # Shielded: the server cancels the application when the socket is gone, and goodbye must still be said.
            await asyncio.shield(asyncio.create_task(self.closed()))

    async def _listen(self) -> None:
        # The bridge has its own limits, nearer to the client.
        intake = Intake(self._receive, Allowance(0) if self.bridged else Allowance())
        try:
            while not self.closing:
                event = await intake.next()
                if event["type"] == "websocket.disconnect":
                    self._left_with = event.get("code")
                    return
                if intake.flooded:
                    await self._refuse_flood(event)
                    return
                if self.remote:
                    event = with_knowledge(event)
                if event["type"] == "websocket.disconnect":
                    # The client behind the bridge reads on: it has had its answers, and is told that there are no more.
                    self.close()
                    return
                message = self._read(event)
                self.received_at = event.get("received") or time.monotonic()
                async with self._turn:
                    await self.received(message, event)
        finally:
            intake.close()

    async def _refuse_flood(self, event: Event) -> None:
        """Tell the client in its own language why nothing more is read, and close."""
        reason = "too many messages; slow down"
        DROPPED.inc(reason="limit/rate")
        async with self._turn:
            await self.received(_fatal("limit/rate", reason), event)
        self.close(1008, reason)

    def _read(self, event: Event) -> Container:
        text = event.get("text")
        try:
            if text is None:
                raise MalformedMessage("messages are text, not binary", "message/binary")
            if not self.bridged and 0 < LARGEST < len(text):
                raise MalformedMessage(f"a message may have {LARGEST} characters, not {len(text)}", "limit/size")
            message = container.decode(text)
            if message.payload_type == container.MALFORMED and not self.bridged:
                # The reading's own word: its payload is trusted, so only the reading may say it.
                raise MalformedMessage(f"{container.MALFORMED} is not for clients", "message/unknown", "payloadType")
            return message
        except MalformedMessage as error:
            return Container(container.MALFORMED, {"reason": error.message, "code": error.code, "field": error.field})

    def bind(self, **ids: str) -> None:
        """Add ids to all that is logged of this connection, by its own tasks and by those that write to it."""
        self.log_ids.update(ids)
        logs.bind(**ids)

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
        if self._gone:
            # A table's last word to a client that has hung up: it must not sit down anew.
            work.close()
            return
        task = asyncio.create_task(self._in_turn(work))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        # Cancelled before its turn, the work was never begun; it must not be left lying about.
        task.add_done_callback(lambda _: work.close())

    async def _in_turn(self, work: Coroutine[Any, Any, Any]) -> None:
        async with self._turn:
            await work

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work for a connection failed", exc_info=error)
            # What the client waits for will not come any more, and nothing else would tell it.
            self.close(COME_BACK, "this failed because of an error of ours; come back in a moment")

    def hear(self, message: TableMessage) -> None:
        """Take note of a table message that `listens_to` names."""

    def seat_moved(self, seat: int | None) -> None:
        """Take note of the new number of one's seat; None: it is one's own no longer."""


def too_often(wait: float) -> str:
    """Say why a connection is one too many, and when to come back."""
    return f"too many connections in a short while; try again in {math.ceil(wait)} s"


def _fatal(code: str, reason: str) -> Container:
    told = {"reason": reason, "code": code, "field": "", "cause": None, "fatal": True}
    return Container(container.MALFORMED, told)
