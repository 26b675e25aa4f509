"""Checklist 4.3: where pieces may stand, and Longest Road."""

from __future__ import annotations

import pytest

from gamekit.errors import IllegalMove, MalformedMessage
from games.catan.messages import read_move
from games.catan.rules.events import STATUS, Built, LongestRoadTaken, Paid
from games.catan.rules.geometry import EDGES, ISLANDS, VERTICES
from games.catan.rules.material import ROAD, ROAD_COST
from games.catan.rules.moves import BuildRoad, BuildTown, BuildVillage
from games.catan.rules.roads import measure
from games.catan.rules.state import State
from games.catan.tests.positions import (
    at,
    check_invariants,
    coast,
    edge_between,
    field,
    give,
    in_turn,
    new_match,
    play,
    ring,
    roads,
    village,
)


def _rich(state: State, *seats: int) -> None:
    for seat in seats or (0,):
        give(state, seat, Holz=4, Lehm=4, Wolle=4, Getreide=4, Erz=4)


def _spur(state: State, vertex: int, edges: list[int]) -> int:
    """Return the path from a coast crossing inland."""
    return next(edge for edge in state.setting.board.island.vertex_edges[vertex] if edge not in edges)


def _three_way(state: State, vertices: list[int], start: int = 0) -> int:
    """Return the place in the coast of a crossing from which a path leads inland."""
    island = state.setting.board.island
    return next(i for i in range(start, len(vertices)) if len(island.vertex_edges[vertices[i]]) == 3)


def test_31_a_road_continues_ones_own_road_or_building() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    _rich(state)
    village(state, 0, vertices[0])
    with pytest.raises(IllegalMove, match="continues"):
        play(state, 0, BuildRoad(edges[1]))
    events = play(state, 0, BuildRoad(edges[0]))
    assert events == [Paid(0, ROAD_COST, "build"), Built(0, ROAD, edges[0]), STATUS[0]]
    play(state, 0, BuildRoad(edges[1]))
    with pytest.raises(IllegalMove, match="already"):
        play(state, 0, BuildRoad(edges[1]))


def test_31_a_road_does_not_pass_a_foreign_building() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    _rich(state)
    roads(state, 0, *edges[:3])
    village(state, 1, vertices[3])
    with pytest.raises(IllegalMove, match="foreign"):
        play(state, 0, BuildRoad(edges[3]))
    village(state, 0, vertices[5])
    play(state, 0, BuildRoad(edges[4]))
    play(state, 0, BuildRoad(edges[3]))


def test_32_the_distance_holds_against_everybody_also_in_the_set_up() -> None:
    state = new_match()
    first = state.current
    vertices, edges = coast(state.setting.board.island)
    play(state, first, BuildVillage(vertices[4]))
    play(state, first, BuildRoad(edges[4]))
    for vertex in vertices[3:6]:
        with pytest.raises(IllegalMove, match="taken"):
            play(state, state.current, BuildVillage(vertex))
    play(state, state.current, BuildVillage(vertices[6]))


def test_32_a_village_needs_a_road_of_ones_own() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    _rich(state)
    roads(state, 1, edges[0])
    with pytest.raises(IllegalMove, match="road of one's own"):
        play(state, 0, BuildVillage(vertices[0]))
    roads(state, 0, edges[1])
    play(state, 0, BuildVillage(vertices[1]))


def test_33_a_town_stands_on_an_own_village_only() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    _rich(state)
    roads(state, 0, edges[0])
    village(state, 1, vertices[4])
    village(state, 0, vertices[8])
    for vertex in (vertices[0], vertices[4]):
        with pytest.raises(IllegalMove, match="village of one's own"):
            play(state, 0, BuildTown(vertex))
    play(state, 0, BuildTown(vertices[8]))
    with pytest.raises(IllegalMove, match="village of one's own"):
        play(state, 0, BuildTown(vertices[8]))


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("Straße", [at(-3, 0), at(-3, 1)]),
        ("Straße", [at(0, 0), at(0, 2)]),
        ("Straße", [at(0, 0), at(0, 0)]),
        ("Straße", [at(0, 0), {"x": 9, "y": 9}]),
        ("Straße", [at(0, 0)]),
        ("Dorf", [at(0, 0), at(1, 0), at(2, 0)]),
        ("Dorf", [at(0, 0), at(1, 0)]),
        ("Stadt", [at(-3, 0), at(-3, 1), {"x": -4, "y": 1}]),
    ],
)
def test_34_places_need_land_and_fields_that_touch(kind: str, place: list[dict[str, int]]) -> None:
    with pytest.raises(MalformedMessage) as refused:
        read_move("Bauen", {"Typ": kind, "Ort": place})
    assert refused.value.field == "Ort"


def test_34_places_of_the_large_island_are_off_the_small_one() -> None:
    state = in_turn()
    _rich(state)
    for move in (BuildRoad(len(EDGES) - 1), BuildVillage(len(VERTICES) - 1), BuildTown(len(VERTICES) - 1)):
        with pytest.raises(IllegalMove):
            play(state, 0, move)
    assert state.hands[0] == [4] * 5


