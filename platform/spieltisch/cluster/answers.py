"""What a host answered, kept for a while: a call that is sent again is carried out once, and answered once more."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from spieltisch.cluster.packets import Head

#: Seconds that an answer is kept for calls that are sent again: longer than any front goes on asking.
KEPT_SECONDS = 60.0
#: Calls that let connections hear a table: undone when their front is taken for dead.
JOINING = frozenset({"attach", "sit", "sync"})


@dataclass(slots=True)
class Call:
    """A call that was taken."""

    front: str
    op: str
    since: float
    answer: Head | None = None
    """None while it is being carried out."""


class Answers:
    """The calls of the last minute by their ids."""

    def __init__(self) -> None:
        self._calls: OrderedDict[str, Call] = OrderedDict()

    def __contains__(self, number: str) -> bool:
        """Tell whether the call was taken already."""
        return number in self._calls

    def begin(self, number: str, front: str, op: str) -> None:
        """Take note of a call that is carried out from here on."""
        self._calls[number] = Call(front, op, time.monotonic())
        while next(iter(self._calls.values())).since < time.monotonic() - KEPT_SECONDS:
            self._calls.popitem(last=False)

    def keep(self, number: str, answer: Head) -> None:
        """Keep the answer, from now on."""
        call = self._calls.get(number)
        if call is not None:
            call.answer, call.since = answer, time.monotonic()
            self._calls.move_to_end(number)

    def drop(self, number: str) -> None:
        """Keep nothing: sent again, the call is carried out again."""
        self._calls.pop(number, None)

    def find(self, number: str) -> Head | None:
        """Return the answer that was kept; None when there is none (yet)."""
        call = self._calls.get(number)
        return call.answer if call is not None else None

    def part_with(self, front: str) -> None:
        """Forget what a front that is gone had joined: should it live, and ask again, it is to join again."""
        for number in [number for number, call in self._calls.items() if call.front == front and call.op in JOINING]:
            del self._calls[number]
