"""One trial: tables of all games under load, one fault, recovery, and a verdict on every promise."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from faults import doors
from faults.choosing import CHOOSERS, opening
from faults.deployments import Deployment
from faults.injuries import Injury, Outage
from faults.journal import DoorJournal, Journal
from faults.visitors import Seated, Visitor

#: Steps that every table must have told of before the fault.
WARM = 2
#: Seconds in which every table must begin, or go on.
PATIENCE = 90.0
#: Seconds for which the tables play on after they have recovered.
AFTERWARDS = 1.0
#: Seconds of one's own time that may be gone though the server was not back yet: our own delays.
CHARGED = 1.0
#: Seconds in which what was on its way when the fault was done still arrives.
ON_ITS_WAY = 0.3


@dataclass
class GameResult:
    """The figures of one game in one trial."""

    tables: int = 0
    moves: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    recovery: float = 0.0
    faults: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Tell whether every promise was kept."""
        return not (self.faults or self.lost or self.doubled)


@dataclass
class Result:
    """The verdict on one trial."""

    deployment: str
    injury: str
    games: dict[str, GameResult]
    notes: list[str]


class Load:
    """Tables of every game: players with bots, bots alone with spectators, and programs at the games' doors."""

    def __init__(self, deployment: Deployment, tables: int) -> None:
        self.deployment = deployment
        self.journals: list[Journal] = []
        self.door_journals: list[DoorJournal] = []
        self.visitors: list[Visitor] = []
        self._tables = tables
        self._tasks: list[asyncio.Task[None]] = []
        self._token = ""

    async def begin(self) -> None:
        """Open the tables and let everybody come."""
        api = await asyncio.to_thread(self.deployment.api().as_guest, "Faults")
        self._token = api.token
        kinds = ("seated", "seated", "watched", "door")
        for number in range(self._tables):
            game = list(CHOOSERS)[number % len(CHOOSERS)]
            kind = kinds[number // len(CHOOSERS) % len(kinds)]
            work = (
                doors.play_on(game, self.deployment.doors, self.door_journals)
                if kind == "door"
                else self._keep(game, kind == "watched")
            )
            self._tasks.append(asyncio.create_task(work))

    async def abort(self) -> None:
        """End the matches that are still going on: the next trial is to have the machine for itself."""
        api = self.deployment.api()
        api.token = self._token
        for table in {journal.table for journal in self.journals if not journal.over}:
            # One that ended in this very moment refuses, and that is as good.
            await asyncio.to_thread(api.call, "POST", f"/api/tables/{table}/abort")

    def check(self) -> None:
        """Raise what went wrong with the load itself."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def end(self) -> None:
        """Let everybody go."""
        waiting = set(self._tasks)
        while waiting:
            # More than once: whoever is just being answered may take the answer and not the request to end.
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=1)
        self.check()

    async def _keep(self, game: str, watched_only: bool) -> None:
        """Play (or watch) one match after the other."""
        while True:
            table = await self._open(game, watched_only)
            spectator = Visitor(self._journal(game, table), self.deployment.address)
            everybody = [spectator]
            if not watched_only:
                everybody.append(Seated(self._journal(game, table), self.deployment.address, self._token))
            self.visitors += everybody
            async with asyncio.TaskGroup() as group:
                for one in everybody:
                    group.create_task(one.run())

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


async def run_trial(deployment: Deployment, injury: Injury, tables: int, out: float, seed: int) -> Result:
    """Run one trial on a deployment that was just started."""
    rng = random.Random(seed)
    load = Load(deployment, tables)
    await load.begin()
    try:
        await _until(lambda: _warm(load), load, "every table has begun")
        # Not a wait for anything: the moment of the fault is to be any.
        await asyncio.sleep(rng.random())
        before = [journal for journal in load.journals if journal.match and not journal.over]
        farewells = {visitor: len(visitor.farewells) for visitor in load.visitors}
        outage = await injury.inject(deployment, rng, out)
        stuck = await _recovered(before, outage, load)
        await asyncio.sleep(AFTERWARDS)
    finally:
        await load.end()
    everything = {
        "journals": [journal.as_json() for journal in load.journals],
        "doors": [journal.as_json() for journal in load.door_journals],
    }
    records = await asyncio.to_thread(deployment.verify, everything)
    await load.abort()
    games = {game: GameResult(**record) for game, record in records.items() if game in CHOOSERS}
    _judge(games, load, before, outage, stuck)
    for result in games.values():
        if injury.within is not None and result.recovery > injury.within:
            result.faults.append(f"recovery took {result.recovery:.1f} s, not {injury.within:g}")
    for visitor, known in farewells.items():
        codes = visitor.farewells[known:]
        if outage.told and codes and codes[0] not in outage.told:
            games[visitor.journal.game].faults.append(f"{visitor.journal.table} was left with code {codes[0]}")
    next(iter(games.values())).faults.extend(outage.faults)
    return Result(deployment.title, injury.title, games, outage.notes)


def _warm(load: Load) -> bool:
    begun = [journal for journal in load.journals if journal.step >= WARM or journal.over]
    known = {journal.name for journal in load.door_journals if journal.sent}
    return len(begun) == len(load.journals) > 0 and len(known) >= min(4, len(load.door_journals) // 4)


async def _until(fact: Callable[[], bool], load: Load, what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fact():
        load.check()
        assert time.monotonic() < deadline, f"{what}: not within {PATIENCE:g} s"
        await asyncio.sleep(0.05)


def _gone_on(journal: Journal, outage: Outage) -> float | None:
    """Return when the first step after the outage was told; None before."""
    first = next((when for when, _ in journal.steps if when > outage.since + ON_ITS_WAY), None)
    # A match that was over by then had nothing to recover.
    return outage.since if first is None and journal.over else first


async def _recovered(before: list[Journal], outage: Outage, load: Load) -> list[Journal]:
    """Wait until every table that was playing has gone on; return those that have not."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        load.check()
        stuck = [journal for journal in before if _gone_on(journal, outage) is None]
        if not stuck:
            return []
        await asyncio.sleep(0.05)
    return stuck


def _judge(
    games: dict[str, GameResult], load: Load, before: list[Journal], outage: Outage, stuck: list[Journal]
) -> None:
    """Add what the journals themselves tell."""
    for journal in load.journals:
        games[journal.game].faults += [f"{journal.table} seat {journal.seat}: {fault}" for fault in journal.faults]
    for journal in before:
        result = games[journal.game]
        if journal in stuck:
            result.faults.append(f"{journal.table} did not go on within {PATIENCE:g} s")
            continue
        gone_on = _gone_on(journal, outage)
        assert gone_on is not None
        result.recovery = max(result.recovery, gone_on - outage.since)
        shown = next(((when, used) for when, used in journal.clocks if when > outage.since), None)
        if shown is not None and shown[1] - (shown[0] - outage.since) > CHARGED:
            result.faults.append(f"{journal.table} was charged {shown[1] - (shown[0] - outage.since):.1f} s of outage")
