"""The board: tiles on an endless grid, and beside every tile the free cells with what may go there.

A cell is one integer, `x * STRIDE + y`, so a neighbour is one addition away. For every free cell that touches a tile
the board keeps the runs that end there (from the west, east, north and south) and the set of kinds that fit. A tile
changes only the four ends of its row and column, so keeping this up to date costs the same however large the board is.
"""

from __future__ import annotations

from games.qwirkle.rules.lines import SHIFT, Lines

STRIDE = 1 << 15
HALF = STRIDE >> 1
#: The farthest a first tile may lie from the origin; lines growing from there still fit between -HALF and HALF.
FARTHEST = 1 << 13


def cell_at(x: int, y: int) -> int:
    """Return the cell at the coordinates."""
    return x * STRIDE + y


def place_of(cell: int) -> tuple[int, int]:
    """Return the cell's coordinates."""
    x = (cell + HALF) >> 15
    return x, cell - x * STRIDE


class Board:
    """The tiles that lie, in the order they were laid, and the free cells around them."""

    __slots__ = ("east", "fits", "lines", "north", "south", "tiles", "west")

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.tiles: dict[int, int] = {}
        """Cell -> id of the tile on it."""
        self.fits: dict[int, int] = {}
        """Free cell beside a tile -> the set of kinds that may be laid there alone."""
        self.west: dict[int, int] = {}
        """Free cell -> the run that ends directly west of it; likewise the other three."""
        self.east: dict[int, int] = {}
        self.north: dict[int, int] = {}
        self.south: dict[int, int] = {}

    def put(self, cell: int, tile: int, kind: int) -> None:
        """Lay a tile; whether it may lie there was asked before."""
        lines, west, east, north, south = self.lines, self.west, self.east, self.north, self.south
        length, gaps, fits, one = lines.length, lines.gaps, self.fits, lines.unit[kind]
        self.tiles[cell] = tile
        fits.pop(cell, None)
        left, right = west.pop(cell, 0), east.pop(cell, 0)
        above, below = north.pop(cell, 0), south.pop(cell, 0)
        row, column = left | one | right, above | one | below
        first = cell - STRIDE * (length[left] + 1)
        last = cell + STRIDE * (length[right] + 1)
        top = cell - length[above] - 1
        bottom = cell + length[below] + 1
        east[first] = west[last] = row
        south[top] = north[bottom] = column
        for free in (first, last, top, bottom):
            fits[free] = (
                gaps[west.get(free, 0) << SHIFT | east.get(free, 0)]
                & gaps[north.get(free, 0) << SHIFT | south.get(free, 0)]
            )

    def copy(self) -> Board:
        """Return an independent copy."""
        other = Board(self.lines)
        other.tiles = self.tiles.copy()
        other.fits = self.fits.copy()
        other.west = self.west.copy()
        other.east = self.east.copy()
        other.north = self.north.copy()
        other.south = self.south.copy()
        return other

    def takes_any(self, kinds: int) -> bool:
        """Return True when a tile of one of these kinds can be laid somewhere."""
        if not self.tiles:
            return bool(kinds)
        return any(mask & kinds for mask in self.fits.values())
