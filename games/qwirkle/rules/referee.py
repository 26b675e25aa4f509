"""The rules of Qwirkle as the platform calls them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MatchOver, NotYourTurn, StaleVersion
from gamekit.rules import Expectation, Json, Options, Order, Outcome, Player
from games.qwirkle.rules import acting, choices, course, moves
from games.qwirkle.rules import state as states
from games.qwirkle.rules.events import Dealt, Event, Paused, Resumed, Started
from games.qwirkle.rules.moves import Move, PlayTiles
from games.qwirkle.rules.setup import Setup, check_players
from games.qwirkle.rules.state import Phase, State

#: Kinds of expectations: the player's turn, and the time in which the last move is shown.
TURN = "turn"
SHOWING = "timeVisualization"


class QwirkleRules:
    """Qwirkle for two and more players after the interface document 1.0.1 and our reading of its open points."""

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[State, list[Event]]:
        """Deal and begin the first turn. Tiles go round one by one, so scarce ones are shared evenly."""
        setup = Setup.of(options)
        check_players(setup, len(players))
        state = State(setup, len(players))
        bag = state.bag = list(range(setup.tiles))
        for _ in range(setup.max_hand_tiles):
            for hand in state.hands:
                if bag:
                    hand.append(chance.draw(bag))
        events: list[Event] = [Started()]
        events += [Dealt(seat, tuple(hand)) for seat, hand in enumerate(state.hands)]
        course.next_turn(state, chance, events)
        return state, events

    def expects(self, state: State) -> Sequence[Expectation]:
        """Return the player whose turn it is, or the table while a move is shown. turnTime 0 is no limit."""
        if state.phase == Phase.TURN:
            return (Expectation(state.current, TURN, state.setup.turn_time or None, turn=state.turn),)
        if state.phase == Phase.SHOWING:
            return (Expectation(None, SHOWING, state.setup.time_visualization, turn=state.turn),)
        return ()

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Yield what the seat may do now."""
        return choices.legal_moves(state, seat)

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        """Lay or swap. An unknown tile is no move at all (910); a wrong move is one, and is punished as configured."""
        if isinstance(move, PlayTiles):
            acting.check_known(state.setup, move.tiles)
        self._check_turn(state, seat)
        if isinstance(move, PlayTiles):
            return acting.play_tiles(state, move, chance)
        return acting.swap_tiles(state, move, chance)

    def _check_turn(self, state: State, seat: int) -> None:
        if state.phase == Phase.OVER:
            raise MatchOver("the game is over")
        if state.paused:
            raise IllegalMove("the game is paused", "move/paused")
        if state.phase == Phase.SHOWING:
            raise NotYourTurn("the last move is being shown; wait for CurrentPlayer")
        if state.current != seat:
            raise NotYourTurn("it is another player's turn")

    def expire(self, state: State, expectation: Expectation, chance: Chance, late: bool = False) -> list[Event]:
        """Go on after showing a move, or punish the player who was too slow."""
        if expectation not in self.expects(state) or state.paused:
            raise StaleVersion("this time has already been dealt with")
        events: list[Event] = []
        if state.phase == Phase.SHOWING:
            course.next_turn(state, chance, events)
        else:
            setup = state.setup
            course.penalise(state, setup.slow_move == "KICK", setup.slow_move_penalty, chance, events)
        return events

    def withdraw(self, state: State, seat: int, chance: Chance) -> list[Event]:
        """Take the player out of the match, tiles back into the bag."""
        events: list[Event] = []
        if state.phase != Phase.OVER and state.present[seat]:
            course.leave(state, seat, chance, events)
        return events

    def control(self, state: State, order: Order, chance: Chance) -> list[Event]:
        """Pause, resume or abort; aborting names the leader as the winner."""
        if state.phase == Phase.OVER:
            raise MatchOver("the game is over")
        events: list[Event] = []
        if order == "abort":
            course.end(state, "aborted", events)
        elif order == "pause" and not state.paused:
            state.paused = True
            events.append(Paused())
        elif order == "resume" and state.paused:
            state.paused = False
            events.append(Resumed())
        else:
            raise IllegalMove(f"the game cannot {order} now", "control/refused", "order")
        return events

    def paused(self, state: State) -> bool:
        """Return True while the host halts the match."""
        return state.paused

    def outcome(self, state: State) -> Outcome | None:
        """Return how it ended, or None while it goes on."""
        return state.outcome

    def redeal(self, state: State, viewer: int | None, chance: Chance) -> State:
        """Return a copy with the bag and every hand but the viewer's drawn anew.

        A spectator is told no hand either. (The protocol lets one ask, 423 and 425; see `views`.)
        """
        other = states.clone(state)
        hidden = [seat for seat in range(len(other.hands)) if seat != viewer]
        pool = other.bag
        for seat in hidden:
            pool += other.hands[seat]
        pool.sort()
        for seat in hidden:
            other.hands[seat] = [chance.draw(pool) for _ in other.hands[seat]]
        return other

    def clone(self, state: State) -> State:
        """Return an independent copy."""
        return states.clone(state)

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
        return states.dump(state)

    def load(self, data: Json) -> State:
        """Return the state that `dump` wrote."""
        return states.load(data)

    def dump_move(self, move: Move) -> Json:
        """Return the move as JSON."""
        return moves.dump_move(move)

    def load_move(self, data: Json) -> Move:
        """Return the move that `dump_move` wrote."""
        return moves.load_move(data)
