"""Looking for the best sequence of moves in one's own turn: a beam over building, buying, bank trades and cards."""

from __future__ import annotations

from collections.abc import Iterator

from gamekit.chance import Chance
from games.catan.bots.valuation import Valuation
from games.catan.rules.legal import legal_moves
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    AnswerOffer,
    CancelOffer,
    CloseTrade,
    Move,
    OfferTrade,
    PlayRoads,
)
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State

BEAM, DEPTH = 5, 4
#: Worth of a won match.
WON = 1000.0
_TALK = (OfferTrade, CancelOffer, CloseTrade, AnswerOffer)


def best_move(valuation: Valuation, state: State, seat: int) -> tuple[float, Move]:
    """Return the worth of the best sequence found and its first move (END_TURN: better do nothing)."""
    best: tuple[float, Move] = (valuation.value(state, seat), END_TURN)
    beam: list[tuple[float, Move | None, State]] = [(best[0], None, state)]
    seen: set[tuple[object, ...]] = set()
    for _ in range(DEPTH):
        following: list[tuple[float, Move | None, State]] = []
        for _, first, position in beam:
            for move in candidates(position, seat):
                worth, after = _try(valuation, position, seat, move)
                if worth > best[0] + 1e-9:
                    best = (worth, first or move)
                if after is not None and _is_new(after, seat, seen):
                    following.append((worth, first or move, after))
        following.sort(key=lambda one: -one[0])
        beam = following[:BEAM]
        if not beam:
            break
    return best


def candidates(state: State, seat: int) -> Iterator[Move]:
    """Yield the moves worth a look: no talk, and few of the many pairs of Road Building."""
    pairs = 0
    for move in legal_moves(state, seat):
        if move is END_TURN or isinstance(move, _TALK):
            continue
        if isinstance(move, PlayRoads):
            pairs += 1
            if pairs % 3:
                continue
        yield move


def _try(valuation: Valuation, state: State, seat: int, move: Move) -> tuple[float, State | None]:
    """Return the worth after a move, and the position if the turn can go on from there."""
    after = state.clone()
    if move is BUY_CARD:
        # Nobody knows which card comes: it is valued as one that is not known yet.
        for resource in (2, 3, 4):
            after.hands[seat][resource] -= 1
            after.bank[resource] += 1
        vanished = valuation.weights.unknown
        return valuation.value(after, seat) + vanished, None
    RULES.play(after, seat, move, _LUCK)
    if after.outcome is not None:
        return (WON if seat in after.outcome.winners else -WON), None
    return valuation.value(after, seat), after if after.phase is Phase.ACT else None


#: Outcomes inside a search are never told to anybody, so any source will do.
_LUCK = Chance.seeded("search")


def _is_new(state: State, seat: int, seen: set[tuple[object, ...]]) -> bool:
    key = (tuple(state.hands[seat]), state.roads[seat], state.buildings, state.villages[seat], state.robber)
    if key in seen:
        return False
    seen.add(key)
    return True
