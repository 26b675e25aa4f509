"""The last words spoken in each lobby, for those who come later (14.2.2.3).

Chat is no part of a match: it is kept in memory only, for the lobbies that were talkative of late. What players said
may tell of the match, so whoever sees that late is told it late.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from gamekit.rules import Json

REMEMBERED = 10
LOBBIES = 500


@dataclass(frozen=True, slots=True)
class Line:
    """A globalChat, when it was said, and whether by somebody who plays."""

    message: Json
    time: datetime
    player: bool


_SPOKEN: OrderedDict[int, deque[Line]] = OrderedDict()


def remember(table: int, line: Line) -> None:
    """Keep what was said at a table."""
    words = _SPOKEN.setdefault(table, deque(maxlen=REMEMBERED))
    words.append(line)
    _SPOKEN.move_to_end(table)
    while len(_SPOKEN) > LOBBIES:
        _SPOKEN.popitem(last=False)


def spoken(table: int, now: datetime, hidden: float = 0) -> list[Json]:
    """Return a table's last messages, the newest at the end; without what players said in the last `hidden` seconds."""
    latest = now - timedelta(seconds=hidden)
    lines = _SPOKEN.get(table, ())
    return [line.message for line in lines if not (hidden and line.player and line.time > latest)]
