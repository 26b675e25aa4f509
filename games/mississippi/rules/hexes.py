"""The hex grid: the wire's offset coordinates, cubes for geometry, and one integer a field for speed.

Rows are horizontal, x grows to the right, y grows down, and rows with even y are shifted half a field to the right
("even-r"). In cube form X + Y + Z = 0 with Z = y and X = x - (y + (y mod 2)) / 2. Directions count counter-clockwise
from RIGHT, so turning by n is adding n modulo 6.

A *cell* is the integer (Z + 33) * 80 + X + 36. The step in a direction is then the same difference from every row, and
a board is one array of bytes. The window holds every river that the generation can lay, with a margin of one field.
"""

from __future__ import annotations

from typing import Final

RIGHT, UP_RIGHT, UP_LEFT, LEFT, DOWN_LEFT, DOWN_RIGHT = range(6)
DIRECTION_NAMES: Final = ("RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT")
DIRECTION_NUMBERS: Final = {name: number for number, name in enumerate(DIRECTION_NAMES)}

#: (X, Z) steps of the six directions; Y follows.
STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

WIDTH: Final = 80
_LEFT_MARGIN, _TOP_MARGIN = 36, 33
CELLS: Final = WIDTH * 66

#: What to add to a cell to go one field in a direction.
DELTAS: Final = tuple(z * WIDTH + x for x, z in STEPS)


def cube_of(x: int, y: int) -> tuple[int, int]:
    """Return (X, Z) of offset coordinates."""
    return x - (y + (y & 1)) // 2, y


def offset_of(cube_x: int, cube_z: int) -> tuple[int, int]:
    """Return the offset coordinates (x, y) of (X, Z)."""
    return cube_x + (cube_z + (cube_z & 1)) // 2, cube_z


def cell_at(cube_x: int, cube_z: int) -> int:
    """Return the cell of (X, Z)."""
    return (cube_z + _TOP_MARGIN) * WIDTH + cube_x + _LEFT_MARGIN


def cell_of(x: int, y: int) -> int:
    """Return the cell of offset coordinates."""
    return cell_at(*cube_of(x, y))


def cube_of_cell(cell: int) -> tuple[int, int]:
    """Return (X, Z) of a cell."""
    row, column = divmod(cell, WIDTH)
    return column - _LEFT_MARGIN, row - _TOP_MARGIN


def xy_of(cell: int) -> tuple[int, int]:
    """Return the offset coordinates of a cell."""
    return offset_of(*cube_of_cell(cell))


def inside(cube_x: int, cube_z: int, margin: int) -> bool:
    """Return True when everything up to `margin` fields around (X, Z) lies in the window."""
    return (
        -_LEFT_MARGIN + margin <= cube_x < WIDTH - _LEFT_MARGIN - margin
        and -_TOP_MARGIN + margin < cube_z < _TOP_MARGIN - margin
    )


def rotate(cube_x: int, cube_z: int, steps: int) -> tuple[int, int]:
    """Return (X, Z) turned about the origin by steps of 60 degrees counter-clockwise: (X, Y, Z) -> (-Y, -Z, -X)."""
    for _ in range(steps % 6):
        cube_x, cube_z = cube_x + cube_z, -cube_x
    return cube_x, cube_z


def steps_between(old: int, new: int) -> int:
    """Return the shorter signed turn from one direction to another, in -2..3."""
    difference = (new - old) % 6
    return difference if difference <= 3 else difference - 6


def projection(cell: int, direction: int) -> int:
    """Return how far the cell lies in a direction: the measure of who leads."""
    x, z = cube_of_cell(cell)
    y = -x - z
    return (x - y, x - z, y - z, y - x, z - x, z - y)[direction]
