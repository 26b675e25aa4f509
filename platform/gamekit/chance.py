"""Dice, shuffles and draws: from a generator, or replayed from a record.

Every outcome goes through `below`, so one list of small integers is the whole record of chance in a step, and a
replay needs no seed.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from gamekit.errors import RulesBroken

T = TypeVar("T")

#: Resolution of `chance_of`: fine enough for any published probability, small enough for JSON.
GRAIN = 1 << 30


class Chance:
    """A source of random outcomes that remembers what it gave since the last `take`."""

    __slots__ = ("_bits", "_record")

    def __init__(self, source: random.Random) -> None:
        self._bits = source.getrandbits
        self._record: list[int] = []

    @classmethod
    def seeded(cls, seed: int | str) -> Chance:
        """Repeatable chance for tests, bots and benchmarks."""
        return cls(random.Random(seed))  # repeatable on purpose; real matches use fair()  # nosec B311

    @classmethod
    def fair(cls) -> Chance:
        """Chance nobody can predict, for real matches."""
        return cls(random.SystemRandom())

    def below(self, bound: int) -> int:
        """Return an integer in 0..bound-1, all equally likely."""
        if bound < 1:
            raise ValueError(f"there is nothing below {bound}")
        # As `randrange` does it, without its three calls: random games spend a tenth of their time here.
        width = bound.bit_length()
        value = self._bits(width)
        while value >= bound:
            value = self._bits(width)
        self._record.append(value)
        return value

    def take(self) -> list[int]:
        """Return the outcomes given since the last call, and forget them."""
        record, self._record = self._record, []
        return record

    def die(self) -> int:
        """Return 1..6."""
        return self.below(6) + 1

    def happens(self, probability: float) -> bool:
        """Return True with the given probability: 0 never, 1 always."""
        return self.below(GRAIN) < probability * GRAIN

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def draw(self, items: MutableSequence[T]) -> T:
        """Remove one item and return it; the order of the others is not kept."""
        index = self.below(len(items))
        items[index], items[-1] = items[-1], items[index]
        return items.pop()


class RecordedChance(Chance):
    """Chance that repeats a record, outcome by outcome."""

    __slots__ = ("_next",)

    def __init__(self, record: Sequence[int]) -> None:
        super().__init__(random.Random(0))  # never asked  # nosec B311
        self._next = iter(tuple(record))

    def below(self, bound: int) -> int:
        """Return the next recorded outcome; RulesBroken when it is missing or does not fit."""
        value = next(self._next, None)
        if value is None or not 0 <= value < bound:
            raise RulesBroken(f"the record of chance has {value!r} where 0..{bound - 1} is needed", "chance/record")
        self._record.append(value)
        return value

    def exhausted(self) -> bool:
        """Return True when every recorded outcome was used."""
        return next(self._next, None) is None
