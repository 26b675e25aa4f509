"""Tables of every game: players with bots, programs at the games' doors, and bots alone with spectators."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from faults.choosing import CHOOSERS, opening
from faults.deployments import Deployment
from faults.doors import Lane
from faults.journal import DoorJournal, Journal
from faults.judging import Stall
from faults.visitors import Seated, Visitor

#: What table is opened after what: with eight, each game has a player at one and programs at another.
KINDS = ("seated", "door", "seated", "watched")
#: Steps that every table must have told of to have begun.
WARM = 2
#: Seconds in which everybody must have been told that the matches were ended.
REST = 30.0
#: Seconds between two looks whether we are let run.
LOOK = 0.05


class Load:
    """Everybody who plays and watches in a trial, with what they wrote down."""

    def __init__(self, deployment: Deployment, tables: int) -> None:
        self.deployment = deployment
        self.journals: list[Journal] = []
        self.door_journals: list[DoorJournal] = []
        self.lanes: list[Lane] = []
        self.visitors: list[Visitor] = []
        self.stalls: list[Stall] = []
        self._tables = tables
        self._tasks: list[asyncio.Task[None]] = []
        self._token = ""
        self._resting = False
        self._entrances: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def begin(self) -> None:
        """Open the tables and let everybody come."""
        api = await asyncio.to_thread(self.deployment.api().as_guest, "Faults")
        self._token = api.token
        self._spawn(self._watch())
        for number in range(self._tables):
            game = list(CHOOSERS)[number % len(CHOOSERS)]
            kind = KINDS[number // len(CHOOSERS) % len(KINDS)]
            if kind == "door":
                lane = Lane(game, self.deployment.doors, self.door_journals, self._entrances[game])
                self.lanes.append(lane)
                self._spawn(lane.play_on())
            else:
                self._spawn(self._keep(game, kind == "watched"))

    def is_warm(self) -> bool:
        """Tell whether every table has begun, and a move was confirmed in every lane."""
        begun = [journal.step >= WARM or journal.over for journal in self.journals]
        moving = {journal.lane for journal in self.door_journals if journal.confirmed(0) is not None}
        return all(begun) and len(begun) > 0 and len(moving) == len(self.lanes)

    async def open_more(self) -> list[Journal]:
        """Open one more table of each game, and return the journals of those who come there."""
        known = len(self.journals)
        for game in CHOOSERS:
            await self._welcome(game, watched_only=False)
        return self.journals[known:]

    def check(self) -> None:
        """Raise what went wrong with the load itself."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def rest(self) -> None:
        """End every match at the tables of pages; return when everybody there was told, or will never be."""
        self._resting = True
        with suppress(TimeoutError):
            async with asyncio.timeout(REST):
                while running := {journal.table for journal in self.journals if journal.match and not journal.over}:
                    self.check()
                    # All at once: each may have to wait for a server that does not answer.
                    await asyncio.gather(*map(self._abort, running))
                    await asyncio.sleep(0.5)

    async def end(self) -> None:
        """Let everybody go."""
        waiting = set(self._tasks)
        while waiting:
            # More than once: whoever is just being answered may take the answer and not the request to end.
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=1)
        self.check()

    async def _abort(self, table: str) -> None:
        api = self.deployment.api()
        api.token = self._token
        try:
            # One that ended in this very moment refuses, and that is as good.
            await asyncio.to_thread(api.call, "POST", f"/api/tables/{table}/abort")
        except OSError:
            # Whether anybody was told is seen in the journals.
            return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def _watch(self) -> None:
        """Note when we ourselves are not let run."""
        while True:
            due = time.monotonic() + LOOK
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            if now - due > LOOK:
                self.stalls.append(Stall(now, now - due))

    async def _keep(self, game: str, watched_only: bool) -> None:
        """Play (or watch) one match after the other."""
        while not self._resting:
            await asyncio.gather(*await self._welcome(game, watched_only))

    async def _welcome(self, game: str, watched_only: bool) -> list[asyncio.Task[None]]:
        """Open a table and let its visitors come."""
        table = await self._open(game, watched_only)
        everybody = [Visitor(self._journal(game, table), self.deployment.address)]
        if not watched_only:
            everybody.append(Seated(self._journal(game, table), self.deployment.address, self._token))
        self.visitors += everybody
        come = [asyncio.create_task(one.run()) for one in everybody]
        self._tasks += come
        return come

    def _journal(self, game: str, table: str) -> Journal:
        journal = Journal(game, table)
        self.journals.append(journal)
        return journal

    async def _open(self, game: str, watched_only: bool) -> str:
        while True:
            try:
                return await asyncio.to_thread(self._post, opening(game, watched_only))
            except (OSError, AssertionError):
                # The server is away; the next attempt may find it.
                await asyncio.sleep(0.2)

    def _post(self, request: Any) -> str:
        api = self.deployment.api()
        api.token = self._token
        table: str = api.post("/api/tables", request)["id"]
        return table
