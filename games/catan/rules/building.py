"""Roads, villages and towns: where they may stand, what they cost, and what standing there changes."""

from __future__ import annotations

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules import roads
from games.catan.rules.board import rate_at
from games.catan.rules.events import STATUS, Built, Event, gained, paid
from games.catan.rules.material import (
    DESERT,
    GENERIC,
    ROAD,
    ROAD_COST,
    TOWN,
    TOWN_COST,
    VILLAGE,
    VILLAGE_COST,
    Cards,
    owns,
)
from games.catan.rules.moves import BuildRoad, BuildTown, BuildVillage
from games.catan.rules.state import Phase, State
from games.catan.rules.winning import claim_victory, pass_setup

#: Names of the hot path: a member of an enumeration is slow to look up.
_ACT, _BUILD, _SETUP_ROAD, _SETUP_VILLAGE = Phase.ACT, Phase.BUILD, Phase.SETUP_ROAD, Phase.SETUP_VILLAGE


def build_road(state: State, seat: int, move: BuildRoad, chance: Chance) -> list[Event]:
    """Build a road: beside the village just placed in the set-up, else paid for."""
    edge = move.edge
    if state.phase is _SETUP_ROAD and seat == state.current:
        check_road(state, seat, edge, state.setting.board.island.vertex_edge_mask[state.setup_vertex])
        events: list[Event] = [Built(seat, ROAD, edge)]
        place_road(state, seat, edge, events)
        pass_setup(state, events)
        return events
    check_may_build(state, seat)
    check_road(state, seat, edge, state.frontier[seat])
    check_affordable(state, seat, ROAD_COST, "a road")
    events = [paid(seat, ROAD_COST, "build"), Built(seat, ROAD, edge)]
    pay(state, seat, ROAD_COST)
    place_road(state, seat, edge, events)
    return finish_building(state, seat, events)


def build_village(state: State, seat: int, move: BuildVillage, chance: Chance) -> list[Event]:
    """Build a village: anywhere that keeps the distance in the set-up, else at an own road and paid for."""
    vertex = move.vertex
    events: list[Event]
    if state.phase is _SETUP_VILLAGE and seat == state.current:
        check_village(state, seat, vertex, -1)
        events = [Built(seat, VILLAGE, vertex)]
        place_village(state, seat, vertex, events)
        if state.setup_step >= state.seats:
            _pay_start(state, seat, vertex, events)
        state.setup_vertex = vertex
        state.phase = _SETUP_ROAD
        events.append(STATUS[seat])
        return events
    check_may_build(state, seat)
    check_village(state, seat, vertex, state.reach[seat])
    check_affordable(state, seat, VILLAGE_COST, "a village")
    events = [paid(seat, VILLAGE_COST, "build"), Built(seat, VILLAGE, vertex)]
    pay(state, seat, VILLAGE_COST)
    place_village(state, seat, vertex, events)
    return finish_building(state, seat, events)


def build_town(state: State, seat: int, move: BuildTown, chance: Chance) -> list[Event]:
    """Turn an own village into a town; the village's piece comes back."""
    vertex = move.vertex
    check_may_build(state, seat)
    if vertex >= len(state.owner) or not state.villages[seat] >> vertex & 1:
        raise IllegalMove("a town is built on a village of one's own", "build/no_village", "Ort")
    if not state.towns_left[seat]:
        raise IllegalMove("all four towns are on the board", "build/no_pieces", "Typ")
    check_affordable(state, seat, TOWN_COST, "a town")
    pay(state, seat, TOWN_COST)
    state.villages[seat] ^= 1 << vertex
    state.level[vertex] = 2
    state.villages_left[seat] += 1
    state.towns_left[seat] -= 1
    state.points[seat] += 1
    return finish_building(state, seat, [paid(seat, TOWN_COST, "build"), Built(seat, TOWN, vertex)])


def finish_building(state: State, seat: int, events: list[Event]) -> list[Event]:
    """Announce the builder's state, and his victory if he has won."""
    events.append(STATUS[seat])
    claim_victory(state, seat, events)
    return events


def check_may_build(state: State, seat: int) -> None:
    """Refuse unless the seat may build and buy now."""
    if state.phase is _ACT and seat == state.current:
        return
    if state.phase is _BUILD and seat == state.builder:
        return
    if seat != state.current and seat != state.builder:
        raise NotYourTurn("it is another player's turn")
    raise IllegalMove("building and buying come after the roll, when nothing else is pending", "move/not_now")


