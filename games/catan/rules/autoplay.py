"""A sound beginner's game, without search, chance or trade with others.

It plays on for a seat whose time ran out, and it is the weakest bot that follows a plan.
"""

from __future__ import annotations

from games.catan.rules.appraisal import (
    pips_at,
    road_towards_site,
    robbed,
    robber_value,
    setup_road,
    site_value,
)
from games.catan.rules.geometry import bits
from games.catan.rules.legal import knight_moves, pending_offer, playable, robber_moves
from games.catan.rules.material import (
    CARD_COST,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    ROAD_BUILDING,
    ROAD_COST,
    TOWN_COST,
    VILLAGE_COST,
    Cards,
    owns,
)
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    MONOPOLIES,
    ROADS,
    ROLL,
    TOWNS,
    VILLAGES,
    AnswerOffer,
    Discard,
    Move,
    PlayPlenty,
    PlayRoads,
    TradeWithBank,
    unit,
)
from games.catan.rules.state import Phase, State


def default_move(state: State, seat: int) -> Move:
    """Return what a sound beginner would do for the seat, which is expected to act."""
    offer = pending_offer(state, seat)
    if seat != state.current and offer is not None:
        return AnswerOffer(offer, False)
    match state.phase:
        case Phase.SETUP_VILLAGE:
            return VILLAGES[max(bits(state.open_vertices), key=lambda vertex: site_value(state, vertex))]
        case Phase.SETUP_ROAD:
            return ROADS[setup_road(state)]
        case Phase.ROLL:
            return _knight(state, seat) if robbed(state, seat) and playable(state, seat, KNIGHT) else ROLL
        case Phase.DISCARD:
            return discard_evenly(state, seat)
        case Phase.ROBBER:
            return max(robber_moves(state, seat), key=lambda move: robber_value(state, seat, move))
        case _:
            return _build(state, seat) or (None if state.builder >= 0 else _card_or_trade(state, seat)) or END_TURN


def discard_evenly(state: State, seat: int) -> Discard:
    """Give up the cards of which there are most."""
    left, cards = state.hands[seat][:], [0] * 5
    for _ in range(state.owed[seat]):
        most = left.index(max(left))
        left[most] -= 1
        cards[most] += 1
    return Discard(tuple(cards))


def _knight(state: State, seat: int) -> Move:
    return max(knight_moves(state, seat), key=lambda move: robber_value(state, seat, move))


def goals(state: State, seat: int) -> list[tuple[Cards, Move]]:
    """Return what the seat would like to do, dearest first: a town, a village, a road to a site, a card."""
    wanted: list[tuple[Cards, Move]] = []
    if state.towns_left[seat] and state.villages[seat]:
        best = max(bits(state.villages[seat]), key=lambda vertex: pips_at(state, vertex))
        wanted.append((TOWN_COST, TOWNS[best]))
    sites = state.reach[seat] & state.open_vertices
    if state.villages_left[seat] and sites:
        wanted.append((VILLAGE_COST, VILLAGES[max(bits(sites), key=lambda vertex: site_value(state, vertex))]))
    elif state.roads_left[seat] and state.villages_left[seat]:
        edge = road_towards_site(state, seat)
        if edge is not None:
            wanted.append((ROAD_COST, ROADS[edge]))
    if any(state.deck):
        wanted.append((CARD_COST, BUY_CARD))
    return wanted


def _build(state: State, seat: int) -> Move | None:
    hand, wanted = state.hands[seat], goals(state, seat)
    for cost, move in wanted:
        if owns(hand, cost) and (move is not BUY_CARD or len(wanted) == 1 or sum(hand) > 6):
            return move
    return None


def _missing(hand: list[int], cost: Cards) -> list[int]:
    return [resource for resource in range(5) for _ in range(max(0, cost[resource] - hand[resource]))]


def _card_or_trade(state: State, seat: int) -> Move | None:
    if playable(state, seat, KNIGHT):
        return _knight(state, seat)
    for cost, move in goals(state, seat):
        missing = _missing(state.hands[seat], cost)
        found = _card_for(state, seat, missing) or _trade_for(state, seat, cost, missing)
        if found is not None:
            return found
    return _free_roads(state, seat)


def _card_for(state: State, seat: int, missing: list[int]) -> Move | None:
    if playable(state, seat, PLENTY) and len(missing) == 2:
        cards = tuple(missing.count(resource) for resource in range(5))
        return PlayPlenty(cards) if owns(state.bank, cards) else None
    if playable(state, seat, MONOPOLY) and len(missing) == 1:
        return MONOPOLIES[missing[0]]
    return None


def _trade_for(state: State, seat: int, cost: Cards, missing: list[int]) -> Move | None:
    """Return a trade of what the goal does not need for what it lacks, if that can complete it."""
    hand, rates = state.hands[seat], state.rates[seat]
    spare = [max(0, hand[resource] - cost[resource]) // rates[resource] for resource in range(5)]
    if not missing or sum(spare) < len(missing):
        return None
    give = spare.index(max(spare))
    return next((TradeWithBank(unit(give, rates[give]), unit(take)) for take in missing if state.bank[take]), None)


def _free_roads(state: State, seat: int) -> Move | None:
    if not playable(state, seat, ROAD_BUILDING) or state.roads_left[seat] < 2:
        return None
    first = road_towards_site(state, seat)
    if first is None:
        return None
    after = state.clone()
    place = after.setting.board.island
    after.open_edges &= ~(1 << first)
    for vertex in place.edge_ends[first]:
        after.reach[seat] |= 1 << vertex
        if after.owner[vertex] in (-1, seat):
            after.frontier[seat] |= place.vertex_edge_mask[vertex]
    options = after.frontier[seat] & after.open_edges
    second = road_towards_site(after, seat)
    if second is None and options:
        second = bits(options)[0]
    return PlayRoads(first, second)
