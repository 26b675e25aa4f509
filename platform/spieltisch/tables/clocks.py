"""The clocks of one table: a clock an expectation, frozen while paused, never charged for our own delay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamekit.rules import Expectation

Key = tuple[int | None, str, int]


def key_of(expectation: Expectation) -> Key:
    """Return what makes two expectations the same: who, what, and which turn."""
    return expectation.seat, expectation.kind, expectation.turn


@dataclass(slots=True)
class Running:
    """One clock: how much was used up to `since`, and since when it runs (None: it stands)."""

    expectation: Expectation
    used: float
    since: float | None

    def spent(self, now: float) -> float:
        """Return the seconds used."""
        return self.used + (0.0 if self.since is None else max(0.0, now - self.since))

    def left(self, now: float) -> float | None:
        """Return the seconds left; None without a limit."""
        if self.expectation.limit_ms is None:
            # A pause of the table without a length ends at once; a seat without a limit may think for ever.
            return 0.0 if self.expectation.seat is None else None
        return self.expectation.limit_ms / 1000 - self.spent(now)


class Clocks:
    """All clocks of a table. Times are seconds of a monotonic clock, handed in."""

    def __init__(self) -> None:
        self._running: dict[Key, Running] = {}
        self._paused = False
        self._held: set[int] = set()
        """Seats whose clocks stand: nobody is there to use the time, and that is our fault."""

    def follow(self, expected: Iterable[Expectation], paused: bool, now: float) -> None:
        """Take over who is expected now: known clocks go on, new ones start, the others end."""
        before, self._running = self._running, {}
        for expectation in expected:
            key = key_of(expectation)
            known = before.get(key)
            used = known.spent(now) if known else 0.0
            stands = paused or expectation.seat in self._held
            self._running[key] = Running(expectation, used, None if stands else now)
        self._paused = paused

    def stand(self, now: float) -> None:
        """Let every clock stand still until `follow`: what we need ourselves, to write a step, is nobody's time."""
        for clock in self._running.values():
            clock.used, clock.since = clock.spent(now), None

    def spare(self, since: float, now: float) -> None:
        """Charge no seat for what it was not possible to answer in: from `since` to now."""
        for clock in self._running.values():
            if clock.since is not None and clock.expectation.seat is not None:
                clock.since += max(0.0, now - max(since, clock.since))

    def hold(self, seat: int, since: float | None = None) -> None:
        """Let a seat's clock stand until it is released; one that runs already has stood since then."""
        self._held.add(seat)
        clock = self.of_seat(seat)
        if clock is not None and clock.since is not None and since is not None:
            clock.used, clock.since = clock.spent(since), None

    def release(self, seat: int, now: float) -> bool:
        """Let a seat's clock run from now on; False when it was not held."""
        if seat not in self._held:
            return False
        self._held.discard(seat)
        clock = self.of_seat(seat)
        if clock is not None and clock.since is None and not self._paused:
            clock.since = now
        return True

    def clear(self) -> None:
        """Stop and forget every clock."""
        self._running = {}

    def of_seat(self, seat: int | None) -> Running | None:
        """Return the seat's clock."""
        return next((clock for clock in self._running.values() if clock.expectation.seat == seat), None)

    def next_deadline(self, now: float, allowance: float) -> tuple[float, Running] | None:
        """Return in how many seconds the next clock runs out, and which; the allowance is added for seats."""
        if self._paused:
            return None
        due: list[tuple[float, Running]] = []
        for clock in self._running.values():
            left = clock.left(now)
            if left is not None:
                due.append((left + (allowance if clock.expectation.seat is not None else 0.0), clock))
        return min(due, key=lambda entry: entry[0]) if due else None

    def expected(self, now: float) -> list[dict[str, object]]:
        """Return who is expected, with the time left, for pages."""
        shown: list[dict[str, object]] = []
        for clock in self._running.values():
            left = clock.left(now)
            shown.append(
                {
                    "seat": clock.expectation.seat,
                    "kind": clock.expectation.kind,
                    "left_ms": None if left is None else max(0, round(left * 1000)),
                    "limit_ms": clock.expectation.limit_ms,
                }
            )
        return shown
