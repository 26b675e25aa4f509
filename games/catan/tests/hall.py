"""A fake platform for reception tests: one house table after another, and desks that write down what is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gamekit.chance import Chance
from gamekit.container import Container
from gamekit.errors import Refused
from gamekit.reception import House, SeatInfo, TableInfo
from gamekit.rules import Json, Player
from gamekit.views import Message, Room
from games.catan import GAME
from games.catan.reception import CatanReception
from games.catan.rules.events import Event
from games.catan.rules.referee import RULES
from games.catan.rules.state import State


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end."""
    asyncio.run(work)


@dataclass(slots=True, eq=False)
class Table:
    """A house table."""

    number: int
    size: int
    seats: dict[int, SeatInfo] = field(default_factory=dict)
    desks: dict[int, FakeDesk] = field(default_factory=dict)
    state: State | None = None
    room: Room | None = None

    def info(self) -> TableInfo:
        """Return the table as a reception sees it."""
        status: Any = "open" if self.state is None else "running"
        return TableInfo(self.number, f"t{self.number}", "", status, self.size, {}, list(self.seats.values()), True, 0)

    def tell(self, events: Sequence[Event]) -> None:
        """Render events for every seat."""
        assert self.state is not None
        assert self.room is not None
        for seat, desk in self.desks.items():
            for event in events:
                for payload_type, payload in GAME.views.render(self.room, self.state, event, seat):
                    desk.send(payload_type, payload)


class Hall:
    """All tables and connections."""

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.tables: list[Table] = []
        self.tokens: dict[str, tuple[Table, int]] = {}
        self.count = 0
        self.chance = Chance.seeded(1)

    def desk(self) -> FakeDesk:
        """Let a client in."""
        self.count += 1
        return FakeDesk(self, self.count)

    def begin_if_ready(self, table: Table) -> None:
        """Begin the match when the game says so."""
        seats = [table.seats[seat] for seat in sorted(table.seats)]
        if table.state is None and GAME.ready(seats, table.size):
            players = [Player(seat.name, seat.number, seat.kind, seat.data) for seat in seats]
            options = GAME.read_options({}, len(players))
            table.state, events = RULES.start(options, players, self.chance)
            table.room = Room(table.number, "code", "", players, options)
            table.tell(events)


class FakeDesk:
    """What a reception may do, done to the hall."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.hall = hall
        self.number = number
        self.house = House(hall.size, {})
        self.endpoint = "catan"
        self.variant = "A"
        self.sent: list[Message] = []
        self.closed = False
        self.timers: list[tuple[float, str]] = []
        self.at: Table | None = None
        self.seat = -1
        self.reception = CatanReception(self)  # type: ignore[arg-type]

    def take(self) -> list[Message]:
        """Return what was sent since the last call."""
        sent, self.sent = self.sent, []
        return sent

    def words(self) -> list[str]:
        """Return the types of what was sent since the last call."""
        return [word for word, _ in self.take()]

    async def say(self, payload_type: str, payload: Json = None) -> list[Message]:
        """Let the client send something; return what it got."""
        self.take()
        await self.reception.received(Container(payload_type, {} if payload is None else payload))
        if self.at is not None:
            self.hall.begin_if_ready(self.at)
        return self.take()

    async def join(self, name: str, colour: str) -> None:
        """Connect, greet, choose, and be ready."""
        await self.reception.connected()
        await self.say("Hallo", {"Version": "Test"})
        await self.say("Spieler", {"Name": name, "Farbe": colour})
        await self.say("Spiel starten")

    # --- the desk ---------------------------------------------------------------------------------------------------
    def send(self, payload_type: str, payload: Json) -> None:
        """Write it down."""
        self.sent.append((payload_type, payload))

    def close(self, reason: str = "") -> None:
        """Remember it."""
        self.closed = True

    def later(self, seconds: float, name: str) -> None:
        """Remember it."""
        self.timers.append((seconds, name))

    async def table(self, table: int) -> TableInfo:
        """Return a table."""
        return self.hall.tables[table].info()

    async def house_table(self) -> TableInfo:
        """Return an open table with a free seat, opened when there is none."""
        for table in self.hall.tables:
            if table.state is None and len(table.seats) < table.size:
                return table.info()
        self.hall.tables.append(Table(len(self.hall.tables), self.hall.size))
        return self.hall.tables[-1].info()

    async def sit(
        self, table: int, name: str, data: Mapping[str, Json] | None = None, *, seat: int | None = None, token: str = ""
    ) -> SeatInfo:
        """Take a seat, or come back to it with a token."""
        self.at = self.hall.tables[table]
        if token:
            self.seat = self.hall.tokens[token][1]
        else:
            self.seat = len(self.at.seats)
            given = GAME.check_seat(data or {}, list(self.at.seats.values()))
            self.at.seats[self.seat] = SeatInfo(self.seat, name, self.number, "client", True, False, given)
        self.at.desks[self.seat] = self
        return self.at.seats[self.seat]

    async def redeem(self, token: str) -> tuple[TableInfo, int]:
        """Return what a token opens."""
        if token not in self.hall.tokens:
            raise Refused("this seat token is not valid or has expired", "seat/token", "token")
        table, seat = self.hall.tokens[token]
        return table.info(), seat

    async def update_seat(
        self, *, name: str | None = None, data: Mapping[str, Json] | None = None, ready: bool | None = None
    ) -> SeatInfo:
        """Change the seat, checked by the game."""
        assert self.at is not None
        own = self.at.seats[self.seat]
        others = [seat for number, seat in self.at.seats.items() if number != self.seat]
        merged = GAME.check_seat({**own.data, **(data or {})}, others)
        own = replace(own, name=name or own.name, data=merged, ready=own.ready if ready is None else ready)
        self.at.seats[self.seat] = own
        return own

    async def play(self, move: Any) -> None:
        """Play and tell everybody."""
        assert self.at is not None
        if self.at.state is None:
            raise Refused("no match has begun at this table", "table/not_started")
        self.at.tell(RULES.play(self.at.state, self.seat, move, self.hall.chance))

    async def catch_up(self) -> None:
        """Send how the match stands."""
        assert self.at is not None
        assert self.at.state is not None
        assert self.at.room is not None
        self.sent += GAME.views.joined(self.at.room, self.at.state, self.seat)

    def tell_table(
        self, payload_type: str, payload: Json, *, spectators_only: bool = False, others_only: bool = False
    ) -> None:
        """Send to everybody at the table."""
        assert self.at is not None
        for desk in self.at.desks.values():
            if desk is not self or not others_only:
                desk.send(payload_type, payload)
