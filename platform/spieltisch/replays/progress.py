"""How far long work is: told under a ticket that the page chose, so that the page can ask while it waits."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import TypedDict

from django.core.cache import cache

from gamekit.exports import Step

Report = Callable[[int, int], None]

TICKET = re.compile(r"[A-Za-z0-9_-]{8,40}")
#: Seconds between two reports, and for which the last one is kept.
PERIOD, KEPT = 0.2, 120


class Told(TypedDict):
    """What is known about a piece of work."""

    done: int
    total: int
    over: bool


def silent(done: int, total: int) -> None:
    """Tell nobody."""


def reporter(ticket: str) -> Report:
    """Return what tells how far the work under this ticket is; nobody is told when there is no proper ticket."""
    if not TICKET.fullmatch(ticket):
        return silent
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done >= total or now - last >= PERIOD:
            last = now
            cache.set(_key(ticket), Told(done=done, total=total, over=done >= total), KEPT)

    return report


def told(ticket: str) -> Told:
    """Return how far the work under this ticket is."""
    known: Told | None = cache.get(_key(ticket)) if TICKET.fullmatch(ticket) else None
    return known or Told(done=0, total=0, over=False)


class CountedSteps(list[Step]):
    """Steps that tell how far whoever reads them has come: a writer of a format needs to know nothing of it."""

    def __init__(self, steps: list[Step], report: Report) -> None:
        super().__init__(steps)
        self._report = report

    def __iter__(self) -> Iterator[Step]:
        """Yield the steps, telling each; the last is told when the file is whole."""
        for number, step in enumerate(super().__iter__()):
            self._report(number, len(self) + 1)
            yield step


def _key(ticket: str) -> str:
    return f"progress:{ticket}"
