"""What may stand in one line.

A line of two or more tiles is valid when all tiles share the colour and no shape comes twice, or the other way round.
With n colours and n shapes, a kind of tile is the number `colour * n + shape`.

A *run* (the tiles that stand next to each other in one row or column) is summed up in one integer: the set of its
colours in the upper n bits, the set of its shapes in the lower n bits. Joining runs is then a bitwise or, and since a
valid run has one set of size 1 and another as large as the run is long, its length can be read off. Identical tiles
vanish in the or, so a join is valid exactly when its length is the sum of the lengths joined.

Both questions asked of a run, its length and which kinds fit beside it, are answered from tables that fill as they are
asked: there are few different runs, and a table look-up is the fastest thing Python does.
"""

from __future__ import annotations

from functools import cache

#: Two runs side by side are one key of the table of gaps; 24 bits hold a run of twelve colours and twelve shapes.
SHIFT = 24
_LOWER = (1 << SHIFT) - 1


class _Lengths(dict[int, int]):
    """Run -> its length; 0 for what is no valid line."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self._full = (1 << count) - 1

    def __missing__(self, run: int) -> int:
        colors, shapes = (run >> self._count).bit_count(), (run & self._full).bit_count()
        length = shapes if colors == 1 else colors if shapes == 1 else 0
        self[run] = length
        return length


class _Gaps(dict[int, int]):
    """Two runs around one free cell -> the set of kinds (a bit each) that may fill it."""

    def __init__(self, count: int, lengths: _Lengths) -> None:
        super().__init__()
        self._count = count
        self._lengths = lengths

    def __missing__(self, key: int) -> int:
        mask = self._compute(key >> SHIFT, key & _LOWER)
        self[key] = mask
        return mask

    def _compute(self, before: int, after: int) -> int:
        count, full, length = self._count, (1 << self._count) - 1, self._lengths
        joined = before | after
        if not joined:
            return int((1 << count * count) - 1)
        tiles = length[before] + length[after]
        if length[joined] != tiles:
            return 0
        colors, shapes = joined >> count, joined & full
        mask = 0
        if colors.bit_count() == 1:
            mask |= (full ^ shapes) << (colors.bit_length() - 1) * count
        if shapes.bit_count() == 1:
            shape = shapes.bit_length() - 1
            for color in range(count):
                if not colors >> color & 1:
                    mask |= 1 << color * count + shape
        return mask


class Lines:
    """The tables for one count of colours and shapes, shared by every board of that count."""

    __slots__ = ("count", "every", "gaps", "length", "points", "unit")

    def __init__(self, count: int) -> None:
        self.count = count
        self.unit = tuple(1 << count + color | 1 << shape for color in range(count) for shape in range(count))
        """Kind -> the run of this one tile."""
        self.every = (1 << count * count) - 1
        """The set of all kinds."""
        self.length = _Lengths(count)
        self.gaps = _Gaps(count, self.length)
        self.points = (0, 0, *range(2, count), 2 * count)
        """Length of a run -> its points: a single tile is no line, a full one (a Qwirkle) counts twice."""


@cache
def lines_of(count: int) -> Lines:
    """Return the tables for this many colours and shapes."""
    return Lines(count)
