"""A tap on one connection: takes note of every message both ways, bounded, and hands it on when the connection ends.

Taking note costs an append of references; nothing is encoded before somebody looks, and nothing copied but the
beginning of what is too long to be kept.
"""

from __future__ import annotations

import re
import sys
import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from math import inf
from typing import Literal

from django.utils import timezone

from gamekit import container, jsontext
from gamekit.container import MALFORMED
from gamekit.dialect import Dialect, LineEndpoint, XmlEndpoint
from gamekit.errors import GameError
from gamekit.game import Game
from gamekit.refusals import Refusal
from gamekit.rules import Json
from spieltisch.inspector.hiding import redacted_fields, redacted_message, redacted_unread

#: What is kept of one connection: the newest messages, up to these bounds, each up to so many characters.
MOST_MESSAGES = 4000
MOST_BYTES = 2_000_000
LONGEST = 4000
#: Bytes that are stored of a connection which belongs to no account: none but staff may look at it.
MOST_OF_STRANGERS = 64 * 1024

#: Where the type of a message stands of which the end is missing.
_TYPE = re.compile(r'"payloadType"\s*:\s*"([\w/ -]{1,80})"')

#: Connections open in this process, by number.
OPEN: dict[int, WireTap] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """One message: which and when, which way, as it went over the wire, and as a container."""

    number: int
    moment: float
    way: Literal["in", "out"]
    raw: bytes
    container: str
    whole: bool
    """Whether the container was short enough to be kept to its end."""

    @property
    def size(self) -> int:
        """Bytes it takes in memory."""
        return len(self.raw) + sys.getsizeof(self.container)


class WireTap:
    """Everything that went over one connection of late."""

    def __init__(self, game: Game, number: int, endpoint: str) -> None:
        self.game = game
        self.number = number
        self.endpoint = endpoint
        self.started: datetime = timezone.now()
        self.owner_id: int | None = None
        self.name = ""
        self.table = ""
        self.match = ""
        self.seat: int | None = None
        self.count = 0
        self.secrets: set[str] = set()
        """Texts to hide wherever they stand: a seat token may be given as a name."""
        self._begun = time.monotonic()
        self._entries: deque[Entry] = deque()
        self._bytes = 0
        self._dialect = _dialect_of(game, endpoint)
        """Writes what a bridge in another process wrote, which only the container is known of here."""

    @property
    def size(self) -> int:
        """Bytes that the messages take in memory."""
        return self._bytes

    def heard(self, raw: bytes, text: str, variant: str = "") -> None:
        """Take note of what the client said, and of how its dialect is to be written."""
        if self._dialect is not None and variant and self._dialect.variant != variant:
            self._dialect.decode(raw)
        self._note("in", raw, text)

    def said(self, text: str, raw: bytes) -> None:
        """Take note of what the client was told."""
        self._note("out", raw, text)

    def _note(self, way: Literal["in", "out"], raw: bytes, text: str) -> None:
        self.count += 1
        whole = len(text) <= LONGEST
        entry = Entry(self.count, time.monotonic() - self._begun, way, raw[:LONGEST], text[:LONGEST], whole)
        self._entries.append(entry)
        self._bytes += entry.size
        while self._bytes > MOST_BYTES or len(self._entries) > MOST_MESSAGES:
            self._bytes -= self._entries.popleft().size

    def entries(self, after: int = 0) -> list[dict[str, Json]]:
        """Return the messages after a number for the inspector's page."""
        # Of a copy: whoever looks does so in another thread, and messages go on coming.
        return [self._shown(entry) for entry in list(self._entries) if entry.number > after]

    def _shown(self, entry: Entry) -> dict[str, Json]:
        payload_type, payload = _opened(entry)
        hide = redacted_unread if entry.whole and payload_type in ("", MALFORMED) else redacted_message
        shown: dict[str, Json] = {
            "number": entry.number,
            "ms": round(entry.moment * 1000),
            "way": entry.way,
            "type": payload_type,
            "payload": redacted_fields(payload, self.secrets),
            "raw": hide(self._as_sent(entry), self.secrets)[:LONGEST],
            "refusal": False,
        }
        refusal = self._refusal(entry.way, payload_type, payload)
        return shown if refusal is None else {**shown, "refusal": True, **asdict(refusal)}

    def _refusal(self, way: str, payload_type: str, payload: Json) -> Refusal | None:
        if way == "out":
            return self.game.read_refusal(payload_type, payload)
        if payload_type != MALFORMED:
            return None
        # What could not be read is not always answered: some protocols just close. A stranger may also send this very
        # type, with anything in it, and is refused like any other.
        return Refusal(str(payload.get("reason", "")) if isinstance(payload, dict) else "", "")

    def _as_sent(self, entry: Entry) -> str:
        if entry.raw or entry.way == "in" or self._dialect is None or not entry.whole:
            return entry.raw.decode(errors="replace") if entry.raw else entry.container
        return self._dialect.encode(container.decode(entry.container)).decode(errors="replace")

    def writer(self, deadline: float = inf) -> Callable[[], None]:
        """Return the write that keeps this connection's messages; to make it takes a while, to call it does not.

        The newest are made ready first, and none after the deadline (monotonic clock).
        """
        count, ended = self.count, timezone.now()
        packed, refused = self._packed(MOST_OF_STRANGERS if self.owner_id is None else inf, deadline)

        def write() -> None:
            from spieltisch.inspector.models import WireLog

            WireLog.objects.create(
                number=self.number, owner_id=self.owner_id, game=self.game.slug, endpoint=self.endpoint,
                name=self.name[:80], table=self.table, match=self.match, seat=self.seat, started=self.started,
                ended=ended, messages=count, refused=refused, entries=packed,
            )  # fmt: skip

        return write

    def _packed(self, room: float, deadline: float) -> tuple[bytes, int]:
        """Return the newest messages for which there is room and time as they are stored, and how many refuse."""
        refused, kept = 0, deque[bytes]()
        for entry in reversed(list(self._entries)):
            shown = self._shown(entry)
            data = jsontext.dumps(shown)
            room -= len(data) + 1
            if room < 0 or time.monotonic() > deadline:
                break
            kept.appendleft(data)
            refused += bool(shown["refusal"])
        return zlib.compress(b"[" + b",".join(kept) + b"]"), refused


def unpacked(data: bytes) -> list[dict[str, Json]]:
    """Return entries as `writer` stores them."""
    entries: list[dict[str, Json]] = jsontext.loads(zlib.decompress(data))
    return entries


def _dialect_of(game: Game, endpoint: str) -> Dialect | None:
    doors = (door for door in game.endpoints if door.name == endpoint and isinstance(door, (LineEndpoint, XmlEndpoint)))
    return next((door.dialect() for door in doors), None)


def _opened(entry: Entry) -> tuple[str, Json]:
    if not entry.whole:
        named = _TYPE.search(entry.container)
        return named[1] if named else "", None
    try:
        data = jsontext.loads(entry.container)
    except GameError:
        return "", None
    if not isinstance(data, dict):
        return "", None
    return str(data.get("payloadType", "")), data.get("payload")
