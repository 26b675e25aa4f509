"""Is a placement allowed, and what is it worth? (qwirkle-rules.md, section 4)"""

from __future__ import annotations

from collections.abc import Sequence

from games.qwirkle.rules.board import HALF, STRIDE, Board, place_of

#: A tile to be laid: cell and kind.
Laid = tuple[int, int]


def appraise(board: Board, laid: Sequence[Laid], tiles_per_kind: int, needs_origin: bool) -> tuple[int, str]:
    """Return the points of the placement and "", or 0 and the rule that forbids it."""
    if not laid:
        return 0, "at least one tile must be laid"
    for cell, _ in laid:
        if cell in board.tiles:
            return 0, f"the cell {_named(cell)} is taken"
    if not board.tiles:
        if needs_origin and all(cell for cell, _ in laid):
            return 0, "in the first move one tile must lie on (0, 0)"
    elif all(cell not in board.fits for cell, _ in laid):
        return 0, "no tile touches one that already lay on the board"
    if len(laid) == 1:
        return _appraise_one(board, *laid[0])
    return _appraise_line(board, sorted(laid), tiles_per_kind)


def _appraise_one(board: Board, cell: int, kind: int) -> tuple[int, str]:
    lines = board.lines
    if not board.fits.get(cell, lines.every) >> kind & 1:
        return 0, f"the tile does not fit the lines at {_named(cell)}"
    length, points = lines.length, lines.points
    row = length[board.west.get(cell, 0)] + length[board.east.get(cell, 0)] + 1
    column = length[board.north.get(cell, 0)] + length[board.south.get(cell, 0)] + 1
    return points[row] + points[column] or 1, ""


def _appraise_line(board: Board, laid: Sequence[Laid], tiles_per_kind: int) -> tuple[int, str]:
    first, last = laid[0][0], laid[-1][0]
    if (last - first) % STRIDE == 0:
        step, before, after, above, below = STRIDE, board.west, board.east, board.north, board.south
        if any((cell - first) % STRIDE for cell, _ in laid):
            return 0, "all tiles must lie in one row or one column"
    else:
        step, before, after, above, below = 1, board.north, board.south, board.west, board.east
        column = (first + HALF) // STRIDE
        if any((cell + HALF) // STRIDE != column for cell, _ in laid):
            return 0, "all tiles must lie in one row or one column"
    lines, tiles = board.lines, board.tiles
    length, unit, points = lines.length, lines.unit, lines.points
    start, end = before.get(first, 0), after.get(last, 0)
    run, size = start | end, length[start] + length[end]
    total, here = 0, first
    for cell, kind in laid:
        while here < cell:
            tile = tiles.get(here)
            if tile is None:
                return 0, f"the cell {_named(here)} between the tiles is empty"
            run, size, here = run | unit[tile // tiles_per_kind], size + 1, here + step
        if here > cell:
            return 0, f"two tiles are to lie on {_named(cell)}"
        run, size, here = run | unit[kind], size + 1, here + step
        one, other = above.get(cell, 0), below.get(cell, 0)
        if one or other:
            crossing = length[one] + length[other] + 1
            if length[one | other | unit[kind]] != crossing:
                return 0, f"the line across {_named(cell)} would not be of one colour or one shape without repeats"
            total += points[crossing]
    if length[run] != size:
        return 0, "the line would not be of one colour or one shape without repeats"
    return total + points[size], ""


def _named(cell: int) -> str:
    x, y = place_of(cell)
    return f"({x}, {y})"
