"""Who sits at a table, in memory: the records the actor works with, and the choice of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gamekit.errors import Refused
from gamekit.reception import SeatInfo, TableInfo
from gamekit.rules import Json, Player

LONGEST_NAME = 80

SeatKind = Literal["person", "client", "bot", "held"]
#: The key in a table's extras for the seconds after which those without a seat see it.
SPECTATOR_DELAY = "spectator_delay"


@dataclass(slots=True)
class TableRecord:
    """A table as stored."""

    number: int
    code: str
    game: str
    name: str
    status: Literal["open", "running", "paused", "finished", "aborted"]
    size: int
    options: dict[str, Json]
    private: bool
    house: bool
    demo: bool
    owner_id: int | None
    on_disconnect: str
    extra: dict[str, Json]
    matches: int = 0
    match_code: str = ""
    replay: str | None = None


@dataclass(slots=True)
class SeatRecord:
    """A seat as stored, with what only this process knows: its connections."""

    seat: int
    name: str
    number: int
    kind: SeatKind
    bot: str = ""
    data: Mapping[str, Json] = field(default_factory=dict)
    ready: bool = False
    holder: str = ""
    user_id: int | None = None
    token_hash: str = ""
    connections: int = 0
    stand_in: str = ""
    """Name of the bot that plays while the owner does not."""
    stepped_out: bool = False
    """The owner asked for the stand-in: coming back alone does not end it."""

    @property
    def bot_now(self) -> str:
        """Name the bot that plays this seat at the moment; "" when its owner does."""
        return self.bot if self.kind == "bot" else self.stand_in

    def info(self) -> SeatInfo:
        """Return what others may see."""
        kind: Any = "client" if self.kind == "held" else self.kind
        connected = self.kind == "bot" or self.connections > 0
        return SeatInfo(self.seat, self.name, self.number, kind, connected, self.ready, self.data)

    def player(self) -> Player:
        """Return the player who begins a match here."""
        kind: Any = "client" if self.kind == "held" else self.kind
        return Player(self.name, self.number, kind, self.data)


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody who wants a seat."""

    name: str
    kind: SeatKind
    holder: str
    number: int
    data: Mapping[str, Json] = field(default_factory=dict)
    user_id: int | None = None
    bot: str = ""
    seat: int | None = None
    token_hash: str = ""
    ready: bool = False


class Seating:
    """The seats of one table, by number."""

    def __init__(self, size: int, seats: list[SeatRecord]) -> None:
        self.size = size
        self._seats = {record.seat: record for record in seats}

    def all(self) -> list[SeatRecord]:
        """Return every seat that is taken or held, in order."""
        return [self._seats[seat] for seat in sorted(self._seats)]

    def taken(self) -> list[SeatRecord]:
        """Return the seats somebody sits at."""
        return [record for record in self.all() if record.kind != "held"]

    def get(self, seat: int) -> SeatRecord:
        """Return the seat; Refused when nobody has it."""
        try:
            return self._seats[seat]
        except KeyError:
            raise Refused(f"nobody sits at seat {seat + 1}", "seat/empty", "seat") from None

    def find(self, seat: int | None) -> SeatRecord | None:
        """Return the seat if it is taken or held."""
        return None if seat is None else self._seats.get(seat)

    def of_holder(self, holder: str) -> SeatRecord | None:
        """Return the seat whose owner this is."""
        return next((record for record in self.all() if holder and record.holder == holder), None)

    def of_token(self, token_hash: str) -> SeatRecord | None:
        """Return the seat that the token opens."""
        return next((record for record in self.all() if token_hash and record.token_hash == token_hash), None)

    def seat_of(self, believed: int | None, holder: str, begun: bool) -> int | None:
        """Return the seat by now of somebody who believes to sit at one; None when it is his no longer.

        Seats are freed and get new numbers while others wait for their turn, or for news from another process.
        """
        if believed is None or not holder:
            return believed
        own = self.of_holder(holder)
        if own is not None:
            return own.seat
        there = self.find(believed)
        if there is None or there.kind == "bot":
            return None
        # Who lets his program play, or has resigned, still has his seat. Nobody else's shows him anything.
        resigned = begun and not there.holder
        return believed if resigned or holder == f"user:{there.user_id}" else None

    def choose(self, claim: Claim, left: SeatRecord | None = None) -> int:
        """Return the seat the claim gets at a table that has not begun, perhaps for one that is left; Refused with the
        reason otherwise."""
        free = set(range(self.size)) - self._seats.keys() | ({left.seat} if left is not None else set())
        if claim.token_hash:
            held = self.of_token(claim.token_hash)
            if held is None:
                raise Refused("this seat token is not valid here or has expired", "seat/token", "token")
            return held.seat
        if claim.seat is not None:
            if not 0 <= claim.seat < self.size:
                raise Refused(f"this table has seats 0 to {self.size - 1}", "seat/unknown", "seat")
            if claim.seat not in free:
                raise Refused(f"seat {claim.seat + 1} is taken", "seat/taken", "seat")
            return claim.seat
        if not free:
            raise Refused("every seat at this table is taken", "table/full")
        return min(free)

    def place(self, record: SeatRecord) -> None:
        """Put somebody onto a seat."""
        self._seats[record.seat] = record

    def clear(self, seat: int) -> None:
        """Free a seat."""
        self._seats.pop(seat, None)

    def close_ranks(self) -> dict[int, int]:
        """Number the seats 0..n-1 in their order, as a match needs them; return old number -> new number."""
        moved = {record.seat: index for index, record in enumerate(self.all())}
        records = self.all()
        self._seats = {}
        for index, record in enumerate(records):
            record.seat = index
            self._seats[index] = record
        return moved


#: Status and last replay of a table, as somebody is told them.
Standing = tuple[str, str | None]


def table_info(record: TableRecord, seating: Seating, watching: int, standing: Standing) -> TableInfo:
    """Return the table as a reception sees it."""
    status: Any = standing[0]
    return TableInfo(
        record.number,
        record.code,
        record.name,
        status,
        record.size,
        record.options,
        [seat.info() for seat in seating.taken()],
        record.house,
        record.matches,
        standing[1],
        watching,
        record.extra.get(SPECTATOR_DELAY, 0),
    )
