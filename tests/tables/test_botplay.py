"""A bot that is called just as it ends its turn does not sleep through the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from types import SimpleNamespace
from typing import Any, TypeVar

from gamekit.rules import Expectation
from spieltisch.tables.botplay import BotPlay
from spieltisch.tables.surroundings import Surroundings

T = TypeVar("T")


class Chooser:
    """A bot that always knows what to do."""

    def choose(self, state: Any, seat: int, rng: Any) -> str:
        """Choose."""
        return "move"


class Table:
    """A table at which a bot sits at seat 0; somebody else moves in the very moment in which the bot looks."""

    def __init__(self) -> None:
        kind = SimpleNamespace(name="bot", make=Chooser, slow=False)
        rules = SimpleNamespace(redeal=lambda state, seat, chance: "dealt", dump_move=lambda move: move)
        self.game = SimpleNamespace(title="Game", bots=[kind], rules=rules)
        self.record = SimpleNamespace(code="abcd", demo=False)
        seat = SimpleNamespace(bot_now="bot", kind="bot")
        self.seating = SimpleNamespace(find=lambda number: seat, all=lambda: [seat])
        self.around = Surroundings(Any, Any, Any)  # type: ignore[arg-type]
        self.match: Any = SimpleNamespace(steps=0, state="state")
        self.turn: int | None = 0
        self.played = asyncio.Event()
        self.bots = BotPlay(self, 0.0)  # type: ignore[arg-type]

    def expected(self) -> list[Expectation]:
        """Return whose turn it is."""
        return [Expectation(self.turn, "turn")] if self.turn is not None else []

    def moved_since(self, steps: int) -> bool:
        """Tell whether somebody has moved."""
        return bool(self.match.steps != steps)

    async def through(self, work: Awaitable[T]) -> T:
        """Do the work; behind the bot that looks and is not expected stands the other's move."""
        result = await work
        if self.turn != 0 and not self.played.is_set():
            self.match.steps += 1
            self.turn = 0
            self.bots.wake()
        return result

    async def perform(self, kind: str, seat: int, move: Any) -> None:
        """Take the bot's move."""
        self.match.steps += 1
        self.turn = None
        self.played.set()


def test_a_bot_that_is_woken_as_it_ends_its_turn_plays_the_next() -> None:
    async def scenario() -> None:
        table = Table()
        table.bots.wake()
        # Before it looks, its turn is over: somebody has moved for it.
        table.turn = 1
        await asyncio.wait_for(table.played.wait(), 5)
        table.bots.forget()

    asyncio.run(scenario())
