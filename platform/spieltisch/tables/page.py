"""A table page's connection, /ws/<game>/<table>/: plays, watches, chats and runs the table in containers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async

from bridge.subscribers import subscriber_of
from gamekit import container, jsontext, registry
from gamekit.container import Container
from gamekit.errors import GameError, MalformedMessage, Refused, Unavailable
from gamekit.rules import Json
from spieltisch import ratelimits
from spieltisch.accounts.services import name_for, refuse_name_of_account, user_for_token
from spieltisch.console.audit import note
from spieltisch.console.gate import ban_for_socket
from spieltisch.tables import chat
from spieltisch.tables.actor import TableActor
from spieltisch.tables.admission import may_enter, opens
from spieltisch.tables.connection import COME_BACK, Connection, Event, Receive, Scope, Send, too_often
from spieltisch.tables.directory import bot_claim, directory
from spieltisch.tables.figures import REFUSALS
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.quotas import count_match, count_order, count_return
from spieltisch.tables.reading import AWAY, fresh
from spieltisch.tables.seating import Claim, TableRecord

logger = logging.getLogger(__name__)

Handler = Callable[["PageConnection", dict[str, Json]], Awaitable[Json]]


class PageConnection(Connection):
    """One page at one table; it may sit, or watch."""

    page = True
    kind = "page"

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.game = registry.game(scope["url_route"]["kwargs"]["game"])
        self.code: str = scope["url_route"]["kwargs"]["table"]
        self.query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        self.actor: TableActor | None = None
        self.seat: int | None = None
        self.number = 0
        self._shown: dict[str, Json] = {}

    # --- who is asking --------------------------------------------------------------------------------------------
    @property
    def user(self) -> Any:
        """The signed-in user or guest; None for strangers."""
        user = self.scope.get("user")
        return user if user is not None and user.is_authenticated else None

    @property
    def holder(self) -> str:
        """Who may come back to this seat."""
        return f"user:{self.user.pk}" if self.user else f"connection:{self.number}"

    @property
    def looks_on(self) -> bool:
        """Tell whether the page was opened with a token that may only read."""
        return bool(self.user and self.user.reads_only)

    @property
    def caller(self) -> str:
        """Whose lines are counted: all pages of one person together."""
        return f"user:{self.user.pk}" if self.user else f"address:{subscriber_of(self.address)}"

    @property
    def owner(self) -> bool:
        """Tell whether this page may run the table: its owner, staff, or anybody seated at a table nobody owns."""
        if self.actor is None:
            return False
        if self.user and (self.user.acts_as_staff or self.actor.record.owner_id == self.user.pk):
            return True
        return self.actor.record.owner_id is None and not self.actor.record.house and self.seat is not None

    @property
    def display_name(self) -> str:
        """The name shown for this visitor."""
        return str(getattr(self.user, "display_name", "") or getattr(self.user, "username", "") or "Guest")

    # --- life -----------------------------------------------------------------------------------------------------
    async def opened(self) -> None:
        """Find the table, take up one's seat again, and show everything."""
        self.bind(game=self.game.slug, table=self.code)
        self.number = await directory().number()
        token = self._token()
        if not await self._recognise(token):
            return
        actor = await directory().find(self.code)
        if actor is None or actor.record.game != self.game.slug:
            self.say("table/error", {"code": "table/unknown", "message": "there is no such table", "field": "table"})
            self.close(4404, "no such table")
            return
        if actor.record.private and not await sync_to_async(fresh)(self._is_admitted, actor.record, token):
            reason = "this table is private: ask whoever invited you for the whole link"
            self.say("table/error", {"code": "table/private", "message": reason, "field": "table"})
            self.close(4403, reason)
            return
        if token and self.user is None and not await sync_to_async(fresh)(opens, actor.record.number, token):
            # Told, instead of being let watch as a stranger: a program would not know why it can do nothing any more.
            reason = "this token is unknown or was revoked"
            self.say("table/error", {"code": "token/unknown", "message": reason, "field": "token"})
            self.close(4401, reason)
            return
        self.actor = actor
        own = actor.seating.of_holder(self.holder)
        since = self.query.get("version", [""])[0]
        await self.take_place(own.seat if own else None, int(since) if since.isdecimal() and len(since) < 10 else None)
        await self._show_chat(actor.record.number)

    async def _show_chat(self, table: int) -> None:
        """Show what was said last; whoever is at the table already does not leave it for that."""
        hidden = self._shown["spectator_delay"] if self.seat is None else 0
        try:
            lines = await sync_to_async(fresh)(chat.recent, table, hidden)
        except AWAY as error:
            logger.warning("the chat is not shown, the database is away: %s", type(error).__name__)
            return
        for line in lines:
            self.say("table/chat", line)

    def _is_admitted(self, record: TableRecord, token: str) -> bool:
        session = self.scope.get("session") or {}
        return may_enter(record.number, record.code, record.owner_id, self.user, session, token)

    def _token(self) -> str:
        """Return the token brought in the header or, because browsers cannot set one, in the address."""
        headers = dict(self.scope.get("headers", ()))
        scheme, _, bearer = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        return str(bearer).strip() if scheme.lower() == "bearer" else self.query.get("token", [""])[0]

    async def _recognise(self, token: str) -> bool:
        """Find out who brings a token; False when he is banned or comes too often."""
        if token and self.user is None:
            self.scope["user"] = await sync_to_async(fresh)(user_for_token, token) or self.scope.get("user")
            ban = await ban_for_socket(self.scope)
            if ban is not None:
                self.close(4403, ban.told[:120])
                return False
            # The address is counted already; whose the token is, could not be known then.
            if self.user and (wait := await ratelimits.take_async("connects", f"user:{self.user.pk}")):
                self.close(1013, too_often(wait))
                return False
        return True

    async def take_place(self, seat: int | None, since: int | None = None) -> None:
        """Hear the table as a seat or as a spectator from now on, and be told who one is."""
        assert self.actor is not None
        self.seat = seat
        try:
            self._shown = await self.actor.announced(seat)
            self._say_hello()
            await self.actor.attach(seat, self, since)
        except Unavailable as error:
            # Half-way between two places it would hear nothing more, and never know.
            self.close(COME_BACK, error.message[:120])
            raise

    def _say_hello(self) -> None:
        you = {"seat": self.seat, "name": self.display_name, "owner": self.owner, "user": self.user is not None}
        you["staff"] = bool(self.user and self.user.acts_as_staff)
        self.say("table/hello", {"you": you, "table": self._shown, "spectators": self._shown["spectators"]})

    async def closed(self) -> None:
        """Leave the table; the seat is kept as the table's rule says."""
        if self.actor is not None:
            await self.actor.detach(self.seat, self)

    def seat_moved(self, seat: int | None) -> None:
        """Follow one's seat to its new number, or stand up from it."""
        self.seat = seat
        # With the table as it was: how it is now follows at once, for everybody.
        self._say_hello()

    # --- messages -------------------------------------------------------------------------------------------------
    async def received(self, message: Container, event: Event) -> None:
        """Do what the page asks and answer it, with the id it gave."""
        if self.actor is None:
            return
        number = _id_of(event)
        try:
            self._answer(number, *await self._handle(message))
        except GameError as error:
            REFUSALS.inc(door="page", code=error.code)
            logger.debug("refused: %s", error.code)
            self._answer(number, "table/error", {"code": error.code, "message": error.message, "field": error.field})
        except AWAY as error:
            # Whoever watches a match that goes on, or plays it, stays.
            logger.warning("the database is away: %s", type(error).__name__)
            told = "the database is away; whether this was done is not known: look again in a moment"
            self._answer(number, "table/error", {"code": Unavailable.default_code, "message": told, "field": ""})

    async def _handle(self, message: Container) -> tuple[str, Json]:
        if message.payload_type == container.MALFORMED:
            raise MalformedMessage(message.payload["reason"], message.payload["code"], message.payload["field"])
        if self.looks_on and message.payload_type != "table/ask":
            raise Refused("this token may only read", "token/scope")
        handler = HANDLERS.get(message.payload_type)
        if handler is not None:
            payload = message.payload if isinstance(message.payload, dict) else {}
            answer = await handler(self, payload)
            await self._note_staff(message.payload_type, payload)
            return ("table/done", {}) if answer is None else ("table/answer", {"answer": answer})
        move = self.game.read_move(message.payload_type, message.payload)
        if move is None:
            raise MalformedMessage(
                f"{message.payload_type} is nothing this table knows", "message/unknown", "payloadType"
            )
        given = self.game.rules.dump_move(move)
        await self.table.play(self.seated(), given, self.received_at, holder=self.holder)
        return "table/done", {}

    async def _note_staff(self, payload_type: str, payload: dict[str, Json]) -> None:
        """Write down what staff did to a table that is not their own."""
        act = ACTS_OF_OWNERS.get(payload_type)
        if act and self.user and self.user.acts_as_staff and self.table.record.owner_id != self.user.pk:
            name, told = act
            # Only what was looked at: anything else would be the doer's own words on what he did.
            detail = {key: payload[key] for key in told if key in payload}
            done = str(detail["order"]) if "order" in detail else name
            await note(self.user, done, f"{self.game.slug}/{self.code}", jsontext.dumps(detail).decode())

    def _answer(self, number: Json, payload_type: str, payload: Json) -> None:
        message = TableMessage(payload_type, payload, container.timestamp())
        if number is None:
            self.outlet.write(message.prepared)
        else:
            self.outlet.write(message.answering(number))

    @property
    def table(self) -> TableActor:
        """The table this page shows."""
        assert self.actor is not None
        return self.actor

    def seated(self) -> int:
        """Return one's seat; Refused for spectators."""
        if self.seat is None:
            raise Refused("you are watching; sit down to play", "seat/none")
        return self.seat

    def must_own(self) -> None:
        """Refuse those who may not run the table."""
        if not self.owner:
            raise Refused("only the table's owner may do this", "table/not_owner")


