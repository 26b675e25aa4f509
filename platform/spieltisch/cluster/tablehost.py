"""A process that runs tables for the fronts: answers their calls, keeps its lease, takes over from the dead."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import orjson
from django.db import DatabaseError, InterfaceError

from gamekit.errors import GameError, Unavailable
from spieltisch import logs
from spieltisch.cluster import leases
from spieltisch.cluster.answers import Answers
from spieltisch.cluster.bus import Bus, Peer
from spieltisch.cluster.faces import face_of
from spieltisch.cluster.fronts import FrontProcess
from spieltisch.cluster.operations import DONE_BEFORE, OPERATIONS, READING
from spieltisch.cluster.packets import Head
from spieltisch.cluster.refusals import refusal_json
from spieltisch.cluster.silence import Silence
from spieltisch.cluster.syncing import sync
from spieltisch.tables import storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.directory import Directory
from spieltisch.tables.log import FencedOff
from spieltisch.tables.reading import fresh
from spieltisch.upkeep import for_good

logger = logging.getLogger(__name__)

#: Seconds without our own heartbeat after which nobody can reach us: it is nobody's time to think.
UNREACHABLE_SECONDS = 0.9
LOOK_SECONDS = 0.2
#: Seconds between two looks for tables that are ours and not in memory, and for those that are in memory and not ours.
OWN_SECONDS = 2.0
#: Seconds before a table that could not be loaded because of an error of ours is tried again.
HOPELESS_SECONDS = 60.0


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
        self._answers = Answers()
        self._silence = Silence(directory)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._keepers: list[asyncio.Task[None]] = []
        self._lapses = 0.0
        """When our lease runs out (monotonic clock), counted from before it was asked for."""
        self._assured = asyncio.Event()
        self._adopting = False
        self._counted = self._own_looked_for = 0.0
        self._hopeless: dict[str, float] = {}
        """Tables that could not be loaded, and when."""
        self._leaving = False
        """Set when we stop: no table is begun here any more."""
        bus.on_packet = self._on_packet
        bus.on_new = self._greet
        bus.on_gone = self._mourn
        bus.on_agreed = directory.drain
        directory.before_load = self._claim
        directory.around.fenced = self._fenced
        directory.around.until_sure = self._until_sure
        directory.unsent = lambda: bus.waiting  # type: ignore[method-assign]
        directory.feed.publish = lambda news: bus.broadcast({"t": "lobby"}, [news])

    # --- life -----------------------------------------------------------------------------------------------------
    async def start(self) -> None:
        """Take the lease, open the inbox, and run what nobody runs."""
        storage.write_as(self.bus.name)
        await self.directory.start(resume=False)
        await self._return()
        await self.bus.start()
        self._keepers = [for_good(work) for work in (self._keep(), self._spare_clocks())]
        await self._adopt()

    async def stop(self) -> None:
        """Stop every table and leave them to others."""
        self._leaving = self.directory.around.leaving = True
        for keeper in self._keepers:
            keeper.cancel()
        await self.directory.stop()
        try:
            await leases.ask(leases.give_up, self.bus.name)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("the tables could not be left to others, who wait for the lease: %s", type(error).__name__)
        # In any case: what was answered last is still to go out, and the others are to know that we go.
        await self.bus.stop()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(leases.RENEW_SECONDS)
            try:
                if not self.sure() or not await self._renew():
                    await self._return()
                elif time.monotonic() - self._counted > OWN_SECONDS:
                    await self._count_again()
                if not self._adopting and self.bus.connected:
                    # Beside this: to load many tables must not cost the lease on all others. Whom nobody can reach
                    # leaves them to those who can be.
                    self._spawn(self._adopt())
            except (DatabaseError, InterfaceError) as error:
                # Nothing can be written meanwhile, so nobody can do harm; the next round finds out what is ours.
                logger.warning("the lease could not be renewed: %s", type(error).__name__)

    def sure(self) -> bool:
        """Tell whether our lease is good: nobody else has taken our tables."""
        return time.monotonic() < self._lapses

    async def _until_sure(self) -> None:
        while not self.sure():
            self._assured.clear()
            await self._assured.wait()

    async def check(self) -> None:
        """Unavailable as long as nobody is answered here: our lease has run out, or Redis carries nothing to us."""
        if not self.sure():
            raise Unavailable("the lease on the tables has run out", "table/internal")
        if not self.bus.connected:
            raise Unavailable("nothing comes through Redis to the tables here", "table/internal")

    async def _renew(self) -> bool:
        """Prolong the lease; False when it had run out meanwhile: then we are sure of nothing."""
        asked = time.monotonic()
        in_time = await leases.ask(leases.renew, self.bus.name)
        if in_time:
            self._assure(asked)
        else:
            self._lapses = min(self._lapses, asked)
        return in_time

    def _assure(self, asked: float) -> None:
        self._lapses = asked + leases.LEASE_SECONDS
        if self.sure():
            for front in self.fronts.values():
                front.speak_again()
            self._assured.set()

    async def _return(self) -> None:
        """We were away for longer than the lease: only when we know what is still ours do we speak again."""
        asked = time.monotonic()
        await leases.ask(leases.renew, self.bus.name)
        await self._count_again()
        for front in self.fronts.values():
            # What it told us meanwhile was not heard.
            front.unsaid = True
        self._assure(asked)

    async def _adopt(self) -> None:
        self._adopting = True
        try:
            codes = [*await leases.ask(leases.adopt, self.bus.name), *await self._forgotten()]
            for code in codes:
                await self._take_over(code)
            if codes:
                self.bus.broadcast({"t": "adopted", "codes": codes})
        except (DatabaseError, InterfaceError) as error:
            logger.warning("tables without a host could not be looked for: %s", type(error).__name__)
        finally:
            self._adopting = False

    async def _forgotten(self) -> list[str]:
        """Return tables that are ours and not in memory: put away after a fault, or never loaded because of one."""
        now = time.monotonic()
        if now - self._own_looked_for < OWN_SECONDS:
            return []
        self._own_looked_for = now
        self._hopeless = {code: when for code, when in self._hopeless.items() if now - when < HOPELESS_SECONDS}
        away = [code for code in await leases.ask(leases.own, self.bus.name) if self.directory.loaded(code) is None]
        return [code for code in away if code not in self._hopeless]

    async def _take_over(self, code: str) -> None:
        try:
            await self.directory.find(code)
        except NotOurs:
            logger.info("table %s was taken by another host", code)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("table %s is taken over later: %s", code, type(error).__name__)
        except Exception:
            # One table that cannot go on must not keep the others from it.
            self._hopeless[code] = time.monotonic()
            logger.exception("table %s cannot be taken over", code)

    async def _count_again(self) -> None:
        """Put away the tables that somebody else has taken over; he may have done so just when we came back."""
        self._counted = time.monotonic()
        loaded = {actor.record.code: actor for actor in self.directory.actors()}
        for code in await leases.ask(leases.lost, self.bus.name, list(loaded)):
            await self._put_away(loaded[code])

    async def _spare_clocks(self) -> None:
        """Charge nobody for the time in which no call reaches a table: Redis carries nothing, or the lease is gone, or
        the process of whoever is asked is silent."""
        spared: float | None = None
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._silence.look(self.fronts.values())
            now = time.monotonic()
            # Without a lease no call is taken, however well Redis carries it.
            heard = min(self.bus.heard_myself, self._lapses)
            away = now - self.bus.heard_myself > UNREACHABLE_SECONDS or not self.sure()
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
        if self.directory.loaded(code) is actor:
            for front in self.fronts.values():
                front.forget(code)
            await self.directory.put_away(code)
        else:
            # Left behind by an earlier change of hosts.
            await actor.close()

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

    def _mourn(self, name: str, seen: float) -> None:
        front = self.fronts.pop(name, None)
        self._mourned.add(name)
        self._answers.part_with(name)
        if front is not None:
            front.gone_since = seen
        if front is not None and front.listeners:
            logger.warning("%s is gone with %d connections", name, len(front.listeners))
            self._spawn(self._part_with(front))

    async def _part_with(self, front: FrontProcess) -> None:
        leaving = []
        for listener in list(front.listeners.values()):
            actor = self.directory.loaded(listener.place[0]) if listener.place else None
            if actor is not None and listener.place is not None:
                leaving.append(actor.detach(listener.place[1], listener, ours=True))
        # Each for itself: a table that is put away meanwhile, or is not ours any more, keeps nobody at the others.
        for error in await asyncio.gather(*leaving, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, Unavailable):
                logger.error("a connection of %s was not let go", front.name, exc_info=error)

    # --- calls ----------------------------------------------------------------------------------------------------
    async def _on_packet(self, head: Head, bodies: list[bytes]) -> None:
        match head["t"]:
            case "call" if self.sure():
                self._take_call(head)
            case "announce":
                self.directory.announce(head["notice"])

    def _take_call(self, head: Head) -> None:
        number = head["id"]
        if self._leaving:
            # What memory has now may never be written.
            self.front(head["from"]).send({"t": "reply", "id": number, "moved": True})
            return
        if number in self._answers:
            answer = self._answers.find(number)
            if answer is not None:
                self._answer_again(self.front(head["from"]), head["code"], answer)
            return
        self._answers.begin(number, head["from"], head["op"])
        # Known by now, not when its turn comes: a front that says goodbye right behind its call is not a new one.
        self._spawn(self._answer(self.front(head["from"]), head))

    async def _answer(self, front: FrontProcess, head: Head) -> None:
        number = head["id"]
        answer: Head = {"t": "reply", "id": number}
        logs.bind(table=head.get("code") or "")
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
            answer["refused"] = refusal_json(Unavailable("this failed because of an error of ours", "table/internal"))
        if "moved" in answer or answer.get("refused", {}).get("code") in ELSEWHERE:
            # Not for keeps: the table may come (back) to us, and the call with it.
            self._answers.drop(number)
            answer["moved"] = True
        elif head.get("code") is None or head["op"] in READING:
            self._answers.drop(number)
        else:
            # Without the face: given again, it is to show the table as it is then.
            kept = {name: value for name, value in answer.items() if name != "face"}
            self._answers.keep(number, kept)
        front.send(answer)
        if self.fronts.get(head["from"]) is not front:
            # It went while it was answered: whom it let in meanwhile has gone with it.
            await self._part_with(front)

    def _answer_again(self, front: FrontProcess, code: str, answer: Head) -> None:
        actor = self.directory.loaded(code)
        if actor is not None:
            answer = {**answer, "face": face_of(actor)}
            front.shows(code, orjson.dumps(answer["face"]))
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
            if not head.get("again") or not await _done_before(head, error):
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


async def _done_before(head: Head, error: GameError) -> bool:
    """Tell whether an earlier host carried the call out and died before it could say so."""
    if error.code in DONE_BEFORE.get(head["op"], ()):
        return True
    # A step keeps the id of its command, though its match may have been cleared away with it.
    return await asyncio.to_thread(fresh, storage.is_written, head["code"], head["id"])
