"""How much work on replays is done at once: matches are long, and whoever plays now must not wait for them.

Playing a match again keeps the interpreter busy for as long as it takes. Two such threads leave everybody else their
turn every few milliseconds; a dozen would not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from gamekit.errors import Refused

#: At once, and waiting for their turn; each that waits keeps a thread.
PLACES, QUEUE = 2, 16
#: Seconds in the queue; a match of the largest number of steps takes a few.
PATIENCE = 20.0

#: The code of the refusal.
BUSY = "replay/unavailable"

_places, _queue = BoundedSemaphore(PLACES), BoundedSemaphore(PLACES + QUEUE)


@contextmanager
def at_work() -> Iterator[None]:
    """Hold a place while working; Refused when there are too many already."""
    if not _queue.acquire(blocking=False):
        raise busy()
    try:
        if not _places.acquire(timeout=PATIENCE):
            raise busy()
        try:
            yield
        finally:
            _places.release()
    finally:
        _queue.release()


def busy() -> Refused:
    """Return the refusal for when there is no place."""
    return Refused("too many replays are being read just now; try again in a moment", BUSY)
