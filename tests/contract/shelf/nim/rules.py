"""The rules of Nim: take from one heap, at least one match; the last match wins, the secret card is the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MalformedMessage, MatchOver, NotYourTurn
from gamekit.rules import Expectation, Json, Options, Order, Outcome, Player

CARDS = 10


@dataclass(frozen=True, slots=True)
class Take:
    """Take some matches from a heap."""

    heap: int
    count: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody took matches."""

    seat: int
    heap: int
    count: int


@dataclass(slots=True)
class NimState:
    """Heaps, who is to move, and the secret cards."""

    heaps: list[int]
    cards: list[int]
    out: list[bool]
    seat: int
    turn: int
    turn_ms: int
    halted: bool = False
    winner: int | None = None
    reason: str = ""


def read_take(data: Json) -> Take:
    """Return the move; MalformedMessage when it is none."""
    match data:
        case {"heap": int(heap), "count": int(count)}:
            return Take(heap, count)
    raise MalformedMessage("a Take has the numbers heap and count", "take/malformed")


class NimRules:
    """Nim for two to four."""

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[NimState, list[Taken]]:
        """Lay out heaps and deal a card to each."""
        heaps = [chance.below(options["most"]) + 1 for _ in range(options["heaps"])]
        cards = [chance.below(CARDS) for _ in players]
        return NimState(heaps, cards, [False] * len(players), 0, 0, options["turnTime"]), []

    def expects(self, state: NimState) -> Sequence[Expectation]:
        """Return the seat to move."""
        if state.winner is not None or state.reason:
            return []
        return [Expectation(state.seat, "take", state.turn_ms or None, turn=state.turn)]

    def legal(self, state: NimState, seat: int) -> Iterator[Take]:
        """Yield every take."""
        if seat == state.seat and self.expects(state) and not state.halted:
            for heap, matches in enumerate(state.heaps):
                yield from (Take(heap, count) for count in range(1, matches + 1))

    def play(self, state: NimState, seat: int, move: Take, chance: Chance) -> list[Taken]:
        """Take matches."""
        if not self.expects(state):
            raise MatchOver("the match is over")
        if state.halted or seat != state.seat:
            raise NotYourTurn("somebody else is to move")
        if not 0 <= move.heap < len(state.heaps):
            raise IllegalMove(f"heap must be 0..{len(state.heaps) - 1}", "take/heap", "heap")
        if not 1 <= move.count <= state.heaps[move.heap]:
            raise IllegalMove(f"count must be 1..{state.heaps[move.heap]}", "take/count", "count")
        return self._take(state, move.heap, move.count)

    def expire(self, state: NimState, expectation: Expectation, chance: Chance, late: bool = False) -> list[Taken]:
        """Take one match for a player who slept."""
        heap = chance.pick([index for index, matches in enumerate(state.heaps) if matches])
        return self._take(state, heap, 1)

    def withdraw(self, state: NimState, seat: int, chance: Chance) -> list[Taken]:
        """Play on without the seat, or end when one is left."""
        state.out[seat] = True
        left = [other for other, out in enumerate(state.out) if not out]
        if len(left) == 1:
            state.winner, state.reason = left[0], "alone"
        elif state.seat == seat:
            self._next(state)
        return []

    def control(self, state: NimState, order: Order, chance: Chance) -> list[Taken]:
        """Halt, go on, or end."""
        if order == "abort":
            state.reason = "aborted"
        elif order in ("pause", "resume") and state.halted != (order == "pause"):
            state.halted = order == "pause"
        else:
            raise IllegalMove(f"cannot {order} now", "control/refused")
        return []

    def paused(self, state: NimState) -> bool:
        """Return True while halted."""
        return state.halted

    def outcome(self, state: NimState) -> Outcome | None:
        """Return the winner, or nobody when aborted."""
        if state.winner is None and not state.reason:
            return None
        winners = () if state.winner is None else (state.winner,)
        return Outcome(winners, tuple(state.cards), state.reason)

    def redeal(self, state: NimState, viewer: int | None, chance: Chance) -> NimState:
        """Deal new cards to everybody but the viewer; the scores of a finished match are known to all."""
        copy = self.clone(state)
        if self.outcome(state) is None:
            copy.cards = [card if seat == viewer else chance.below(CARDS) for seat, card in enumerate(state.cards)]
        return copy

    def clone(self, state: NimState) -> NimState:
        """Return an independent copy."""
        return self.load(self.dump(state))

    def dump(self, state: NimState) -> Json:
        """Return the state as JSON."""
        head = [list(state.heaps), list(state.cards), list(state.out)]
        return [*head, state.seat, state.turn, state.turn_ms, state.halted, state.winner, state.reason]

    def load(self, data: Json) -> NimState:
        """Return the dumped state."""
        return NimState(list(data[0]), list(data[1]), list(data[2]), *data[3:])

    def dump_move(self, move: Take) -> Json:
        """Return the move as JSON."""
        return {"heap": move.heap, "count": move.count}

    def load_move(self, data: Json) -> Take:
        """Return the dumped move."""
        return read_take(data)

    def _take(self, state: NimState, heap: int, count: int) -> list[Taken]:
        event = Taken(state.seat, heap, count)
        state.heaps[heap] -= count
        if any(state.heaps):
            self._next(state)
        else:
            state.winner, state.reason = state.seat, "last match"
        return [event]

    def _next(self, state: NimState) -> None:
        state.turn += 1
        state.seat = (state.seat + 1) % len(state.out)
        while state.out[state.seat]:
            state.seat = (state.seat + 1) % len(state.out)
