"""Nim with a secret card each: the smallest game that has chance, hidden things, clocks and a pause."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from gamekit.bots import BotKind
from gamekit.container import Container
from gamekit.errors import MalformedMessage
from gamekit.game import Game, Option
from gamekit.reception import Desk
from gamekit.rules import Json
from tests.contract.shelf.nim.rules import NimRules, NimState, Take, read_take
from tests.contract.shelf.nim.views import NimViews


class Taker:
    """A bot that takes what it likes."""

    def choose(self, state: NimState, seat: int, rng: random.Random) -> Take:
        """Return any legal move."""
        return rng.choice(list(NimRules().legal(state, seat)))


class Porter:
    """The conversation of a client: a name sits down, a take plays."""

    listens_to: frozenset[str] = frozenset()

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def connected(self) -> None:
        """Wait for the name."""

    async def received(self, container: Container) -> None:
        """Sit down or play."""
        if container.payload_type == "Name":
            table = await self.desk.house_table()
            await self.desk.sit(table.table, str(container.payload))
        elif container.payload_type == "Take":
            await self.desk.play(read_take(container.payload))

    async def heard(self, container: Container) -> None:
        """Need nothing of what the table says."""

    async def timer(self, name: str) -> None:
        """Set no timer."""

    async def replaced(self) -> None:
        """Claim no key."""

    async def gone(self) -> None:
        """Leave the seat to the platform."""


def read_move(payload_type: str, payload: Json) -> Take | None:
    """Return the move in a container."""
    return read_take(payload) if payload_type == "Take" else None


def check_options(options: Any, size: int) -> None:
    """Refuse a table at which somebody could not take anything."""
    if options["heaps"] * options["most"] < size:
        raise MalformedMessage("heaps must be enough for every player to take once", "options/invalid", "heaps")


OPTIONS: Sequence[Option] = (
    Option("heaps", "int", 3, "Heaps", minimum=1, maximum=9),
    Option("most", "int", 5, "Matches a heap at most", minimum=1, maximum=20),
    Option("turnTime", "int", 5000, "Time for a turn (ms)", minimum=0),
)

GAME = Game(
    slug="nim",
    title="Nim",
    blurb="Take matches; who takes the last one wins.",
    seats=(2, 4),
    default_seats=2,
    options=OPTIONS,
    rules=NimRules(),
    views=NimViews(),
    read_move=read_move,
    reception=Porter,
    endpoints=(),
    bots=(BotKind("taker", "Taker", Taker),),
    check_options=check_options,
)
