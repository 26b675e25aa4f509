"""Checklist 4.1: yields, the limited bank, pieces."""

from __future__ import annotations

import pytest

from gamekit.errors import IllegalMove
from games.catan.rules.events import Gained
from games.catan.rules.material import GRAIN, ORE
from games.catan.rules.moves import BuildTown, BuildVillage, Discard, Roll, TradeWithBank, unit
from games.catan.rules.state import Phase, State
from games.catan.tests.positions import (
    check_invariants,
    coast,
    dice,
    field,
    field_with,
    give,
    in_turn,
    play,
    roads,
    town,
    village,
)


def _gains(state: State, *throw: int) -> dict[int, tuple[int, ...]]:
    events = play(state, state.current, Roll(), *dice(*throw))
    return {event.seat: event.cards for event in events if isinstance(event, Gained)}


def _twelve(state: State) -> tuple[int, tuple[int, ...]]:
    """Return the resource and the corners of the only field with a twelve."""
    field_number, resource, _ = state.setting.board.yields[12][0]
    return resource, state.setting.board.island.field_vertices[field_number]


def test_6_a_town_gives_two_and_a_village_one() -> None:
    state = in_turn(phase=Phase.ROLL)
    resource, corners = _twelve(state)
    town(state, 0, corners[0])
    village(state, 1, corners[2])
    assert _gains(state, 6, 6) == {0: unit(resource, 2), 1: unit(resource)}
    check_invariants(state)


def test_6_one_throw_pays_a_crossing_from_several_fields() -> None:
    state = in_turn(phase=Phase.ROLL)
    island, board = state.setting.board.island, state.setting.board
    one, two = field(0, 0), field(1, 0)
    vertex = next(v for v in island.field_vertices[one] if v in island.field_vertices[two])
    twin = tuple((f, kind, island.field_mask[f]) for f, kind in ((one, GRAIN), (two, ORE)))
    object.__setattr__(board, "yields", (*board.yields[:12], twin))
    state.robber = field(-2, 0)
    village(state, 0, vertex)
    assert _gains(state, 6, 6) == {0: (0, 0, 0, 1, 1)}


def test_7_the_robber_blocks_one_field_not_the_buildings_around_it() -> None:
    state = in_turn(phase=Phase.ROLL)
    board = state.setting.board
    _, corners = _twelve(state)
    shared = next(v for v in corners if len(board.island.vertex_land[v]) == 3)
    village(state, 0, shared)
    state.robber = field_with(state, 12)
    other = next(f for f in board.island.vertex_land[shared] if f != state.robber and board.numbers[f])
    assert _gains(state, 6, 6) == {}
    state.phase = Phase.ROLL
    number = board.numbers[other]
    throw = (number - 6, 6) if number > 6 else (1, number - 1)
    assert _gains(state, *throw)[0][board.terrain[other]] >= 1


def test_8_a_short_bank_pays_nobody_but_other_kinds_are_paid() -> None:
    state = in_turn(phase=Phase.ROLL)
    board = state.setting.board
    (one_field, one_kind, _), (other_field, other_kind, _) = board.yields[6]
    one, other = board.island.field_vertices[one_field], board.island.field_vertices[other_field]
    assert one_kind != other_kind
    village(state, 0, one[0], other[0])
    village(state, 1, one[2])
    give(state, 2, **{["Holz", "Lehm", "Wolle", "Getreide", "Erz"][one_kind]: 18})
    assert _gains(state, 3, 3) == {0: unit(other_kind)}
    assert state.bank[one_kind] == 1
    check_invariants(state)


def test_8_a_single_creditor_gets_what_is_left() -> None:
    state = in_turn(phase=Phase.ROLL)
    resource, corners = _twelve(state)
    town(state, 0, corners[0])
    town(state, 0, corners[2])
    give(state, 2, **{["Holz", "Lehm", "Wolle", "Getreide", "Erz"][resource]: 16})
    assert _gains(state, 6, 6) == {0: unit(resource, 3)}
    assert state.bank[resource] == 0
    check_invariants(state)


def test_9_payments_discards_and_bank_trades_go_back_to_the_bank() -> None:
    state = in_turn()
    _, edges = coast(state.setting.board.island)
    roads(state, 0, *edges[:2])
    end = state.setting.board.island.edge_ends[edges[0]][0]
    give(state, 0, Holz=1, Lehm=1, Wolle=1, Getreide=5)
    play(state, 0, TradeWithBank(unit(3, 4), unit(4)))
    play(state, 0, BuildVillage(end))
    check_invariants(state)
    give(state, 1, Holz=9)
    state.phase = Phase.DISCARD
    state.owed[1] = 4
    play(state, 1, Discard(unit(0, 4)))
    assert state.bank == [14, 19, 19, 19, 18]
    check_invariants(state)


def test_10_a_town_returns_its_village_and_limits_are_checked_after_that() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    village(state, 0, *vertices[0:10:2])
    roads(state, 0, edges[10], edges[11])
    give(state, 0, Holz=2, Lehm=2, Wolle=2, Getreide=4, Erz=3)
    assert state.villages_left[0] == 0
    with pytest.raises(IllegalMove, match="five villages"):
        play(state, 0, BuildVillage(vertices[12]))
    play(state, 0, BuildTown(vertices[0]))
    assert (state.villages_left[0], state.towns_left[0]) == (1, 3)
    play(state, 0, BuildVillage(vertices[12]))
    check_invariants(state)


def test_10_a_fifth_town_is_refused() -> None:
    state = in_turn(points=20)
    vertices, _ = coast(state.setting.board.island)
    for vertex in vertices[0:8:2]:
        town(state, 0, vertex)
    village(state, 0, vertices[8])
    give(state, 0, Getreide=2, Erz=3)
    with pytest.raises(IllegalMove, match="four towns"):
        play(state, 0, BuildTown(vertices[8]))
