"""A house of one process without network, clock or database: desks for receptions, tables with real rules and views."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gamekit import jsontext
from gamekit.chance import Chance
from gamekit.container import MALFORMED, Container
from gamekit.errors import Refused, Unavailable
from gamekit.exports import MatchRecord, Step
from gamekit.reception import House, SeatInfo, TableInfo
from gamekit.rules import Json, Order, Player
from gamekit.views import Clock, Room
from games.quidditch import GAME
from games.quidditch.reception import QuidditchReception
from games.quidditch.rules.state import State
from games.quidditch.tests.pitchside import match_options


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that never really waits."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("the reception waited for something that is not the desk's")


@dataclass
class FakeTable:
    """One lobby."""

    number: int
    name: str
    options: Json
    seats: dict[int, SeatInfo] = field(default_factory=dict)
    listeners: list[FakeDesk] = field(default_factory=list)
    state: State | None = None
    room: Room | None = None
    steps: list[Step] = field(default_factory=list)
    opening: list[int] = field(default_factory=list)
    matches: int = 0
    replay: str | None = None
    left_ms: int = 1234

    def info(self) -> TableInfo:
        """Return the table as the lobby lists it."""
        status: Any = "open"
        if self.state is not None:
            status = "paused" if self.state.paused else "running"
        watching = sum(desk.seat is None for desk in self.listeners)
        return TableInfo(
            self.number, f"c{self.number}", self.name, status, 2, self.options, list(self.seats.values()), True,
            self.matches, self.replay, watching,
        )  # fmt: skip


class FakeHouse:
    """All tables and connections."""

    def __init__(self, **options: Json) -> None:
        self.options = match_options(**options)
        self.tables: list[FakeTable] = []
        self.passwords: dict[str, str] = {}
        self.claimed: dict[str, FakeDesk] = {}
        self.replays: dict[str, MatchRecord] = {}
        self.tokens: dict[str, tuple[int, int]] = {}
        self.chance = Chance.seeded(1)
        self.desks: list[FakeDesk] = []
        self.away: set[str] = set()
        """What cannot be done just now, because a process of ours is in the way."""

    def connect(self) -> Client:
        """Return a new client, greeted."""
        desk = FakeDesk(self, len(self.desks) + 1)
        self.desks.append(desk)
        run(desk.reception.connected())
        return Client(desk)

    # --- matches --------------------------------------------------------------------------------------------------
    def settle(self, table: FakeTable) -> None:
        """Begin the match of a full table, as the platform does after each message."""
        if table.state is None and len(table.seats) == 2 and GAME.ready(list(table.seats.values()), 2):
            seats = [table.seats[seat] for seat in (0, 1)]
            people = [Player(seat.name, seat.number, seat.kind, seat.data) for seat in seats]
            self.chance.take()
            state, events = GAME.rules.start(table.options, people, self.chance)
            table.room = Room(table.number, f"c{table.number}", table.name, people, table.options)
            table.state, table.steps, table.opening = state, [], self.chance.take()
            table.matches += 1
            self.announce(table, events)

    def step(self, table: FakeTable, kind: Any, seat: int | None, given: Json, work: Any) -> None:
        """Do a step, log it, tell it."""
        self.chance.take()
        events = work()
        table.steps.append(Step(kind, seat, given, self.chance.take(), len(table.steps)))
        self.announce(table, events)

    def announce(self, table: FakeTable, events: Sequence[Any]) -> None:
        """Render events to everybody, then end the match if it is over."""
        assert table.room is not None
        state = table.state
        for event in events:
            for desk in list(table.listeners):
                for kind, payload in GAME.views.render(table.room, state, event, desk.seat):
                    desk.deliver(kind, payload)
        outcome = GAME.rules.outcome(state)
        if outcome is not None:
            table.replay = f"r{table.number}-{table.matches}"
            self.replays[table.replay] = MatchRecord(
                "quidditch", table.number, f"c{table.number}", table.name, table.options, table.room.players,
                table.opening, "2019-05-18T10:00:00+00:00", table.steps, outcome, ("watcher",),
            )  # fmt: skip
            table.state, table.seats = None, {}
        for desk in list(table.listeners):
            desk.catch_up_hearing()

    def expire(self, table: FakeTable) -> None:
        """Let the first clock run out."""
        rules, state = GAME.rules, table.state
        expectation = rules.expects(state)[0]
        self.step(
            table, "expire", expectation.seat, expectation.kind, lambda: rules.expire(state, expectation, self.chance)
        )


class FakeDesk:
    """Implements gamekit's Desk."""

    def __init__(self, house: FakeHouse, number: int) -> None:
        self._house = house
        self.number = number
        self.house = House(2, house.options)
        self.endpoint, self.variant = "quidditch", ""
        self.table_now: FakeTable | None = None
        self.seat: int | None = None
        self.sent: list[tuple[str, Json]] = []
        self.closed = False
        self.timers: list[str] = []
        self._heard: list[Container] = []
        self.reception = QuidditchReception(self)

    # --- for the fake ---------------------------------------------------------------------------------------------
    def deliver(self, kind: str, payload: Json) -> None:
        """Write a table's message, and keep it for the reception if it listens to it."""
        self.sent.append((kind, jsontext.loads(jsontext.dumps(payload))))
        if kind in self.reception.listens_to:
            self._heard.append(Container(kind, payload))

    def catch_up_hearing(self) -> None:
        """Let the reception hear what it listens to."""
        while self._heard:
            run(self.reception.heard(self._heard.pop(0)))

    def _here(self) -> FakeTable:
        if self.table_now is None:
            raise Refused("at no table", "table/none")
        return self.table_now

    def _reach(self, what: str) -> None:
        if what in self._house.away:
            raise Unavailable("the table cannot be reached at the moment", "server/away")

    # --- the protocol ---------------------------------------------------------------------------------------------
    def send(self, payload_type: str, payload: Json) -> None:
        """Write to the client."""
        self.sent.append((payload_type, jsontext.loads(jsontext.dumps(payload))))

    def close(self, reason: str = "") -> None:
        """Close the connection."""
        self.closed = True

    def later(self, seconds: float, name: str) -> None:
        """Note the timer."""
        self.timers.append(name)

    async def tables(self) -> Sequence[TableInfo]:
        """Return all tables."""
        return [table.info() for table in self._house.tables]

    async def table(self, table: int | str) -> TableInfo:
        """Return one table."""
        self._reach("table")
        return self._find(table).info()

    def _find(self, table: int | str) -> FakeTable:
        for known in self._house.tables:
            if table in (known.number, known.name):
                return known
        raise Refused("no such table", "table/unknown")

    async def house_table(self) -> TableInfo:
        """Return any table."""
        return self._house.tables[0].info()

    async def open_table(
        self,
        *,
        name: str = "",
        options: Json = None,
        size: int | None = None,
        hold: Sequence[str] = (),
        extra: Json = None,
    ) -> tuple[TableInfo, Sequence[str]]:
        """Open a table."""
        if any(name == known.name for known in self._house.tables):
            raise Refused("there is one of that name already", "table/name_taken", "name")
        table = FakeTable(len(self._house.tables) + 1, name, self._house.options)
        self._house.tables.append(table)
        return table.info(), ()

    async def sit(
        self, table: int, name: str, data: Mapping[str, Json] | None = None, *, seat: int | None = None, token: str = ""
    ) -> SeatInfo:
        """Take a seat or come back to one's own."""
        self._reach("sit")
        at = self._find(table)
        await self.unsubscribe()
        for info in at.seats.values():
            if at.state is not None and info.name == name:
                self.table_now, self.seat = at, info.seat
                at.listeners.append(self)
                return info
        free = [number for number in (0, 1) if number not in at.seats]
        if token:
            free = [self._house.tokens[token][1]]
        if at.state is not None or not free:
            raise Refused("every seat is taken", "table/full")
        checked = GAME.check_seat(data or {}, list(at.seats.values()))
        info = at.seats[free[0]] = SeatInfo(free[0], name, self.number, "client", True, False, checked)
        self.table_now, self.seat = at, info.seat
        at.listeners.append(self)
        return info

    async def redeem(self, token: str) -> tuple[TableInfo, int]:
        """Return the seat that the token holds."""
        if token not in self._house.tokens:
            raise Refused("no such token", "seat/token")
        number, seat = self._house.tokens[token]
        return self._find(number).info(), seat

    async def release(self, token: str) -> None:
        """Refuse: this protocol has no seat tokens."""
        raise Refused("no tokens here")

    async def update_seat(
        self, *, name: str | None = None, data: Mapping[str, Json] | None = None, ready: bool | None = None
    ) -> SeatInfo:
        """Change one's seat."""
        table = self._here()
        assert self.seat is not None
        info = table.seats[self.seat]
        checked = GAME.check_seat({**info.data, **(data or {})}, [])
        table.seats[self.seat] = replace(info, data=checked)
        return table.seats[self.seat]

    async def watch(self, table: int) -> TableInfo:
        """Hear a table."""
        at = self._find(table)
        await self.unsubscribe()
        self.table_now = at
        at.listeners.append(self)
        return at.info()

    async def leave(self) -> None:
        """Give up the seat."""
        table, seat = self._here(), self.seat
        if seat is not None and table.state is not None:
            state = table.state
            self._house.step(
                table, "withdraw", seat, None, lambda: GAME.rules.withdraw(state, seat, self._house.chance)
            )
        elif seat is not None:
            table.seats.pop(seat, None)
        await self.unsubscribe()

    async def unsubscribe(self) -> None:
        """Stop hearing the table."""
        if self.table_now is not None and self in self.table_now.listeners:
            self.table_now.listeners.remove(self)
        self.table_now, self.seat = None, None

    async def play(self, move: Any) -> None:
        """Play as one's seat."""
        self._reach("play")
        table, seat = self._here(), self.seat
        state = table.state
        if state is None:
            raise Refused("no match", "table/not_started")
        assert seat is not None
        given = GAME.rules.dump_move(move)
        self._house.step(table, "play", seat, given, lambda: GAME.rules.play(state, seat, move, self._house.chance))

    async def ask(self, question: str, data: Json = None) -> Json:
        """Ask the views."""
        table = self._here()
        if table.state is None or table.room is None:
            raise Refused("no match", "table/not_started")
        clock = Clock(table.left_ms, 5000)
        return GAME.views.answer(table.room, table.state, clock, self.seat, question, data)

    async def catch_up(self) -> None:
        """Send what views think a newcomer needs."""
        table = self._here()
        for kind, payload in GAME.views.joined(table.room, table.state, self.seat):  # type: ignore[arg-type]
            self.send(kind, payload)

    async def control(self, order: Order, table: int | None = None) -> None:
        """Control the match."""
        here = self._here()
        state = here.state
        self._house.step(here, "control", None, order, lambda: GAME.rules.control(state, order, self._house.chance))

    def tell_table(
        self, payload_type: str, payload: Json, *, spectators_only: bool = False, others_only: bool = False
    ) -> None:
        """Write to everybody at the table."""
        for desk in list(self._here().listeners):
            desk.deliver(payload_type, payload)
        for desk in list(self._here().listeners):
            desk.catch_up_hearing()

    def tell_everybody(self, payload_type: str, payload: Json) -> None:
        """Write to everybody else."""
        for desk in self._house.desks:
            if desk is not self:
                desk.send(payload_type, payload)

    async def login(self, name: str, password: str) -> bool:
        """Register or check."""
        return self._house.passwords.setdefault(name, password) == password

    async def claim(self, key: str) -> bool:
        """Replace an older login."""
        before = self._house.claimed.get(key)
        self._house.claimed[key] = self
        if before is None or before.closed:
            return False
        await before.reception.replaced()
        return True

    async def replay(self, replay: str, format: str) -> bytes:
        """Write a finished match."""
        export = next(export for export in GAME.exports if export.name == format)
        return export.write(self._house.replays[replay])


