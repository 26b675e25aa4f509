"""A house without a network: desks that behave as the platform's do, so that receptions can be heard talking."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gamekit.chance import Chance
from gamekit.container import Container
from gamekit.errors import Refused
from gamekit.reception import House, SeatInfo, TableInfo
from gamekit.rules import Json, Order, Player
from gamekit.views import Clock, Room
from games.mississippi import GAME
from games.mississippi.dialects.contest import ContestDialect
from games.mississippi.reception import MississippiReception


@dataclass
class FakeTable:
    """A table with its listeners."""

    info: TableInfo
    held: dict[str, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    listeners: dict[FakeDesk, int | None] = field(default_factory=dict)
    state: Any = None
    room: Room | None = None
    begins_paused: bool = False


class FakeHouse:
    """All tables."""

    def __init__(self, extra: Mapping[str, Json] | None = None, options: Json = None) -> None:
        complete = GAME.read_options({"openingPause": 0, **(options or {})})
        self.rules = House(2, complete, extra=extra or {})
        self.tables: dict[str, FakeTable] = {}
        self.waiting: list[Coroutine[Any, Any, None]] = []
        self.seed = 1

    def client(self) -> FakeClient:
        """Let somebody connect."""
        return FakeClient(self)

    def open(self, options: Json = None) -> FakeTable:
        """Open a table."""
        number = len(self.tables) + 1
        complete = GAME.read_options({**self.rules.options, **(options or {})})
        info = TableInfo(number, f"room-{number}", "", "open", 2, complete, (), True, 0)
        table = self.tables[info.code] = FakeTable(info)
        return table

    def find(self, table: int | str) -> FakeTable:
        """Return a table by number or code."""
        for found in self.tables.values():
            if table in (found.info.table, found.info.code):
                return found
        raise Refused("no such table", "table/unknown")

    async def settle(self) -> None:
        """Begin what is full and let receptions hear what was written."""
        for table in self.tables.values():
            if table.info.status == "open" and len(table.info.seats) == 2:
                self._begin(table)
        while self.waiting:
            await self.waiting.pop(0)

    def _begin(self, table: FakeTable) -> None:
        players = [Player(seat.name, seat.number, "client", seat.data) for seat in table.info.seats]
        table.room = Room(table.info.table, table.info.code, "", players, table.info.options)
        table.state, events = GAME.rules.start(table.info.options, players, Chance.seeded(self.seed))
        table.info = replace(table.info, status="running", match=1)
        self.announce(table, events)
        if table.begins_paused:
            self.act(table, lambda state: GAME.rules.control(state, "pause", Chance.seeded(1)))

    def act(self, table: FakeTable, act: Any) -> None:
        """Let the rules act and tell everybody."""
        if table.state is None:
            raise Refused("no match has begun", "table/not_started")
        self.announce(table, act(table.state))
        outcome = GAME.rules.outcome(table.state)
        if outcome is not None:
            table.info = replace(table.info, status="aborted" if outcome.reason == "aborted" else "finished")

    def announce(self, table: FakeTable, events: Sequence[Any]) -> None:
        """Render events for every listener, spectators first."""
        assert table.room is not None
        for desk, viewer in sorted(table.listeners.items(), key=lambda pair: pair[1] is not None):
            for event in events:
                for kind, payload in GAME.views.render(table.room, table.state, event, viewer):
                    desk.write(kind, payload)

    def expire(self, code: str, *, late: bool = False) -> None:
        """Let time run out at a table."""
        table = self.find(code)
        (expected,) = GAME.rules.expects(table.state)
        self.act(table, lambda state: GAME.rules.expire(state, expected, Chance.seeded(1), late=late))
        asyncio.run(self.settle())


class FakeDesk:
    """The desk of one connection."""

    endpoint = "mississippi"
    variant = ""

    def __init__(self, house: FakeHouse, client: FakeClient) -> None:
        self._house = house
        self._client = client
        self.number = 1
        self.house = house.rules
        self.table_here: FakeTable | None = None
        self.seat: int | None = None

    def write(self, kind: str, payload: Json) -> None:
        """Write a table's message; the reception hears of those it listens to."""
        if not self._client.closed:
            self._client.take(kind, payload)
            if kind in self._client.reception.listens_to:
                self._house.waiting.append(self._client.reception.heard(Container(kind, payload)))

    def send(self, payload_type: str, payload: Json) -> None:
        if not self._client.closed:
            self._client.take(payload_type, payload)

    def close(self, reason: str = "") -> None:
        self._client.close()

    def later(self, seconds: float, name: str) -> None:
        self._client.timers.append(name)

    async def tables(self) -> Sequence[TableInfo]:
        return [table.info for table in self._house.tables.values()]

    async def table(self, table: int | str) -> TableInfo:
        return self._house.find(table).info

    async def house_table(self) -> TableInfo:
        for table in self._house.tables.values():
            if table.info.status == "open" and len(table.info.seats) + len(table.held) < 2:
                return table.info
        return self._house.open().info

    async def open_table(
        self,
        *,
        name: str = "",
        options: Json = None,
        size: int | None = None,
        hold: Sequence[str] = (),
        extra: Json = None,
    ) -> tuple[TableInfo, Sequence[str]]:
        table = self._house.open(options)
        for seat, held in enumerate(hold):
            table.held[f"{table.info.code}-{seat}"] = seat
            table.names[seat] = held
        return table.info, list(table.held)

    async def sit(
        self, table: int, name: str, data: Mapping[str, Json] | None = None, *, seat: int | None = None, token: str = ""
    ) -> SeatInfo:
        there = self._house.find(table)
        taken = {info.seat for info in there.info.seats} | set(there.held.values())
        if token:
            seat = there.held.pop(token)
        else:
            free = [number for number in (0, 1) if number not in taken]
            if not free:
                raise Refused("full", "table/full")
            seat = free[0]
        info = SeatInfo(seat, name or there.names[seat], 1, "client", True, data=data or {})
        there.info = replace(there.info, seats=sorted([*there.info.seats, info], key=lambda one: one.seat))
        there.listeners[self] = seat
        self.table_here, self.seat = there, seat
        return info

    async def redeem(self, token: str) -> tuple[TableInfo, int]:
        for table in self._house.tables.values():
            if token in table.held:
                return table.info, table.held[token]
        raise Refused("no such token", "seat/token")

    async def release(self, token: str) -> None:
        info, _ = await self.redeem(token)
        del self._house.find(info.table).held[token]

    async def update_seat(
        self, *, name: str | None = None, data: Mapping[str, Json] | None = None, ready: bool | None = None
    ) -> SeatInfo:
        raise AssertionError("not needed here")

    async def watch(self, table: int) -> TableInfo:
        await self.unsubscribe()
        there = self._house.find(table)
        there.listeners[self] = None
        self.table_here = there
        return there.info

    async def leave(self) -> None:
        table, seat = self.table_here, self.seat
        if table is not None and seat is not None:
            if table.info.status == "running":
                self._house.act(table, lambda state: GAME.rules.withdraw(state, seat, Chance.seeded(1)))
            else:
                table.info = replace(table.info, seats=[info for info in table.info.seats if info.seat != seat])
        await self.unsubscribe()

    async def unsubscribe(self) -> None:
        if self.table_here is not None:
            self.table_here.listeners.pop(self, None)
        self.table_here, self.seat = None, None

    async def play(self, move: Any) -> None:
        table, seat = self.table_here, self.seat
        assert table is not None
        assert seat is not None
        self._house.act(table, lambda state: GAME.rules.play(state, seat, move, Chance.seeded(1)))

    async def ask(self, question: str, data: Json = None) -> Json:
        table = self.table_here
        assert table is not None
        assert table.room is not None
        return GAME.views.answer(table.room, table.state, Clock(None, 0), self.seat, question, data)

    async def catch_up(self) -> None:
        table = self.table_here
        assert table is not None
        assert table.room is not None
        for kind, payload in GAME.views.joined(table.room, table.state, self.seat):
            self.write(kind, payload)

    async def control(self, order: Order, table: int | None = None) -> None:
        assert table is not None
        there = self._house.find(table)
        if order == "abort" and there.state is None:
            there.info = replace(there.info, status="aborted")
            return
        if order in ("pause", "resume") and there.state is None:
            there.begins_paused = order == "pause"
            return
        self._house.act(there, lambda state: GAME.rules.control(state, order, Chance.seeded(1)))

    def tell_table(
        self, payload_type: str, payload: Json, *, spectators_only: bool = False, others_only: bool = False
    ) -> None:
        assert self.table_here is not None
        for desk in self.table_here.listeners:
            if desk is not self or not others_only:
                desk.write(payload_type, payload)

    def tell_everybody(self, payload_type: str, payload: Json) -> None:
        raise AssertionError("not needed here")

    async def login(self, name: str, password: str) -> bool:
        raise AssertionError("not needed here")

    async def claim(self, key: str) -> bool:
        raise AssertionError("not needed here")

    async def replay(self, replay: str, format: str) -> bytes:
        raise AssertionError("not needed here")


