"""Section 2.2: the hex grid."""

from __future__ import annotations

import pytest

from games.mississippi.rules import hexes

EVEN = ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))
ODD = ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))


@pytest.mark.parametrize("y", [-4, -3, -2, -1, 0, 1, 2, 3])
@pytest.mark.parametrize("direction", range(6))
def test_a_step_follows_the_table_for_even_and_odd_rows(y: int, direction: int) -> None:
    dx, dy = (ODD if y % 2 else EVEN)[direction]
    assert hexes.xy_of(hexes.cell_of(5, y) + hexes.DELTAS[direction]) == (5 + dx, y + dy)


def test_directions_are_numbered_counter_clockwise_from_right() -> None:
    assert hexes.DIRECTION_NAMES == ("RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT")


def test_a_negative_odd_row_counts_as_odd() -> None:
    assert hexes.cube_of(0, -1) == (0, -1)
    assert hexes.cube_of(0, -2) == (1, -2)


def test_cells_and_coordinates_are_one_to_one() -> None:
    places = [(x, y) for x in range(-15, 15) for y in range(-27, 28)]
    assert [hexes.xy_of(hexes.cell_of(x, y)) for x, y in places] == places


def test_cube_steps_are_those_of_the_rules() -> None:
    cubes = [(x, -x - z, z) for x, z in hexes.STEPS]
    assert cubes == [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


def test_the_opposite_step_leads_back() -> None:
    assert all(hexes.DELTAS[way] == -hexes.DELTAS[(way + 3) % 6] for way in range(6))


def test_rotating_a_step_gives_the_next_direction() -> None:
    assert all(hexes.rotate(*hexes.STEPS[way], 1) == hexes.STEPS[(way + 1) % 6] for way in range(6))


def test_the_shorter_turn_is_taken() -> None:
    assert [hexes.steps_between(1, way) for way in range(6)] == [-1, 0, 1, 2, 3, -2]


def test_projection_grows_by_two_along_its_direction() -> None:
    for way in range(6):
        here = hexes.cell_of(3, 4)
        assert hexes.projection(here + hexes.DELTAS[way], way) == hexes.projection(here, way) + 2
        assert hexes.projection(here + hexes.DELTAS[(way + 1) % 6], way) == hexes.projection(here, way) + 1


def test_projections_are_the_differences_of_the_rules() -> None:
    x, z = 3, -5
    y = -x - z
    cell = hexes.cell_at(x, z)
    assert [hexes.projection(cell, way) for way in range(6)] == [x - y, x - z, y - z, y - x, z - x, z - y]
