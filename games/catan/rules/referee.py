"""The rules as the platform calls them: one object that hands each move to the module that knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MatchOver
from gamekit.rules import Expectation, Json, Options, Order, Outcome, Player
from games.catan.rules import building, development, dice, moves, robber, storage, trade
from games.catan.rules.autoplay import default_move
from games.catan.rules.events import STATUS, Event, MatchStarted, StatusChanged
from games.catan.rules.legal import legal_moves
from games.catan.rules.moves import Move
from games.catan.rules.redeal import redeal
from games.catan.rules.state import Phase, State
from games.catan.rules.status import WAITING, expectations, status
from games.catan.rules.winning import end_match

#: Names of the hot path: a member of an enumeration is slow to look up.
_OVER = Phase.OVER

Handler = Callable[[State, int, Any, Chance], list[Event]]

_HANDLERS: dict[type[Move], Handler] = {
    moves.Roll: dice.roll,
    moves.EndTurn: dice.end_turn,
    moves.BuildRoad: building.build_road,
    moves.BuildVillage: building.build_village,
    moves.BuildTown: building.build_town,
    moves.BuyCard: development.buy_card,
    moves.Discard: robber.discard,
    moves.MoveRobber: robber.move_robber,
    moves.PlayKnight: development.play_knight,
    moves.PlayRoads: development.play_roads,
    moves.PlayMonopoly: development.play_monopoly,
    moves.PlayPlenty: development.play_plenty,
    moves.TradeWithBank: trade.trade_with_bank,
    moves.OfferTrade: trade.offer_trade,
    moves.AnswerOffer: trade.answer_offer,
    moves.CancelOffer: trade.cancel_offer,
    moves.CloseTrade: trade.close_trade,
}

#: An expired turn is played on for at most so many moves.
_MOST_MOVES = 40


class CatanRules:
    """Catan for three to six."""

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[State, list[Event]]:
        """Lay out the island and let the dice name the first player."""
        state = State(storage.new_setting(options, players, chance))
        events: list[Event] = [MatchStarted()]
        dice.roll_for_start(state, chance, events)
        events.extend(STATUS[seat] for seat in range(state.seats) if seat != state.current)
        events.append(STATUS[state.current])
        return state, events

    def expects(self, state: State) -> Sequence[Expectation]:
        """Return who may act now."""
        return expectations(state)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Yield the seat's moves."""
        return iter(legal_moves(state, seat))

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        """Play a move, or raise and change nothing."""
        if state.phase is _OVER:
            raise MatchOver("the match is over")
        if state.paused:
            raise IllegalMove("the match is paused", "move/paused")
        return _HANDLERS[type(move)](state, seat, move, chance)

    def expire(self, state: State, expectation: Expectation, chance: Chance, late: bool = False) -> list[Event]:
        """Play on for a seat whose time ran out: its turn to the end, or the one answer that is due."""
        events: list[Event] = []
        for _ in range(_MOST_MOVES):
            if not any(_same(expectation, now) for now in expectations(state)):
                break
            assert expectation.seat is not None
            events += self.play(state, expectation.seat, default_move(state, expectation.seat), chance)
        if expectation.kind == "answer" and expectation.seat is not None:
            # Many programs never answer offers: the table waits for them once, not each time.
            state.silent |= 1 << expectation.seat
        return _statuses_last(state, events)

    def withdraw(self, state: State, seat: int, chance: Chance) -> list[Event]:
        """Give up a seat: the match ends, or (by option) the seat is played by default from now on."""
        if state.phase is _OVER or state.gone >> seat & 1:
            return []
        state.gone |= 1 << seat
        events: list[Event] = [STATUS[seat]]
        left = [other for other in range(state.seats) if not state.gone >> other & 1]
        if state.setting.ends_on_withdrawal or not left:
            end_match(state, None, "withdrawn", events)
        elif len(left) == 1:
            end_match(state, left[0], "withdrawn", events)
        return events

    def control(self, state: State, order: Order, chance: Chance) -> list[Event]:
        """Pause, resume or break off."""
        if state.phase is _OVER:
            raise MatchOver("the match is over")
        events: list[Event] = []
        if order == "abort":
            state.paused = False
            end_match(state, None, "aborted", events)
        elif order == "step" or state.paused == (order == "pause"):
            raise IllegalMove(f"the match cannot {order} now", "control/refused")
        else:
            state.paused = order == "pause"
        return events

    def paused(self, state: State) -> bool:
        """Return True while the match is paused."""
        return state.paused

    def outcome(self, state: State) -> Outcome | None:
        """Return how it ended."""
        return state.outcome

    def redeal(self, state: State, viewer: int | None, chance: Chance) -> State:
        """Return a copy in which everything hidden from the viewer is drawn anew."""
        return redeal(state, viewer, chance)

    def clone(self, state: State) -> State:
        """Return an independent copy."""
        return state.clone()

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
        return storage.dump(state)

    def load(self, data: Json) -> State:
        """Return the state that `dump` wrote."""
        return storage.load(data)

    def dump_move(self, move: Move) -> Json:
        """Return the move as JSON."""
        return moves.dump_move(move)

    def load_move(self, data: Json) -> Move:
        """Return the move that `dump_move` wrote."""
        return moves.load_move(data)


def _same(one: Expectation, other: Expectation) -> bool:
    return (one.seat, one.kind, one.turn) == (other.seat, other.kind, other.turn)


def _statuses_last(state: State, events: list[Event]) -> list[Event]:
    """Name each status once and last (waiting players first): what it was between the moves is over."""
    changed = [event for event in events if isinstance(event, StatusChanged)]
    ordered = sorted(dict.fromkeys(changed), key=lambda event: status(state, event.seat) != WAITING)
    told = [event for event in events if not isinstance(event, StatusChanged)]
    ending = told.pop() if state.phase is _OVER else None
    return [*told, *ordered, *([ending] if ending else [])]


RULES = CatanRules()
