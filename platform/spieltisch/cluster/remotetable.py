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
        self.around = directory.around
        self.syncing = False
        """True from the moment that something was missed until the host is asked for it."""
        self._told: dict[int | None, tuple[str, int]] = {}
        """The match and the last version that each audience here was told."""

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

    def info(self) -> TableInfo:
        """Return the table as the lobby lists it."""
        return table_info(self.record, self.seating, self.face.spectators)

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
            seat = read_seat(await self.call("sit", claim=claim_json(claim), listener=self._described(listener)))
            if listener is not None:
                self.members.setdefault(listener, seat.seat)
            return seat

    async def settle(self) -> None:
        """Begin the match if those at the table are ready."""
        await self.call("settle")

    async def rise(self, seat: int) -> None:
        """Free a seat before the match, or withdraw from it."""
        await self.call("rise", seat=seat)

    async def update_seat(
        self, seat: int, name: str | None, data: Mapping[str, Json] | None, ready: bool | None
    ) -> SeatRecord:
        """Change a seat before the match begins."""
        return read_seat(await self.call("update_seat", seat=seat, name=name, data=data, ready=ready))

    async def hold(self, names: Sequence[str], hashes: Sequence[str]) -> None:
        """Keep seats for those who bring a token."""
        await self.call("hold", names=list(names), hashes=list(hashes))

    async def set_token(self, seat: int | None, token_hash: str, user_id: int | None = None) -> int:
        """Let a token open a seat; return which."""
        return int(await self.call("set_token", seat=seat, token_hash=token_hash, user_id=user_id))

    async def release(self, token_hash: str) -> None:
        """Free the seat that a token holds."""
        await self.call("release", token_hash=token_hash)

    async def move_seat(self, seat: int, to: int) -> None:
        """Move somebody to another seat before the match."""
        await self.call("move_seat", seat=seat, to=to)

    async def stand_in(self, seat: int, bot: str) -> None:
        """Let a bot play for a seat until its owner takes over again."""
        await self.call("stand_in", seat=seat, bot=bot)

    async def start(self) -> None:
        """Begin with those who sit there."""
        await self.call("start")

    async def rematch(self) -> None:
        """Begin another match with the same seats."""
        await self.call("rematch")

    async def play(self, seat: int, move: Json, received: float | None = None) -> None:
        """Play a move; returns when it is written and told."""
        await self.call("play", seat=seat, move=move, received=received or time.monotonic())

    async def control(self, order: Order, early: bool = False) -> None:
        """Pause, resume, step or abort."""
        await self.call("control", order=order, early=early)

    async def withdraw(self, seat: int) -> None:
        """Give the seat up for good."""
        await self.call("withdraw", seat=seat)

    async def ask(self, viewer: int | None, question: str, data: Json) -> Json:
        """Answer a question about what was announced."""
        return await self.call("ask", viewer=viewer, question=question, data=data)

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
            await self.call("attach", viewer=viewer, listener=self._described(listener), since=since)
            # Unless the seat has got another number since: the host has said so already.
            self.members.setdefault(listener, viewer)

    async def detach(self, viewer: int | None, listener: Listener) -> None:
        """Stop hearing the table."""
        async with self._gate:
            # At once here: a host that cannot be reached must not keep a connection that is gone.
            self.around.hub.leave(self.code, self.members.pop(listener, viewer), listener)
            try:
                await self.call("detach", viewer=viewer, conn=self._directory.number_of(listener))
            except Refused as error:
                if error.code != AWAY:
                    raise
                # The host finds out by itself: from the next list of who is here, or because this process has stopped.
                logger.info("table %s: its host was not told of one who left", self.code)

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
            await self._directory.call_table(self, "tell", given, begun)

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
                {**(self._described(listener) or {}), "viewer": viewer, "holder": listener.holder}
                for listener, viewer in self.members.items()
            ]
            told = {str(viewer): known for viewer, known in self._told.items()}
            # Put aside until the host says that they joined: nothing reaches them out of order.
            hub.clear(self.code)
            try:
                await self.call("sync", listeners=listeners, told=told)
            except Exception:
                for listener, viewer in self.members.items():
                    hub.join(self.code, viewer, listener)
                raise

    # --- versions -------------------------------------------------------------------------------------------------
    def joined(self, viewer: int | None, listener: Listener, match: str, version: int) -> None:
        """Take note of a connection that the host has let in, and of what its audience knows if it is the first."""
        if not self.around.hub.count(self.code, viewer):
            self._told[viewer] = (match, version)
        self.members[listener] = viewer
        self.around.hub.join(self.code, viewer, listener)

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
        }
