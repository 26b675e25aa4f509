"""The rules as the platform knows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MatchOver, NotYourTurn, StaleVersion
from gamekit.rules import Expectation, Json, Options, Order, Outcome, Player
from games.quidditch.rules import fans, quaffle, rounds, turns
from games.quidditch.rules.agenda import Run, work
from games.quidditch.rules.events import Event, Opened, PauseAnswered
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.legal import check_formation, check_request, fits, legal_moves
from games.quidditch.rules.moves import Formation, Move, PauseWish, Request, dump_move, load_move
from games.quidditch.rules.setup import read_setup
from games.quidditch.rules.state import Ask, State

VIOLATION = "violationOfProtocol"
ABORTED = "aborted"


class QuidditchRules:
    """Implements `gamekit.rules.Rules`; it has no state of its own."""

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[State, list[Event]]:
        """Announce the match; both teams are to be set up."""
        return State(read_setup(options, players)), [Opened()]

    def expects(self, state: State) -> Sequence[Expectation]:
        """Return whose answer is awaited, or the pause before the next snapshot."""
        if state.result:
            return ()
        if state.forming:
            limit = state.setup.timings["teamFormationTimeout"]
            return [Expectation(side, "formation", limit) for side in (0, 1) if state.formations[side] is None]
        if state.ask:
            ask = state.ask
            return (Expectation(ask.side, ask.kind, state.setup.timeout(ask.kind), turn=state.tick),)
        return (Expectation(None, "animation", state.setup.animation(state.board.phase), turn=state.tick),)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Yield the moves open to a seat."""
        return legal_moves(state, seat)

    # --- steps ----------------------------------------------------------------------------------------------------
    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        """Play a move; what the rules forbid raises IllegalMove (the protocol's reception punishes it)."""
        if state.result:
            raise MatchOver("the match is over")
        if isinstance(move, PauseWish):
            return _wish(state, seat, move)
        if state.paused:
            raise IllegalMove("the match is paused", "match/paused")
        if isinstance(move, Formation):
            return _set_up(state, seat, move, chance)
        return _answer(state, seat, move, chance)

    def expire(self, state: State, expectation: Expectation, chance: Chance, late: bool = False) -> list[Event]:
        """Go on after a pause, skip for who did not answer, or end a match without formation."""
        run = Run(state, chance)
        if expectation.kind == "formation":
            seat = expectation.seat
            assert seat is not None
            # Both clocks began together: if the other team is missing too, both are late.
            other_is_there = state.formations[1 - seat] is not None
            run.finish(1 - seat if other_is_there else None, VIOLATION)
            return run.events
        if state.ask:
            ask = state.ask
            state.lapsed[ask.side] = (ask.entity, ask.kind)
            state.ask = None
            _skip(run, ask)
            return _go_on(run)
        return work(run)

    def withdraw(self, state: State, seat: int, chance: Chance) -> list[Event]:
        """Who leaves, is kicked or stays away loses."""
        if state.result:
            return []
        run = Run(state, chance)
        run.finish(1 - seat, VIOLATION)
        return run.events

    def control(self, state: State, order: Order, chance: Chance) -> list[Event]:
        """Pause, resume or abort; there is no stepping."""
        if state.result:
            raise MatchOver("the match is over")
        match order:
            case "pause" | "resume":
                wanted = order == "pause"
                if state.paused == wanted:
                    raise IllegalMove(f"the match is {'already' if wanted else 'not'} paused", f"match/{order}")
                state.paused = wanted
                return [PauseAnswered(None, "", wanted)]
            case "abort":
                run = Run(state, chance)
                run.finish(None, ABORTED)
                return run.events
            case "step":
                raise IllegalMove("Quidditch cannot be stepped", "match/step")
            case _:
                assert_never(order)

    # --- reading --------------------------------------------------------------------------------------------------
    def paused(self, state: State) -> bool:
        """Return whether the match is paused."""
        return state.paused

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        result = state.result
        if result is None:
            return None
        winners = () if result.winner is None else (result.winner,)
        return Outcome(winners, (state.board.points[0], state.board.points[1]), result.reason)

    def redeal(self, state: State, viewer: int | None, chance: Chance) -> State:
        """Return a copy; all that is hidden is a formation sent while the other team's is awaited."""
        copy = state.clone()
        if state.forming:
            for side in (0, 1):
                if side != viewer and copy.formations[side] is not None:
                    copy.formations[side] = chance.pick(STANDARD_FORMATIONS[side])
        return copy

    def clone(self, state: State) -> State:
        """Return an independent copy."""
        return state.clone()

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
        return state.dump()

    def load(self, data: Json) -> State:
        """Return the state that `dump` wrote."""
        return State.load(data)

    def dump_move(self, move: Move) -> Json:
        """Return the move as JSON."""
        return dump_move(move)

    def load_move(self, data: Json) -> Move:
        """Return the move that `dump_move` wrote."""
        return load_move(data)


def _wish(state: State, seat: int, wish: PauseWish) -> list[Event]:
    """Answer a wish to pause or to go on; artificial players may only wish to go on (11.1)."""
    if not (wish.pause and state.setup.artificial[seat]):
        state.paused = wish.pause
    return [PauseAnswered(seat, wish.message, state.paused)]


def _set_up(state: State, seat: int, formation: Formation, chance: Chance) -> list[Event]:
    if state.formations[seat] is not None:
        raise IllegalMove("the team is already set up", "formation/again", "players")
    check_formation(seat, formation)
    state.formations[seat] = formation.cells
    if state.forming:
        return []
    for side, cells in enumerate(state.formations):
        assert cells is not None
        state.board.pos[side * 7 : side * 7 + 7] = cells
    run = Run(state, chance)
    run.then(("begin_round", 1))
    return work(run)


def _answer(state: State, seat: int, request: Request, chance: Chance) -> list[Event]:
    if state.forming:
        raise IllegalMove("the teams are still being set up", "delta/early", "deltaType")
    ask = state.ask
    if ask is None or ask.side != seat:
        _refuse_late(state, seat, request)
        raise NotYourTurn("it is not your turn")
    try:
        check_request(state, ask, request)
    except IllegalMove:
        _refuse_late(state, seat, request)
        raise
    state.ask = None
    run = Run(state, chance)
    _carry_out(run, ask, request)
    return _go_on(run)


def _refuse_late(state: State, seat: int, request: Request) -> None:
    """Tell a late answer from a wrong one: it fits the last question this side let lapse."""
    lapse = state.lapsed[seat]
    if lapse and fits(lapse[1], request.type) and request.active in (-1, lapse[0]):
        raise StaleVersion("the answer came after its time had run out", "delta/late")


def _carry_out(run: Run, ask: Ask, request: Request) -> None:
    match request.type:
        case "skip":
            _skip(run, ask)
        case "move":
            turns.make_move(run, ask.index, request.target, ask.first)
        case "quaffleThrow":
            quaffle.throw(run, ask.index, request.target)
        case "wrestQuaffle":
            quaffle.wrest(run, ask.index)
        case "bludgerBeating":
            quaffle.beat(run, ask.index, request.passive, request.target)
        case "unban":
            rounds.come_back(run, ask.index, request.target)
        case _:
            fans.interfere(run, ask, request)


def _skip(run: Run, ask: Ask) -> None:
    module = {"fan": fans, "removeBan": rounds}.get(ask.kind, turns)
    module.skip(run, ask)


def _go_on(run: Run) -> list[Event]:
    """After the first delta of an answer the least time between snapshots is due, too."""
    state = run.state
    if run.events and state.agenda and run.setup.animation(run.board.phase):
        state.tick += 1
        return run.events
    return work(run)
