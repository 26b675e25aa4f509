"""The fronts as a host sees them: processes that hold connections to its tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from spieltisch.cluster.bus import BEAT_SECONDS, Bus
from spieltisch.tables.delivery import Listener
from spieltisch.tables.livematch import LiveMatch, TableMessage
from spieltisch.tables.wire import Prepared

#: Faces remembered of those sent to a front; beyond, they are sent anew.
MOST_FACES = 5_000
#: Heartbeats after which somebody who comes through another front is believed that this one is gone.
MISSED_BEATS = 2


@dataclass(frozen=True, slots=True)
class DistantTap:
    """The wire tap of a front's connection."""

    number: int


@dataclass(frozen=True, slots=True)
class DistantOutlet:
    """The way to a connection that a front holds."""

    listener: DistantListener
    backlog: int = 0
    """Only the front knows what waits there."""

    def write(self, message: Prepared) -> None:
        """Let the front write it."""
        self.listener.front.send(
            {"t": "write", "conn": self.listener.number, "messages": [("", None)], "state": False}, [message.data]
        )

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Let the front close it."""
        self.listener.front.send({"t": "close", "conn": self.listener.number, "code": code, "reason": reason})


@dataclass(slots=True, eq=False)
class DistantListener:
    """A connection that a front holds."""

    front: FrontProcess
    number: int
    page: bool
    known_as: str = ""
    address: str = ""
    tap: DistantTap | None = None
    place: tuple[str, int | None] | None = None
    """Table and audience it belongs to."""
    listens_to: frozenset[str] = frozenset()
    holder: str = ""
    """Who it is, for as long as nobody says otherwise; "" when its front does not say."""
    looks_on: bool = False

    @property
    def outlet(self) -> DistantOutlet:
        """The way to the front."""
        return DistantOutlet(self)

    def hear(self, message: TableMessage) -> None:
        """The front lets it hear."""

    def seat_moved(self, seat: int | None) -> None:
        """Let the front know."""
        self.front.send({"t": "seat", "conn": self.number, "seat": seat})


@dataclass(slots=True, eq=False)
class FrontProcess:
    """One front; implements what the hub asks of a front."""

    bus: Bus
    name: str
    progress: Callable[[str, int | None], tuple[str, int]]
    """Tells the match that an audience of a table is shown ("" for none) and the last version it was told."""
    sure: Callable[[], bool]
    """Tells whether this host's lease is good: what somebody says who has lost it may be long out of date."""
    listeners: dict[int, DistantListener] = field(default_factory=dict)
    faces: dict[str, bytes] = field(default_factory=dict)
    """The face of each table as it was last sent there."""
    gone_since: float | None = None
    """When it last showed a sign of life, if it was taken for dead. Should it live, another object stands for it."""
    unsaid: bool = False
    """Something was not said because we were unsure: it has to catch up."""

    @property
    def silent_since(self) -> float | None:
        """Return its last sign of life when more than one has not come."""
        peer = self.bus.peers.get(self.name)
        if peer is None:
            return self.gone_since
        return peer.seen if time.monotonic() - peer.seen > MISSED_BEATS * BEAT_SECONDS else None

    def shows(self, code: str, face: bytes) -> bool:
        """Take note that the front is shown a table's face; False when it knows it already."""
        if self.faces.get(code) == face:
            return False
        if len(self.faces) >= MOST_FACES:
            self.faces.clear()
        self.faces[code] = face
        return True

    def forget(self, code: str) -> None:
        """Forget the connections at a table that another host runs: that one is told when they go."""
        left = [number for number, one in self.listeners.items() if one.place is not None and one.place[0] == code]
        for number in left:
            del self.listeners[number]

    def listener(self, described: dict[str, Any]) -> DistantListener:
        """Return the connection that the front described, the same object each time."""
        number = described["conn"]
        known = self.listeners.get(number)
        if known is None:
            known = self.listeners[number] = DistantListener(
                self, number, described["page"], described["known_as"], described["address"]
            )
            if described["tap"] is not None:
                known.tap = DistantTap(described["tap"])
        # A login changes it; a front of before an update does not say it.
        known.holder = described.get("holder", "")
        known.looks_on = described.get("looks_on", False)
        return known

    def send(self, head: dict[str, Any], bodies: Sequence[bytes] = ()) -> None:
        """Send a packet there; not said while we are unsure, because the front is asked to catch up afterwards.

        Nothing is said either for one that was taken for dead: were it heard, it would undo what the front has been
        told since.
        """
        if self.gone_since is not None:
            return
        if self.sure():
            self.bus.send(self.name, head, bodies)
        else:
            self.unsaid = True

    def speak_again(self) -> None:
        """Ask it to catch up if there was something to say while we were unsure."""
        if self.unsaid:
            self.unsaid = False
            self.send({"t": "hello"})

    # --- what the hub tells ---------------------------------------------------------------------------------------
    def joined(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Let the front's own hub follow."""
        assert isinstance(listener, DistantListener)
        listener.place = (code, viewer)
        self.listeners[listener.number] = listener
        match, version = self.progress(code, viewer)
        head = {"t": "joined", "code": code, "viewer": viewer, "conn": listener.number}
        self.send({**head, "match": match, "version": version})

    def left(self, code: str, viewer: int | None, listener: Listener) -> None:
        """Let the front's own hub follow."""
        assert isinstance(listener, DistantListener)
        listener.place = None
        self.listeners.pop(listener.number, None)
        self.send({"t": "left", "code": code, "viewer": viewer, "conn": listener.number})

    def deliver(self, code: str, viewer: int | None, messages: Sequence[TableMessage], state: Prepared | None) -> None:
        """Send an audience's messages, once for all of its connections there."""
        head = {"t": "deliver", "code": code, "viewer": viewer, "match": self.progress(code, viewer)[0]}
        self.send({**head, **_described(messages, state)}, _bodies(messages, state))

    def repair(
        self, code: str, viewer: int | None, match: LiveMatch, messages: Sequence[TableMessage],
        state: Prepared | None,
    ) -> None:  # fmt: skip
        """Send what an audience missed of a match, or all that it needs to begin anew, and up to which version."""
        head = {"t": "repair", "code": code, "viewer": viewer, "match": match.code, "version": match.version(viewer)}
        self.send({**head, **_described(messages, state)}, _bodies(messages, state))

    def tell(
        self, code: str, message: TableMessage, *, pages: bool, protocol: bool, only: set[int | None] | None,
        but: Listener | None,
    ) -> None:  # fmt: skip
        """Send a message for the connections at a table."""
        excepted = but.number if isinstance(but, DistantListener) and but.front is self else None
        head = {"t": "tell", "code": code, "pages": pages, "protocol": protocol, "but": excepted}
        head["only"] = None if only is None else list(only)
        self.send({**head, **_described((message,), None)}, _bodies((message,), None))

    def write(self, listener: Listener, messages: Sequence[TableMessage], state: Prepared | None) -> None:
        """Send what one connection is told."""
        assert isinstance(listener, DistantListener)
        head = {"t": "write", "conn": listener.number, **_described(messages, state)}
        self.send(head, _bodies(messages, state))


def _described(messages: Sequence[TableMessage], state: Prepared | None) -> dict[str, Any]:
    return {"messages": [(message.payload_type, message.version) for message in messages], "state": state is not None}


def _bodies(messages: Sequence[TableMessage], state: Prepared | None) -> list[bytes]:
    return [message.prepared.data for message in messages] + ([state.data] if state is not None else [])
