"""A few sensible formations: for bots, for players who send none on a page, and for random play."""

from __future__ import annotations

from games.quidditch.rules.pitch import WIDTH, cell, place

#: Columns and rows for the left team, in the order of the roles.
_LEFT = (
    ((7, 4), (3, 6), (6, 4), (6, 6), (6, 8), (7, 2), (7, 10)),
    ((7, 3), (3, 6), (7, 4), (6, 6), (7, 8), (6, 3), (6, 9)),
    ((6, 2), (3, 6), (7, 4), (5, 6), (7, 9), (6, 5), (6, 7)),
    ((6, 6), (1, 6), (6, 5), (5, 6), (6, 7), (4, 4), (4, 8)),
    ((7, 0), (4, 6), (7, 1), (7, 3), (7, 9), (7, 11), (7, 12)),
    ((3, 3), (3, 5), (2, 7), (4, 8), (3, 9), (1, 3), (5, 10)),
)


def mirrored(at: int) -> int:
    """Return the cell at the same place of the other half."""
    x, y = place(at)
    return cell(WIDTH - 1 - x, y)


_LEFT_CELLS = tuple(tuple(cell(x, y) for x, y in formation) for formation in _LEFT)

#: Formations of each side.
STANDARD_FORMATIONS: tuple[tuple[tuple[int, ...], ...], ...] = (
    _LEFT_CELLS,
    tuple(tuple(mirrored(at) for at in formation) for formation in _LEFT_CELLS),
)
