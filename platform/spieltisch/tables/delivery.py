"""Who listens: audience -> connections. A message enters once and leaves as the same bytes for each.

A connection may be held by another process (a front). Such a process is told once for each audience, however many of
its connections belong to it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Protocol

from gamekit.exports import MOST_SPECTATORS
from spieltisch import metrics
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.wire import Outlet, Prepared

logger = logging.getLogger(__name__)

#: Connections written to before the loop gets a turn.
CHUNK = 256

DELIVERIES = metrics.counter("spieltisch_deliveries_total", "Messages handed to connections.")
FAN_OUT = metrics.histogram(
    "spieltisch_fan_out_seconds", "Time from a step's first message to its last connection of an audience."
)


class Listener(Protocol):
    """A connection at a table. A page gets the platform's messages and full states, a protocol client only its own."""

    page: bool
    listens_to: frozenset[str]
    known_as: str
    """The name a protocol's login gave; "" for strangers."""

    @property
    def looks_on(self) -> bool:
        """Tell whether nobody is there to play: it hears what its seat sees, and may do nothing."""

    @property
    def holder(self) -> str:
        """Who may come back to a seat that this connection takes."""

    @property
    def front(self) -> Front | None:
        """The process that holds the connection; None when it is this one."""

    @property
    def address(self) -> str:
        """The client's address, for staff."""

    @property
    def outlet(self) -> Outlet:
        """The way to the client."""

    def hear(self, message: TableMessage) -> None:
        """Be told of a message that `listens_to` names, after it was written."""

    def seat_moved(self, seat: int | None) -> None:
        """Be told that one's seat has a new number; None: that it is one's own no longer."""


class Front(Protocol):
    """Another process that holds connections to our tables."""

    gone_since: float | None
    """When a process that is gone last showed a sign of life (monotonic clock)."""

    @property
    def silent_since(self) -> float | None:
        """Return the last sign of life of a process that should have shown another one; None while it does."""

    def joined(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Be told that its connection belongs to an audience from here on."""

    def left(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Be told that it does no longer."""

    def deliver(self, code: str, viewer: int | None, messages: Sequence[TableMessage], state: Prepared | None) -> None:
        """Be told what its connections of an audience are told."""

    def tell(
        self, code: str, message: TableMessage, *, pages: bool, protocol: bool, only: set[int | None] | None,
        but: Listener | None,
    ) -> None:  # fmt: skip
        """Be told an unversioned message for its connections at a table."""

    def write(self, listener: Listener, messages: Sequence[TableMessage], state: Prepared | None) -> None:
        """Be told what one of its connections is told."""


class Crowd:
    """One audience of one table: connections of this process, and those of each front."""

    __slots__ = ("fronts", "here")

    def __init__(self) -> None:
        self.here: dict[Listener, None] = {}
        self.fronts: dict[Front, dict[Listener, None]] = {}

    def add(self, listener: Listener) -> None:
        """Let it belong to the audience."""
        group = self.here if listener.front is None else self.fronts.setdefault(listener.front, {})
        group[listener] = None

    def remove(self, listener: Listener) -> bool:
        """Let it go; False when it was not there."""
        front = listener.front
        group = self.here if front is None else self.fronts.get(front, {})
        if listener not in group:
            return False
        del group[listener]
        if front is not None and not group:
            del self.fronts[front]
        return True

    def __contains__(self, listener: Listener) -> bool:
        """Tell whether it belongs to the audience."""
        return listener in (self.here if listener.front is None else self.fronts.get(listener.front, ()))

    def __iter__(self) -> Iterator[Listener]:
        """Go through all of them."""
        return chain(self.here, *self.fronts.values())

    def __len__(self) -> int:
        """Count them."""
        return len(self.here) + sum(map(len, self.fronts.values()))


class Hub:
    """The listeners of every table this process runs (or, on a front, shows)."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[int | None, Crowd]] = {}
        self._named: dict[str, dict[Listener, None]] = {}
        """Spectators who gave a name: few, and asked for at every step."""

    def join(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Let the listener hear what the viewer's audience is told."""
        self._tables.setdefault(code, {}).setdefault(viewer, Crowd()).add(listener)
        if viewer is None and listener.known_as:
            self._named.setdefault(code, {})[listener] = None
        if listener.front is not None:
            listener.front.joined(code, viewer, listener)

    def leave(self, code: str, viewer: int | None, listener: Listener) -> bool:
        """Stop it; False when it did not belong there."""
        crowd = self._tables.get(code, {}).get(viewer)
        if crowd is None or not crowd.remove(listener):
            return False
        if viewer is None and code in self._named:
            self._named[code].pop(listener, None)
        if listener.front is not None:
            listener.front.left(code, viewer, listener)
        if not len(crowd):
            del self._tables[code][viewer]
        if not self._tables[code]:
            self.clear(code)
        return True

    def audience_of(self, code: str, viewer: int | None, listener: Listener) -> int | None:
        """Return the audience to which the listener belongs, most likely the viewer's."""
        audiences = self._tables.get(code, {})
        found = (number for number, crowd in audiences.items() if listener in crowd)
        return viewer if listener in audiences.get(viewer, ()) else next(found, viewer)

    def clear(self, code: str) -> None:
        """Forget everybody at a table."""
        self._tables.pop(code, None)
        self._named.pop(code, None)

    def known_spectators(self, code: str) -> tuple[str, ...]:
        """Return the names of spectators who gave one, as many as states and replays name."""
        return tuple(listener.known_as for listener in islice(self._named.get(code, ()), MOST_SPECTATORS))

    def count(self, code: str, viewer: int | None) -> int:
        """Return how many listen as this viewer."""
        return len(self._tables.get(code, {}).get(viewer, ()))

    def audience(self, code: str, viewer: int | None) -> list[Listener]:
        """Return those who listen as this viewer."""
        return list(self._tables.get(code, {}).get(viewer, ()))

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
        crowd = self._tables.get(code, {}).get(viewer)
        if not crowd:
            return
        began = time.perf_counter()
        for front in crowd.fronts:
            front.deliver(code, viewer, messages, state)
        everybody = list(crowd.here)
        for begin in range(0, len(everybody), CHUNK):
            if begin:
                await asyncio.sleep(0)
            for listener in everybody[begin : begin + CHUNK]:
                write(listener, messages, state)
        DELIVERIES.inc(len(everybody) * (len(messages) + (state is not None)))
        FAN_OUT.observe(time.perf_counter() - began)

    def tell(
        self, code: str, message: TableMessage, *, pages: bool = True, protocol: bool = True,
        only: Iterable[int | None] | None = None, but: Listener | None = None,
    ) -> None:  # fmt: skip
        """Write an unversioned message to a table's connections: all, or those of some viewers."""
        wanted = None if only is None else set(only)
        fronts: dict[Front, None] = {}
        for viewer, crowd in list(self._tables.get(code, {}).items()):
            if wanted is not None and viewer not in wanted:
                continue
            fronts |= dict.fromkeys(crowd.fronts)
            for listener in list(crowd.here):
                if listener is not but and (pages if listener.page else protocol):
                    write(listener, (message,), None)
        for front in fronts:
            front.tell(code, message, pages=pages, protocol=protocol, only=wanted, but=but)


def write(listener: Listener, messages: Sequence[TableMessage], state: Prepared | None) -> None:
    """Write to one connection; whatever is wrong with it stays with it."""
    if listener.front is not None:
        listener.front.write(listener, messages, state)
        return
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