def test_35_five_roads_in_a_line_take_the_award_and_branches_do_not_add() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    roads(state, 0, *edges[:4])
    _rich(state)
    branch = _spur(state, vertices[_three_way(state, vertices, 1)], edges)
    events = play(state, 0, BuildRoad(branch))
    assert state.lengths[0] == 4
    assert not any(isinstance(event, LongestRoadTaken) for event in events)
    events = play(state, 0, BuildRoad(edges[4]))
    assert LongestRoadTaken(0) in events
    assert (state.lengths[0], state.points[0]) == (5, 2)
    check_invariants(state)


def test_35_loops_count_and_a_crossing_may_be_passed_twice() -> None:
    state = in_turn()
    island = state.setting.board.island
    corners, circle = ring(island, field(0, 0))
    roads(state, 0, *circle)
    assert state.lengths[0] == 6
    tail = next(edge for edge in island.vertex_edges[corners[0]] if edge not in circle)
    roads(state, 0, tail)
    assert state.lengths[0] == 7
    _, other_circle = ring(island, field(1, 0))
    roads(state, 0, *(edge for edge in other_circle if edge not in circle and edge != tail))
    assert state.lengths[0] == measure(state, 0) == 11


def test_36_a_foreign_building_cuts_but_the_road_to_it_counts_and_own_ones_do_not_cut() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    roads(state, 0, *edges[:8])
    village(state, 0, vertices[2])
    assert state.lengths[0] == 8
    village(state, 1, vertices[5])
    assert state.lengths[0] == 5
    village(state, 1, vertices[8])
    assert state.lengths[0] == measure(state, 0) == 5


def test_37_a_village_alone_moves_the_award() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    place = _three_way(state, vertices, 3)
    roads(state, 1, *edges[place - 3 : place + 4])
    roads(state, 2, *edges[place + 10 : place + 15])
    roads(state, 0, _spur(state, vertices[place], edges))
    _rich(state)
    assert state.road_holder == 1
    events = play(state, 0, BuildVillage(vertices[place]))
    assert events[2:] == [LongestRoadTaken(2), STATUS[1], STATUS[2], STATUS[0]]
    assert state.points[:3] == [1, 0, 2]
    check_invariants(state)


def _cut(first: int, second: int, third: int) -> tuple[State, list[object]]:
    """Cut seat 1's road of nine (holder) into 4 and 5; seats 2 and 3 have roads of the given lengths."""
    state = in_turn(6)
    vertices, edges = coast(state.setting.board.island)
    place = _three_way(state, vertices, 9)
    roads(state, 1, *edges[place - first : place + 4])
    roads(state, 2, *edges[place + 5 : place + 5 + second])
    roads(state, 3, *edges[place + 14 : place + 14 + third])
    roads(state, 0, _spur(state, vertices[place], edges))
    _rich(state)
    assert state.road_holder == 1
    events = play(state, 0, BuildVillage(vertices[place]))
    return state, [event for event in events if isinstance(event, LongestRoadTaken)]


def test_38_after_a_cut_the_holder_keeps_the_award_when_still_jointly_longest() -> None:
    state, taken = _cut(5, 5, 5)
    assert (state.lengths[1], state.road_holder, taken) == (5, 1, [])


def test_38_after_a_cut_a_single_longest_other_takes_it() -> None:
    state, taken = _cut(5, 6, 5)
    assert (state.road_holder, taken) == (2, [LongestRoadTaken(2)])


def test_38_after_a_cut_nobody_has_it_when_others_tie_until_one_is_longest() -> None:
    state, taken = _cut(4, 5, 5)
    assert (state.road_holder, taken) == (-1, [LongestRoadTaken(None)])
    assert state.points[1:4] == [0, 0, 0]
    state.current = 3
    _rich(state, 3)
    events = play(state, 3, BuildRoad(_longer(state, 3)))
    assert LongestRoadTaken(3) in events
    assert state.points[3] == 2


def _longer(state: State, seat: int) -> int:
    """Return a path along the coast at the end of the seat's road."""
    _, edges = coast(state.setting.board.island)
    last = max(place for place, edge in enumerate(edges) if state.edge_owner[edge] == seat)
    return edges[last + 1]


def test_38_after_a_cut_nobody_has_it_when_all_are_shorter_than_five() -> None:
    state, taken = _cut(4, 4, 3)
    assert (state.road_holder, taken) == (-1, [LongestRoadTaken(None)])


def test_38_an_equally_long_road_takes_nothing() -> None:
    state = in_turn()
    _, edges = coast(state.setting.board.island)
    roads(state, 1, *edges[:5])
    roads(state, 2, *edges[10:15])
    assert state.road_holder == 1
    roads(state, 2, edges[15])
    assert (state.road_holder, state.points[:3]) == (2, [0, 0, 2])


def test_paths_and_crossings_know_each_other() -> None:
    for island in ISLANDS:
        for edge, (one, two) in enumerate(island.edge_ends):
            assert edge_between(island, one, two) == edge
            assert two in island.vertex_near[one]