class FakeClient:
    """A client that speaks XML through the real dialect and reception."""

    def __init__(self, house: FakeHouse) -> None:
        self._house = house
        self._dialect = ContestDialect()
        self.heard: list[tuple[str, Json]] = []
        self.output = b""
        self.closed = False
        self.timers: list[str] = []
        self.desk = FakeDesk(house, self)
        self.reception = MississippiReception(self.desk)

    def take(self, kind: str, payload: Json) -> None:
        """Take a message down, as container and as bytes."""
        self.heard.append((kind, payload))
        if not self.output:
            self.output += self._dialect.opening()
        self.output += self._dialect.encode(Container(kind, payload))

    def close(self) -> None:
        """End the document."""
        if not self.closed:
            self.output = (self.output or self._dialect.opening()) + self._dialect.closing()
        self.closed = True

    def say(self, element: str) -> list[str]:
        """Send an element; return the kinds of what came back to this client."""
        before = len(self.heard)
        asyncio.run(self._say(element.encode()))
        return [kind for kind, _ in self.heard[before:]]

    async def _say(self, frame: bytes) -> None:
        for container in self._dialect.decode(frame):
            await self.reception.received(container)
        await self._house.settle()

    def ring(self) -> None:
        """Let the timers that are set now ring."""
        timers, self.timers = self.timers, []
        asyncio.run(self._ring(timers))

    async def _ring(self, timers: Sequence[str]) -> None:
        for name in timers:
            await self.reception.timer(name)
        await self._house.settle()

    def kinds(self) -> list[str]:
        """Return the kinds of everything heard."""
        return [kind for kind, _ in self.heard]

    def last(self, kind: str) -> Json:
        """Return the last payload of a kind."""
        return next(payload for heard, payload in reversed(self.heard) if heard == kind)
