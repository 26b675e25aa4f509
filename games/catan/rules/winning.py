"""How turns follow each other and how a match ends."""

from __future__ import annotations

from gamekit.rules import Outcome
from games.catan.rules.events import STATUS, Event, MatchEnded, OfferCancelled
from games.catan.rules.state import Phase, State

#: Names of the hot path: a member of an enumeration is slow to look up.
_ROLL, _BUILD = Phase.ROLL, Phase.BUILD


def claim_victory(state: State, seat: int, events: list[Event]) -> None:
    """End the match if the seat has enough points and it is its own turn."""
    if state.total(seat) >= state.setting.points and seat == state.current and state.builder < 0:
        end_match(state, seat, "points", events)


def end_match(state: State, winner: int | None, reason: str, events: list[Event]) -> None:
    """Close the match; all cards are counted now."""
    if state.outcome is not None:
        return
    state.phase = Phase.OVER
    state.builder = -1
    state.offers.clear()
    scores = tuple(state.total(seat) for seat in range(state.seats))
    state.outcome = Outcome(() if winner is None else (winner,), scores, reason)
    events.append(MatchEnded(winner, reason))


def pass_setup(state: State, events: list[Event]) -> None:
    """Go on to the next placement: 1..n, then n..1, then the first turn."""
    before = state.current
    state.setup_step += 1
    if state.setup_step == 2 * state.seats:
        begin_turn(state, state.starter, before, events)
        return
    place = min(state.setup_step, 2 * state.seats - 1 - state.setup_step)
    state.current = (state.starter + place) % state.seats
    state.turn += 1
    state.phase = Phase.SETUP_VILLAGE
    if before != state.current:
        events.append(STATUS[before])
    events.append(STATUS[state.current])


def begin_turn(state: State, seat: int, before: int, events: list[Event]) -> None:
    """Begin a turn: points won in others' turns count now, before the roll."""
    state.turn += 1
    state.current = seat
    state.builder = -1
    state.phase = _ROLL
    state.dice = None
    state.card_played = False
    state.fresh = [0] * 5
    state.offers_made = 0
    if before != seat:
        events.append(STATUS[before])
    events.append(STATUS[seat])
    claim_victory(state, seat, events)
    if state.turn > state.setting.turn_limit:
        end_match(state, None, "turn_limit", events)


def finish_turn(state: State, events: list[Event]) -> None:
    """Leave the turn: open offers lapse; with five or six players the others may build first."""
    seat = state.current
    events.extend(OfferCancelled(seat, offer.number) for offer in state.offers)
    state.offers.clear()
    following = (seat + 1) % state.seats
    if state.seats < 5:
        begin_turn(state, following, seat, events)
        return
    state.phase = _BUILD
    state.builder = following
    events += (STATUS[seat], STATUS[following])


def pass_building(state: State, events: list[Event]) -> None:
    """Leave one's part of the special building phase to the next, or to the next turn."""
    before = state.builder
    following = (before + 1) % state.seats
    if following == state.current:
        begin_turn(state, (state.current + 1) % state.seats, before, events)
        return
    state.builder = following
    events += (STATUS[before], STATUS[following])
