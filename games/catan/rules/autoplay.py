"""A sound move for a seat that did not answer in time; no search, no chance, no trade with others."""

from __future__ import annotations

from games.catan.rules.geometry import bits
from games.catan.rules.legal import pending_offer, robber_moves
from games.catan.rules.material import PIPS, TOWN_COST, VILLAGE_COST
from games.catan.rules.moves import END_TURN, ROADS, ROLL, TOWNS, VILLAGES, AnswerOffer, Discard, Move, MoveRobber
from games.catan.rules.state import Phase, State
from games.catan.rules.trade import owns


def default_move(state: State, seat: int) -> Move:
    """Return what a careful beginner would do for the seat, which is expected to act."""
    offer = pending_offer(state, seat)
    if seat != state.current and offer is not None:
        return AnswerOffer(offer, False)
    match state.phase:
        case Phase.SETUP_VILLAGE:
            return VILLAGES[max(bits(state.open_vertices), key=lambda vertex: site_value(state, vertex))]
        case Phase.SETUP_ROAD:
            return ROADS[setup_road(state)]
        case Phase.ROLL:
            return ROLL
        case Phase.DISCARD:
            return discard_evenly(state, seat)
        case Phase.ROBBER:
            return max(robber_moves(state, seat), key=lambda move: robber_value(state, seat, move))
        case _:
            return _build_or_end(state, seat)


def pips_at(state: State, vertex: int) -> int:
    """Return in how many of 36 throws the crossing yields, counted per field."""
    board = state.setting.board
    return sum(PIPS[board.numbers[field]] for field in board.island.vertex_land[vertex])


def site_value(state: State, vertex: int) -> float:
    """Return the worth of a crossing for a village: its yields, their variety, a harbour."""
    board = state.setting.board
    kinds = {board.terrain[field] for field in board.island.vertex_land[vertex] if board.numbers[field]}
    return pips_at(state, vertex) + 0.7 * len(kinds) + (0.8 if vertex in board.harbour_at else 0)


def setup_road(state: State) -> int:
    """Return the road from the village just placed towards the best crossing two steps away."""
    island, home = state.setting.board.island, state.setup_vertex

    def worth(edge: int) -> float:
        one, two = island.edge_ends[edge]
        beyond = [vertex for vertex in island.vertex_near[one + two - home] if vertex != home]
        return max((site_value(state, vertex) for vertex in beyond if state.open_vertices >> vertex & 1), default=0)

    return max(bits(island.vertex_edge_mask[home] & state.open_edges), key=worth)


def discard_evenly(state: State, seat: int) -> Discard:
    """Give up the cards of which there are most."""
    left, cards = state.hands[seat][:], [0] * 5
    for _ in range(state.owed[seat]):
        most = left.index(max(left))
        left[most] -= 1
        cards[most] += 1
    return Discard(tuple(cards))


def robber_value(state: State, seat: int, move: MoveRobber) -> float:
    """Return how much a robber move hurts others, leaders most, and not the seat itself."""
    board, harm = state.setting.board, 0.0
    for vertex in board.island.field_vertices[move.field]:
        owner = state.owner[vertex]
        if owner >= 0:
            weight = -12 if owner == seat else 3 + state.points[owner]
            harm += weight * state.level[vertex] * PIPS[board.numbers[move.field]]
    victim = state.setting.seat_of(move.victim)
    if victim >= 0 and any(state.hands[victim]):
        harm += 4 + state.points[victim]
    return harm


def _build_or_end(state: State, seat: int) -> Move:
    hand = state.hands[seat]
    if owns(hand, TOWN_COST) and state.towns_left[seat] and state.villages[seat]:
        return TOWNS[max(bits(state.villages[seat]), key=lambda vertex: pips_at(state, vertex))]
    sites = state.reach[seat] & state.open_vertices
    if owns(hand, VILLAGE_COST) and state.villages_left[seat] and sites:
        return VILLAGES[max(bits(sites), key=lambda vertex: site_value(state, vertex))]
    return END_TURN
