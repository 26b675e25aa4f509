"""A tap on one connection: takes note of every message both ways, bounded, and hands it on when the connection ends.

Taking note costs an append of references; nothing is encoded or copied before somebody looks.
"""

from __future__ import annotations

import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils import timezone

from gamekit import jsontext
from gamekit.errors import GameError
from gamekit.game import Game
from gamekit.rules import Json

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

    def heard(self, raw: bytes, container: str) -> None:
        """Take note of what the client said."""
        self._note("in", raw, container)

    def said(self, container: str, raw: bytes) -> None:
        """Take note of what the client was told."""
        self._note("out", raw, container)

    def _note(self, way: Literal["in", "out"], raw: bytes, container: str) -> None:
        self.count += 1
        self._entries.append(Entry(time.monotonic() - self._begun, way, raw, container))

    def entries(self) -> list[dict[str, Json]]:
        """Return the messages for the inspector's page."""
        first = self.count - len(self._entries)
        return [self._shown(first + index, entry) for index, entry in enumerate(self._entries, 1)]

    def _shown(self, number: int, entry: Entry) -> dict[str, Json]:
        payload_type, payload = _opened(entry.container)
        raw = entry.raw.decode(errors="replace") if entry.raw else entry.container
        return {
            "number": number,
            "ms": round(entry.moment * 1000),
            "way": entry.way,
            "type": payload_type,
            "payload": payload,
            "raw": raw[:LONGEST],
            "refusal": entry.way == "out" and self.game.refuses(payload_type, payload),
        }

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


def _opened(container: str) -> tuple[str, Json]:
    try:
        data = jsontext.loads(container)
    except GameError:
        return "", None
    if not isinstance(data, dict):
        return "", None
    return str(data.get("payloadType", "")), data.get("payload")
