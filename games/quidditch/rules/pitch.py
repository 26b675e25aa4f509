"""The pitch: 193 valid cells of a grid of 17 columns and 13 rows, and everything that can be said of cells alone.

A cell is one small integer, `y * 17 + x`; NOWHERE stands for "not on the pitch". The distance of two cells is the
number of king moves between them, which on this pitch is the larger coordinate difference for every pair.
"""

from __future__ import annotations

from functools import cache

WIDTH, HEIGHT = 17, 13
NOWHERE = -1
LEFT, RIGHT = 0, 1

#: First and last valid column of each row.
ROWS = ((3, 13), (2, 14), (1, 15), (1, 15), *[(0, 16)] * 5, (1, 15), (1, 15), (2, 14), (3, 13))

#: Width of a keeper zone in each row, counted from the row's end.
_ZONE_WIDTHS = (0, 1, 3, 3, 5, 5, 5, 5, 5, 3, 3, 1, 0)


def cell(x: int, y: int) -> int:
    """Return the cell at column x and row y; both must be on the grid."""
    return y * WIDTH + x


def place(at: int) -> tuple[int, int]:
    """Return column and row of a cell."""
    return at % WIDTH, at // WIDTH


def is_valid(x: int, y: int) -> bool:
    """Return whether column x and row y name a cell of the pitch."""
    return 0 <= y < HEIGHT and ROWS[y][0] <= x <= ROWS[y][1]


CELLS = tuple(cell(x, y) for y in range(HEIGHT) for x in range(WIDTH) if is_valid(x, y))
CENTRE = cell(8, 6)
CENTRE_CIRCLE = frozenset(cell(x, y) for x in (7, 8, 9) for y in (5, 6, 7))

#: The three goal rings of each side.
RINGS = (
    frozenset(cell(2, y) for y in (4, 6, 8)),
    frozenset(cell(14, y) for y in (4, 6, 8)),
)
ALL_RINGS = RINGS[LEFT] | RINGS[RIGHT]

#: The keeper zone of each side, rings included.
ZONES = (
    frozenset(cell(ROWS[y][0] + i, y) for y in range(HEIGHT) for i in range(_ZONE_WIDTHS[y])),
    frozenset(cell(ROWS[y][1] - i, y) for y in range(HEIGHT) for i in range(_ZONE_WIDTHS[y])),
)

#: The half of each side; the column in the middle belongs to nobody.
HALVES = (
    frozenset(at for at in CELLS if at % WIDTH <= 7),
    frozenset(at for at in CELLS if at % WIDTH >= 9),
)

#: Cells on which a team may be set up.
START_CELLS = tuple(half - CENTRE_CIRCLE - ALL_RINGS for half in HALVES)

#: Cells on which a banned player may come back.
RETURN_CELLS = tuple(tuple(sorted(half - ALL_RINGS)) for half in HALVES)

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(cell(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx or dy) and is_valid(x + dx, y + dy))
    if is_valid(x, y)
    else ()
    for y in range(HEIGHT)
    for x in range(WIDTH)
)

#: DISTANCE[a][b] is the number of king moves from a to b.
DISTANCE: tuple[bytes, ...] = tuple(
    bytes(max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH)) for b in range(WIDTH * HEIGHT))
    for a in range(WIDTH * HEIGHT)
)


def ring_side(at: int) -> int | None:
    """Return the side whose goal ring the cell is, or None."""
    if at in RINGS[LEFT]:
        return LEFT
    return RIGHT if at in RINGS[RIGHT] else None


@cache
def crossed(start: int, target: int) -> tuple[int, ...]:
    """Return the valid cells whose inside the way from centre to centre cuts, nearest first, without the start.

    A square of side 1 is cut by the line through the start with direction (dx, dy) exactly when the cross product with
    its centre is smaller than (|dx| + |dy|) / 2; equality is a touched corner. Inside the box of both cells the line
    is the segment.
    """
    (ax, ay), (bx, by) = place(start), place(target)
    dx, dy = bx - ax, by - ay
    cut = [
        (x, y)
        for y in range(min(ay, by), max(ay, by) + 1)
        for x in range(min(ax, bx), max(ax, bx) + 1)
        if 2 * abs(dx * (y - ay) - dy * (x - ax)) < abs(dx) + abs(dy) and is_valid(x, y)
    ]
    cut.sort(key=lambda at: (dx * (at[0] - ax) + dy * (at[1] - ay), at))
    return tuple(cell(x, y) for x, y in cut if (x, y) != (ax, ay))


@cache
def first_step(start: int, target: int) -> int:
    """Return the first cell of the straight way to the target; NOWHERE when it leads off the pitch or nowhere."""
    way = crossed(start, target)
    return way[0] if way and way[0] in NEIGHBOURS[start] else NOWHERE


@cache
def around(target: int, radius: int) -> tuple[int, ...]:
    """Return the valid cells at distance 1..radius from the target."""
    return tuple(at for at in CELLS if 1 <= DISTANCE[target][at] <= radius)


def enters_through_side(start: int, ring: int) -> bool:
    """Return whether a throw comes into the ring from its left or right; exactly diagonal counts."""
    dx, dy = ring % WIDTH - start % WIDTH, ring // WIDTH - start // WIDTH
    return dx != 0 and abs(dy) <= abs(dx)
