"""Section 2.3: the shape of a tile."""

from __future__ import annotations

import pytest

from games.mississippi.rules.hexes import cell_of, rotate, xy_of
from games.mississippi.rules.tiles import FRONT, NEIGHBOURS, POINTS, SHAPES, tile_cells


def listed(direction: int) -> list[tuple[int, int, int]]:
    """Return (dx, dy, points) in list order."""
    return [(*xy_of(cell), points) for cell, points in zip(tile_cells((0, 0), direction), POINTS, strict=True)]


def test_direction_0_lists_the_fields_as_the_rules_do() -> None:
    assert listed(0) == [
        (-2, 2, 0), (-2, -2, 0),
        (-1, 2, 1), (-1, 1, 1), (-1, 0, 1), (-1, -1, 1), (-1, -2, 1),
        (0, 2, 2), (0, 1, 2), (0, 0, 2), (0, -1, 2), (0, -2, 2),
        (1, 1, 3), (1, 0, 3), (1, -1, 3), (1, -2, 3), (1, 2, 3),
        (2, 1, 4), (2, 0, 4), (2, -1, 4),
    ]  # fmt: skip


def test_a_tile_has_20_fields_in_five_rows_of_four() -> None:
    rows = [y for _, y, _ in listed(0)]
    assert sorted(rows) == sorted([-2, -1, 0, 1, 2] * 4)


def test_direction_1_starts_with_the_check_values() -> None:
    assert listed(1)[:3] == [(1, 3, 0), (-2, 1, 0), (1, 2, 1)]


def test_direction_4_ends_with_the_check_values() -> None:
    assert listed(4)[-3:] == [(-1, 1, 4), (-1, 2, 4), (0, 2, 4)]


@pytest.mark.parametrize("direction", range(6))
def test_every_direction_is_the_first_turned(direction: int) -> None:
    assert list(SHAPES[direction]) == [rotate(x, z, direction) for x, z in SHAPES[0]]
    assert len(set(SHAPES[direction])) == 20


def test_the_goal_lies_on_the_last_three_fields() -> None:
    assert FRONT == (17, 18, 19)


def test_neighbours_are_those_on_the_same_tile() -> None:
    centre = tile_cells((0, 0), 0).index(cell_of(0, 0))
    assert len(NEIGHBOURS[0][centre]) == 6
    assert len(NEIGHBOURS[0][0]) == 2