async def sit(page: PageConnection, data: dict[str, Json]) -> Json:
    """Sit down, or change seats."""
    actor = page.table
    name, seat, chosen = data.get("name"), data.get("seat"), data.get("data")
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool)):
        raise MalformedMessage("seat must be a whole number", "message/field", "seat")
    user_id = page.user.pk if page.user else None
    shown = page.display_name
    if isinstance(name, str) and name.strip():
        shown = await sync_to_async(fresh)(name_for, name, page.user)
    else:
        # A guest may have had his name before somebody made an account of it.
        await sync_to_async(fresh)(refuse_name_of_account, shown, page.user)
    claim = Claim(
        shown, "person", page.holder, page.number, chosen if isinstance(chosen, dict) else {}, user_id,
        seat=seat, ready=True,
    )  # fmt: skip
    before = page.seat
    if before is None:
        await count_return(actor, *page.callers())
    record = await actor.sit(claim)
    if record.seat != before:
        await actor.detach(before, page)
        await page.take_place(record.seat)
    await actor.settle()
    return None


async def leave(page: PageConnection, data: dict[str, Json]) -> Json:
    """Rise; during a match that is to resign."""
    seat = page.seated()
    await page.table.rise(seat, holder=page.holder)
    await page.table.detach(seat, page)
    await page.take_place(None)
    return None


