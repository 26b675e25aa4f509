"""The desk at which a game's reception sits: all that a protocol's conversation can do on this platform."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from asgiref.sync import sync_to_async

from gamekit import container
from gamekit.errors import Refused, Unavailable
from gamekit.game import Game
from gamekit.reception import House, SeatInfo, TableInfo
from gamekit.rules import Json, Order
from spieltisch import ratelimits
from spieltisch.tables import chat, logins, presence
from spieltisch.tables.actor import TableActor
from spieltisch.tables.directory import directory, house_rules, new_token, token_hash
from spieltisch.tables.figures import counted
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.quotas import count_match, count_order, count_return
from spieltisch.tables.reading import fresh, in_own_thread
from spieltisch.tables.seating import Claim

if TYPE_CHECKING:
    from spieltisch.tables.protocol import ProtocolConnection


T = TypeVar("T")


class ConnectionDesk:
    """Implements gamekit's Desk for one connection."""

    def __init__(self, connection: ProtocolConnection, game: Game, number: int) -> None:
        self._connection = connection
        self._game = game
        self._number = number
        self._house = house_rules(game)
        self._login = ""
        self._claimed: set[str] = set()
        self._touched: set[TableActor] = set()
        self._leaving = False
        self.actor: TableActor | None = None
        self.seat: int | None = None
        self._variant = ""

    @property
    def number(self) -> int:
        """This connection's number."""
        return self._number

    @property
    def house(self) -> House:
        """The house rules."""
        return self._house

    @property
    def endpoint(self) -> str:
        """The door the client came through."""
        return str(self._connection.scope.get("spieltisch", {}).get("endpoint", "web"))

    @property
    def variant(self) -> str:
        """The dialect's variant as far as known."""
        return self._variant

    def learn(self, variant: str) -> None:
        """Take note of the dialect's variant."""
        self._variant = variant

    @property
    def holder(self) -> str:
        """Who may come back to a seat taken by this connection."""
        return f"login:{self._game.slug}:{self._login}" if self._login else f"connection:{self._number}"

    # --- to this client -------------------------------------------------------------------------------------------
    def send(self, payload_type: str, payload: Json) -> None:
        """Send a message to this connection alone."""
        self._connection.say(payload_type, payload)

    def close(self, reason: str = "") -> None:
        """Close the connection once everything sent has been written."""
        self._connection.close(1000, reason)

    def later(self, seconds: float, name: str) -> None:
        """Call the reception's timer after the time."""
        self._connection.set_timer(seconds, name)

    # --- the lobby ------------------------------------------------------------------------------------------------
    async def tables(self) -> Sequence[TableInfo]:
        """Return the game's public tables, newest last."""
        return await directory().infos(self._game)

    async def table(self, table: int | str) -> TableInfo:
        """Return one table: as it is to those who play there, as it is announced to others."""
        actor = await self._find(table)
        own = actor is self.actor and self.seat is not None
        # An open one is open for everybody who wants to sit down, even while the end of its last match is still kept.
        known = own or actor.record.status == "open" or actor.seating.of_holder(self.holder) is not None
        return actor.info(announced=not known)

    async def house_table(self) -> TableInfo:
        """Return a house table with a free seat."""
        return (await directory().house_table(self._game)).info()

    async def open_table(
        self,
        *,
        name: str = "",
        options: Json = None,
        size: int | None = None,
        hold: Sequence[str] = (),
        extra: Json = None,
    ) -> tuple[TableInfo, Sequence[str]]:
        """Open a table, with seats held for those named; Refused for who opens too many."""
        await count_match(self._connection.address)
        house = self.house
        tokens = [new_token() for _ in hold]
        actor = await directory().open_table(
            self._game,
            name=name,
            options={**house.options, **(options or {})},
            size=size or house.seats,
            house=True,
            on_disconnect=house.on_disconnect,
            extra={**(extra or {}), **({"reopen": True} if house.extra.get("reopen") and name else {})},
            held=[(shown, hashed) for shown, (_, hashed) in zip(hold, tokens, strict=True)],
        )
        return actor.info(), [token for token, _ in tokens]

    @counted("protocol")
    async def sit(
        self, table: int, name: str, data: Mapping[str, Json] | None = None, *, seat: int | None = None, token: str = ""
    ) -> SeatInfo:
        """Take a seat and hear the table as that seat."""
        actor = await self._find(table, token)
        if self.actor is not None and self.seat is not None:
            raise Refused("this connection has a seat already", "seat/seated")
        await count_return(actor, self._connection.address)
        hashed = token_hash(token) if token else ""
        claim = Claim(name, "client", self.holder, self._number, data or {}, seat=seat, token_hash=hashed, ready=False)
        if self.actor is not None:
            await self.unsubscribe()
        record = await self._or_not_at_all(actor, actor.sit(claim, self._connection))
        self.actor, self.seat = actor, record.seat
        self._touched.add(actor)
        return record.info()

    @counted("protocol")
    async def redeem(self, token: str) -> tuple[TableInfo, int]:
        """Return the table and seat that a seat token opens."""
        found = await sync_to_async(fresh)(_table_of_token, self._game.slug, token_hash(token))
        if found is None:
            raise Refused("this seat token is not valid or has expired", "seat/token", "token")
        self._connection.tap.secrets.add(token)
        actor = await directory().get(found[0])
        return actor.info(), found[1]

    async def release(self, token: str) -> None:
        """Give up a held seat."""
        table, _ = await self.redeem(token)
        actor = await self._find(table.table, token)
        await actor.release(token_hash(token))

    @counted("protocol")
    async def update_seat(
        self, *, name: str | None = None, data: Mapping[str, Json] | None = None, ready: bool | None = None
    ) -> SeatInfo:
        """Change one's own seat before the match begins."""
        actor, seat = self._seated()
        record = await actor.update_seat(seat, name, data, ready, self.holder)
        self._touched.add(actor)
        return record.info()

    async def watch(self, table: int) -> TableInfo:
        """Hear the table as a spectator."""
        actor = await self._find(table)
        await self.unsubscribe()
        await self._or_not_at_all(actor, actor.attach(None, self._connection))
        self.actor, self.seat = actor, None
        return actor.info(announced=True)

    async def _or_not_at_all(self, actor: TableActor, coming: Coroutine[Any, Any, T]) -> T:
        """Come to a table; when nobody waits for it any more, what is done of it later is undone right behind it."""
        try:
            return await coming
        except (asyncio.CancelledError, Unavailable):
            actor.spawn(actor.detach(None, self._connection))
            raise

    async def leave(self) -> None:
        """Leave the table, giving up the seat."""
        if self.actor is not None and self.seat is not None:
            self._leaving = True
            try:
                await self.actor.rise(self.seat, holder=self.holder)
            finally:
                self._leaving = False
        await self.unsubscribe()

    def lose_seat(self) -> None:
        """Take note that the seat is somebody else's from here on; no protocol has a word for that but goodbye."""
        self.seat = None
        if not self._leaving:
            self._connection.close(1000, "this seat was freed")

    async def unsubscribe(self) -> None:
        """Stop hearing the table."""
        actor, seat = self.actor, self.seat
        self.actor, self.seat = None, None
        if actor is not None:
            await actor.detach(seat, self._connection, self._connection.cut_off)

    # --- the match ------------------------------------------------------------------------------------------------
    @counted("protocol")
    async def play(self, move: Any) -> None:
        """Play as one's seat."""
        actor, seat = self._seated()
        given = self._game.rules.dump_move(move)
        await actor.play(seat, given, self._connection.received_at, holder=self.holder)

    async def ask(self, question: str, data: Json = None) -> Json:
        """Ask the game's views."""
        if self.actor is None:
            raise Refused("this connection is at no table", "table/none")
        return await self.actor.ask(self.seat, question, data, self.holder)

    async def catch_up(self) -> None:
        """Tell this connection how the match stands."""
        if self.actor is not None:
            await self.actor.catch_up(self.seat, self._connection)

    @counted("protocol")
    async def control(self, order: Order, table: int | None = None) -> None:
        """Pause, resume, step or abort; somebody else's table only where the house's protocols let anybody steer."""
        actor = self.actor if table is None else await self._find(table)
        if actor is None:
            raise Refused("this connection is at no table", "table/none")
        if table is not None and not actor.record.house:
            raise Refused("only the table's owner may do this", "table/not_owner")
        if order == "abort" and not actor.underway:
            await actor.close_for_good()
        else:
            await count_order(actor.record.code, order)
            await actor.control(order, early=True)

    # --- everybody ------------------------------------------------------------------------------------------------
    def tell_table(
        self, payload_type: str, payload: Json, *, spectators_only: bool = False, others_only: bool = False
    ) -> None:
        """Send an unversioned message to the connections at one's table."""
        actor = self.actor
        if actor is None:
            return
        said = self._game.read_chat(payload_type, payload) if self._game.read_chat else None
        actor.tell(
            TableMessage(payload_type, payload, container.timestamp()),
            pages=said is None,
            only=(None,) if spectators_only else None,
            but=self._connection if others_only else None,
        )
        if said is not None:
            caller = f"connection:{self.number}"
            actor.spawn(chat.relay(actor, said[1], said[0], self.seat, caller, spectators=spectators_only))

    def tell_everybody(self, payload_type: str, payload: Json) -> None:
        """Send to every other protocol connection of this game."""
        message = TableMessage(payload_type, payload, container.timestamp())
        presence.tell(self._game.slug, message.prepared, self._connection)
        directory().tell_elsewhere(self._game.slug, message.prepared)

    @counted("protocol")
    async def login(self, name: str, password: str) -> bool:
        """Register the name with its password, or check it; Refused after too many wrong ones or new names."""
        matches = await logins.log_in(self._game.slug, name, password, self._connection.address)
        if matches:
            self._login = self._connection.known_as = name
        return matches

    async def claim(self, key: str) -> bool:
        """Be the only connection with this key, in all processes; return whether another had it."""
        self._claimed.add(key)
        return await directory().claim(self._game.slug, key, self._connection)

    async def replay(self, replay: str, format: str) -> bytes:
        """Return a finished match in one of the game's formats."""
        from spieltisch.replays.services import export

        if wait := await ratelimits.take_async("requests", self._connection.address):
            raise Refused(f"too many replays; try again in {math.ceil(wait)} s", "replay/too_many")
        return (await in_own_thread(lambda: export(replay, format))).content

    # --- for the connection ---------------------------------------------------------------------------------------
    async def settle(self) -> None:
        """Let matches begin that what was just done made ready."""
        while self._touched:
            await self._touched.pop().settle()

    async def gone(self) -> None:
        """Give back everything this connection has."""
        for key in self._claimed:
            presence.give_back(self._game.slug, key, self._connection)
        await self.unsubscribe()

    def _seated(self) -> tuple[TableActor, int]:
        if self.actor is None or self.seat is None:
            raise Refused("this connection has no seat", "seat/none")
        return self.actor, self.seat

    async def _find(self, table: int | str, token: str = "") -> TableActor:
        actor = await directory().find_named(self._game.slug, table)
        known = bool(token) or actor is self.actor or actor.seating.of_holder(self.holder) is not None
        if actor.record.private and not known:
            # Numbers are easily guessed: to strangers a private table does not exist.
            raise Refused(f"there is no table {table!r}", "table/unknown", "table")
        return actor


def _table_of_token(game: str, hashed: str) -> tuple[str, int] | None:
    from spieltisch.tables.models import Seat

    found = Seat.objects.filter(table__game=game, token_hash=hashed).values_list("table__code", "seat").first()
    return (found[0], found[1]) if found else None
