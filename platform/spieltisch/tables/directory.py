"""The tables of this process: found, opened, recovered, and put away when nobody needs them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import IntegrityError

from gamekit import registry
from gamekit.errors import GameError, MalformedMessage, Refused
from gamekit.game import Game
from gamekit.reception import House, TableInfo
from gamekit.rules import Json
from spieltisch import environment, health
from spieltisch.inspector.live import keep_all
from spieltisch.lobby.feed import Feed
from spieltisch.retention import forget_in_time
from spieltisch.tables import figures, presence, storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.botplay import bot_kind
from spieltisch.tables.connection import CONNECTED
from spieltisch.tables.delivery import Hub
from spieltisch.tables.describing import listed
from spieltisch.tables.log import LogWriter
from spieltisch.tables.models import Match, Table
from spieltisch.tables.reading import fresh
from spieltisch.tables.seating import LONGEST_NAME, Claim, SeatRecord
from spieltisch.tables.surroundings import Surroundings
from spieltisch.tables.wire import Prepared
from spieltisch.upkeep import for_good

if TYPE_CHECKING:
    from spieltisch.tables.protocol import ProtocolConnection

logger = logging.getLogger(__name__)

#: Seconds after which an ended table without listeners leaves memory.
IDLE_SECONDS = 300.0
SWEEP_SECONDS = 60.0


class Directory:
    """Every table this process runs. One object a process; see `directory()`."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.feed = Feed(self)
        self.writer = LogWriter()
        self.draining = False
        self.around = Surroundings(self.writer, self.hub, self.feed, settings.BOT_DELAY, lambda: self.draining)
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor | None]] = {}
        self._numbers: list[int] = []
        self._house_lock = asyncio.Lock()
        self._sweepers: list[asyncio.Task[None]] = []
        self.ready = False
        self.before_load: Callable[[str], Awaitable[None]] | None = None
        """Asked before a table is loaded; it raises when another process runs that table."""

    # --- life -----------------------------------------------------------------------------------------------------
    async def start(self, *, resume: bool = True) -> None:
        """Start the log and go on with every running match where its log ends."""
        # First, so that a start that fails because the database is away can be tried again.
        running = await sync_to_async(fresh)(_running_codes) if resume else ()
        self.writer.start()
        self.feed.start()
        figures.show(self, CONNECTED)
        health.register("log", self.writer.check)
        for code in running:
            await self._resume(code)
        self._sweepers = [for_good(self._sweep()), for_good(forget_in_time())]
        self.ready = True

    async def _resume(self, code: str) -> None:
        try:
            await self.find(code)
        except Exception:
            # One match that cannot be played again must not keep all others from going on.
            logger.exception("table %s cannot go on", code)

    async def stop(self) -> None:
        """Stop every table and write what is still to be written."""
        self.ready = False
        for sweeper in self._sweepers:
            sweeper.cancel()
        self.feed.stop()
        keep_all(self.writer)
        for actor in list(self._actors.values()):
            await actor.close()
        await asyncio.to_thread(self.writer.stop)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()

    async def sweep(self) -> None:
        """Put away the tables that nobody needs."""
        for code, actor in list(self._actors.items()):
            idle = time.monotonic() - actor.last_used > IDLE_SECONDS
            if idle and not self.hub.viewers(code) and (actor.match is None or actor.match.outcome() is not None):
                del self._actors[code]
                await actor.close()

    async def put_away(self, code: str) -> None:
        """Forget a table that another process runs now."""
        actor = self._actors.pop(code, None)
        self.hub.clear(code)
        if actor is not None:
            await actor.close()

    # --- tables ---------------------------------------------------------------------------------------------------
    def loaded(self, code: str) -> TableActor | None:
        """Return the table if it is in memory."""
        return self._actors.get(code)

    def actors(self) -> list[TableActor]:
        """Return the tables in memory."""
        return list(self._actors.values())

    async def get(self, code: str) -> TableActor:
        """Return the table; Refused when there is none."""
        actor = await self.find(code)
        if actor is None:
            raise Refused(f"there is no table {code!r}", "table/unknown", "table")
        return actor

    async def find(self, code: str) -> TableActor | None:
        """Return the table, loaded from the database when it is not in memory."""
        if code in self._actors:
            # Whoever asks is about to come in: put away before that, the table would have two actors.
            self._actors[code].last_used = time.monotonic()
            return self._actors[code]
        if code not in self._loading:
            # One load for all who ask at the same time: there must never be two actors of one table.
            task = self._loading[code] = asyncio.create_task(self._load(code))
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> TableActor | None:
        if self.before_load is not None:
            await self.before_load(code)
        stored = await sync_to_async(fresh)(storage.load_table, code)
        if stored is None:
            return None
        actor = TableActor(registry.game(stored.record.game), stored.record, stored.seats, self.around)
        if stored.match is not None:
            # Before anybody finds it: a table whose match cannot be rebuilt is not an empty one.
            await actor.restore(stored.match)
        self._actors[code] = actor
        if stored.match is not None:
            # Whoever asked for the table first, it goes on: there is nobody else who plays it.
            try:
                await actor.resume(stored.match.closed)
            except BaseException:
                # Loaded anew by whoever asks next.
                await self.put_away(code)
                raise
        elif stored.record.status == "open":
            actor.absence.after_load()
            self.feed.touch(actor)
        return actor

    async def find_named(self, game: str, table: int | str) -> TableActor:
        """Return a game's table by number, code or name; Refused when there is none."""
        code = await sync_to_async(fresh)(_code_of, game, table)
        if code is None:
            raise Refused(f"there is no table {table!r}", "table/unknown", "table")
        return await self.get(code)

    async def open_table(
        self, game: Game, *, name: str = "", options: Json = None, size: int | None = None, private: bool = False,
        house: bool = False, demo: bool = False, owner_id: int | None = None, on_disconnect: str = "",
        bots: Sequence[str] = (), extra: Json = None, held: Sequence[tuple[str, str]] = (),
    ) -> TableActor:  # fmt: skip
        """Open a table with its first seats held for names (each with its token's hash), and bots at the next;
        MalformedMessage or Refused name what is wrong."""
        size = game.default_seats if size is None else size
        smallest, largest = game.seats
        if not smallest <= size <= largest:
            raise MalformedMessage(
                f"{game.title} is for {smallest} to {largest} players, not {size}", "table/size", "seats"
            )
        if len(held) + len(bots) > size:
            many = f"{len(held)} held seats and " if held else ""
            raise MalformedMessage(f"{many}{len(bots)} bots do not fit at {size} seats", "table/size", "bots")
        for bot in bots:
            bot_kind(game, bot)
        complete = game.read_options(options, size)
        code = storage.new_code()
        try:
            await sync_to_async(fresh)(
                storage.create_table, game.slug, code=code, name=name[:80], size=size, options=complete,
                private=private, house=house, demo=demo, owner_id=owner_id,
                on_disconnect=on_disconnect or ("end" if house else "bot"), extra=extra,
                held=[
                    SeatRecord(seat, shown[:LONGEST_NAME], 0, "held", token_hash=hashed)
                    for seat, (shown, hashed) in enumerate(held)
                ],
            )  # fmt: skip
        except IntegrityError:
            raise Refused(f"there is a table called {name!r} already", "table/name_taken", "name") from None
        actor = await self.get(code)
        for bot in bots:
            await actor.sit(await bot_claim(game, bot))
        await actor.settle()
        self.feed.touch(actor)
        return actor

    async def house_table(self, game: Game) -> TableActor:
        """Return a house table with a free seat, opened when there is none."""
        async with self._house_lock:
            for actor in self._actors.values():
                record = actor.record
                free = record.size - len(actor.seating.all())
                if (
                    record.game == game.slug
                    and record.house
                    and record.status == "open"
                    and free > 0
                    and not record.name
                ):
                    return actor
            house = house_rules(game)
            extra: dict[str, Any] = {}
            if house.fill_with_bots_after is not None:
                extra["fill_with_bots_after"] = house.fill_with_bots_after
            return await self.open_table(
                game,
                options=house.options,
                size=house.seats,
                house=True,
                on_disconnect=house.on_disconnect,
                extra=extra,
            )

    async def infos(self, game: Game) -> list[TableInfo]:
        """Return the game's public tables, newest last."""
        shown = [
            actor for actor in self._actors.values() if actor.record.game == game.slug and not actor.record.private
        ]
        return [actor.info(announced=True) for actor in sorted(shown, key=lambda actor: actor.record.number)]

    async def described(self) -> list[dict[str, Json]]:
        """Return every table in memory as the API lists it, newest first."""
        shown = sorted(self._actors.values(), key=lambda actor: -actor.record.number)
        return [listed(await actor.announced()) for actor in shown]

    def announce(self, notice: dict[str, Json]) -> None:
        """Tell all pages of all tables, and the lobby, something."""
        for actor in self._actors.values():
            actor.tell_pages("table/notice", notice)
        self.feed.tell("lobby/notice", notice)

    def unsent(self) -> int:
        """Return how many packets wait for other processes; there are none."""
        return 0

    def drain(self, on: bool) -> None:
        """Let no new match begin, or let them begin again."""
        over, self.draining = self.draining and not on, on
        for actor in self._actors.values() if over else ():
            # Who was ready meanwhile waits for nothing else.
            actor.spawn(actor.settle())

    async def claim(self, game: str, key: str, by: ProtocolConnection) -> bool:
        """Let a connection be the only one with a key, in all processes; return whether another had it."""
        return presence.claim(game, key, by, (time.monotonic(), ""))

    async def backlog(self) -> int:
        """Return how many writes wait."""
        return self.writer.backlog()

    async def ask_fronts(self, op: str, **given: Json) -> list[Json]:
        """Return what the other processes that hold connections answer; there are none."""
        return []

    def tell_elsewhere(self, game: str, message: Prepared) -> None:
        """Tell the game's programs that are connected to other processes; there are none."""

    def disconnect(self, user_id: int | None, address: str | None, code: int, reason: str) -> None:
        """Close every connection of an account or an address."""
        for connection in list(CONNECTED):
            if connection.belongs_to(user_id, address):
                connection.close(code, reason)

    async def number(self) -> int:
        """Return the next player number, unique on the server."""
        if not self._numbers:
            taken = list(await sync_to_async(fresh)(storage.take_numbers))
            self._numbers = taken[::-1] + self._numbers
        return self._numbers.pop()


