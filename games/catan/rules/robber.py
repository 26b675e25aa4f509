"""The robber: discards after a seven, moving him, stealing a card."""

from __future__ import annotations

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules.building import pay
from games.catan.rules.events import STATUS, Event, RobberMoved, gained, paid
from games.catan.rules.moves import Discard, MoveRobber, unit
from games.catan.rules.state import Phase, State


def discard(state: State, seat: int, move: Discard, chance: Chance) -> list[Event]:
    """Give up exactly half of one's cards; the last to do so lets the robber move."""
    owed, hand = state.owed[seat], state.hands[seat]
    if state.phase is not Phase.DISCARD or not owed:
        raise IllegalMove("no cards are to be given up by this player now", "move/not_now")
    if min(move.cards) < 0 or sum(move.cards) != owed:
        raise IllegalMove(f"exactly {owed} cards are to be given up", "discard/count", "Abgeben", count=owed)
    if any(count > hand[resource] for resource, count in enumerate(move.cards)):
        raise IllegalMove("only cards in hand can be given up", "discard/not_owned", "Abgeben")
    pay(state, seat, move.cards)
    state.owed[seat] = 0
    events: list[Event] = [paid(seat, move.cards, "discard", (seat,))]
    if not any(state.owed):
        state.phase = Phase.ROBBER
        if seat != state.current:
            events.append(STATUS[seat])
        events.append(STATUS[state.current])
    else:
        events.append(STATUS[seat])
    return events


def move_robber(state: State, seat: int, move: MoveRobber, chance: Chance) -> list[Event]:
    """Move the robber after a seven and rob a player there."""
    if seat != state.current:
        raise NotYourTurn("it is another player's turn")
    if state.phase is not Phase.ROBBER:
        raise IllegalMove("the robber is moved after a seven, when all cards were given up", "move/not_now")
    victim = check_robber(state, seat, move.field, move.victim)
    state.robber = move.field
    state.phase = Phase.ACT
    events: list[Event] = [RobberMoved(seat, move.field, victim)]
    steal(state, seat, victim, chance, events)
    events.append(STATUS[seat])
    return events


def check_robber(state: State, seat: int, field: int, number: int | None) -> int | None:
    """Return the victim's seat; refuse a wrong field, and a victim who is not there or is not named."""
    if not state.setting.board.island.field_mask[field]:
        raise IllegalMove("the robber stays on land of this island", "robber/field", "Ort")
    if field == state.robber:
        raise IllegalMove("the robber must change his field", "robber/same_field", "Ort")
    there = state.around[field] & ~(1 << seat)
    if number is None:
        if there:
            raise IllegalMove("somebody has a building there: name who is robbed", "robber/victim_missing", "Ziel")
        return None
    victim = state.setting.seat_of(number)
    if victim < 0 or not there >> victim & 1:
        raise IllegalMove("the player to be robbed has no building there", "robber/victim", "Ziel")
    return victim


def steal(state: State, seat: int, victim: int | None, chance: Chance, events: list[Event]) -> None:
    """Take one card, each card equally likely; nothing from an empty hand."""
    if victim is None:
        return
    hand = state.hands[victim]
    cards = sum(hand)
    if not cards:
        return
    index, resource = chance.below(cards), 0
    while index >= hand[resource]:
        index -= hand[resource]
        resource += 1
    hand[resource] -= 1
    state.hands[seat][resource] += 1
    card, known = unit(resource), (seat, victim)
    events += (paid(victim, card, "steal", known), gained(seat, card, "steal", known))
