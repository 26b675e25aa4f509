"""How often one may ask: a bucket of tokens a caller, refilled with time.

Each process counts for itself: with several web processes a caller gets the limit of each.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from spieltisch import environment

#: Callers remembered at once; the one not seen for the longest time is forgotten first, and starts full again.
MOST_CALLERS = 10_000


@dataclass(slots=True)
class Bucket:
    """What one caller has left."""

    tokens: float
    filled: float


class RateLimit:
    """So many calls a period for each caller, and a burst of them at once. A rate of 0 lets everything pass."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_second = a_second
        self.burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> float:
        """Count a call and return 0, or return the seconds to wait when it is one too many."""
        if self.a_second <= 0:
            return 0
        now = self._clock()
        bucket = self._buckets.setdefault(caller, Bucket(self.burst, now))
        self._buckets.move_to_end(caller)
        bucket.tokens = min(self.burst, bucket.tokens + (now - bucket.filled) * self.a_second)
        bucket.filled = now
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self.a_second
        bucket.tokens -= 1
        if len(self._buckets) > MOST_CALLERS:
            self._buckets.popitem(last=False)
        return 0


def configured() -> dict[str, RateLimit]:
    """Return the limits as the environment sets them."""
    requests = environment.number("LIMIT_REQUESTS_PER_SECOND", 50)
    guests = environment.number("LIMIT_GUESTS_PER_MINUTE", 60)
    tables = environment.number("LIMIT_TABLES_PER_MINUTE", 120)
    uploads = environment.number("LIMIT_UPLOADS_PER_MINUTE", 30)
    return {
        "requests": RateLimit(requests, 4 * requests),
        "guests": RateLimit(guests / 60, guests),
        "tables": RateLimit(tables / 60, tables),
        "uploads": RateLimit(uploads / 60, uploads),
    }
