"""A copy of a position in which everything a viewer may not know is drawn anew.

Hidden are the kinds of the others' resources and development cards and the order of the deck. Their numbers are public,
and so is what the bank can pay (anybody may ask it). A player who accepted an offer has shown that he has its cards, so
those stay; after the end the victory points lie open.
"""

from __future__ import annotations

from gamekit.chance import Chance
from games.catan.rules.material import VICTORY_POINT, owns
from games.catan.rules.state import Phase, State


def redeal(state: State, viewer: int | None, chance: Chance) -> State:
    """Return the copy."""
    copy = state.clone()
    _redeal_resources(copy, viewer, chance)
    _redeal_cards(copy, viewer, chance)
    return copy


def _redeal_resources(state: State, viewer: int | None, chance: Chance) -> None:
    kept = {seat: _shown(state, seat) for seat in range(state.seats) if seat != viewer}
    sizes = {seat: sum(state.hands[seat]) - sum(shown) for seat, shown in kept.items()}
    pool = [
        resource
        for seat, shown in kept.items()
        for resource in range(5)
        for _ in range(state.hands[seat][resource] - shown[resource])
    ]
    # In an order that tells nothing of who had what.
    pool.sort()
    chance.shuffle(pool)
    for seat, shown in kept.items():
        state.hands[seat] = shown
        for _ in range(sizes[seat]):
            shown[pool.pop()] += 1


def _shown(state: State, seat: int) -> list[int]:
    """Return the cards of the seat that open acceptances show; all when it can no longer cover one of them."""
    hand, shown = state.hands[seat], [0] * 5
    for offer in state.offers:
        if seat in offer.accepted:
            if not owns(hand, offer.take):
                return hand[:]
            shown = [max(pair) for pair in zip(shown, offer.take, strict=True)]
    return shown


def _redeal_cards(state: State, viewer: int | None, chance: Chance) -> None:
    hidden = [seat for seat in range(state.seats) if seat != viewer]
    over = state.phase is Phase.OVER
    kinds = [kind for kind in range(5) if not (over and kind == VICTORY_POINT)]
    pool = [kind for kind in kinds for _ in range(state.deck[kind] + sum(state.cards[seat][kind] for seat in hidden))]
    chance.shuffle(pool)
    fresh = sum(state.fresh[kind] for kind in kinds)
    for seat in hidden:
        cards = state.cards[seat]
        drawn = [pool.pop() for _ in range(sum(cards[kind] for kind in kinds))]
        for kind in kinds:
            cards[kind] = drawn.count(kind)
        if seat == state.current:
            for kind in kinds:
                state.fresh[kind] = drawn[:fresh].count(kind)
    for kind in kinds:
        state.deck[kind] = pool.count(kind)
