"""What the match expects of each seat, in the protocol's words (section 7.5)."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.rules import Expectation
from games.catan.rules.legal import pending_offer
from games.catan.rules.state import Phase, State

NOT_READY, READY = "Spiel starten", "Wartet auf Spielbeginn"
WAITING, LOST = "Warten", "Verbindung verloren"
DISCARDING, BUILDING = "Karten wegen Räuber abgeben", "Bauen"
#: A name of the hot path: a member of an enumeration is slow to look up.
_DISCARD = Phase.DISCARD
_OF_PHASE = {
    Phase.SETUP_VILLAGE: "Dorf bauen",
    Phase.SETUP_ROAD: "Straße bauen",
    Phase.ROLL: "Würfeln",
    Phase.ROBBER: "Räuber versetzen",
    Phase.ACT: "Handeln oder Bauen",
}


def status(state: State, seat: int) -> str:
    """Return the seat's status."""
    if state.gone >> seat & 1:
        return LOST
    if state.phase is Phase.DISCARD:
        return DISCARDING if state.owed[seat] else WAITING
    if state.phase is Phase.BUILD:
        return BUILDING if seat == state.builder else WAITING
    return _OF_PHASE.get(state.phase, WAITING) if seat == state.current else WAITING


def next_to_act(state: State) -> int:
    """Return the first seat that is expected to act, answers to offers aside; the match is not over."""
    if state.phase is _DISCARD:
        return next(seat for seat, owed in enumerate(state.owed) if owed)
    return state.current if state.builder < 0 else state.builder


def expectations(state: State) -> Sequence[Expectation]:
    """Return who may act now. One clock runs for a whole turn; an offer asks everybody else, whatever he holds."""
    phase, setting = state.phase, state.setting
    if phase is Phase.OVER:
        return ()
    if phase is Phase.DISCARD:
        owing = (seat for seat, owed in enumerate(state.owed) if owed)
        return [_expect(state, seat, "discard", setting.turn_ms, state.turn) for seat in owing]
    if phase is Phase.BUILD:
        return [_expect(state, state.builder, "build", setting.answer_ms, state.turn)]
    expected = [_expect(state, state.current, "turn", setting.turn_ms, state.turn)]
    if state.offers:
        for seat in range(state.seats):
            offer = pending_offer(state, seat) if seat != state.current else None
            if offer is not None:
                expected.append(_expect(state, seat, "answer", setting.answer_ms, offer))
    return expected


def _expect(state: State, seat: int, kind: str, limit: int | None, turn: int) -> Expectation:
    return Expectation(seat, kind, 0 if state.gone >> seat & 1 else limit, None, turn)
