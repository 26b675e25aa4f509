"""Who listens in this process: audience -> connections. A message enters once and leaves as the same bytes for each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Protocol

from spieltisch import metrics
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.wire import Outlet, Prepared

logger = logging.getLogger(__name__)

#: Connections written to before the loop gets a turn.
CHUNK = 256

DELIVERIES = metrics.counter("spieltisch_deliveries_total", "Messages handed to connections.")


class Listener(Protocol):
    """A connection at a table. A page gets the platform's messages and full states, a protocol client only its own."""

    page: bool
    listens_to: frozenset[str]
    known_as: str
    """The name a protocol's login gave; "" for strangers."""

    @property
    def outlet(self) -> Outlet:
        """The way to the client."""

    def hear(self, message: TableMessage) -> None:
        """Be told of a message that `listens_to` names, after it was written."""

    def seat_moved(self, seat: int) -> None:
        """Be told that one's seat has a new number."""


class Hub:
    """The listeners of every table in this process."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[int | None, dict[Listener, None]]] = {}
        self._named: dict[str, dict[Listener, None]] = {}
        """Spectators who gave a name: few, and asked for at every step."""

    def join(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Let the listener hear what the viewer's audience is told."""
        self._tables.setdefault(code, {}).setdefault(viewer, {})[listener] = None
        if viewer is None and listener.known_as:
            self._named.setdefault(code, {})[listener] = None

    def leave(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Stop it."""
        audiences = self._tables.get(code)
        if audiences is None:
            return
        listeners = audiences.get(viewer)
        if listeners is not None:
            listeners.pop(listener, None)
            if viewer is None and code in self._named:
                self._named[code].pop(listener, None)
            if not listeners:
                del audiences[viewer]
        if not audiences:
            del self._tables[code]
            self._named.pop(code, None)

    def known_spectators(self, code: str) -> tuple[str, ...]:
        """Return the names of spectators who gave one."""
        return tuple(listener.known_as for listener in self._named.get(code, ()))

    def count(self, code: str, viewer: int | None) -> int:
        """Return how many listen as this viewer."""
        return len(self._tables.get(code, {}).get(viewer, ()))

    def listeners(self, code: str) -> list[tuple[int | None, Listener]]:
        """Return everybody at a table with the viewer each is."""
        audiences = self._tables.get(code, {})
        return [(viewer, listener) for viewer, listeners in audiences.items() for listener in listeners]

    def viewers(self, code: str) -> list[int | None]:
        """Return the audiences that have somebody."""
        return list(self._tables.get(code, ()))

    def has_pages(self, code: str, viewer: int | None) -> bool:
        """Return True when a page listens as this viewer."""
        return any(listener.page for listener in self._tables.get(code, {}).get(viewer, ()))

    async def deliver(
        self, code: str, viewer: int | None, messages: Sequence[TableMessage], state: Prepared | None
    ) -> None:
        """Write the messages, and to pages the state after them, to every connection of an audience."""
        listeners = self._tables.get(code, {}).get(viewer)
        if not listeners:
            return
        everybody = list(listeners)
        for begin in range(0, len(everybody), CHUNK):
            if begin:
                await asyncio.sleep(0)
            for listener in everybody[begin : begin + CHUNK]:
                write(listener, messages, state)
        DELIVERIES.inc(len(everybody) * (len(messages) + (state is not None)))

    def tell(
        self, code: str, message: TableMessage, *, pages: bool = True, protocol: bool = True,
        only: Iterable[int | None] | None = None, but: Listener | None = None,
    ) -> None:  # fmt: skip
        """Write an unversioned message to a table's connections: all, or those of some viewers."""
        wanted = None if only is None else set(only)
        for viewer, listener in self.listeners(code):
            if listener is but or (wanted is not None and viewer not in wanted):
                continue
            if pages if listener.page else protocol:
                write(listener, (message,), None)


def write(listener: Listener, messages: Sequence[TableMessage], state: Prepared | None) -> None:
    """Write to one connection; whatever is wrong with it stays with it."""
    try:
        outlet = listener.outlet
        for message in messages:
            outlet.write(message.prepared)
            if message.payload_type in listener.listens_to:
                listener.hear(message)
        if state is not None and listener.page:
            outlet.write(state)
    except Exception:
        # Whatever it is, it must not keep the message from those behind it.
        logger.exception("a connection could not be written to")
