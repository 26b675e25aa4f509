"""Every placement that a hand allows, and single ones at random.

A move lays tiles in one line, and at least one of them on a cell beside an old tile. Of those the first one in the
direction of growth (west to east, north to south) is the move's *anchor*: growing forwards from the anchor over any
cell, then backwards over cells that touch no old tile, reaches every move exactly once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.qwirkle.rules.appraisal import Laid
from games.qwirkle.rules.board import STRIDE, Board
from games.qwirkle.rules.lines import SHIFT

#: A guard against hands of two dozen tiles that happen to share a colour: nobody needs all their orders.
MOST = 40_000


class Axis(NamedTuple):
    """A direction to lay a line in, and where the board keeps the runs along and across it."""

    step: int
    before: dict[int, int]
    after: dict[int, int]
    above: dict[int, int]
    below: dict[int, int]


def axes(board: Board) -> tuple[Axis, Axis]:
    """Return rows and columns."""
    return (
        Axis(STRIDE, board.west, board.east, board.north, board.south),
        Axis(1, board.north, board.south, board.west, board.east),
    )


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def placements(board: Board, kinds: int) -> list[tuple[int, tuple[Laid, ...]]]:
    """Return points and tiles of every essentially different placement of the kinds in hand.

    One tile of a kind suffices, since no line holds two. On the empty board the line grows east from the origin: every
    other opening is a mirror image of one of these.
    """
    search = _Search(board, True)
    search.run(kinds)
    return search.found


def best_placement(board: Board, kinds: int) -> tuple[int, tuple[Laid, ...]]:
    """Return points and tiles of the first placement of those with most points; 0 and () when nothing fits."""
    search = _Search(board, False)
    search.run(kinds)
    return search.found[-1] if search.found else (0, ())


class _Search:
    """A walk over all placements. Methods that fill a list instead of generators: three times as fast."""

    __slots__ = ("_above", "_after", "_below", "_best", "_board", "_listing", "_step", "_visits", "found")

    def __init__(self, board: Board, listing: bool) -> None:
        self._board = board
        self._listing = listing
        self._visits = 0
        self._best = 0
        self.found: list[tuple[int, tuple[Laid, ...]]] = []
        self._set_axis(axes(board)[0])

    def _set_axis(self, axis: Axis) -> None:
        self._step, _, self._after, self._above, self._below = axis

    def run(self, kinds: int) -> None:
        """Visit every placement."""
        board = self._board
        if not board.tiles:
            self._open(kinds)
            return
        points, length, gaps, unit = board.lines.points, board.lines.length, board.lines.gaps, board.lines.unit
        west, east, north, south = board.west, board.east, board.north, board.south
        row, column = axes(board)
        for cell, mask in board.fits.items():
            mask &= kinds
            if not mask:
                continue
            left, right, over, under = west.get(cell, 0), east.get(cell, 0), north.get(cell, 0), south.get(cell, 0)
            across = points[length[left] + length[right] + 1]
            down = points[length[over] + length[under] + 1]
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                kind = lowest.bit_length() - 1
                rest, one = kinds ^ lowest, unit[kind]
                laid = self._visit(across + down, (), cell, kind)
                # Most tiles stand alone: whatever continues a line must at least go with the line as it is.
                run = left | one | right
                if rest & gaps[run]:
                    self._from(row, cell, run, left, right, rest, down, laid)
                run = over | one | under
                if rest & gaps[run]:
                    self._from(column, cell, run, over, under, rest, across, laid)

    def _open(self, kinds: int) -> None:
        for kind in bits(kinds):
            laid = self._visit(1, (), 0, kind)
            self._onwards(self._board.lines.unit[kind], None, STRIDE, kinds ^ 1 << kind, 0, laid)

    def _from(
        self, axis: Axis, cell: int, run: int, start: int, end: int, kinds: int, across: int, laid: tuple[Laid, ...]
    ) -> None:
        """Visit the longer placements along the axis whose anchor lies on the cell."""
        length = self._board.lines.length
        self._set_axis(axis)
        low = cell - axis.step * (length[start] + 1)
        high = cell + axis.step * (length[end] + 1)
        self._onwards(run, low, high, kinds, across, laid)
        self._backwards(run, low, kinds, across, laid)

    def _onwards(self, run: int, low: int | None, high: int, kinds: int, across: int, laid: tuple[Laid, ...]) -> None:
        """Visit what can be laid on `high` and after it, and then on `low` and before."""
        lines = self._board.lines
        beyond = self._after.get(high, 0)
        allowed = kinds & lines.gaps[run << SHIFT | beyond]
        if not allowed or self._visits > MOST:
            return
        one, other = self._above.get(high, 0), self._below.get(high, 0)
        if one or other:
            allowed &= lines.gaps[one << SHIFT | other]
            if not allowed:
                return
            across += lines.points[lines.length[one] + lines.length[other] + 1]
        following = high + self._step * (lines.length[beyond] + 1)
        while allowed:
            lowest = allowed & -allowed
            allowed ^= lowest
            kind = lowest.bit_length() - 1
            longer = run | lines.unit[kind] | beyond
            more = self._visit(across + lines.points[lines.length[longer]], laid, high, kind)
            self._onwards(longer, low, following, kinds ^ lowest, across, more)
            if low is not None:
                self._backwards(longer, low, kinds ^ lowest, across, more)

    def _backwards(self, run: int, low: int, kinds: int, across: int, laid: tuple[Laid, ...]) -> None:
        """Visit what can be laid on `low` and before it, as long as no old tile is touched."""
        lines = self._board.lines
        allowed = kinds & lines.gaps[run]
        if not allowed or low in self._board.fits or self._visits > MOST:
            return
        while allowed:
            lowest = allowed & -allowed
            allowed ^= lowest
            kind = lowest.bit_length() - 1
            longer = run | lines.unit[kind]
            more = self._visit(across + lines.points[lines.length[longer]], laid, low, kind)
            self._backwards(longer, low - self._step, kinds ^ lowest, across, more)

    def _visit(self, points: int, laid: tuple[Laid, ...], cell: int, kind: int) -> tuple[Laid, ...]:
        self._visits += 1
        laid = (*laid, (cell, kind))
        if self._listing or points > self._best:
            self._best = points
            self.found.append((points, laid))
        return laid


def random_placement(board: Board, kinds: int, rng: random.Random) -> tuple[Laid, ...]:
    """Return a placement picked at random: a cell, a kind that fits, then tiles onwards as chance will have it; ()
    when nothing fits. Far cheaper than picking from all placements, and every placement without a tile before its
    anchor can come out."""
    lines = board.lines
    if board.tiles:
        open_cells = [cell for cell, mask in board.fits.items() if mask & kinds]
        if not open_cells:
            return ()
        cell = open_cells[int(rng.random() * len(open_cells))]
        kind = _any_bit(board.fits[cell] & kinds, rng)
    else:
        cell, kind = 0, _any_bit(kinds, rng)
    laid: tuple[Laid, ...] = ((cell, kind),)
    axis = axes(board)[rng.random() < 0.5]
    end = axis.after.get(cell, 0)
    run = axis.before.get(cell, 0) | lines.unit[kind] | end
    high = cell + axis.step * (lines.length[end] + 1)
    while rng.random() < 0.7:
        kinds &= ~(1 << kind)
        beyond = axis.after.get(high, 0)
        across = lines.gaps[axis.above.get(high, 0) << SHIFT | axis.below.get(high, 0)]
        allowed = kinds & lines.gaps[run << SHIFT | beyond] & across
        if not allowed:
            break
        kind = _any_bit(allowed, rng)
        laid = (*laid, (high, kind))
        run |= lines.unit[kind] | beyond
        high += axis.step * (lines.length[beyond] + 1)
    return laid


def _any_bit(mask: int, rng: random.Random) -> int:
    lowest = mask & -mask
    if lowest == mask:
        return lowest.bit_length() - 1
    numbers = list(bits(mask))
    return numbers[int(rng.random() * len(numbers))]
