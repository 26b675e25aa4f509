"""Checklist 4.1: the island, who begins, the set-up."""

from __future__ import annotations

import itertools

import pytest

from gamekit import testing
from gamekit.chance import Chance, RecordedChance
from gamekit.errors import IllegalMove
from games.catan import GAME
from games.catan.rules.board import beginner_board, random_board
from games.catan.rules.events import Built, Gained, OrderRolled
from games.catan.rules.geometry import EDGES, FIELD_NUMBER, FIELDS, ISLANDS, Island, neighbours, spiral
from games.catan.rules.legal import legal_moves
from games.catan.rules.material import CHIPS, DESERT, HARBOUR_COUNT, LAND, VILLAGE
from games.catan.rules.moves import BuildRoad, BuildVillage, Roll
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase
from games.catan.tests.positions import check_invariants, new_match, play, vertex_of


@pytest.mark.parametrize(
    ("island", "fields", "land", "vertices", "edges", "rings", "coast"),
    [(ISLANDS[0], 37, 19, 54, 72, [12, 6, 1], 30), (ISLANDS[1], 52, 30, 80, 109, [16, 10, 4], 38)],
)
def test_both_islands_have_the_size_of_the_document(
    island: Island, fields: int, land: int, vertices: int, edges: int, rings: list[int], coast: int
) -> None:
    assert (len(island.fields), len(island.land)) == (fields, land)
    assert (island.vertex_count, island.edge_count) == (vertices, edges)
    assert [len(ring) for ring in island.rings] == rings
    beside = [sum(FIELD_NUMBER[one] in island.land for one in edge) for edge in EDGES[: island.edge_count]]
    assert beside.count(1) == coast


def test_the_documents_example_places_exist() -> None:
    assert frozenset(((-2, 0), (-1, 0))) in EDGES
    assert vertex_of((-2, 2), (-1, 2), (-1, 1)) < 54
    assert frozenset(((1, 2), (0, 2))) in EDGES


def test_1_the_highest_throw_begins_and_only_those_who_tie_throw_again() -> None:
    options = GAME.read_options({"map": "beginner"}, 4)
    throws = [(1, 1), (6, 5), (5, 6), (2, 2), (3, 3), (3, 3), (2, 1), (6, 6)]
    chance = RecordedChance([die - 1 for throw in throws for die in throw])
    state, events = RULES.start(options, testing.players(GAME, 4), chance)
    rolled = [event for event in events if isinstance(event, OrderRolled)]
    assert [event.seat for event in rolled] == [0, 1, 2, 3, 1, 2, 1, 2]
    assert state.starter == state.current == 2


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_1_villages_are_placed_forth_and_back_and_the_first_player_rolls_first(count: int) -> None:
    state = new_match(count)
    order = []
    while state.phase is not Phase.ROLL:
        if state.phase is Phase.SETUP_VILLAGE:
            order.append(state.current)
        play(state, state.current, legal_moves(state, state.current)[0])
    first = [(state.starter + i) % count for i in range(count)]
    assert order == first + first[::-1]
    assert state.current == state.starter
    check_invariants(state)


def test_2_the_set_up_road_touches_the_village_just_placed() -> None:
    state = new_match(3)
    while state.setup_step < 5:
        play(state, state.current, legal_moves(state, state.current)[0])
    seat = state.current
    earlier = state.owner.index(seat)
    play(state, seat, legal_moves(state, seat)[-1])
    edges = state.setting.board.island.vertex_edges[earlier]
    wrong = next(edge for edge in edges if state.edge_owner[edge] < 0)
    with pytest.raises(IllegalMove):
        play(state, seat, BuildRoad(wrong))
    play(state, seat, legal_moves(state, seat)[0])


def test_3_only_the_second_village_brings_cards_one_for_each_producing_field() -> None:
    state = new_match(3)
    board = state.setting.board
    centre = vertex_of((0, 0), (1, 0), (0, 1))
    for step in range(3):
        events = play(state, state.current, legal_moves(state, state.current)[step])
        assert not any(isinstance(event, Gained) for event in events)
        play(state, state.current, legal_moves(state, state.current)[0])
    assert not any(map(sum, state.hands))
    seat = state.current
    events = play(state, seat, BuildVillage(centre))
    kinds = [board.terrain[field] for field in board.island.vertex_land[centre]]
    assert DESERT in kinds
    expected = tuple(kinds.count(resource) for resource in range(5))
    assert events[:2] == [Built(seat, VILLAGE, centre), Gained(seat, expected, "start")]
    assert tuple(state.hands[seat]) == expected
    assert sum(expected) == 2
    check_invariants(state)


@pytest.mark.parametrize("island", ISLANDS)
def test_4_the_robber_starts_on_a_desert(island: Island) -> None:
    for seed in range(20):
        board = random_board(island, Chance.seeded(seed))
        assert board.terrain[board.robber] == DESERT


@pytest.mark.parametrize("island", ISLANDS)
def test_5_no_spiral_lays_six_and_eight_side_by_side(island: Island) -> None:
    chips = CHIPS[island.large]
    for corner, clockwise in itertools.product(island.corners, (True, False)):
        path = spiral(island, corner, clockwise)
        assert sorted(path) == sorted(island.land)
        for deserts in itertools.combinations(range(len(path)), LAND[island.large][DESERT]):
            rest = iter(chips)
            laid = {field: 0 if place in deserts else next(rest) for place, field in enumerate(path)}
            red = {FIELDS[field] for field, chip in laid.items() if chip in (6, 8)}
            assert not any(near in red for field in red for near in neighbours(field))


@pytest.mark.parametrize("island", ISLANDS)
def test_5_the_beginners_island_keeps_them_apart_too(island: Island) -> None:
    board = beginner_board(island)
    red = {FIELDS[field] for field in island.land if board.numbers[field] in (6, 8)}
    assert len(red) == 2 * (2 + island.large)
    assert not any(near in red for field in red for near in neighbours(field))


@pytest.mark.parametrize("island", ISLANDS)
def test_a_random_island_uses_all_the_material_and_no_two_harbours_touch(island: Island) -> None:
    for seed in range(30):
        board = random_board(island, Chance.seeded(seed))
        assert tuple(sum(board.terrain[f] == kind for f in island.land) for kind in range(6)) == LAND[island.large]
        assert sorted(board.numbers[f] for f in island.land if board.numbers[f]) == sorted(CHIPS[island.large])
        kinds = [kind for _, _, kind in board.harbours]
        assert tuple(kinds.count(kind) for kind in range(6)) == HARBOUR_COUNT[island.large]
        assert len(board.harbour_at) == 2 * len(board.harbours)
        assert all(sea not in island.land and land in island.land for sea, land, _ in board.harbours)


def test_nothing_else_is_allowed_in_the_set_up() -> None:
    state = new_match()
    with pytest.raises(IllegalMove):
        play(state, state.current, Roll())
    with pytest.raises(IllegalMove):
        play(state, (state.current + 1) % 4, legal_moves(state, state.current)[0])
