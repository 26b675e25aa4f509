"""Why clients were refused or hung up on, counted since the process began; whoever keeps metrics may look here."""

from __future__ import annotations

from collections import Counter

#: Reason (`sockets`, `unread`, or the code of the limit or fault) -> how often.
DROPPED: Counter[str] = Counter()