async def ready(page: PageConnection, data: dict[str, Json]) -> Json:
    """Say that one is ready, or not; `data` may change the seat (a team, a colour)."""
    chosen = data.get("data")
    chosen = chosen if isinstance(chosen, dict) else None
    await page.table.update_seat(page.seated(), None, chosen, bool(data.get("ready", True)), page.holder)
    await page.table.settle()
    return None


async def start(page: PageConnection, data: dict[str, Json]) -> Json:
    """Begin with those who are there."""
    page.must_own()
    await page.table.start()
    return None


async def add_bot(page: PageConnection, data: dict[str, Json]) -> Json:
    """Seat a bot."""
    page.must_own()
    seat = data.get("seat")
    claim = await bot_claim(page.game, str(data.get("bot", "")), seat if isinstance(seat, int) else None)
    await page.table.sit(claim)
    await page.table.settle()
    return None


async def unseat(page: PageConnection, data: dict[str, Json]) -> Json:
    """Free somebody's seat before the match."""
    page.must_own()
    seat = data.get("seat")
    if not isinstance(seat, int):
        raise MalformedMessage("seat must be a whole number", "message/field", "seat")
    await page.table.unseat(seat)
    return None


async def ask(page: PageConnection, data: dict[str, Json]) -> Json:
    """Ask the game's views: legal places, points of a planned move."""
    question = str(data.get("question", ""))
    if question in page.game.referee_questions:
        # Anybody can open a second page and watch his own game.
        raise Refused(f"{question} is only for clients of the protocol", "ask/referee", "question")
    return await page.table.ask(page.seat, question, data.get("data"), page.holder) or {}