def check_affordable(state: State, seat: int, cost: Cards, what: str) -> None:
    """Refuse when the seat lacks a card of the cost."""
    if not owns(state.hands[seat], cost):
        raise IllegalMove(f"not enough resources for {what}", "build/unaffordable", "Typ")


def check_road(state: State, seat: int, edge: int, allowed: int) -> None:
    """Refuse a road off the map, on a taken path, or not connected (`allowed` are the connected paths)."""
    if edge >= len(state.edge_owner):
        raise IllegalMove("the path is not on this island", "build/off_map", "Ort")
    if state.edge_owner[edge] >= 0:
        raise IllegalMove("there is a road already", "build/taken", "Ort")
    if not allowed >> edge & 1:
        raise IllegalMove("a road continues one's own road or building, not past a foreign one", "build/apart", "Ort")
    if not state.roads_left[seat]:
        raise IllegalMove("all fifteen roads are on the board", "build/no_pieces", "Typ")


def check_village(state: State, seat: int, vertex: int, allowed: int) -> None:
    """Refuse a village off the map, too near to another building, or not at an own road."""
    if vertex >= len(state.owner):
        raise IllegalMove("the crossing is not on this island", "build/off_map", "Ort")
    if not state.open_vertices >> vertex & 1:
        raise IllegalMove("the crossing or one next to it is taken", "build/too_near", "Ort")
    if not allowed >> vertex & 1:
        raise IllegalMove("a village needs a road of one's own", "build/apart", "Ort")
    if not state.villages_left[seat]:
        raise IllegalMove("all five villages are on the board", "build/no_pieces", "Typ")


def pay(state: State, seat: int, cost: Cards) -> None:
    """Move cards from the hand to the bank."""
    hand, bank = state.hands[seat], state.bank
    for resource, count in enumerate(cost):
        if count:
            hand[resource] -= count
            bank[resource] += count


def place_road(state: State, seat: int, edge: int, events: list[Event]) -> None:
    """Put a road on the board."""
    island = state.setting.board.island
    bit = 1 << edge
    state.edge_owner[edge] = seat
    state.open_edges &= ~bit
    state.roads[seat] |= bit
    state.roads_left[seat] -= 1
    for vertex in island.edge_ends[edge]:
        state.reach[seat] |= 1 << vertex
        if state.owner[vertex] in (-1, seat):
            state.frontier[seat] |= island.vertex_edge_mask[vertex]
    roads.after_building_road(state, seat, edge, events)


def place_village(state: State, seat: int, vertex: int, events: list[Event]) -> None:
    """Put a village on the board; it opens a harbour, closes crossings and may cut a foreign road."""
    board = state.setting.board
    island, bit = board.island, 1 << vertex
    state.owner[vertex] = seat
    state.level[vertex] = 1
    state.buildings |= bit
    state.villages[seat] |= bit
    state.villages_left[seat] -= 1
    state.points[seat] += 1
    state.open_vertices &= ~island.near_mask[vertex]
    state.frontier[seat] |= island.vertex_edge_mask[vertex]
    for field in island.vertex_land[vertex]:
        state.around[field] |= 1 << seat
    if vertex in board.harbour_at:
        _open_harbour(state.rates[seat], board.harbour_at[vertex])
    _cut_roads(state, seat, vertex, events)


def _open_harbour(rates: list[int], kind: int) -> None:
    for resource in range(5) if kind == GENERIC else (kind,):
        rates[resource] = min(rates[resource], rate_at(kind))


def _cut_roads(state: State, seat: int, vertex: int, events: list[Event]) -> None:
    owners = [state.edge_owner[edge] for edge in state.setting.board.island.vertex_edges[vertex]]
    for other in {owner for owner in owners if owner not in (-1, seat)}:
        _recompute_frontier(state, other)
        if owners.count(other) > 1:
            roads.after_cut(state, other, events)


def _recompute_frontier(state: State, seat: int) -> None:
    island, frontier = state.setting.board.island, 0
    for vertex, owner in enumerate(state.owner):
        if owner == seat or (owner < 0 and state.reach[seat] >> vertex & 1):
            frontier |= island.vertex_edge_mask[vertex]
    state.frontier[seat] = frontier


def _pay_start(state: State, seat: int, vertex: int, events: list[Event]) -> None:
    """Pay one card for each producing field at the second village."""
    board, cards = state.setting.board, [0] * 5
    for field in board.island.vertex_land[vertex]:
        if board.terrain[field] != DESERT:
            cards[board.terrain[field]] += 1
    if not any(cards):
        return
    for resource, count in enumerate(cards):
        state.hands[seat][resource] += count
        state.bank[resource] -= count
    events.append(gained(seat, tuple(cards), "start"))
