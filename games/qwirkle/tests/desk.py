"""A fake platform: a lobby, tables, and a desk for each connection, all in memory and at once."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gamekit.chance import Chance
from gamekit.container import Container
from gamekit.errors import Refused
from gamekit.reception import House, SeatInfo, TableInfo
from gamekit.rules import Json, Order
from gamekit.views import Clock, Room
from games.qwirkle.dialects.connection import QwirkleDialect
from games.qwirkle.game import GAME
from games.qwirkle.rules.state import State
from games.qwirkle.tests.matches import options


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a conversation to its end: at the fake desk nothing ever waits."""
    try:
        work.send(None)
    except StopIteration as finished:
        return finished.value
    raise AssertionError("the conversation waits for something")


class Table:
    """A table with its listeners; it begins by itself as house tables do."""

    def __init__(self, number: int, size: int, given: Mapping[str, Json]) -> None:
        self.options = options(**given)
        self.info = TableInfo(number, f"t{number}", f"Game {number}", "open", size, self.options, (), True, 0)
        self.state: State | None = None
        self.room: Room | None = None
        self.chance = Chance.seeded(number)
        self.listeners: list[FakeDesk] = []

    def settle(self) -> None:
        """Begin when ready."""
        if self.state is None and GAME.ready(self.info.seats, self.info.size):
            players = [self.player(seat) for seat in self.info.seats]
            self.room = Room(self.info.table, self.info.code, self.info.name, players, self.options)
            self.state, events = GAME.rules.start(self.options, players, self.chance)
            self.info = replace(self.info, status="running", match=1)
            self.announce(events)

    @staticmethod
    def player(seat: SeatInfo) -> Any:
        """Return the player at a seat."""
        from gamekit.rules import Player

        return Player(seat.name, seat.number, seat.kind, seat.data)

    def announce(self, events: Sequence[Any]) -> None:
        """Tell everybody what each may know."""
        assert self.state is not None
        assert self.room is not None
        if self.state.outcome is not None:
            self.info = replace(self.info, status="finished")
        elif self.state.paused != (self.info.status == "paused"):
            self.info = replace(self.info, status="paused" if self.state.paused else "running")
        for desk in list(self.listeners):
            for event in events:
                for message in GAME.views.render(self.room, self.state, event, desk.seat):
                    desk.deliver(*message)

    def step(self, kind: str, *given: Any) -> None:
        """Let the rules act and tell what came of it."""
        self.announce(getattr(GAME.rules, kind)(self.state, *given, self.chance))

    def expire(self) -> None:
        """Let the time run out."""
        assert self.state is not None
        self.step("expire", GAME.rules.expects(self.state)[0])


class Lobby:
    """All tables and connections of the fake server."""

    def __init__(self, house: House | None = None) -> None:
        self.house = house or House(2, {}, assign_after=2.0)
        self.tables: dict[int, Table] = {}
        self.desks: list[FakeDesk] = []
        self.tokens: dict[str, tuple[int, int]] = {}
        self.full_up = False

    def open(self, size: int = 2, **given: Json) -> Table:
        """Open a table."""
        number = len(self.tables) + 1
        self.tables[number] = Table(number, size, given)
        return self.tables[number]


