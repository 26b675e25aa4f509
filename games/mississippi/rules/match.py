"""The course of a match: opening, requests, moves, faults, pauses, endings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MatchOver, NotYourTurn
from gamekit.rules import Expectation, Json, Options, Order, Outcome, Player
from games.mississippi.rules import halfturn, river, storage
from games.mississippi.rules.actions import Move, move_from_json, move_to_json
from games.mississippi.rules.events import Broken, Decided, Event, HeldBack, Parted, Requested, Shown, Welcomed
from games.mississippi.rules.hexes import cell_of
from games.mississippi.rules.legal import all_ends
from games.mississippi.rules.scenario import begin_from
from games.mississippi.rules.seating import setup_of
from games.mississippi.rules.state import BLUE, RED, Ending, Ship, State
from games.mississippi.rules.voyage import Violation

ABORTED = "Das Spiel wurde abgebrochen."

#: Where RED and BLUE start, in offset coordinates.
STARTS = ((-1, 1), (-1, -1))


class MississippiRules:
    """The rules as the platform plays them."""

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[State, list[Event]]:
        """Lay the river, or take the given position, and welcome the players."""
        setup = setup_of(options, players)
        if options.get("state") is not None:
            state = begin_from(options["state"], setup, chance)
        else:
            laid, kinds = river.generate(chance)
            state = State(setup, laid, kinds, [Ship(cell_of(*STARTS[seat])) for seat in (RED, BLUE)])
            state.draw_board()
        if setup.opening_ms:
            state.phase = "opening"
            return state, [Welcomed()]
        return state, [Welcomed(), Shown(), *self._ask(state)]

    def expects(self, state: State) -> Sequence[Expectation]:
        """Return the pause before the first state, or the player to move with his limits."""
        if state.phase == "over":
            return []
        if state.phase == "opening":
            return [Expectation(None, "opening", state.setup.opening_ms)]
        slot = state.setup.slots[state.current]
        # Releasing a request that was held back starts a clock of its own.
        clock = 2 * state.turn + state.requested
        return [Expectation(state.current, "move", slot.hard_ms, slot.soft_ms, clock)]

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Yield every legal move up to equal results; the empty one, which loses, for a player who has none."""
        if state.phase != "playing" or seat != state.current or not state.requested:
            return
        stuck = True
        for end in all_ends(state.voyage(seat)):
            stuck = False
            yield end.move()
        if stuck:
            yield Move()

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        """Play a move that was asked for. One that breaks the rules loses the match at once."""
        if state.phase == "over":
            raise MatchOver("the match is over")
        if state.phase == "opening" or seat != state.current:
            raise NotYourTurn("another player is to move")
        if not state.requested:
            raise IllegalMove("the match is paused and the move was not asked for", "move/not_requested")
        voyage = state.voyage(seat)
        try:
            voyage.run(move)
        except Violation as violation:
            return self._violation(state, seat, move, violation)
        halfturn.settle(state, seat, voyage)
        state.last_move = move.in_order()
        if state.ending is None:
            return [Shown(), *self._ask(state)]
        return self._end(state, state.ending, shown=True)

    def _ask(self, state: State) -> list[Event]:
        """Ask the player to move, or hold the request back."""
        state.requested = not (state.pausing and state.setup.slots[state.current].pausable)
        return [Requested(state.current) if state.requested else HeldBack(state.current)]

    def _violation(self, state: State, seat: int, move: Move, violation: Violation) -> list[Event]:
        ending = halfturn.lost_by_fault(seat, "RULE_VIOLATION", "rule_violation", violation.message)
        broken = Broken(seat, violation.code, violation.message, move)
        return [broken, *self._end(state, ending, offender=seat)]

    def _end(self, state: State, ending: Ending, *, shown: bool = False, offender: int | None = None) -> list[Event]:
        """End the match. `shown`: its last move made a new state, which is yet to be sent."""
        state.ending, state.phase, state.requested = ending, "over", False
        in_state, repeated = state.setup.profile == "state", state.setup.profile == "repeat"
        events: list[Event] = [Shown(condition=in_state)] if shown or in_state else []
        events.append(Decided(offender))
        if repeated:
            events.append(Shown(condition=True))
        return [*events, Parted(offender)]

    def expire(self, state: State, expectation: Expectation, chance: Chance, late: bool = False) -> list[Event]:
        """End the opening pause, or the match of a player who answered too late or not at all."""
        if state.phase == "over":
            raise MatchOver("the match is over")
        if state.phase == "opening":
            state.phase = "playing"
            return [Shown(), *self._ask(state)]
        if late:
            return self._end(state, halfturn.lost_by_fault(state.current, "SOFT_TIMEOUT", "soft_timeout"))
        return self._end(state, halfturn.lost_by_fault(state.current, "HARD_TIMEOUT", "hard_timeout"))

    def withdraw(self, state: State, seat: int, chance: Chance) -> list[Event]:
        """Let a player leave, who loses by that."""
        if state.phase == "over":
            raise MatchOver("the match is over")
        return self._end(state, halfturn.lost_by_fault(seat, "LEFT", "left"))

    def control(self, state: State, order: Order, chance: Chance) -> list[Event]:
        """Hold requests back, release them, release one, or break the match off."""
        if state.phase == "over":
            raise MatchOver("the match is over")
        match order:
            case "pause":
                state.pausing = True
                return []
            case "resume":
                state.pausing = False
                return self._ask(state) if state.held else []
            case "step":
                return self._step(state)
            case "abort":
                return self._end(state, halfturn.aborted(ABORTED))
            case _:
                assert_never(order)

    def _step(self, state: State) -> list[Event]:
        if not state.held:
            raise IllegalMove("no request is held back that a step could release", "control/nothing_held")
        state.requested = True
        return [Requested(state.current)]

    def paused(self, state: State) -> bool:
        """Return True while the request to the player to move is held back."""
        return state.held

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner and both players' points."""
        if state.ending is None:
            return None
        winners = () if state.ending.winner is None else (state.ending.winner,)
        return Outcome(winners, (state.points(RED), state.points(BLUE)), state.ending.code)

    def redeal(self, state: State, viewer: int | None, chance: Chance) -> State:
        """Return a copy with the part of the river that nobody has seen drawn anew."""
        copy = state.copy()
        copy.river, copy.kinds = river.redeal(state.river, state.kinds, state.high, chance)
        return copy

    def clone(self, state: State) -> State:
        """Return an independent copy."""
        return state.copy()

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
        return storage.dump(state)

    def load(self, data: Json) -> State:
        """Return the state that `dump` wrote."""
        return storage.load(data)

    def dump_move(self, move: Move) -> Json:
        """Return the move as JSON, for the log."""
        return move_to_json(move)

    def load_move(self, data: Json) -> Move:
        """Return the move that `dump_move` wrote."""
        return move_from_json(data)
