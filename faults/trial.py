"""One trial: tables of all games under load, one fault, recovery, rest, and a verdict on every promise."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence

from faults import judging
from faults.choosing import CHOOSERS
from faults.deployments import Deployment
from faults.injuries import Injury
from faults.journal import DoorJournal, Journal
from faults.judging import Span
from faults.load import WARM, Load
from faults.logends import Ends
from faults.outage import Outage
from faults.results import GameResult, Result
from faults.visitors import Visitor

#: Seconds in which every table must begin, or go on.
PATIENCE = 90.0


async def run_trial(deployment: Deployment, injury: Injury, tables: int, out: float, seed: int) -> Result:
    """Run one trial on a running deployment."""
    return await Trial(deployment, injury, tables).run(random.Random(seed), out)


class Trial:
    """What is remembered from the fault to the verdict."""

    def __init__(self, deployment: Deployment, injury: Injury, tables: int) -> None:
        self.deployment = deployment
        self.injury = injury
        self.load = Load(deployment, tables)
        self.before: list[Journal] = []
        """Pages whose match was going on when the fault was done."""
        self.farewells: dict[Visitor, int] = {}
        self.recovered = 0.0
        self.faults: list[tuple[str, str]] = []
        """(game, what went wrong on the way)"""

    async def run(self, rng: random.Random, out: float) -> Result:
        """Play, break, watch the recovery, let all come to rest, and judge."""
        load = self.load
        await load.begin()
        try:
            assert await self._within(PATIENCE, load.is_warm), f"every table has begun: not within {PATIENCE:g} s"
            # Not a wait for anything: the moment of the fault is to be any.
            await asyncio.sleep(rng.random())
            span, outage = await self._break(rng, out)
            await self._recover(span)
            await load.rest()
            rested, ends = time.monotonic(), await asyncio.to_thread(self.deployment.ends)
            self._note_ended()
        finally:
            await load.end()
        records = await asyncio.to_thread(self.deployment.verify, self._written(span, ends))
        games = {game: GameResult(**record) for game, record in records.items() if game in CHOOSERS}
        self._judge(games, span, outage, rested)
        cut = sum(journal.end == "cut" and journal.begun is not None for journal in load.door_journals)
        notes = [*outage.notes, *([f"{cut} programs cut off"] if cut else [])]
        return Result(self.deployment.title, self.injury.title, games, notes)

    # --- on the way ---------------------------------------------------------------------------------------------------
    async def _break(self, rng: random.Random, out: float) -> tuple[Span, Outage]:
        self._note_ended()
        ends = await asyncio.to_thread(self.deployment.ends)
        self.before = [journal for journal in self.load.journals if journal.match and not journal.over]
        self.farewells = {visitor: len(visitor.farewells) for visitor in self.load.visitors}
        span = Span(time.monotonic(), ends, cuts=self.injury.cuts)
        outage = await self.injury.inject(self.deployment, rng, out)
        span.since, span.ends, span.done = outage.since, outage.ends, time.monotonic()
        return span, outage

    async def _recover(self, span: Span) -> None:
        """Wait until everybody goes on, goes on once more, and a new table of each game does."""
        await self._wait_for(lambda: judging.stuck(self.before, span.ends), "did not go on")
        await self._wait_for(lambda: self._stuck_programs(span), "made no move")
        self.recovered = time.monotonic()
        ends = await asyncio.to_thread(self.deployment.ends)
        once = [journal for journal in self.before if judging.gone_on(journal, span.ends) is not None]
        await self._wait_for(lambda: judging.stuck(once, ends), "went on once, and then no more")
        more: list[Journal] = []
        try:
            async with asyncio.timeout(PATIENCE):
                more = await self.load.open_more()
        except TimeoutError:
            self.faults.append((next(iter(CHOOSERS)), f"no new tables could be opened within {PATIENCE:g} s"))
        await self._wait_for(lambda: [one for one in more if one.step < WARM and not one.over], "did not begin")

    def _note_ended(self) -> None:
        """A process that ended by itself is a fault, however well the others took over from it."""
        self.faults += [(next(iter(CHOOSERS)), ended) for ended in self.deployment.ended()]

    def _stuck_programs(self, span: Span) -> list[DoorJournal]:
        journals = self.load.door_journals
        late = [lane for lane in self.load.lanes if judging.lane_recovery(journals, lane.number, span) is None]
        newest = {journal.lane: journal for journal in journals}
        return [*judging.stuck_doors(journals, span), *(newest[lane.number] for lane in late)]

    async def _wait_for(self, waiting: Callable[[], Sequence[Journal | DoorJournal]], what: str) -> None:
        """Wait until nobody is waited for any more; those who remain are broken promises."""
        if not await self._within(PATIENCE, lambda: not waiting()):
            for journal in waiting():
                self.faults.append((journal.game, f"{_who(journal)} {what} within {PATIENCE:g} s"))

    async def _within(self, seconds: float, fact: Callable[[], bool]) -> bool:
        deadline = time.monotonic() + seconds
        while not fact():
            self.load.check()
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.05)
        return True

    # --- in the end ---------------------------------------------------------------------------------------------------
    def _written(self, span: Span, rested: Ends) -> object:
        """Return all journals, for the comparison with the log."""
        doors = [
            {**journal.as_json(), "until": judging.answered_for(journal, span, rested)}
            for journal in self.load.door_journals
            if journal.moves
        ]
        return {"journals": [journal.as_json() for journal in self.load.journals], "doors": doors}

    def _judge(self, games: dict[str, GameResult], span: Span, outage: Outage, rested: float) -> None:
        for game, fault in self.faults:
            games[game].faults.append(fault)
        for journal in self.load.journals:
            games[journal.game].faults += judging.page_faults(journal, span, self.recovered, rested, self.load.stalls)
        for game in judging.never_timed(self.load.journals):
            games[game].faults.append("no clock ran that could have been charged")
        for program in self.load.door_journals:
            games[program.game].faults += judging.door_faults(program, span)
        self._judge_recovery(games, span)
        self._judge_farewells(games, outage)
        next(iter(games.values())).faults.extend(outage.faults)

    def _judge_recovery(self, games: dict[str, GameResult], span: Span) -> None:
        for journal in self.before:
            when = judging.gone_on(journal, span.ends)
            if when is not None:
                games[journal.game].needed(when - span.since)
        for lane in self.load.lanes:
            needed = judging.lane_recovery(self.load.door_journals, lane.number, span)
            if needed is not None:
                games[lane.game].needed(needed)
        for result in games.values():
            result.measure(self.injury.within)

    def _judge_farewells(self, games: dict[str, GameResult], outage: Outage) -> None:
        since = [(visitor.journal, visitor.farewells[known:]) for visitor, known in self.farewells.items()]
        faults = judging.farewell_faults(since, outage.told) if self.injury.cuts else judging.cut_off(since)
        for game, fault in faults:
            games[game].faults.append(fault)


def _who(journal: Journal | DoorJournal) -> str:
    if isinstance(journal, Journal):
        return f"{journal.table} seat {journal.seat}"
    return f"{journal.name} ({', '.join(journal.words)})"