def house_rules(game: Game) -> House:
    """Return the house rules in force: the game's own, changed by HOUSE_<GAME>; a wrong one stops the start."""
    name = f"HOUSE_{game.slug.upper()}"
    try:
        rules = {**game.house, **_given_house_rules(name)}
        rules["options"] = {**game.house.get("options", {}), **rules.get("options", {})}
        seats = rules.get("seats", game.default_seats)
        if not isinstance(seats, int) or not game.seats[0] <= seats <= game.seats[1]:
            raise ValueError(f"seats must be {game.seats[0]} to {game.seats[1]}, not {seats!r}")
        options = game.read_options(rules["options"], seats)
    except (ValueError, TypeError, GameError) as error:
        raise SystemExit(f"{name}: {error}") from None
    known = ("seats", "options", "assign_after", "fill_with_bots_after", "on_disconnect")
    return House(
        seats,
        options,
        rules.get("assign_after"),
        rules.get("fill_with_bots_after"),
        rules.get("on_disconnect", "end"),
        {key: value for key, value in rules.items() if key not in known},
    )


def _given_house_rules(name: str) -> dict[str, Json]:
    given = json.loads(environment.text(name, "{}"))
    if not isinstance(given, dict):
        raise ValueError("must be a JSON object")
    for key in ("assign_after", "fill_with_bots_after"):
        if not isinstance(given.get(key), (int, float, type(None))):
            raise ValueError(f"{key} must be a number of seconds, not {given[key]!r}")
    if not re.fullmatch(r"end|bot|wait:\d+", str(given.get("on_disconnect", "end"))):
        raise ValueError(f"on_disconnect must be end, bot or wait:SECONDS, not {given['on_disconnect']!r}")
    return given


