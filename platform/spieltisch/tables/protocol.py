"""A connection that speaks a game's published protocol, by WebSocket on /ws/<game>/ or through the bridge."""

from __future__ import annotations

import asyncio

from gamekit import registry
from gamekit.container import MALFORMED, Container
from spieltisch import ratelimits
from spieltisch.inspector.tap import OPEN, WireTap
from spieltisch.tables import presence
from spieltisch.tables.connection import Connection, Event, Receive, Scope, Send
from spieltisch.tables.desk import ConnectionDesk
from spieltisch.tables.directory import directory
from spieltisch.tables.figures import REFUSALS
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.wire import Outlet, Prepared


class TappedOutlet:
    """The way to a WebSocket client, with a tap on it."""

    def __init__(self, outlet: Outlet, tap: WireTap) -> None:
        self._outlet = outlet
        self._tap = tap

    def write(self, message: Prepared) -> None:
        """Write, and take note."""
        self._outlet.write(message)
        self._tap.said(message.text, b"")

    @property
    def backlog(self) -> int:
        """Bytes that wait."""
        return self._outlet.backlog

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close."""
        self._outlet.close(code, reason)


class ProtocolConnection(Connection):
    """Hands everything to the game's reception, one thing after the other."""

    kind = "protocol"

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.game = registry.game(scope["url_route"]["kwargs"]["game"])
        self._timers: set[asyncio.TimerHandle] = set()

    @property
    def holder(self) -> str:
        """Who may come back to this seat."""
        return self.desk.holder

    async def opened(self) -> None:
        """Let the reception greet."""
        self.desk = ConnectionDesk(self, self.game, await directory().number())
        self.tap = WireTap(self.game, self.desk.number, self.desk.endpoint)
        OPEN[self.tap.number] = self.tap
        user = self.scope.get("user")
        self._author: int | None = user.pk if user is not None and user.is_authenticated else None
        self.tap.owner_id = self._author
        if self.bridged and not self.scope["spieltisch"].get("remote"):
            self.outlet.tap = self.tap.said  # type: ignore[attr-defined]
        else:
            self._outlet = TappedOutlet(self.outlet, self.tap)
        self.reception = self.game.reception(self.desk)
        self.listens_to = self.reception.listens_to
        presence.come(self.game.slug, self)
        await self.reception.connected()
        await self.desk.settle()

    async def received(self, message: Container, event: Event) -> None:
        """Let the reception answer."""
        self.desk.learn(event.get("variant", ""))
        self.tap.heard(event.get("raw", b""), event.get("text") or "", event.get("variant", ""))
        if message.payload_type == MALFORMED:
            REFUSALS.inc(door="protocol", code=str(message.payload["code"]))
        await self.reception.received(message)
        await self.desk.settle()
        self._note_place()

    def _note_place(self) -> None:
        """Let the tap know where the client is, so that its author finds the connection."""
        actor, seat = self.desk.actor, self.desk.seat
        if actor is None:
            return
        record = actor.seating.find(seat)
        self.tap.table, self.tap.seat = actor.record.code, seat
        self.tap.match = actor.record.match_code or self.tap.match
        self.bind(game=self.game.slug, table=self.tap.table, match=self.tap.match)
        if record is not None:
            self.tap.name, self.tap.owner_id = record.name, self._author or record.user_id

    async def closed(self) -> None:
        """Let the reception say goodbye, then give everything back."""
        for timer in self._timers:
            timer.cancel()
        presence.go(self.game.slug, self)
        if hasattr(self, "reception"):
            self._note_place()
            await self.reception.gone()
            await self.desk.gone()
            if directory().around.leaving:
                # Kept with all others when the directory stops: here, each would keep the process from ending.
                return
            if self.tap.table and self.tap.number in OPEN and directory().ready:
                # Kept only where there was a table: strangers who knock and leave would fill the disk.
                await self._keep()
            OPEN.pop(self.tap.number, None)

    async def _keep(self) -> None:
        if self.tap.owner_id is None and await ratelimits.take_async("wires", self.address):
            # Nobody will look for it, and somebody may come and go to fill the disk.
            return
        # Thousands of messages are made ready beside the loop, where others play.
        write = await asyncio.to_thread(self.tap.writer)
        # A server that stops in the meantime has kept them itself.
        if self.tap.number in OPEN and directory().ready:
            await directory().writer.submit(write)

    def hear(self, message: TableMessage) -> None:
        """Tell the reception of a table message it listens to."""
        self.spawn(self._heard(message.container()))

    async def _heard(self, message: Container) -> None:
        await self.reception.heard(message)
        await self.desk.settle()

    def set_timer(self, seconds: float, name: str) -> None:
        """Call the reception's timer later."""

        def ring() -> None:
            self._timers.discard(timer)
            self.spawn(self._rang(name))

        timer = asyncio.get_running_loop().call_later(seconds, ring)
        self._timers.add(timer)

    async def _rang(self, name: str) -> None:
        await self.reception.timer(name)
        await self.desk.settle()

    def replaced(self) -> None:
        """A newer connection took over this one's key."""
        self.spawn(self.reception.replaced())

    def seat_moved(self, seat: int | None) -> None:
        """Follow one's seat to its new number; a client that loses it without having asked to has to come again."""
        if seat is None:
            self.desk.lose_seat()
        else:
            self.desk.seat = seat
