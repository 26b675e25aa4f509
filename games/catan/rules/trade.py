"""Trade with the bank and with other players."""

from __future__ import annotations

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules.events import STATUS, Answered, Event, OfferCancelled, Offered, Traded, gained, paid
from games.catan.rules.material import Cards, owns
from games.catan.rules.moves import AnswerOffer, CancelOffer, CloseTrade, OfferTrade, TradeWithBank
from games.catan.rules.state import Offer, Phase, State

#: Names of the hot path: a member of an enumeration is slow to look up.
_ACT, _BUILD = Phase.ACT, Phase.BUILD

#: More offers in one turn are refused: nobody can flood a table.
MOST_OFFERS = 20


def _check_turn(state: State, seat: int) -> None:
    if seat != state.current or state.phase is _BUILD:
        raise NotYourTurn("only the player whose turn it is trades")
    if state.phase is not _ACT:
        raise IllegalMove("trade comes after the roll, when nothing else is pending", "move/not_now")


def _check_sides(give: Cards, take: Cards) -> None:
    if min(give) < 0 or min(take) < 0:
        raise IllegalMove("numbers of cards are not negative", "trade/negative", "Angebot")
    if not any(give):
        raise IllegalMove("nothing is given: gifts are not allowed", "trade/empty", "Angebot")
    if not any(take):
        raise IllegalMove("nothing is asked for: gifts are not allowed", "trade/empty", "Nachfrage")
    for given, taken in zip(give, take, strict=True):
        if given and taken:
            raise IllegalMove("a resource cannot be traded for itself", "trade/same", "Nachfrage")


def _check_owned(hand: list[int], cards: Cards, field: str) -> None:
    if not owns(hand, cards):
        raise IllegalMove("these cards are not in hand", "trade/not_owned", field)


def trade_with_bank(state: State, seat: int, move: TradeWithBank, chance: Chance) -> list[Event]:
    """Trade at the rates of one's harbours; each resource given must make whole trades."""
    _check_turn(state, seat)
    give, take, rates = move.give, move.take, state.rates[seat]
    _check_sides(give, take)
    _check_owned(state.hands[seat], give, "Angebot")
    worth = 0
    for count, rate in zip(give, rates, strict=True):
        if count % rate:
            raise IllegalMove("the cards given do not fit the rates of one's harbours", "trade/rate", "Angebot")
        worth += count // rate
    if worth != sum(take):
        raise IllegalMove(f"for these cards the bank gives {worth}", "trade/rate", "Nachfrage")
    if not owns(state.bank, take):
        raise IllegalMove("the bank has not enough of this resource", "bank/empty", "Nachfrage")
    _swap(state.hands[seat], state.bank, give, take)
    return [paid(seat, give, "bank"), gained(seat, take, "bank"), STATUS[seat]]


def _swap(one: list[int], other: list[int], give: Cards, take: Cards) -> None:
    for resource in range(5):
        change = take[resource] - give[resource]
        one[resource] += change
        other[resource] -= change


def offer_trade(state: State, seat: int, move: OfferTrade, chance: Chance) -> list[Event]:
    """Offer a trade to all others."""
    _check_turn(state, seat)
    if not state.setting.trading:
        raise IllegalMove("players do not trade with each other at this table", "trade/off")
    _check_sides(move.give, move.take)
    _check_owned(state.hands[seat], move.give, "Angebot")
    if state.offers_made >= MOST_OFFERS:
        raise IllegalMove(f"no more than {MOST_OFFERS} offers in a turn", "trade/too_many")
    number = state.next_offer
    state.next_offer += 1
    state.offers_made += 1
    state.offers.append(Offer(number, move.give, move.take, [], []))
    return [Offered(seat, number, move.give, move.take)]


def _open_offer(state: State, number: int) -> Offer:
    offer = state.offer(number)
    if offer is None:
        raise IllegalMove("there is no open offer with this id", "trade/no_offer", "Handel id")
    return offer


def answer_offer(state: State, seat: int, move: AnswerOffer, chance: Chance) -> list[Event]:
    """Accept an offer (with the cards in hand) or decline it."""
    offer = _open_offer(state, move.offer)
    if seat == state.current:
        raise IllegalMove("one's own offer cannot be accepted", "trade/own_offer", "Handel id")
    if seat in offer.accepted and move.accept:
        raise IllegalMove("this offer was accepted already", "trade/answered", "Handel id")
    if not move.accept:
        return _decline(state, offer, seat)
    _check_owned(state.hands[seat], offer.take, "Handel id")
    if seat in offer.declined:
        offer.declined.remove(seat)
    offer.accepted.append(seat)
    state.silent &= ~(1 << seat)
    return [Answered(seat, offer.number, True)]


def _decline(state: State, offer: Offer, seat: int) -> list[Event]:
    if seat in offer.declined:
        raise IllegalMove("this offer was declined already", "trade/answered", "Handel id")
    offer.declined.append(seat)
    state.silent &= ~(1 << seat)
    if seat in offer.accepted:
        offer.accepted.remove(seat)
        return [OfferCancelled(seat, offer.number)]
    return [Answered(seat, offer.number, False)]


def cancel_offer(state: State, seat: int, move: CancelOffer, chance: Chance) -> list[Event]:
    """Take back one's offer or one's acceptance; from one who did not answer yet it is a refusal."""
    offer = _open_offer(state, move.offer)
    if seat != state.current:
        return _decline(state, offer, seat)
    state.offers.remove(offer)
    return [OfferCancelled(seat, offer.number)]


def close_trade(state: State, seat: int, move: CloseTrade, chance: Chance) -> list[Event]:
    """Trade with a player who accepted; both must still have the cards."""
    _check_turn(state, seat)
    offer = _open_offer(state, move.offer)
    partner = state.setting.seat_of(move.partner)
    if partner not in offer.accepted:
        raise IllegalMove("this player has not accepted the offer", "trade/not_accepted", "Mitspieler")
    _check_owned(state.hands[seat], offer.give, "Handel id")
    _check_owned(state.hands[partner], offer.take, "Mitspieler")
    _swap(state.hands[seat], state.hands[partner], offer.give, offer.take)
    state.offers.remove(offer)
    return [
        Traded(seat, partner, offer.number),
        paid(seat, offer.give, "trade"),
        gained(seat, offer.take, "trade"),
        paid(partner, offer.take, "trade"),
        gained(partner, offer.give, "trade"),
        STATUS[seat],
    ]
