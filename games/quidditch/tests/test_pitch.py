"""Section 2.1 of quidditch-rules.md: the pitch."""

from __future__ import annotations

from collections import deque

import pytest

from games.quidditch.rules.pitch import (
    ALL_RINGS,
    CELLS,
    CENTRE,
    CENTRE_CIRCLE,
    DISTANCE,
    HALVES,
    HEIGHT,
    NEIGHBOURS,
    NOWHERE,
    RINGS,
    START_CELLS,
    WIDTH,
    ZONES,
    cell,
    crossed,
    first_step,
    is_valid,
    place,
)
from games.quidditch.tests.pitchside import Rigged, arrange, at

FIGURE = """
   ...........
  K...........K
 KKK.........KKK
 KKK.........KKK
KKGKK.......KKGKK
KKKKK..CCC..KKKKK
KKGKK..CMC..KKGKK
KKKKK..CCC..KKKKK
KKGKK.......KKGKK
 KKK.........KKK
 KKK.........KKK
  K...........K
   ...........
"""


def _drawn(x: int, y: int) -> str:
    here = cell(x, y)
    if not is_valid(x, y):
        return " "
    if here in ALL_RINGS:
        return "G"
    if here in ZONES[0] | ZONES[1]:
        return "K"
    if here == CENTRE:
        return "M"
    return "C" if here in CENTRE_CIRCLE else "."


def test_the_pitch_is_the_figure_cell_for_cell() -> None:
    drawn = "\n".join("".join(_drawn(x, y) for x in range(WIDTH)).rstrip() for y in range(HEIGHT))
    assert drawn == FIGURE.strip("\n")


def test_there_are_193_cells_39_in_each_zone_and_84_start_cells_a_side() -> None:
    assert len(CELLS) == 193
    assert [len(zone) for zone in ZONES] == [39, 39]
    assert [len(cells) for cells in START_CELLS] == [84, 84]


def test_rings_belong_to_their_keeper_zone() -> None:
    assert RINGS[0] < ZONES[0]
    assert RINGS[1] < ZONES[1]
    assert {place(ring) for ring in RINGS[0]} == {(2, 4), (2, 6), (2, 8)}
    assert {place(ring) for ring in RINGS[1]} == {(14, 4), (14, 6), (14, 8)}


def test_the_middle_column_belongs_to_nobody() -> None:
    assert not any(place(here)[0] == 8 for half in HALVES for here in half)
    assert max(place(here)[0] for here in HALVES[0]) == 7
    assert min(place(here)[0] for here in HALVES[1]) == 9


def test_distance_is_the_number_of_king_moves_on_this_pitch_for_all_pairs() -> None:
    for start in CELLS:
        ways = {start: 0}
        line = deque([start])
        while line:
            here = line.popleft()
            for near in NEIGHBOURS[here]:
                if near not in ways:
                    ways[near] = ways[here] + 1
                    line.append(near)
        assert all(DISTANCE[start][target] == way for target, way in ways.items())
        assert len(ways) == 193


def test_neighbours_are_the_up_to_eight_surrounding_cells() -> None:
    assert len(NEIGHBOURS[at(8, 6)]) == 8
    assert {place(near) for near in NEIGHBOURS[at(3, 0)]} == {(4, 0), (2, 1), (3, 1), (4, 1)}


def test_a_touched_corner_is_not_crossed() -> None:
    assert [place(here) for here in crossed(at(4, 4), at(6, 6))] == [(5, 5), (6, 6)]


def test_the_target_is_crossed_and_the_start_is_not() -> None:
    way = crossed(at(3, 3), at(9, 3))
    assert at(9, 3) in way
    assert at(3, 3) not in way


def test_crossed_cells_are_exact_section_3_item_4() -> None:
    way = {place(here) for here in crossed(at(4, 2), at(13, 6))}
    assert {(7, 4), (10, 4)} <= way
    assert way == {
        (5, 2), (5, 3), (6, 3), (7, 3), (7, 4), (8, 4), (9, 4), (10, 4), (10, 5), (11, 5), (12, 5), (12, 6), (13, 6)
    }  # fmt: skip


@pytest.mark.parametrize("pair", [((4, 4), (9, 7)), ((3, 0), (13, 12)), ((8, 1), (7, 9)), ((0, 5), (16, 8))])
def test_crossed_cells_agree_with_points_on_the_segment(pair: tuple[tuple[int, int], tuple[int, int]]) -> None:
    (ax, ay), (bx, by) = pair
    steps = 9973
    sampled = set()
    for i in range(1, steps):
        x, y = ax + (bx - ax) * i / steps + 0.5, ay + (by - ay) * i / steps + 0.5
        if abs(x - round(x)) > 1e-9 and abs(y - round(y)) > 1e-9:
            sampled.add((int(x), int(y)))
    sampled.discard((ax, ay))
    assert {place(here) for here in crossed(at(ax, ay), at(bx, by))} == {p for p in sampled if is_valid(*p)}


def test_crossed_cells_are_the_same_seen_from_both_ends() -> None:
    for start in CELLS[::7]:
        for target in CELLS[::5]:
            if start != target:
                there = set(crossed(start, target)) | {start}
                assert there == set(crossed(target, start)) | {target}


def test_the_first_step_of_a_straight_way_is_nearer_to_the_target() -> None:
    for start in CELLS:
        for target in CELLS:
            step = first_step(start, target)
            if step != NOWHERE:
                assert DISTANCE[step][target] == DISTANCE[start][target] - 1
    assert all(first_step(start, CENTRE) != NOWHERE for start in CELLS if start != CENTRE)


def test_a_free_cell_has_no_player_and_no_ball_but_may_have_a_cube_or_be_a_ring_section_3_item_5() -> None:
    state = arrange({"leftSeeker": (5, 5)}, quaffle=(6, 6), snitch=(7, 7), bludgers=((4, 4), (9, 9)), cubes=[(10, 10)])
    free = state.board.is_free
    assert not any(free(at(*pair)) for pair in ((5, 5), (6, 6), (7, 7), (4, 4), (9, 9)))
    assert free(at(10, 10))
    assert free(at(2, 4))


def test_a_banned_player_leaves_his_cell_free() -> None:
    state = arrange({"leftSeeker": (5, 5)}, banned=["leftSeeker"])
    assert state.board.is_free(at(5, 5))


def test_without_a_free_neighbour_one_looks_again_from_a_taken_one() -> None:
    from games.quidditch.rules.placing import free_neighbour

    ring = [(4, 4), (5, 4), (6, 4), (4, 5), (6, 5), (4, 6), (5, 6), (6, 6)]
    names = ["leftSeeker", "leftKeeper", "leftChaser1", "leftChaser2", "leftChaser3", "leftBeater1", "leftBeater2"]
    places = dict(zip([*names, "rightSeeker"], ring, strict=True))
    state = arrange(places)
    chance = Rigged(picks=[(6, 6)])
    found = place(free_neighbour(state.board, chance, at(5, 5)))
    assert found not in ring
    assert max(abs(found[0] - 6), abs(found[1] - 6)) == 1


def test_an_event_of_probability_0_never_happens_and_of_1_always() -> None:
    from gamekit.chance import Chance

    chance = Chance.seeded(1)
    assert not any(chance.happens(0) for _ in range(1000))
    assert all(chance.happens(1) for _ in range(1000))
