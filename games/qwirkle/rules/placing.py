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


def placements(board: Board, kinds: int) -> Iterator[tuple[int, tuple[Laid, ...]]]:
    """Yield points and tiles of every essentially different placement of the kinds in hand.

    One tile of a kind suffices, since no line holds two. On the empty board the line grows east from the origin: every
    other opening is a mirror image of one of these.
    """
    for count, found in enumerate(_everything(board, kinds)):
        if count >= MOST:
            return
        yield found


def _everything(board: Board, kinds: int) -> Iterator[tuple[int, tuple[Laid, ...]]]:
    if not board.tiles:
        yield from _openings(board, kinds)
        return
    lines, both = board.lines, axes(board)
    length, points, unit = lines.length, lines.points, lines.unit
    for cell, mask in board.fits.items():
        for kind in bits(mask & kinds):
            values = []
            for axis in both:
                start, end = axis.before.get(cell, 0), axis.after.get(cell, 0)
                values.append((start, end, points[length[start] + length[end] + 1]))
            yield values[0][2] + values[1][2], ((cell, kind),)
            rest = kinds & ~(1 << kind)
            for axis, (start, end, _), (_, _, across) in zip(both, values, reversed(values), strict=True):
                run = start | unit[kind] | end
                low = cell - axis.step * (length[start] + 1)
                high = cell + axis.step * (length[end] + 1)
                yield from _forwards(board, axis, run, low, high, rest, across, ((cell, kind),))


def _openings(board: Board, kinds: int) -> Iterator[tuple[int, tuple[Laid, ...]]]:
    row = axes(board)[0]
    for kind in bits(kinds):
        yield 1, ((0, kind),)
        yield from _onwards(board, row, board.lines.unit[kind], -STRIDE, STRIDE, kinds & ~(1 << kind), 0, ((0, kind),))


def _forwards(
    board: Board, axis: Axis, run: int, low: int, high: int, kinds: int, across: int, laid: tuple[Laid, ...]
) -> Iterator[tuple[int, tuple[Laid, ...]]]:
    """Yield what can be laid on after `high`, and then before `low`."""
    yield from _onwards(board, axis, run, low, high, kinds, across, laid)
    yield from _backwards(board, axis, run, low, kinds, across, laid)


def _onwards(
    board: Board, axis: Axis, run: int, low: int, high: int, kinds: int, across: int, laid: tuple[Laid, ...]
) -> Iterator[tuple[int, tuple[Laid, ...]]]:
    lines = board.lines
    beyond = axis.after.get(high, 0)
    one, other = axis.above.get(high, 0), axis.below.get(high, 0)
    allowed = kinds & lines.gaps[run << SHIFT | beyond] & lines.gaps[one << SHIFT | other]
    if not allowed:
        return
    worth = across + (lines.points[lines.length[one] + lines.length[other] + 1] if one or other else 0)
    following = high + axis.step * (lines.length[beyond] + 1)
    for kind in bits(allowed):
        longer = run | lines.unit[kind] | beyond
        more = (*laid, (high, kind))
        yield worth + lines.points[lines.length[longer]], more
        rest = kinds & ~(1 << kind)
        if board.tiles:
            yield from _forwards(board, axis, longer, low, following, rest, worth, more)
        else:
            yield from _onwards(board, axis, longer, low, following, rest, worth, more)


def _backwards(
    board: Board, axis: Axis, run: int, low: int, kinds: int, across: int, laid: tuple[Laid, ...]
) -> Iterator[tuple[int, tuple[Laid, ...]]]:
    if low in board.fits:
        return
    lines = board.lines
    for kind in bits(kinds & lines.gaps[run]):
        longer = run | lines.unit[kind]
        more = (*laid, (low, kind))
        yield across + lines.points[lines.length[longer]], more
        yield from _backwards(board, axis, longer, low - axis.step, kinds & ~(1 << kind), across, more)


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
