"""A table that another process runs, as this one uses it: the same methods as the table itself, carried out there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gamekit import container, registry
from gamekit.errors import Refused
from gamekit.reception import TableInfo
from gamekit.rules import Json, Order
from spieltisch.cluster.calls import Begun
from spieltisch.cluster.faces import Face, claim_json, read_face, read_seat
from spieltisch.tables.delivery import Listener
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.seating import Claim, Seating, SeatRecord, TableRecord, table_info

if TYPE_CHECKING:
    from spieltisch.cluster.remotedirectory import RemoteDirectory

logger = logging.getLogger(__name__)

#: Refusal of a call that no host answered.
AWAY = "server/away"


class RemoteTable:
    """One table of a host; what is known of it here is as new as the last answer."""

    def __init__(self, directory: RemoteDirectory, code: str) -> None:
        self._directory = directory
        self.code = code
        self._face: Face | None = None
        self._gate = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._speaking = asyncio.Lock()
        self.host: str | None = None
        """The host that is asked next; None while it has to be found out."""
        self.home: str | None = None
        """The host that knows who is here: another one has to be told."""
        self.members: dict[Listener, int | None] = {}
        """The connections here that hear the table, and as whom; the hub has those that the host confirmed."""
        self._gone: set[Listener] = set()
        """Those that have left, and of whom the host could not be told yet."""
        self.around = directory.around
        self.in_step = asyncio.Event()
        """Set while nothing that was missed is still to be told here."""
        self.in_step.set()
        self.syncing = False
        """True from the moment that something was missed until the host is asked for it."""
        self._told: dict[int | None, tuple[str, int]] = {}
        """The match and the last version that each audience here was told."""
        self._catching_up = False
        """True while a host tells who has joined and, after that, what was missed."""

    # --- what is known --------------------------------------------------------------------------------------------
    @property
    def face(self) -> Face:
        """The table's outside."""
        assert self._face is not None, "look first"
        return self._face

    def take_face(self, data: dict[str, Json]) -> None:
        """Take note of how the table looks now."""
        self._face = read_face(data)
        self.seating = Seating(self._face.record.size, self._face.seats)
        self.game = registry.game(self._face.record.game)

    @property
    def record(self) -> TableRecord:
        """The table as stored."""
        return self.face.record

    @property
    def underway(self) -> bool:
        """Tell whether a match was begun here and not yet cleared away."""
        return self.face.underway

    @property
    def playing(self) -> bool:
        """Tell whether a match is going on."""
        return self.face.playing

    def info(self, announced: bool = False) -> TableInfo:
        """Return the table as it is, or as the lobby lists it for strangers, maybe later."""
        standing = self.face.standing if announced else (self.record.status, self.record.replay)
        return table_info(self.record, self.seating, self.face.spectators, standing)

    def spectators(self) -> int:
        """Return how many watch, in all processes."""
        return self.face.spectators

    # --- calls ----------------------------------------------------------------------------------------------------
    async def call(self, op: str, **given: Any) -> Any:
        """Have the host do something; returns what it answers, raises what it refuses."""
        return await self._directory.call_table(self, op, given)

    async def look(self) -> None:
        """Find out how the table looks now."""
        await self.call("look")

    async def sit(self, claim: Claim, listener: Listener | None = None) -> SeatRecord:
        """Give the claim a seat, or back its own; a protocol client hears the table from then on."""
        async with self._gate:
            if listener is not None:
                self._gone.discard(listener)
            seat = read_seat(await self.call("sit", claim=claim_json(claim), listener=self._described(listener)))
            if listener is not None:
                self.members.setdefault(listener, seat.seat)
            return seat

    async def settle(self) -> None:
        """Begin the match if those at the table are ready."""
        await self.call("settle")

    async def unseat(self, seat: int) -> None:
        """Free somebody's seat before the match begins."""
        await self.call("unseat", seat=seat)

    async def rise(self, seat: int, *, holder: str = "") -> None:
        """Free a seat before the match, or withdraw from it."""
        await self.call("rise", seat=seat, holder=holder)

    async def update_seat(
        self, seat: int, name: str | None, data: Mapping[str, Json] | None, ready: bool | None, holder: str = ""
    ) -> SeatRecord:
        """Change a seat before the match begins."""
        given = {"seat": seat, "name": name, "data": data, "ready": ready, "holder": holder}
        return read_seat(await self.call("update_seat", **given))

    async def set_token(self, seat: int | None, token_hash: str, user_id: int | None = None) -> int:
        """Let a token open a seat; return which."""
        return int(await self.call("set_token", seat=seat, token_hash=token_hash, user_id=user_id))

    async def release(self, token_hash: str) -> None:
        """Free the seat that a token holds."""
        await self.call("release", token_hash=token_hash)

    async def move_seat(self, seat: int, to: int) -> None:
        """Move somebody to another seat before the match."""
        await self.call("move_seat", seat=seat, to=to)

    async def stand_in(self, seat: int, bot: str, holder: str = "") -> None:
        """Let a bot play for a seat until its owner takes over again."""
        await self.call("stand_in", seat=seat, bot=bot, holder=holder)

    async def start(self) -> None:
        """Begin with those who sit there."""
        await self.call("start")

    async def rematch(self) -> None:
        """Begin another match with the same seats."""
        await self.call("rematch")

    async def play(self, seat: int, move: Json, received: float | None = None, *, holder: str = "") -> None:
        """Play a move; returns when it is written and told."""
        await self.call("play", seat=seat, move=move, received=received or time.monotonic(), holder=holder)

    async def control(self, order: Order, early: bool = False) -> None:
        """Pause, resume, step or abort."""
        await self.call("control", order=order, early=early)

    async def withdraw(self, seat: int, *, holder: str = "") -> None:
        """Give the seat up for good."""
        await self.call("withdraw", seat=seat, holder=holder)

    async def ask(self, viewer: int | None, question: str, data: Json, holder: str = "") -> Json:
        """Answer a question about what was announced."""
        return await self.call("ask", viewer=viewer, question=question, data=data, holder=holder)

    async def announced(self, viewer: int | None = None) -> dict[str, Json]:
        """Return the table as a seat sees it, or (maybe later) spectators and the API."""
        shown: dict[str, Json] = await self.call("announced", viewer=viewer)
        return shown

    async def inspected(self) -> dict[str, Json]:
        """Return what the console shows of the table."""
        shown: dict[str, Json] = await self.call("inspected")
        return shown

    async def close_for_good(self) -> None:
        """Close a table at which nothing runs."""
        await self.call("close_for_good")

    # --- listeners ------------------------------------------------------------------------------------------------
    async def attach(self, viewer: int | None, listener: Listener, since: int | None = None) -> None:
        """Let a connection hear the table; a page is brought up to date at once."""
        async with self._gate:
            self._gone.discard(listener)
            await self.call("attach", viewer=viewer, listener=self._described(listener), since=since)
            # Unless the seat has got another number since: the host has said so already.
            self.members.setdefault(listener, viewer)

    async def detach(self, viewer: int | None, listener: Listener, ours: bool = False) -> None:
        """Stop hearing the table; `ours`: because a process of ours has gone, not the client."""
        async with self._gate:
            # At once here: a host that cannot be reached must not keep a connection that is gone.
            self.around.hub.leave(self.code, self.members.pop(listener, viewer), listener)
            try:
                await self.call("detach", viewer=viewer, conn=self._directory.number_of(listener), ours=ours)
            except Refused as error:
                if error.code != AWAY:
                    raise
                logger.info("table %s: its host is told later of one who left", self.code)
                self._gone.add(listener)
                self.spawn(self._tell_gone(viewer, listener, ours))
            # The host may have let it in only just before: its answer comes behind that.
            self.members.pop(listener, None)

    async def _tell_gone(self, viewer: int | None, listener: Listener, ours: bool) -> None:
        """Tell a host that could not be reached of one who left: nothing else does when nobody else is here."""
        number = self._directory.number_of(listener)
        # Unless it is here again.
        while self._directory.ready and listener in self._gone:
            async with self._gate:
                if listener not in self._gone:
                    return
                try:
                    await self.call("detach", viewer=viewer, conn=number, ours=ours)
                    self._gone.discard(listener)
                except Refused as error:
                    if error.code != AWAY:
                        raise

    async def catch_up(self, viewer: int | None, listener: Listener) -> None:
        """Tell a protocol client what it needs to take up a running match."""
        await self.call("catch_up", viewer=viewer, conn=self._directory.number_of(listener))

    def tell(
        self, message: TableMessage, *, pages: bool = True, protocol: bool = True,
        only: Iterable[int | None] | None = None, but: Listener | None = None,
    ) -> None:  # fmt: skip
        """Send an unversioned message to those at the table, in all processes."""
        given = {"text": message.prepared.text, "pages": pages, "protocol": protocol}
        given["only"] = None if only is None else list(only)
        given["but"] = None if but is None else self._directory.number_of(but)
        # Sent before whatever its speaker asks for next; sent again, if need be, later.
        begun = None if self._speaking.locked() else self._directory.begin_call(self, "tell", given)
        self.spawn(self._tell(given, begun))

    async def _tell(self, given: dict[str, Any], begun: Begun | None) -> None:
        async with self._speaking:
            try:
                await self._directory.call_table(self, "tell", given, begun)
            except Refused as error:
                if error.code != AWAY:
                    raise
                logger.warning("table %s: a message did not reach its host", self.code)

    def tell_pages(self, payload_type: str, payload: Json) -> None:
        """Send a platform message to every page at the table."""
        self.tell(TableMessage(payload_type, payload, container.timestamp()), protocol=False)

    async def sync(self) -> None:
        """Tell the host (perhaps a new one) who is here, and let everybody catch up."""
        async with self._gate:
            self.syncing = False
            hub = self.around.hub
            if not self.members:
                return
            listeners = [
                {**(self._described(listener) or {}), "viewer": viewer} for listener, viewer in self.members.items()
            ]
            told = {str(viewer): known for viewer, known in self._told.items()}
            # Put aside until the host says that they joined: nothing reaches them out of order.
            hub.clear(self.code)
            self._catching_up = True
            try:
                await self.call("sync", listeners=listeners, told=told)
            except Exception:
                for listener, viewer in self.members.items():
                    hub.join(self.code, viewer, listener)
                raise
            finally:
                self._catching_up = False

    # --- versions -------------------------------------------------------------------------------------------------
    def joined(self, viewer: int | None, listener: Listener, match: str, version: int) -> None:
        """Take note of a connection that the host has let in, and of what its audience knows if it is the first."""
        if listener in self._gone:
            # Let in after it had left, and let go right behind that.
            return
        # What was missed is on its way still, and may be lost.
        behind = self._catching_up and viewer in self._told
        if not behind and not self.around.hub.count(self.code, viewer):
            self._told[viewer] = (match, version)
        self.members[listener] = viewer
        self.around.hub.join(self.code, viewer, listener)

    def repaired(self, viewer: int | None, match: str, version: int) -> None:
        """Take note of what an audience was told after it had missed something."""
        self._told[viewer] = (match, version)

    def takes(self, viewer: int | None, match: str, messages: Sequence[TableMessage]) -> bool:
        """Tell whether these are the next messages of an audience; False when some before them were lost."""
        versions = [message.version for message in messages if message.version is not None]
        if not versions:
            return True
        told, version = self._told.get(viewer, ("", 0))
        if versions[0] != (version if told == match else 0) + 1:
            return False
        self._told[viewer] = (match, versions[-1])
        return True

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something in the background and keep hold of it; what it raises is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("table %s: background work failed", self.code, exc_info=error)

    def _described(self, listener: Listener | None) -> dict[str, Any] | None:
        if listener is None:
            return None
        return {
            "conn": self._directory.number_of(listener),
            "page": listener.page,
            "known_as": listener.known_as,
            "address": listener.address,
            "tap": getattr(getattr(listener, "tap", None), "number", None),
            "holder": listener.holder,
            "looks_on": listener.looks_on,
        }
