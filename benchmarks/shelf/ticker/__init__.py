"""A game that does nothing but go on: each move is told in a message of 5 KB, so that the platform is what is measured.

Its rules cost next to nothing, and it ends after more moves than any benchmark makes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gamekit.bots import BotKind
from gamekit.chance import Chance
from gamekit.container import Container
from gamekit.errors import IllegalMove, Refused
from gamekit.game import Game
from gamekit.reception import Desk
from gamekit.rules import Expectation, Json, Options, Order, Outcome, Player
from gamekit.views import Clock, Message, Room

LAST = 10_000_000

#: As many fields as make a message of 5 KB.
FIELDS = 301


@dataclass(slots=True)
class Ticks:
    """How far it is."""

    count: int = 0
    aborted: bool = False


class TickerRules:
    """One seat, one move: on."""

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[Ticks, list[int]]:
        """Begin at 0."""
        return Ticks(), []

    def expects(self, state: Ticks) -> Sequence[Expectation]:
        """Expect the one seat to go on."""
        return () if self.outcome(state) else (Expectation(0, "tick", turn=state.count),)

    def legal(self, state: Ticks, seat: int) -> Iterator[int]:
        """Yield the next number."""
        if self.expects(state):
            yield state.count + 1

    def play(self, state: Ticks, seat: int, move: int, chance: Chance) -> list[int]:
        """Go on."""
        if move != state.count + 1:
            raise IllegalMove(f"the next number is {state.count + 1}")
        state.count = move
        return [move]

    def expire(self, state: Ticks, expectation: Expectation, chance: Chance, late: bool = False) -> list[int]:
        """Do nothing: there is no clock."""
        return []

    def withdraw(self, state: Ticks, seat: int, chance: Chance) -> list[int]:
        """End."""
        state.aborted = True
        return []

    def control(self, state: Ticks, order: Order, chance: Chance) -> list[int]:
        """End, if asked."""
        if order != "abort":
            raise IllegalMove(f"cannot {order}")
        return self.withdraw(state, 0, chance)

    def paused(self, state: Ticks) -> bool:
        """Never stand still."""
        return False

    def outcome(self, state: Ticks) -> Outcome | None:
        """Return the end."""
        if state.aborted or state.count >= LAST:
            return Outcome((), (state.count,), "aborted" if state.aborted else "done")
        return None

    def redeal(self, state: Ticks, viewer: int | None, chance: Chance) -> Ticks:
        """Hide nothing."""
        return self.clone(state)

    def clone(self, state: Ticks) -> Ticks:
        """Return a copy."""
        return Ticks(state.count, state.aborted)

    def dump(self, state: Ticks) -> Json:
        """Return the state as JSON."""
        return [state.count, state.aborted]

    def load(self, data: Json) -> Ticks:
        """Return the dumped state."""
        return Ticks(*data)

    def dump_move(self, move: int) -> Json:
        """Return the move."""
        return move

    def load_move(self, data: Json) -> int:
        """Return the move."""
        return int(data)


class TickerViews:
    """Shows a board that changes with every move."""

    def render(self, room: Room, state: Ticks, event: int, viewer: int | None) -> Iterable[Message]:
        """Tell of the move with the whole board."""
        yield "Ticked", self.snapshot(room, state, viewer)

    def snapshot(self, room: Room, state: Ticks, viewer: int | None) -> Json:
        """Return the board."""
        fields = [{"x": number % 20, "v": (state.count + number) % 1000} for number in range(FIELDS)]
        return {"count": state.count, "fields": fields}

    def joined(self, room: Room, state: Ticks, viewer: int | None) -> Iterable[Message]:
        """Tell where it is."""
        yield "Ticked", self.snapshot(room, state, viewer)

    def answer(self, room: Room, state: Ticks, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Answer nothing."""
        raise Refused(f"there is no question {question!r}", "ask/unknown", "question")

    def summary(self, room: Room, state: Ticks) -> Json:
        """Show the number."""
        return {"scores": [state.count], "turn": [0], "progress": str(state.count), "mini": None}


class Ticker:
    """The bot that goes on."""

    def choose(self, state: Ticks, seat: int, rng: random.Random) -> int:
        """Return the next number."""
        return state.count + 1


class Silence:
    """No conversation: only pages watch."""

    listens_to: frozenset[str] = frozenset()

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def connected(self) -> None:
        """Say nothing."""

    async def received(self, container: Container) -> None:
        """Hear nothing."""

    async def heard(self, container: Container) -> None:
        """Need nothing."""

    async def timer(self, name: str) -> None:
        """Set none."""

    async def replaced(self) -> None:
        """Claim nothing."""

    async def gone(self) -> None:
        """Leave nothing."""


def no_move(payload_type: str, payload: Json) -> int | None:
    """Let nobody but the bot move."""
    return None


GAME = Game(
    slug="ticker",
    title="Ticker",
    blurb="Goes on and on.",
    seats=(1, 1),
    default_seats=1,
    options=(),
    rules=TickerRules(),
    views=TickerViews(),
    read_move=no_move,
    reception=Silence,
    endpoints=(),
    bots=(BotKind("ticker", "Ticker", Ticker),),
)