class FakeDesk:
    """One connection: what it was told is in `told`, decoded from the very bytes of its dialect in `lines`."""

    def __init__(self, lobby: Lobby, variant: str = "1.0.1") -> None:
        self.lobby = lobby
        self.number = len(lobby.desks) + 1
        self.house = lobby.house
        self.endpoint = "qwirkle"
        self.variant = variant
        self.dialect = QwirkleDialect(variant)
        self.lines: list[bytes] = []
        self.told: list[tuple[str, Any]] = []
        self.timers: list[tuple[float, str]] = []
        self.closed: str | None = None
        self.at: Table | None = None
        self.seat: int | None = None
        self.to_hear: list[Container] = []
        lobby.desks.append(self)
        self.reception = GAME.reception(self)

    # --- the test's side ------------------------------------------------------------------------------------------
    async def say(self, payload_type: str, payload: Json = None) -> list[tuple[str, Any]]:
        """Let the client say something; return what it was told since it last spoke."""
        return await self.say_container(Container(payload_type, payload if payload is not None else {}))

    async def say_line(self, line: bytes) -> list[tuple[str, Any]]:
        """Let the client send a line."""
        self.told.clear()
        for container in self.dialect.decode(line):
            await self.say_container(container)
        return list(self.told)

    async def say_container(self, container: Container) -> list[tuple[str, Any]]:
        """Let the client send a container, and everybody's receptions hear what they listen to."""
        self.told.clear()
        await self.reception.received(container)
        await self.settle()
        return list(self.told)

    async def settle(self) -> None:
        """Do what the platform does after a reception acted."""
        for table in self.lobby.tables.values():
            table.settle()
        for desk in self.lobby.desks:
            while desk.to_hear:
                await desk.reception.heard(desk.to_hear.pop(0))

    async def ring(self) -> None:
        """Let the latest timer ring."""
        await self.reception.timer(self.timers[-1][1])
        await self.settle()

    async def hang_up(self) -> None:
        """Close the connection from the client's side."""
        await self.reception.gone()
        self.lobby.desks.remove(self)
        if self.at is not None and self.seat is not None and self.at.state is not None:
            self.at.listeners.remove(self)
            if self.at.state.outcome is None:
                self.at.step("withdraw", self.seat)
        await self.settle()

    def deliver(self, payload_type: str, payload: Json) -> None:
        """Write a message to the client."""
        line = self.dialect.encode(Container(payload_type, payload))
        if line:
            self.lines.append(line)
            self.told.append((payload_type, payload))
        if payload_type in self.reception.listens_to:
            self.to_hear.append(Container(payload_type, payload))

    def names(self) -> list[str]:
        """Return the names of what was told since the client last spoke."""
        return [name for name, _ in self.told]

    # --- the Desk -------------------------------------------------------------------------------------------------
    def send(self, payload_type: str, payload: Json) -> None:
        line = self.dialect.encode(Container(payload_type, payload))
        if line:
            self.lines.append(line)
            self.told.append((payload_type, payload))

    def close(self, reason: str = "") -> None:
        self.closed = reason

    def later(self, seconds: float, name: str) -> None:
        self.timers.append((seconds, name))

    async def tables(self) -> Sequence[TableInfo]:
        return [table.info for table in self.lobby.tables.values()]

    async def table(self, table: int | str) -> TableInfo:
        return self._find(table).info

    async def house_table(self) -> TableInfo:
        if self.lobby.full_up:
            raise Refused("no more tables")
        for table in self.lobby.tables.values():
            if table.info.status == "open" and len(table.info.seats) < table.info.size:
                return table.info
        return self.lobby.open(self.house.seats, **self.house.options).info

    async def open_table(self, **given: Any) -> tuple[TableInfo, Sequence[str]]:
        raise NotImplementedError

    async def sit(
        self, table: int, name: str, data: Mapping[str, Json] | None = None, *, seat: int | None = None, token: str = ""
    ) -> SeatInfo:
        found = self._find(table)
        taken = {one.seat for one in found.info.seats}
        free = [number for number in range(found.info.size) if number not in taken]
        if found.state is not None:
            if not token:
                raise Refused("the match has begun")
            seat = self.lobby.tokens[token][1]
            info = next(one for one in found.info.seats if one.seat == seat)
        elif not free:
            raise Refused("full")
        else:
            seat = self.lobby.tokens[token][1] if token else free[0]
            checked = GAME.check_seat(data or {}, found.info.seats)
            info = SeatInfo(seat, name or f"Player {seat + 1}", self.number, "client", True, False, checked)
            found.info = replace(found.info, seats=tuple(sorted((*found.info.seats, info), key=lambda one: one.seat)))
        self.at, self.seat = found, seat
        found.listeners.append(self)
        return info

    async def redeem(self, token: str) -> tuple[TableInfo, int]:
        if token not in self.lobby.tokens:
            raise Refused("unknown token")
        table, seat = self.lobby.tokens[token]
        return self.lobby.tables[table].info, seat

    async def release(self, token: str) -> None:
        raise NotImplementedError

    async def update_seat(
        self, *, name: str | None = None, data: Mapping[str, Json] | None = None, ready: bool | None = None
    ) -> SeatInfo:
        assert self.at is not None
        seats = [replace(one, ready=bool(ready)) if one.seat == self.seat else one for one in self.at.info.seats]
        self.at.info = replace(self.at.info, seats=tuple(seats))
        return next(one for one in seats if one.seat == self.seat)

    async def watch(self, table: int) -> TableInfo:
        found = self._find(table)
        self.at, self.seat = found, None
        found.listeners.append(self)
        return found.info

    async def leave(self) -> None:
        assert self.at is not None
        if self.seat is not None:
            if self.at.state is None:
                seats = tuple(one for one in self.at.info.seats if one.seat != self.seat)
                self.at.info = replace(self.at.info, seats=seats)
            elif self.at.state.outcome is None:
                self.at.step("withdraw", self.seat)
        await self.unsubscribe()

    async def unsubscribe(self) -> None:
        if self.at is not None:
            self.at.listeners.remove(self)
        self.at, self.seat = None, None

    async def play(self, move: Any) -> None:
        assert self.at is not None
        assert self.at.state is not None
        self.at.step("play", self.seat, move)

    async def ask(self, question: str, data: Json = None) -> Json:
        assert self.at is not None
        assert self.at.room is not None
        return GAME.views.answer(self.at.room, self.at.state, Clock(29_000, 61_234), self.seat, question, data)

    async def catch_up(self) -> None:
        assert self.at is not None
        assert self.at.room is not None
        for message in GAME.views.joined(self.at.room, self.at.state, self.seat):
            self.send(*message)

    async def control(self, order: Order, table: int | None = None) -> None:
        raise NotImplementedError

    def tell_table(
        self, payload_type: str, payload: Json, *, spectators_only: bool = False, others_only: bool = False
    ) -> None:
        assert self.at is not None
        for desk in self.at.listeners:
            if not (spectators_only and desk.seat is not None) and not (others_only and desk is self):
                desk.deliver(payload_type, payload)

    def tell_everybody(self, payload_type: str, payload: Json) -> None:
        for desk in self.lobby.desks:
            if desk is not self:
                desk.deliver(payload_type, payload)

    async def login(self, name: str, password: str) -> bool:
        raise NotImplementedError

    async def claim(self, key: str) -> bool:
        raise NotImplementedError

    async def replay(self, replay: str, format: str) -> bytes:
        raise NotImplementedError

    def _find(self, table: int | str) -> Table:
        if not isinstance(table, int) or table not in self.lobby.tables:
            raise Refused(f"there is no game {table}", "table/unknown", "gameID")
        return self.lobby.tables[table]