async def bot_claim(game: Game, bot: str, seat: int | None = None) -> Claim:
    """Return the claim of a bot."""
    kind = bot_kind(game, bot)
    number = await directory().number()
    return Claim(kind.title, "bot", f"bot:{number}", number, bot=bot, seat=seat, ready=True)


def new_token() -> tuple[str, str]:
    """Return a seat token and its hash, the only thing that is stored."""
    token = secrets.token_urlsafe(12)
    return token, token_hash(token)


def token_hash(token: str) -> str:
    """Return the hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


_directory: Directory | None = None


def directory() -> Directory:
    """Return this process's directory, made on first use inside the event loop."""
    global _directory
    if _directory is None:
        _directory = Directory()
    return _directory


def chosen() -> bool:
    """Tell whether this process has a directory already."""
    return _directory is not None


def use(wanted: Directory) -> None:
    """Let this be the process's directory: a front's shows tables that other processes run."""
    global _directory
    _directory = wanted


def _running_codes() -> list[str]:
    running = Match.objects.filter(status=Match.Status.RUNNING, table__isnull=False)
    return list(running.order_by("pk").values_list("table__code", flat=True))


def _code_of(game: str, table: int | str) -> str | None:
    tables = Table.objects.filter(game=game)
    if isinstance(table, int):
        return tables.filter(pk=table).values_list("code", flat=True).first()
    by_code = tables.filter(code=table).values_list("code", flat=True).first()
    return by_code or tables.filter(name=table).order_by("-pk").values_list("code", flat=True).first()
