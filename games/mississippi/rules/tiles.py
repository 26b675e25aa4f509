"""The shape of a tile: 20 fields about a centre, in list order, with points, turned into each direction."""

from __future__ import annotations

from typing import Final

from games.mississippi.rules.hexes import cell_at, cube_of, rotate

FIELDS: Final = 20
#: Islands, special fields and passengers are only put among the first fields in list order.
FURNISHED: Final = 15
TILES: Final = 8
LAST_TILE: Final = TILES - 1

#: Direction 0: offset coordinates about a centre in an even row.
_ARROWHEAD: Final = (
    (-2, 2), (-2, -2),
    (-1, 2), (-1, 1), (-1, 0), (-1, -1), (-1, -2),
    (0, 2), (0, 1), (0, 0), (0, -1), (0, -2),
    (1, 1), (1, 0), (1, -1), (1, -2), (1, 2),
    (2, 1), (2, 0), (2, -1),
)  # fmt: skip

POINTS: Final = tuple(dx + 2 for dx, _ in _ARROWHEAD)
#: The three fields with 4 points, which are the goal on the last tile.
FRONT: Final = tuple(number for number, points in enumerate(POINTS) if points == 4)

#: For each direction the 20 (X, Z) about the centre.
SHAPES: Final = tuple(tuple(rotate(*cube_of(x, y), direction) for x, y in _ARROWHEAD) for direction in range(6))

#: For each direction and field: the numbers of its neighbours on the same tile, by direction.
NEIGHBOURS: Final = tuple(
    tuple(
        {
            side: shape.index((x + step[0], z + step[1]))
            for side, step in enumerate(((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)))
            if (x + step[0], z + step[1]) in shape
        }
        for x, z in shape
    )
    for shape in SHAPES
)


def tile_cells(centre: tuple[int, int], direction: int) -> tuple[int, ...]:
    """Return the 20 cells of a tile with this centre (X, Z), in list order."""
    x, z = centre
    return tuple(cell_at(x + dx, z + dz) for dx, dz in SHAPES[direction])
