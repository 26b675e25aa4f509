"""Listing what a seat may do now: every move but for offers and trades of several cards, of which a few are named."""

from __future__ import annotations

from collections.abc import Iterator

from games.catan.rules.development import frontier_after
from games.catan.rules.geometry import bits
from games.catan.rules.material import KNIGHT, MONOPOLY, PLENTY, ROAD_BUILDING, Cards, owns
from games.catan.rules.moves import (
    BANK_TRADES,
    BUY_CARD,
    END_TURN,
    MONOPOLIES,
    OFFERS,
    PLENTIES,
    ROADS,
    ROLL,
    TOWNS,
    VILLAGES,
    AnswerOffer,
    CancelOffer,
    CloseTrade,
    Discard,
    Move,
    MoveRobber,
    PlayKnight,
    PlayPlenty,
    PlayRoads,
    unit,
)
from games.catan.rules.state import Phase, State

#: Names of the hot path: a member of an enumeration is slow to look up.
_ACT, _OVER, _DISCARD, _BUILD, _ROLL, _ROBBER, _SETUP_VILLAGE = (
    Phase.ACT,
    Phase.OVER,
    Phase.DISCARD,
    Phase.BUILD,
    Phase.ROLL,
    Phase.ROBBER,
    Phase.SETUP_VILLAGE,
)

#: As many offers of a turn are listed; otherwise random players would only talk.
LISTED_OFFERS = 1


def legal_moves(state: State, seat: int) -> list[Move]:
    """Return the moves of the seat; empty when it has none."""
    phase = state.phase
    if state.paused:
        return []
    if phase is _ACT:
        return _actions(state, seat) if seat == state.current else _answers(state, seat)
    if phase is _OVER:
        return []
    if phase is _DISCARD:
        return [Discard(cards) for cards in discards(state.hands[seat], state.owed[seat])]
    if phase is _BUILD:
        return [*_builds(state, seat), END_TURN] if seat == state.builder else []
    if seat != state.current:
        return []
    if phase is _ROLL:
        return [*_cards(state, seat), ROLL]
    if phase is _ROBBER:
        return [*robber_moves(state, seat)]
    if phase is _SETUP_VILLAGE:
        return [VILLAGES[vertex] for vertex in bits(state.open_vertices)]
    around = state.setting.board.island.vertex_edge_mask[state.setup_vertex]
    return [ROADS[edge] for edge in bits(around & state.open_edges)]


def _actions(state: State, seat: int) -> list[Move]:
    moves = _builds(state, seat)
    moves.append(END_TURN)
    hand, bank = state.hands[seat], state.bank
    for give, rate in enumerate(state.rates[seat]):
        if hand[give] >= rate:
            # An empty pile in the bank is rare, so the whole list mostly fits.
            trades = BANK_TRADES[give][rate]
            moves += [move for move in trades if owns(bank, move.take)] if 0 in bank else trades
    moves += _cards(state, seat)
    if state.setting.trading:
        moves += _offers(state, seat)
    return moves


def _builds(state: State, seat: int) -> list[Move]:
    moves: list[Move] = []
    lumber, brick, wool, grain, ore = state.hands[seat]
    if lumber and brick:
        if state.roads_left[seat]:
            moves += [ROADS[edge] for edge in bits(state.frontier[seat] & state.open_edges)]
        if wool and grain and state.villages_left[seat]:
            moves += [VILLAGES[vertex] for vertex in bits(state.reach[seat] & state.open_vertices)]
    if ore and grain:
        if ore > 2 and grain > 1 and state.towns_left[seat]:
            moves += [TOWNS[vertex] for vertex in bits(state.villages[seat])]
        if wool and any(state.deck):
            moves.append(BUY_CARD)
    return moves


def playable(state: State, seat: int, card: int) -> bool:
    """Return True when the seat, whose turn it is, holds a card of this kind that it did not buy just now."""
    return not state.card_played and state.cards[seat][card] > state.fresh[card]


