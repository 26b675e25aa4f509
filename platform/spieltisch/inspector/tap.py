"""A tap on one connection: takes note of every message both ways, bounded, and hands it on when the connection ends.

Taking note costs an append of references; nothing is encoded or copied before somebody looks.
"""

from __future__ import annotations

import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from typing import Literal

from django.utils import timezone

from gamekit import container, jsontext
from gamekit.container import MALFORMED
from gamekit.dialect import Dialect, LineEndpoint, XmlEndpoint
from gamekit.errors import GameError
from gamekit.game import Game
from gamekit.refusals import Refusal
from gamekit.rules import Json
from spieltisch.redaction import redacted_fields, redacted_message

#: What is kept of one connection: the newest messages, up to these bounds.
MOST_MESSAGES = 4000
LONGEST = 4000

#: Connections open in this process, by number.
OPEN: dict[int, WireTap] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """One message: when, which way, as it went over the wire, and as a container."""

    moment: float
    way: Literal["in", "out"]
    raw: bytes
    container: str


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
        self._begun = time.monotonic()
        self._entries: deque[Entry] = deque(maxlen=MOST_MESSAGES)
        self._dialect = _dialect_of(game, endpoint)
        """Writes what a bridge in another process wrote, which only the container is known of here."""

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
        self._entries.append(Entry(time.monotonic() - self._begun, way, raw, text))

    def entries(self, after: int = 0) -> list[dict[str, Json]]:
        """Return the messages after a number for the inspector's page."""
        first = self.count - len(self._entries)
        fresh = islice(self._entries, max(0, after - first), None)
        return [self._shown(number, entry) for number, entry in enumerate(fresh, max(after, first) + 1)]

    def _shown(self, number: int, entry: Entry) -> dict[str, Json]:
        payload_type, payload = _opened(entry.container)
        shown: dict[str, Json] = {
            "number": number,
            "ms": round(entry.moment * 1000),
            "way": entry.way,
            "type": payload_type,
            "payload": redacted_fields(payload),
            "raw": redacted_message(self._as_sent(entry))[:LONGEST],
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
        if entry.raw or entry.way == "in" or self._dialect is None:
            return entry.raw.decode(errors="replace") if entry.raw else entry.container
        return self._dialect.encode(container.decode(entry.container)).decode(errors="replace")

    def compressed(self, entries: list[dict[str, Json]]) -> bytes:
        """Return the entries as they are stored."""
        return zlib.compress(jsontext.dumps(entries))

    def writer(self) -> Callable[[], None]:
        """Return the write that keeps this connection's messages."""
        entries = self.entries()
        ended = timezone.now()

        def write() -> None:
            from spieltisch.inspector.models import WireLog

            WireLog.objects.create(
                number=self.number, owner_id=self.owner_id, game=self.game.slug, endpoint=self.endpoint,
                name=self.name[:80], table=self.table, match=self.match, seat=self.seat, started=self.started,
                ended=ended, messages=self.count, refused=sum(1 for entry in entries if entry["refusal"]),
                entries=self.compressed(entries),
            )  # fmt: skip

        return write


def unpacked(data: bytes) -> list[dict[str, Json]]:
    """Return entries as `compressed` stored them."""
    entries: list[dict[str, Json]] = jsontext.loads(zlib.decompress(data))
    return entries


def _dialect_of(game: Game, endpoint: str) -> Dialect | None:
    doors = (door for door in game.endpoints if door.name == endpoint and isinstance(door, (LineEndpoint, XmlEndpoint)))
    return next((door.dialect() for door in doors), None)


def _opened(text: str) -> tuple[str, Json]:
    try:
        data = jsontext.loads(text)
    except GameError:
        return "", None
    if not isinstance(data, dict):
        return "", None
    return str(data.get("payloadType", "")), data.get("payload")
