"""The tables of all hosts, as a front finds, opens and shows them."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError

from gamekit.errors import GameError, Unavailable
from gamekit.game import Game
from gamekit.reception import TableInfo
from gamekit.rules import Json
from spieltisch import health
from spieltisch.cluster import leases
from spieltisch.cluster.bus import Bus, Peer
from spieltisch.cluster.calls import Begun, Calls, Reply
from spieltisch.cluster.faces import read_face
from spieltisch.cluster.packets import Head
from spieltisch.cluster.remotetable import AWAY, RemoteTable
from spieltisch.inspector import live
from spieltisch.tables import figures, presence, storage
from spieltisch.tables.attendance import present
from spieltisch.tables.connection import CONNECTED
from spieltisch.tables.delivery import Listener, write
from spieltisch.tables.directory import Directory, house_rules
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.models import Table
from spieltisch.tables.reading import fresh
from spieltisch.tables.seating import Seating, table_info
from spieltisch.tables.wire import Prepared

if TYPE_CHECKING:
    from spieltisch.tables.protocol import ProtocolConnection

logger = logging.getLogger(__name__)

#: Seconds in which a call must be answered, whatever happens to hosts and Redis meanwhile.
CALL_SECONDS = 20.0
#: Seconds for the answers of all hosts to a question about everything.
ALL_SECONDS = 3.0
#: Seconds between two looks for a host when there is none.
SEARCH_SECONDS = 0.25
#: Calls whose answer comes after all that they brought about. The others are made while connections come and go, for
#: which what was missed waits in its turn.
AFTER_NEWS = frozenset(
    {"play", "control", "rise", "unseat", "withdraw", "start", "settle", "rematch", "update_seat", "ask"}
)
#: What fronts ask each other to know.
ASKED: dict[str, Callable[..., Json]] = {
    "wires": live.wires,
    "wire": live.wire,
    "present": present,
    "claim": lambda game, key, ticket: presence.take_away(game, key, (ticket[0], ticket[1])),
}
#: Those of which the answer may be long in the making.
SLOW = frozenset({"wire"})


class RemoteDirectory(Directory):
    """Implements the directory of a process that runs no table itself."""

    def __init__(self) -> None:
        super().__init__()
        self.bus = Bus(settings.REDIS_URL, "front")
        self.calls = Calls(self.bus)
        self.feed.public = self._public  # type: ignore[method-assign]
        # The hosts tell what changed.
        self.feed.touch = lambda actor: None  # type: ignore[method-assign]
        self.feed.listing.hears = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._refreshing = False
        self._remote: WeakValueDictionary[str, RemoteTable] = WeakValueDictionary()
        """The tables that somebody here uses; a connection at a table keeps it."""
        self._numbered: WeakKeyDictionary[Listener, int] = WeakKeyDictionary()
        self._by_number: WeakValueDictionary[int, Listener] = WeakValueDictionary()
        self._next = itertools.count(1)
        self.bus.on_packet = self._on_packet
        self.bus.on_gap = self._lost_touch
        self.bus.on_gone = self._gone
        self.bus.on_news_missed = self._missed_news
        self.bus.on_agreed = super().drain

    # --- life -----------------------------------------------------------------------------------------------------
    async def start(self, *, resume: bool = True) -> None:
        """Open the inbox; tables are run elsewhere."""
        self.writer.start()
        figures.show(self, CONNECTED)
        await self.bus.start()
        health.register("hosts", self._reach_hosts)
        self.ready = True

    async def stop(self) -> None:
        """Close the inbox and write what is still to be written."""
        self.ready = False
        taps = live.take_all()
        await self.bus.stop()
        # It keeps the loop busy: the hosts are to hear our goodbye before.
        live.keep_all(self.writer, taps)
        await asyncio.to_thread(self.writer.stop)

    def unsent(self) -> int:
        """Return how many packets wait for Redis."""
        return self.bus.waiting

    async def _reach_hosts(self) -> None:
        if not self.bus.connected or not self.bus.alive("host"):
            raise ConnectionError("no process runs tables")

    # --- tables ---------------------------------------------------------------------------------------------------
    async def find(self, code: str) -> Any:
        """Return the table as it looks now; None when there is none."""
        table = self._remote.get(code)
        if table is None:
            if not await sync_to_async(fresh)(Table.objects.filter(code=code).exists):
                return None
            table = self._remote.setdefault(code, RemoteTable(self, code))
        await table.look()
        return table

    async def infos(self, game: Game) -> list[TableInfo]:
        """Return the game's public tables, newest last."""
        faces = [read_face(data) for data in await self._everywhere("faces", game=game.slug)]
        public = sorted((face for face in faces if not face.record.private), key=lambda face: face.record.number)
        return [
            table_info(face.record, Seating(face.record.size, face.seats), face.spectators, face.standing)
            for face in public
        ]

    async def described(self) -> list[Json]:
        """Return every table in the hosts' memory as the API shows it, newest first."""
        return sorted(await self._everywhere("described"), key=lambda table: -int(table["number"]))

    async def _public(self) -> list[Json]:
        shown = await self._everywhere("public")
        return sorted(shown, key=lambda table: -int(table["number"]))[:100]

    async def house_table(self, game: Game) -> Any:
        """Return a house table with a free seat, opened when there is none, whichever process asks."""
        house = house_rules(game)
        extra = {} if house.fill_with_bots_after is None else {"fill_with_bots_after": house.fill_with_bots_after}
        code = await sync_to_async(fresh)(
            storage.house_table,
            game.slug,
            size=house.seats,
            options=game.read_options(house.options, house.seats),
            on_disconnect=house.on_disconnect,
            extra=extra,
        )
        return await self.get(code)

    def announce(self, notice: dict[str, Json]) -> None:
        """Tell all pages of all tables, and the lobby, something."""
        self.bus.broadcast({"t": "announce", "notice": notice})

    def drain(self, on: bool) -> None:
        """Let no new match begin anywhere, or let them begin again."""
        super().drain(on)
        self.bus.agree(on)

    async def claim(self, game: str, key: str, by: ProtocolConnection) -> bool:
        """Let a connection be the only one with a key, in all processes; of two at the same time, the later one."""
        ticket = (await self.bus.time(), self.bus.name)
        had = presence.claim(game, key, by, ticket)
        fates = await self.ask_fronts("claim", game=game, key=key, ticket=list(ticket))
        if "kept" in fates:
            presence.give_back(game, key, by)
            by.replaced()
        return had or "gone" in fates

    async def backlog(self) -> int:
        """Return how many writes wait, here and at the hosts."""
        hosts = await self._ask_all(self.bus.alive("host"), "figures")
        return self.writer.backlog() + sum(int(host["waiting"]) for host in hosts)

    async def ask_fronts(self, op: str, **given: Json) -> list[Json]:
        """Return what the other fronts answer."""
        others = [front for front in self.bus.alive("front") if front != self.bus.name]
        return await self._ask_all(others, op, **given)

    def tell_elsewhere(self, game: str, message: Prepared) -> None:
        """Tell the game's programs that are connected to other fronts."""
        self.bus.broadcast({"t": "everybody", "game": game}, [message.data])

    def disconnect(self, user_id: int | None, address: str | None, code: int, reason: str) -> None:
        """Close every connection of an account or an address, in all processes."""
        self._disconnect_here(user_id, address, code, reason)
        given = {"user_id": user_id, "address": address, "code": code, "reason": reason}
        for front in self.bus.alive("front"):
            if front != self.bus.name:
                self._spawn(self._make_sure(front, "disconnect", **given))

    # --- calls ----------------------------------------------------------------------------------------------------
    def begin_call(self, table: RemoteTable, op: str, given: dict[str, Any]) -> Begun | None:
        """Send a call at once, to go on with in `call_table`; None when the table's host is not known."""
        if table.host is None:
            return None
        number = self.calls.new_id()
        return number, self.calls.send(table.host, number, {"code": table.code, "op": op, "given": given})

    async def call_table(self, table: RemoteTable, op: str, given: dict[str, Any], begun: Begun | None = None) -> Any:
        """Have the table's host do something, whichever process that is; sent again until it is answered."""
        number, deadline = begun[0] if begun else self.calls.new_id(), time.monotonic() + CALL_SECONDS
        received, asked = given.pop("received", None), set[str]()
        head: Head = {"code": table.code, "op": op, "given": given}
        try:
            # A process that stops waits for nobody: the hosts may have gone before it.
            while self.ready and time.monotonic() < deadline:
                host = table.host or await self._search(table)
                if host is None:
                    await asyncio.sleep(SEARCH_SECONDS)
                    continue
                if received is not None:
                    given["ago"] = time.monotonic() - received
                self._watch_home(table, op, host)
                # An earlier host may have done it and died before it could say so.
                again = {"again": True} if asked - {host} else {}
                asked.add(host)
                if begun is not None:
                    reply, begun = await self.calls.wait(begun[1]), None
                else:
                    reply = await self.calls.ask(host, number, {**head, **again})
                if reply is None or reply.moved:
                    # No answer may mean a slow host or a dead one: the database knows.
                    if table.host == host:
                        table.host = None
                    if reply is not None:
                        await asyncio.sleep(SEARCH_SECONDS)
                    continue
                if op in AFTER_NEWS:
                    await _in_step(table, deadline)
                return self._accept(table, op, host, reply)
        finally:
            self.calls.forget(number)
        raise Unavailable(
            "the table cannot be reached at the moment; whether this was done is not known: look again in a moment",
            AWAY,
        )

    def _watch_home(self, table: RemoteTable, op: str, host: str) -> None:
        """A host that was not told who is here has to be."""
        if not table.members:
            table.home = None
        elif op != "sync" and table.home != host:
            self._sync(table)
            table.host = host

    def _accept(self, table: RemoteTable, op: str, host: str, reply: Reply) -> Any:
        if "face" in reply.head:
            table.take_face(reply.head["face"])
        if op == "sync" or table.home is None:
            table.home = host
        return reply.value()

    async def _search(self, table: RemoteTable) -> str | None:
        code, hosts = table.code, self.bus.alive("host")
        try:
            owner = await leases.ask(leases.owner, code)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("who runs table %s is not known at the moment: %s", code, type(error).__name__)
            return None
        if owner is None and hosts:
            # Any may take it; all fronts think of the same one.
            owner = max(hosts, key=lambda host: hashlib.sha256(f"{host} {code}".encode()).digest())
        # One that shows no sign of life is not worth a call: its lease runs out, and another takes over.
        table.host = owner if owner in hosts else None
        return table.host

    async def _everywhere(self, op: str, **given: Any) -> list[Json]:
        """Return what all living hosts answer, put together."""
        answers = await self._ask_all(self.bus.alive("host"), op, **given)
        return [entry for answer in answers for entry in answer]

    async def _ask_all(self, processes: list[str], op: str, **given: Any) -> list[Json]:
        """Return the answers of those that answer in time."""
        head = {"code": None, "op": op, "given": given}
        replies = await asyncio.gather(*(self._reply_of(process, head) for process in processes))
        # One that stops says "moved": its tables are somebody else's to tell of.
        return [reply.value() for reply in replies if reply is not None and not reply.moved]

    async def _reply_of(self, process: str, head: Head) -> Reply | None:
        """Return the reply; None when there is none in time, or the process has fallen silent. It is told anyway."""
        number, deadline = self.calls.new_id(), time.monotonic() + ALL_SECONDS
        asked, reply = self.calls.send(process, number, head), None
        while reply is None and time.monotonic() < deadline and not self.bus.quiet(process):
            reply = await self.calls.wait(asked, SEARCH_SECONDS)
        self.calls.forget(number)
        return reply

    async def _make_sure(self, process: str, op: str, **given: Any) -> None:
        """Ask a process until it answers, or is gone."""
        number = self.calls.new_id()
        while process in self.bus.peers:
            if await self.calls.ask(process, number, {"code": None, "op": op, "given": given}) is not None:
                break
        self.calls.forget(number)

    # --- what hosts tell ------------------------------------------------------------------------------------------
    def number_of(self, listener: Listener) -> int:
        """Return the number by which hosts know a connection."""
        number = self._numbered.get(listener)
        if number is None:
            number = self._numbered[listener] = next(self._next)
            self._by_number[number] = listener
        return number

    async def _on_packet(self, head: Head, bodies: list[bytes]) -> None:
        match head["t"]:
            case "reply":
                self.calls.answered(head, bodies)
            case "deliver" | "repair":
                await self._deliver(head, bodies)
            case "tell":
                self._tell(head, bodies)
            case "write" | "close" | "seat" | "joined" | "left":
                self._to_connection(head, bodies)
            case "call" if head["op"] in SLOW:
                self._spawn(self._answer_beside_the_loop(head))
            case "call":
                answer = self._disconnect_here if head["op"] == "disconnect" else ASKED[head["op"]]
                self.bus.send(head["from"], {"t": "reply", "id": head["id"], "value": answer(**head["given"])})
            case "everybody" if head["from"] != self.bus.name:
                presence.tell(head["game"], Prepared(bodies[0]))
            case "announce":
                self.feed.tell("lobby/notice", head["notice"])
            case "lobby":
                self.feed.relay(Prepared(bodies[0]))
            case "adopted":
                for code in head["codes"]:
                    if code in self._remote:
                        self._sync(self._remote[code])
            case "moved" if head["code"] in self._remote:
                self._sync(self._remote[head["code"]])
            case "hello":
                self._lost_touch(head["from"])

    async def _answer_beside_the_loop(self, head: Head) -> None:
        value = await asyncio.to_thread(ASKED[head["op"]], **head["given"])
        self.bus.send(head["from"], {"t": "reply", "id": head["id"], "value": value})

    def _disconnect_here(self, user_id: int | None, address: str | None, code: int, reason: str) -> bool:
        super().disconnect(user_id, address, code, reason)
        return True

    async def _deliver(self, head: Head, bodies: list[bytes]) -> None:
        code, viewer = head["code"], head["viewer"]
        messages, state = _messages(head, bodies)
        table = self._remote.get(code)
        if table is None or not self.hub.count(code, viewer):
            return
        if head["t"] == "repair":
            table.repaired(viewer, head["match"], head["version"])
        elif not table.takes(viewer, head["match"], messages):
            # Told now, they would be out of order: the host tells them again after what was lost.
            self._sync(table)
            return
        await self.hub.deliver(code, viewer, messages, state)

    def _tell(self, head: Head, bodies: list[bytes]) -> None:
        table = self._remote.get(head["code"])
        if table is None or table.in_step.is_set():
            self._tell_now(head, bodies)
        else:
            # Nobody is let hear anything just now, and what has no version is not told again.
            table.spawn(self._tell_when_in_step(table, head, bodies))

    async def _tell_when_in_step(self, table: RemoteTable, head: Head, bodies: list[bytes]) -> None:
        await table.in_step.wait()
        self._tell_now(head, bodies)

    def _tell_now(self, head: Head, bodies: list[bytes]) -> None:
        messages, _ = _messages(head, bodies)
        but = self._by_number.get(head["but"]) if head["but"] is not None else None
        self.hub.tell(
            head["code"], messages[0], pages=head["pages"], protocol=head["protocol"], only=head["only"], but=but
        )

    def _to_connection(self, head: Head, bodies: list[bytes]) -> None:
        listener = self._by_number.get(head["conn"])
        if listener is None:
            return
        match head["t"]:
            case "write":
                write(listener, *_messages(head, bodies))
            case "close":
                listener.outlet.close(head["code"], head["reason"])
            case "seat":
                listener.seat_moved(head["seat"])
            case "joined":
                self._joined(head, listener)
            case "left":
                self.hub.leave(head["code"], head["viewer"], listener)

    def _joined(self, head: Head, listener: Listener) -> None:
        table = self._remote.get(head["code"])
        if table is not None:
            if table.home is None:
                # Its answer to the one who came is on its way still.
                table.home = head["from"]
            table.joined(head["viewer"], listener, head["match"], head["version"])

    # --- when something was lost ----------------------------------------------------------------------------------
    def _gone(self, process: str, seen: float) -> None:
        self.calls.lost(process)
        self._lost_touch(process)

    def _lost_touch(self, host: str) -> None:
        """A host is gone, or we missed some of what it said: find out anew who runs its tables, and catch up."""
        for table in list(self._remote.values()):
            if host in (table.host, table.home) or table.host is None:
                self._sync(table)

    def _missed_news(self, peer: Peer) -> None:
        """Show the lobby anew: a table may have changed unheard."""
        if peer.kind == "host" and not self._refreshing:
            self._refreshing = True
            self._spawn(self._show_lobby())

    async def _show_lobby(self) -> None:
        self._refreshing = False
        self.feed.tell("lobby/tables", {"tables": await self._public()})

    def _sync(self, table: RemoteTable) -> None:
        table.host = None
        table.in_step.clear()
        if not table.syncing:
            table.syncing = True
            table.spawn(self._sync_until_done(table))

    async def _sync_until_done(self, table: RemoteTable) -> None:
        try:
            await self._try_to_sync(table)
        finally:
            if not table.syncing:
                # Otherwise the next one, which waits already, has more to tell.
                table.in_step.set()

    async def _try_to_sync(self, table: RemoteTable) -> None:
        while self.ready:
            try:
                await table.sync()
                return
            except GameError as error:
                if error.code == "table/unknown":
                    return
                # Whatever it was: without this nobody here hears the table.
                logger.warning("table %s: %s", table.code, error.message)
                await asyncio.sleep(SEARCH_SECONDS)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _in_step(table: RemoteTable, deadline: float) -> None:
    """Wait until what was missed is told: whoever acts hears what came of it before the answer, as in one process."""
    try:
        async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
            await table.in_step.wait()
    except TimeoutError:
        logger.warning("table %s: an answer overtakes what came before it", table.code)


def _messages(head: Head, bodies: list[bytes]) -> tuple[list[TableMessage], Prepared | None]:
    messages = [
        TableMessage.encoded(kind, body, version)
        for (kind, version), body in zip(head["messages"], bodies, strict=False)
    ]
    return messages, Prepared(bodies[-1]) if head["state"] else None