async def control(page: PageConnection, data: dict[str, Json]) -> Json:
    """Pause, resume, step or abort."""
    page.must_own()
    order = data.get("order")
    if order not in ("pause", "resume", "step", "abort"):
        raise MalformedMessage("order must be pause, resume, step or abort", "message/field", "order")
    await count_order(page.code, order)
    await page.table.control(order)
    return None


async def resign(page: PageConnection, data: dict[str, Json]) -> Json:
    """Give the match up, and go on watching from the seat."""
    await page.table.withdraw(page.seated(), holder=page.holder)
    return None


async def rematch(page: PageConnection, data: dict[str, Json]) -> Json:
    """Play again at this table."""
    page.seated()
    await count_match(*page.callers())
    await page.table.rematch()
    return None


async def say(page: PageConnection, data: dict[str, Json]) -> Json:
    """Say something to the table."""
    await chat.say(page.table, data.get("text"), page.display_name, page.seat, page.user, page.caller)
    return None


async def report(page: PageConnection, data: dict[str, Json]) -> Json:
    """Ask staff to look at a line of the chat."""
    await chat.take_turn(page.caller)
    await chat.report(page.table, data.get("id"))
    return None


async def remove_line(page: PageConnection, data: dict[str, Json]) -> Json:
    """Take a line of the chat away; staff only."""
    if not (page.user and page.user.acts_as_staff):
        raise Refused("only staff may do this", "table/not_staff")
    await chat.remove(page.table, data.get("id"))
    await note(page.user, "remove chat line", page.code, str(data.get("id")))
    return None


async def stand_in(page: PageConnection, data: dict[str, Json]) -> Json:
    """Let a bot play for oneself, or take over again."""
    bot = page.game.bots[-1].name if data.get("on", True) else ""
    await page.table.stand_in(page.seated(), bot, page.holder)
    return None


HANDLERS: dict[str, Handler] = {
    "table/sit": sit,
    "table/leave": leave,
    "table/ready": ready,
    "table/start": start,
    "table/bot": add_bot,
    "table/unseat": unseat,
    "table/ask": ask,
    "table/control": control,
    "table/resign": resign,
    "table/rematch": rematch,
    "table/chat": say,
    "table/report": report,
    "table/chat_remove": remove_line,
    "table/stand_in": stand_in,
}


#: What only a table's owner or staff can do here -> its name in the audit log, and the fields that it goes by.
ACTS_OF_OWNERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "table/start": ("start", ()),
    "table/bot": ("add_bot", ("bot", "seat")),
    "table/unseat": ("unseat", ("seat",)),
    "table/control": ("control", ("order",)),
}


def _id_of(event: Event) -> Json:
    text = event.get("text") or ""
    if '"id"' not in text:
        return None
    try:
        data = jsontext.loads(text)
    except MalformedMessage:
        return None
    number = data.get("id") if isinstance(data, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None