def _cards(state: State, seat: int) -> list[Move]:
    cards = state.cards[seat]
    if state.card_played or not (cards[0] or cards[1] or cards[2] or cards[3]):
        return []
    moves: list[Move] = []
    if playable(state, seat, KNIGHT):
        moves += knight_moves(state, seat)
    if playable(state, seat, ROAD_BUILDING) and state.roads_left[seat]:
        moves += _road_pairs(state, seat)
    if playable(state, seat, MONOPOLY):
        moves += MONOPOLIES
    if playable(state, seat, PLENTY):
        moves += _plenties(state)
    return moves


def _plenties(state: State) -> list[Move]:
    if sum(state.bank) == 1:
        return [PlayPlenty(unit(state.bank.index(1)))]
    return [move for move in PLENTIES if owns(state.bank, move.cards)]


def _road_pairs(state: State, seat: int) -> list[Move]:
    first_ones = state.frontier[seat] & state.open_edges
    moves: list[Move] = []
    for first in bits(first_ones):
        # Of two roads that are possible anyway, only one order is listed.
        after = frontier_after(state, seat, first) & ~(first_ones & ((1 << first) - 1))
        if state.roads_left[seat] > 1 and frontier_after(state, seat, first):
            moves += [PlayRoads(first, second) for second in bits(after)]
        else:
            moves.append(PlayRoads(first))
    return moves


def robber_moves(state: State, seat: int) -> list[MoveRobber]:
    """Return where the robber may go and whom he may rob there."""
    return [move for pair in _robber(state, seat) for move in pair[0]]


def knight_moves(state: State, seat: int) -> list[PlayKnight]:
    """Return what a knight may do."""
    return [move for pair in _robber(state, seat) for move in pair[1]]


def _robber(state: State, seat: int) -> Iterator[tuple[tuple[MoveRobber, ...], tuple[PlayKnight, ...]]]:
    made, around, others = state.setting.robber_moves, state.around, ~(1 << seat)
    for field in state.setting.board.island.land:
        if field != state.robber:
            there = around[field] & others
            key = field * 64 + there
            if key not in made:
                numbers: list[int | None] = [state.setting.numbers[victim] for victim in bits(there)] or [None]
                made[key] = (
                    tuple(MoveRobber(field, number) for number in numbers),
                    tuple(PlayKnight(field, number) for number in numbers),
                )
            yield made[key]


def _offers(state: State, seat: int) -> list[Move]:
    moves: list[Move] = []
    hand, numbers = state.hands[seat], state.setting.numbers
    for offer in state.offers:
        moves.append(CancelOffer(offer.number))
        if owns(hand, offer.give):
            moves += [
                CloseTrade(offer.number, numbers[partner])
                for partner in offer.accepted
                if owns(state.hands[partner], offer.take)
            ]
    if state.offers_made < LISTED_OFFERS:
        for give, have in enumerate(hand):
            for count in range(min(have, 2)):
                moves += OFFERS[give][count]
    return moves


def pending_offer(state: State, seat: int) -> int | None:
    """Return the number of the oldest open offer that the seat, not on turn, is asked to answer."""
    if state.silent >> seat & 1:
        return None
    for offer in state.offers:
        if seat not in offer.accepted and seat not in offer.declined:
            return offer.number
    return None


def _answers(state: State, seat: int) -> list[Move]:
    number = pending_offer(state, seat)
    offer = state.offer(number) if number is not None else None
    if offer is None:
        return []
    moves: list[Move] = [AnswerOffer(offer.number, False)]
    if owns(state.hands[seat], offer.take):
        moves.append(AnswerOffer(offer.number, True))
    return moves


def discards(hand: list[int], count: int) -> Iterator[Cards]:
    """Yield every way to give up that many cards of the hand; none when the count is 0."""
    if count:
        yield from _ways(hand, count, 0, ())


def _ways(hand: list[int], count: int, resource: int, chosen: Cards) -> Iterator[Cards]:
    if resource == 4:
        if count <= hand[4]:
            yield (*chosen, count)
        return
    rest = sum(hand[resource + 1 :])
    for taken in range(max(0, count - rest), min(hand[resource], count) + 1):
        yield from _ways(hand, count - taken, resource + 1, (*chosen, taken))
