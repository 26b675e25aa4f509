"""A process that runs tables for the fronts: answers their calls, keeps its lease, takes over from the dead."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Any

import orjson
from django.db import DatabaseError, InterfaceError

from gamekit.errors import GameError
from spieltisch.cluster import leases
from spieltisch.cluster.bus import Bus, Peer
from spieltisch.cluster.faces import face_of
from spieltisch.cluster.fronts import FrontProcess
from spieltisch.cluster.operations import DONE_BEFORE, OPERATIONS, READING
from spieltisch.cluster.packets import Head
from spieltisch.cluster.refusals import refusal_json
from spieltisch.cluster.syncing import sync
from spieltisch.tables import storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.directory import Directory
from spieltisch.tables.log import FencedOff

logger = logging.getLogger(__name__)

#: Seconds that an answer is kept for calls that are sent again: longer than any front goes on asking.
KEPT_SECONDS = 60.0
#: Seconds without our own heartbeat after which nobody can reach us: it is nobody's time to think.
UNREACHABLE_SECONDS = 0.9
LOOK_SECONDS = 0.2


#: Refusals of a host that another host can do better.
ELSEWHERE = ("table/moved", "server/stopping")


class NotOurs(Exception):
    """Another host runs the table."""


class TableHost:
    """This process as a host of tables."""

    def __init__(self, directory: Directory, bus: Bus) -> None:
        self.directory = directory
        self.bus = bus
        self.fronts: dict[str, FrontProcess] = {}
        self._mourned: set[str] = set()
        self._answers: OrderedDict[str, tuple[float, Head | None]] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._keepers: list[asyncio.Task[None]] = []
        self._lapses = 0.0
        """When our lease runs out (monotonic clock), counted from before it was asked for."""
        self._adopting = False
        self._leaving = False
        """Set when we stop: no table is begun here any more."""
        bus.on_packet = self._on_packet
        bus.on_new = self._greet
        bus.on_gone = self._mourn
        bus.on_agreed = directory.drain
        directory.before_load = self._claim
        directory.around.fenced = self._fenced
        directory.unsent = lambda: bus.waiting  # type: ignore[method-assign]
        directory.feed.publish = lambda news: bus.broadcast({"t": "lobby"}, [news])

    # --- life -----------------------------------------------------------------------------------------------------
    async def start(self) -> None:
        """Take the lease, open the inbox, and run what nobody runs."""
        storage.write_as(self.bus.name)
        await self.directory.start(resume=False)
        await self._renew()
        await self.bus.start()
        self._keepers = [asyncio.create_task(work) for work in (self._keep(), self._spare_clocks())]
        await self._adopt()

    async def stop(self) -> None:
        """Stop every table and leave them to others."""
        self._leaving = True
        for keeper in self._keepers:
            keeper.cancel()
        await self.directory.stop()
        await leases.ask(leases.give_up, self.bus.name)
        await self.bus.stop()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(leases.RENEW_SECONDS)
            try:
                if not self.sure():
                    await self._return()
                elif not await self._renew():
                    await self._count_again()
                if not self._adopting:
                    # Beside this: to load many tables must not cost the lease on all others.
                    self._spawn(self._adopt())
            except (DatabaseError, InterfaceError) as error:
                # Nothing can be written meanwhile, so nobody can do harm; the next round finds out what is ours.
                logger.warning("the lease could not be renewed: %s", type(error).__name__)

    def sure(self) -> bool:
        """Tell whether our lease is good: nobody else has taken our tables."""
        return time.monotonic() < self._lapses

    async def _renew(self) -> bool:
        asked = time.monotonic()
        in_time = await leases.ask(leases.renew, self.bus.name)
        self._lapses = asked + leases.LEASE_SECONDS
        return in_time

    async def _return(self) -> None:
        """We were away for longer than the lease: only when we know what is still ours do we speak again."""
        asked = time.monotonic()
        await leases.ask(leases.renew, self.bus.name)
        await self._count_again()
        self._lapses = asked + leases.LEASE_SECONDS
        for front in self.fronts.values():
            # What we said meanwhile was not sent.
            front.send({"t": "hello"})

    async def _adopt(self) -> None:
        self._adopting = True
        try:
            codes = await leases.ask(leases.adopt, self.bus.name)
            for code in codes:
                await self._take_over(code)
            if codes:
                self.bus.broadcast({"t": "adopted", "codes": codes})
        except (DatabaseError, InterfaceError) as error:
            logger.warning("tables without a host could not be looked for: %s", type(error).__name__)
        finally:
            self._adopting = False

    async def _take_over(self, code: str) -> None:
        try:
            await self.directory.find(code)
        except NotOurs:
            logger.info("table %s was taken by another host", code)
        except (GameError, FencedOff):
            # One table that cannot go on must not keep the others from it.
            logger.exception("table %s cannot be taken over", code)

    async def _count_again(self) -> None:
        """Put away the tables that somebody else has taken over."""
        loaded = {actor.record.code: actor for actor in self.directory.actors()}
        for code in await leases.ask(leases.lost, self.bus.name, list(loaded)):
            await self._put_away(loaded[code])

    async def _spare_clocks(self) -> None:
        """Charge nobody for the time in which Redis carries nothing."""
        spared: float | None = None
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now, heard = time.monotonic(), self.bus.heard_myself
            away = now - heard > UNREACHABLE_SECONDS
            if away or spared is not None:
                for actor in self.directory.actors():
                    actor.spare(heard if spared is None else spared, now)
                spared = now if away else None

    async def _claim(self, code: str) -> None:
        if self._leaving:
            raise NotOurs
        owner = await leases.ask(leases.claim, self.bus.name, code)
        if owner is not None:
            raise NotOurs(owner)
        logger.info("table %s is run here now", code)

    def _fenced(self, actor: TableActor) -> None:
        self._spawn(self._put_away(actor))

    async def _put_away(self, actor: TableActor) -> None:
        code = actor.record.code
        logger.warning("table %s is run by another process now", code)
        for front in self.fronts.values():
            front.send({"t": "moved", "code": code})
        await self.directory.put_away(code)

    # --- fronts ---------------------------------------------------------------------------------------------------
    def _greet(self, peer: Peer) -> None:
        if peer.name in self._mourned:
            # Not dead after all: it has to tell us anew which of its connections are at our tables.
            self._mourned.discard(peer.name)
            self.front(peer.name).send({"t": "hello"})

    def front(self, name: str) -> FrontProcess:
        """Return the front of this name."""
        known = self.fronts.get(name)
        if known is None:
            known = self.fronts[name] = FrontProcess(self.bus, name, self._progress, self.sure)
        return known

    def _progress(self, code: str, viewer: int | None) -> tuple[str, int]:
        actor = self.directory.loaded(code)
        match = actor.shown(viewer) if actor is not None else None
        return (match.code, match.version(viewer)) if match is not None else ("", 0)

    def _mourn(self, name: str) -> None:
        front = self.fronts.pop(name, None)
        self._mourned.add(name)
        if front is not None and front.listeners:
            logger.warning("%s is gone with %d connections", name, len(front.listeners))
            self._spawn(self._part_with(front))

    async def _part_with(self, front: FrontProcess) -> None:
        for listener in list(front.listeners.values()):
            actor = self.directory.loaded(listener.place[0]) if listener.place else None
            if actor is not None and listener.place is not None:
                await actor.detach(listener.place[1], listener)

    # --- calls ----------------------------------------------------------------------------------------------------
    async def _on_packet(self, head: Head, bodies: list[bytes]) -> None:
        match head["t"]:
            case "call" if self.sure():
                self._take_call(head)
            case "announce":
                self.directory.announce(head["notice"])

    def _take_call(self, head: Head) -> None:
        number = head["id"]
        if number in self._answers:
            _, answer = self._answers[number]
            if answer is not None:
                self.front(head["from"]).send(answer)
            return
        self._answers[number] = (time.monotonic(), None)
        while next(iter(self._answers.values()))[0] < time.monotonic() - KEPT_SECONDS:
            self._answers.popitem(last=False)
        self._spawn(self._answer(head))

    async def _answer(self, head: Head) -> None:
        front, number = self.front(head["from"]), head["id"]
        answer: Head = {"t": "reply", "id": number}
        try:
            if head.get("code") is None:
                answer["value"] = await self._of_all(head["op"], head["given"])
            else:
                answer |= await self._of_table(front, head)
        except (NotOurs, FencedOff, asyncio.CancelledError, DatabaseError, InterfaceError) as error:
            # Cancelled is what a table's work is when the table is put away. All are reasons to ask again.
            logger.info("the call %s cannot be answered here now: %s", head["op"], type(error).__name__)
            answer["moved"] = True
        except GameError as error:
            answer["refused"] = refusal_json(error)
        except Exception:
            logger.exception("the call %s failed", head["op"])
            answer["refused"] = refusal_json(GameError("this failed because of an error of ours", "table/internal"))
        if "moved" in answer or answer.get("refused", {}).get("code") in ELSEWHERE:
            # Not for keeps: the table may come (back) to us, and the call with it.
            self._answers.pop(number, None)
            answer["moved"] = True
        elif head.get("code") is None or head["op"] in READING:
            self._answers.pop(number, None)
        else:
            self._answers[number] = (time.monotonic(), answer)
            self._answers.move_to_end(number)
        front.send(answer)

    async def _of_table(self, front: FrontProcess, head: Head) -> Head:
        actor = await self.directory.get(head["code"])
        answer: Head = {}
        try:
            if head["op"] == "sync":
                answer["value"] = await actor.through(sync(actor, front, head["given"]))
            else:
                answer["value"] = await OPERATIONS[head["op"]](actor, front, head["given"], head["id"])
        except GameError as error:
            if not head.get("again") or DONE_BEFORE.get(head["op"]) != error.code:
                answer["refused"] = refusal_json(error)
        face = face_of(actor)
        if front.shows(head["code"], orjson.dumps(face)) or head["op"] in ("look", "sync"):
            answer["face"] = face
        return answer

    async def _of_all(self, op: str, given: dict[str, Any]) -> Any:
        match op:
            case "faces":
                return [face_of(a) for a in self.directory.actors() if a.record.game == given["game"]]
            case "public":
                return await self.directory.feed.public()
            case "described":
                return await self.directory.described()
            case "figures":
                return {"waiting": self.directory.writer.backlog(), "draining": self.directory.draining}
        raise GameError(f"no such call: {op}", "cluster/call")

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work for another process failed", exc_info=error)
