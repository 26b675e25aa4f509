"""A strong player: searches its turn with a tuned valuation, makes and answers trade offers."""

from __future__ import annotations

import random
from collections.abc import Callable

from gamekit.chance import Chance
from games.catan.bots.search import WON, best_move
from games.catan.bots.valuation import Valuation
from games.catan.rules.appraisal import robbed
from games.catan.rules.board import Board
from games.catan.rules.legal import discards, knight_moves, legal_moves, pending_offer, playable
from games.catan.rules.material import KNIGHT, owns
from games.catan.rules.moves import OFFERS, ROLL, AnswerOffer, CloseTrade, Discard, Move, OfferTrade
from games.catan.rules.referee import RULES
from games.catan.rules.state import Offer, Phase, State

#: Offers made in a turn, and how much better the seat must fare to make one or to take one.
MOST_OFFERS = 2
#: Offers whose consequences are searched: those that improve the hand most.
LOOKED_INTO = 3
OFFER_GAIN, ANSWER_GAIN = 0.08, 0.04


class StrongPlayer:
    """Keeps the valuation of its match between calls; everything else is read off the state."""

    def __init__(self, make: Callable[[Board], Valuation] = Valuation) -> None:
        self._make = make
        self._valuation: Valuation | None = None

    def choose(self, state: State, seat: int, rng: random.Random) -> Move | None:
        """Return the best move found; None while others think about an offer of ours."""
        if self._valuation is None or self._valuation.board is not state.setting.board:
            self._valuation = self._make(state.setting.board)
        valuation = self._valuation
        offer = pending_offer(state, seat)
        if seat != state.current and state.phase is not Phase.BUILD and offer is not None:
            return _answer(valuation, state, seat, offer)
        match state.phase:
            case Phase.SETUP_VILLAGE | Phase.SETUP_ROAD | Phase.ROBBER:
                return max(legal_moves(state, seat), key=lambda move: _after(valuation, state, seat, move))
            case Phase.DISCARD:
                return _discard(valuation, state, seat)
            case Phase.ROLL:
                return _before_roll(valuation, state, seat)
            case Phase.BUILD:
                return best_move(valuation, state, seat)[1]
            case _:
                return _act(valuation, state, seat)


def _after(valuation: Valuation, state: State, seat: int, move: Move) -> float:
    after = state.clone()
    RULES.play(after, seat, move, Chance.seeded(0))
    return valuation.value(after, seat)


def _discard(valuation: Valuation, state: State, seat: int) -> Move:
    hand, kept = state.hands[seat], state.clone()

    def worth(cards: tuple[int, ...]) -> float:
        kept.hands[seat] = [have - gone for have, gone in zip(hand, cards, strict=True)]
        return valuation.hand_value(kept, seat)

    return Discard(max(discards(hand, state.owed[seat]), key=worth))


def _before_roll(valuation: Valuation, state: State, seat: int) -> Move:
    if playable(state, seat, KNIGHT) and (robbed(state, seat) or state.total(seat) >= state.setting.points - 3):
        return max(knight_moves(state, seat), key=lambda move: _after(valuation, state, seat, move))
    return ROLL


def _act(valuation: Valuation, state: State, seat: int) -> Move | None:
    for offer in state.offers:
        closing = _closing(state, seat, offer)
        if closing is not None:
            return closing
    if state.offers and _others_think(state):
        return None
    worth, move = best_move(valuation, state, seat)
    if worth >= WON:
        return move
    return _offer(valuation, state, seat, worth) or move


def _closing(state: State, seat: int, offer: Offer) -> Move | None:
    """Return the trade with the weakest of those who accepted."""
    partners = [other for other in offer.accepted if owns(state.hands[other], offer.take)]
    if not partners or not owns(state.hands[seat], offer.give):
        return None
    return CloseTrade(offer.number, state.setting.numbers[min(partners, key=lambda other: state.points[other])])


def _others_think(state: State) -> bool:
    return any(expected.kind == "answer" and expected.limit_ms for expected in RULES.expects(state))


def _offer(valuation: Valuation, state: State, seat: int, now: float) -> Move | None:
    """Return the most useful offer of one or two cards for one, if it is worth the time of all."""
    if not state.setting.trading or state.setting.answer_ms is None or state.offers_made >= MOST_OFFERS:
        return None
    tried: list[tuple[float, int, OfferTrade]] = []
    for give, have in enumerate(state.hands[seat]):
        for move in OFFERS[give][0] if have else ():
            if not _offered(state, move.give, move.take):
                after = state.clone()
                _swap(after, seat, move.give, move.take)
                tried.append((valuation.hand_value(after, seat), len(tried), move))
    for _, _, move in sorted(tried, reverse=True)[:LOOKED_INTO]:
        after = state.clone()
        _swap(after, seat, move.give, move.take)
        if best_move(valuation, after, seat)[0] - now > OFFER_GAIN:
            return move
    return None


def _offered(state: State, give: tuple[int, ...], take: tuple[int, ...]) -> bool:
    return any(offer.give == give and offer.take == take for offer in state.offers)


def _swap(state: State, seat: int, give: tuple[int, ...], take: tuple[int, ...]) -> None:
    state.hands[seat] = [have - less + more for have, less, more in zip(state.hands[seat], give, take, strict=True)]


def _answer(valuation: Valuation, state: State, seat: int, number: int) -> Move:
    """Accept what helps, but not from one who is about to win."""
    offer = state.offer(number)
    assert offer is not None
    if not owns(state.hands[seat], offer.take) or state.points[state.current] >= state.setting.points - 2:
        return AnswerOffer(number, False)
    after = state.clone()
    _swap(after, seat, offer.take, offer.give)
    gain = valuation.value(after, seat) - valuation.value(state, seat)
    return AnswerOffer(number, gain > ANSWER_GAIN)
