"""A connection's conversation before and around a table: greeting, lists, joining, ready, leaving.

A reception is written by the game and does no I/O: all it can do is what its `Desk` offers. The desk is the platform's;
tests hand in a fake one. Methods of a reception run one after the other for each connection, never at the same time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from gamekit.container import Container
from gamekit.rules import Json, Order

TableStatus = Literal["open", "running", "paused", "finished", "aborted"]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A taken seat as others may see it."""

    seat: int
    name: str
    number: int
    kind: Literal["person", "client", "bot"]
    connected: bool
    ready: bool = False
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the lobby lists it. `match` counts the matches begun here; 0 before the first."""

    table: int
    code: str
    name: str
    status: TableStatus
    size: int
    """How many seats there are; taken ones are in `seats`."""
    options: Json
    seats: Sequence[SeatInfo]
    house: bool
    match: int
    replay: str | None = None
    """Id of the last finished match's replay."""
    watching: int = 0
    """How many spectators there are."""
    spectator_delay: float = 0
    """Seconds after which those without a seat see what happens; the desk holds back what it tells, a reception what it
    remembers."""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of the game in force on this server (HOUSE_<GAME> over the game's defaults)."""

    seats: int
    options: Json
    assign_after: float | None = None
    """Seconds after which a client that says nothing is seated."""
    fill_with_bots_after: float | None = None
    on_disconnect: str = "end"
    extra: Mapping[str, Json] = field(default_factory=dict)
    """Settings that only this game knows (a controller's password, a profile)."""


class Desk(Protocol):
    """What a reception may do. Calls that are refused raise GameError; nothing has changed then."""

    @property
    def number(self) -> int:
        """A positive number, unique on the server, that stands for this connection."""

    @property
    def house(self) -> House:
        """The house rules."""

    @property
    def endpoint(self) -> str:
        """The name of the endpoint the client came through (`catan-2016`), or "web" for /ws/<game>/."""

    @property
    def variant(self) -> str:
        """The dialect's variant as far as known."""

    # --- to this client -------------------------------------------------------------------------------------------
    def send(self, payload_type: str, payload: Json) -> None:
        """Send a message to this connection alone, after everything sent before."""

    def close(self, reason: str = "") -> None:
        """Close the connection once everything sent has been written."""

    def later(self, seconds: float, name: str) -> None:
        """Call the reception's `timer(name)` after the time, unless the connection has gone."""

    # --- the lobby ------------------------------------------------------------------------------------------------
    async def tables(self) -> Sequence[TableInfo]:
        """Return the game's public tables, newest last, ended ones of late included."""

    async def table(self, table: int | str) -> TableInfo:
        """Return one table by number, code or (Quidditch's lobbies) name; Refused when there is none."""

    async def house_table(self) -> TableInfo:
        """Return a house table with a free seat, opened when there is none."""

    async def open_table(
        self,
        *,
        name: str = "",
        options: Json = None,
        size: int | None = None,
        hold: Sequence[str] = (),
        extra: Json = None,
    ) -> tuple[TableInfo, Sequence[str]]:
        """Open a table. `hold` keeps a seat for each display name and returns a seat token for each. Refused with
        `table/name_taken` when the house has an open table of that name: somebody else may have been quicker."""

    async def sit(
        self, table: int, name: str, data: Mapping[str, Json] | None = None, *, seat: int | None = None, token: str = ""
    ) -> SeatInfo:
        """Take a seat (a given one, the one the token holds, or the first free one) with this connection, and hear the
        table from now on as that seat. The match begins as soon as the game's `ready` says so."""

    async def redeem(self, token: str) -> tuple[TableInfo, int]:
        """Return the table and seat that the seat token holds; Refused when it holds none. Does not sit down."""

    async def release(self, token: str) -> None:
        """Give up a held seat: anybody may take it."""

    async def update_seat(
        self, *, name: str | None = None, data: Mapping[str, Json] | None = None, ready: bool | None = None
    ) -> SeatInfo:
        """Change one's own seat before the match begins (data is merged); may begin the match."""

    async def watch(self, table: int) -> TableInfo:
        """Hear the table from now on as a spectator. A connection hears one table at a time."""

    async def leave(self) -> None:
        """Leave the table: a player of a running match withdraws, a seat taken before the match is free again."""

    async def unsubscribe(self) -> None:
        """Stop hearing the table without giving anything up (after a match's end)."""

    # --- the match ------------------------------------------------------------------------------------------------
    async def play(self, move: Any) -> None:
        """Play as one's seat. Returns once the step is written and its messages were handed to every connection of this
        process, so what is sent next comes after the consequences."""

    async def ask(self, question: str, data: Json = None) -> Json:
        """Ask the game's views, as one's seat or as a spectator."""

    async def catch_up(self) -> None:
        """Send this connection the messages of `views.joined` for its viewer."""

    async def control(self, order: Order, table: int | None = None) -> None:
        """Pause, resume, step or abort one's own table, or another (a contest controller)."""

    # --- everybody ------------------------------------------------------------------------------------------------
    def tell_table(
        self, payload_type: str, payload: Json, *, spectators_only: bool = False, others_only: bool = False
    ) -> None:
        """Send an unversioned message to every protocol connection at one's table (chat, waiting players' statuses).
        Table pages get it too."""

    def tell_everybody(self, payload_type: str, payload: Json) -> None:
        """Send to every protocol connection of this game on the server, this one not included."""

    async def login(self, name: str, password: str) -> bool:
        """Register the name for this game with the password, or check it. False: the password is another."""

    async def claim(self, key: str) -> bool:
        """Be the only connection with this key: an older one gets its reception's `replaced()` called. Return whether
        there was one."""

    async def replay(self, replay: str, format: str) -> bytes:
        """Return a finished match in one of the game's export formats."""


class Reception(Protocol):
    """The conversation of one connection. Errors are answered in the protocol's own words, never raised."""

    listens_to: frozenset[str]
    """Payload types of the table's messages (see `heard`) this reception wants to be told of."""

    async def connected(self) -> None:
        """The client is there; nothing was said yet."""

    async def received(self, container: Container) -> None:
        """The client said something (also `MALFORMED`)."""

    async def heard(self, container: Container) -> None:
        """A table message that `listens_to` names was just written to this client: an end, a kick, a start."""

    async def timer(self, name: str) -> None:
        """A time set with `Desk.later` has come."""

    async def replaced(self) -> None:
        """A newer connection claimed this one's key."""

    async def gone(self) -> None:
        """The connection is lost or closed. The platform deals with the seat (on_disconnect); say goodbye to others."""
