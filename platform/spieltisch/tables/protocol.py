"""A connection that speaks a game's published protocol, by WebSocket on /ws/<game>/ or through the bridge."""

from __future__ import annotations

import asyncio

from gamekit import registry
from gamekit.container import Container
from spieltisch.tables.connection import Connection, Event, Receive, Scope, Send
from spieltisch.tables.desk import PRESENT, ConnectionDesk
from spieltisch.tables.directory import directory
from spieltisch.tables.livematch import TableMessage


class ProtocolConnection(Connection):
    """Hands everything to the game's reception, one thing after the other."""

    kind = "protocol"

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.game = registry.game(scope["url_route"]["kwargs"]["game"])
        self._timers: set[asyncio.TimerHandle] = set()

    async def opened(self) -> None:
        """Let the reception greet."""
        self.desk = ConnectionDesk(self, self.game, await directory().number())
        self.reception = self.game.reception(self.desk)
        self.listens_to = self.reception.listens_to
        PRESENT.setdefault(self.game.slug, {})[self] = None
        await self.reception.connected()
        await self.desk.settle()

    async def received(self, message: Container, event: Event) -> None:
        """Let the reception answer."""
        self.desk.learn(event.get("variant", ""))
        await self.reception.received(message)
        await self.desk.settle()

    async def closed(self) -> None:
        """Let the reception say goodbye, then give everything back."""
        for timer in self._timers:
            timer.cancel()
        PRESENT.get(self.game.slug, {}).pop(self, None)
        if hasattr(self, "reception"):
            await self.reception.gone()
            await self.desk.gone()

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

    def seat_moved(self, seat: int) -> None:
        """Follow one's seat to its new number."""
        self.desk.seat = seat
