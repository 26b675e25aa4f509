"""The last words spoken in each lobby, for those who come later (14.2.2.3).

Chat is no part of a match: it is kept in memory only, for the lobbies that were talkative of late.
"""

from __future__ import annotations

from collections import OrderedDict, deque

from gamekit.rules import Json

REMEMBERED = 10
LOBBIES = 500
LONGEST = 500

_SPOKEN: OrderedDict[int, deque[Json]] = OrderedDict()


def remember(table: int, message: Json) -> None:
    """Keep a globalChat of a table."""
    words = _SPOKEN.setdefault(table, deque(maxlen=REMEMBERED))
    words.append(message)
    _SPOKEN.move_to_end(table)
    while len(_SPOKEN) > LOBBIES:
        _SPOKEN.popitem(last=False)


def spoken(table: int) -> list[Json]:
    """Return the last messages of a table, the newest at the end."""
    return list(_SPOKEN.get(table, ()))