class Client:
    """What a test does with a connection."""

    def __init__(self, desk: FakeDesk) -> None:
        self.desk = desk

    def say(self, payload_type: str, payload: Json) -> list[tuple[str, Json]]:
        """Send a message; return what came back to this client."""
        before = len(self.desk.sent)
        run(self.desk.reception.received(Container(payload_type, payload)))
        if self.desk.table_now is not None:
            self.desk._house.settle(self.desk.table_now)
        return self.desk.sent[before:]

    def garble(self, code: str) -> list[tuple[str, Json]]:
        """Send what the platform cannot read."""
        return self.say(MALFORMED, {"reason": "unreadable", "code": code, "field": ""})

    def join(
        self, name: str, lobby: str = "hogwarts", *mods: str, password: str = "secret", ai: bool = False
    ) -> list[tuple[str, Json]]:
        """Log in."""
        return self.say(
            "joinRequest",
            {
                "lobby": lobby,
                "userName": name,
                "password": password,
                "isArtificialIntelligence": ai,
                "mods": list(mods),
            },
        )

    def words(self) -> list[str]:
        """Return the types of everything heard so far."""
        return [kind for kind, _ in self.desk.sent]

    def last(self, kind: str) -> Json:
        """Return the newest payload of a type."""
        return next(payload for heard, payload in reversed(self.desk.sent) if heard == kind)

    @property
    def closed(self) -> bool:
        """Tell whether the server closed the connection."""
        return self.desk.closed
