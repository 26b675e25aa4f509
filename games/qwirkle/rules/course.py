"""The course of a match: whose turn comes next, refills, penalties, leaving, the end.

Follows the document's state chart (qwirkle-rules.md, 3.1). A hand is refilled when its owner's turn begins, and the end
is looked for at that moment too, so a move that empties hand and bag is shown before the match ends.
"""

from __future__ import annotations

from gamekit.chance import Chance
from gamekit.rules import Outcome
from games.qwirkle.rules.events import Ended, Event, PlayerLeft, PointsLost, Refilled, Skipped, TurnBegan, Won
from games.qwirkle.rules.setup import END_BONUS
from games.qwirkle.rules.state import Phase, State


def finish_turn(state: State, chance: Chance, events: list[Event]) -> None:
    """End the current turn: a pause for the eye, where one is configured, then the next player."""
    if state.setup.time_visualization:
        state.phase = Phase.SHOWING
    else:
        next_turn(state, chance, events)


def next_turn(state: State, chance: Chance, events: list[Event]) -> None:
    """Determine the next player, refill the hand, and begin the turn or end the match."""
    seat = _after(state, state.current)
    _refill(state, seat, chance, events)
    if not state.bag:
        empty = _emptied(state)
        if empty is not None:
            state.scores[empty] += END_BONUS
            state.note("bonus", empty, END_BONUS)
            end(state, "finished", events)
            return
    if _stalemate(state):
        end(state, "stalemate", events)
        return
    while not state.bag and not state.board.takes_any(state.kinds(seat)):
        # No message for passing exists. Somebody can lay a tile, or the match would have ended just above.
        state.note("skip", seat, 0)
        events.append(Skipped(seat))
        seat = _after(state, seat)
    state.current = seat
    state.phase = Phase.TURN
    state.turn += 1
    events.append(TurnBegan(seat))


def penalise(state: State, kick: bool, points: int, chance: Chance, events: list[Event]) -> None:
    """Punish the current player by exclusion or loss of points, and go on."""
    seat = state.current
    if kick:
        _remove(state, seat, True, events)
        if len(state.remaining()) < 2:
            end(state, "alone", events)
            return
    else:
        state.scores[seat] -= points
        state.note("penalty", seat, points)
        events.append(PointsLost(seat, points))
    finish_turn(state, chance, events)


def leave(state: State, seat: int, chance: Chance, events: list[Event]) -> None:
    """Take a player out of the match; the turn passes on at once if it was theirs."""
    _remove(state, seat, False, events)
    if len(state.remaining()) < 2:
        end(state, "alone", events)
    elif state.phase == Phase.TURN and state.current == seat:
        next_turn(state, chance, events)


def end(state: State, reason: str, events: list[Event]) -> None:
    """End the match; the first in turn order of those with most points is the winner, since 407 has room for one."""
    remaining = state.remaining()
    winner = max(remaining, key=lambda seat: state.scores[seat])
    scores = tuple(score if here else 0 for score, here in zip(state.scores, state.present, strict=True))
    state.phase = Phase.OVER
    state.paused = False
    state.outcome = Outcome((winner,), scores, reason)
    events.append(Ended(reason == "aborted"))
    events.append(Won(winner, state.scores[winner], tuple((seat, state.scores[seat]) for seat in remaining)))


def _after(state: State, seat: int) -> int:
    count = len(state.present)
    seat = (seat + 1) % count
    while not state.present[seat]:
        seat = (seat + 1) % count
    return seat


def _refill(state: State, seat: int, chance: Chance, events: list[Event]) -> None:
    hand, bag = state.hands[seat], state.bag
    missing = min(state.setup.max_hand_tiles - len(hand), len(bag))
    if missing > 0:
        tiles = tuple(chance.draw(bag) for _ in range(missing))
        hand.extend(tiles)
        events.append(Refilled(seat, tiles))


def _emptied(state: State) -> int | None:
    """Return the player without tiles; of several, the one who moved last."""
    count = len(state.hands)
    for back in range(count):
        seat = (state.current - back) % count
        if state.present[seat] and not state.hands[seat]:
            return seat
    return None


def _stalemate(state: State) -> bool:
    """Return True when no tile off the board fits anywhere: in any legal move one tile is legal alone."""
    if not state.board.tiles:
        return False
    count, kinds = state.setup.tile_count, 0
    for hand in state.hands:
        for tile in hand:
            kinds |= 1 << tile // count
    if state.board.takes_any(kinds):
        return False
    for tile in state.bag:
        kinds |= 1 << tile // count
    return not state.board.takes_any(kinds)


def _remove(state: State, seat: int, kicked: bool, events: list[Event]) -> None:
    state.present[seat] = False
    state.bag.extend(state.hands[seat])
    state.hands[seat] = []
    state.note("kick" if kicked else "leave", seat, 0)
    events.append(PlayerLeft(seat, kicked))
