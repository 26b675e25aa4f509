"""A table is an actor: one owner of the state, one door, one order of events.

Every public coroutine passes the turnstile (a fair lock: first come, first served), so at most one of them changes the
table at a time, and none sees a state that was not announced yet. A step goes: rules, log (durable), announcement. The
work behind the turnstile is shielded: a connection that breaks off cannot leave a step written but not told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from django.utils import timezone

from gamekit import container
from gamekit.errors import GameError, MatchOver, Refused, Unavailable
from gamekit.game import Game
from gamekit.reception import TableInfo
from gamekit.rules import Expectation, Json, Order, Outcome
from gamekit.views import Clock
from spieltisch.tables import coming, reloading, seats, storage
from spieltisch.tables.absence import Absence
from spieltisch.tables.botplay import BotPlay
from spieltisch.tables.clocks import Clocks
from spieltisch.tables.delaying import OPTION, Delay
from spieltisch.tables.delivery import Listener, write
from spieltisch.tables.describing import describe, describe_state, inspected, outcome_json
from spieltisch.tables.fencing import fenced
from spieltisch.tables.livematch import LiveMatch, TableMessage
from spieltisch.tables.log import StepRow
from spieltisch.tables.openings import begin_match, rebuild
from spieltisch.tables.seating import Claim, Seating, SeatRecord, TableRecord, table_info
from spieltisch.tables.surroundings import Surroundings
from spieltisch.tables.turnstile import Turnstile

logger = logging.getLogger(__name__)
T = TypeVar("T")

#: Seconds given on top of every seat's limit: the platform's own delay must not cost anybody the game.
ALLOWANCE = 0.15
#: Seconds between two counts of the spectators.
COUNT_SECONDS = 0.5


class TableActor:
    """One table and its match."""

    def __init__(self, game: Game, record: TableRecord, taken: list[SeatRecord], around: Surroundings) -> None:
        self.game = game
        self.record = record
        self.seating = Seating(record.size, taken)
        self.around = around
        self.match: LiveMatch | None = None
        self.clocks = Clocks()
        self.bots = BotPlay(self, record.extra.get("bot_delay", around.bot_delay))
        self.absence = Absence(self)
        self.delay = Delay(self, record.extra.get(OPTION, 0))
        self.last_used = time.monotonic()
        self.astray = False
        """Set while memory may be ahead of a log that could not be read again."""
        self.turnstile = Turnstile()
        self._timer: asyncio.TimerHandle | None = None
        self._count_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._ran_ms = 0.0
        self._runs_since: float | None = None
        self.last_ms = 0

    # --- the door -------------------------------------------------------------------------------------------------
    async def through(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work when it is its turn, to its end, even when the caller goes away."""
        guarded = fenced(self, work)
        task = asyncio.create_task(self.turnstile.behind(guarded))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Cancelled before its turn, the work was never begun; it must not be left lying about.
        task.add_done_callback(lambda _: (guarded.close(), work.close()))
        return await asyncio.shield(task)

    def info(self, announced: bool = False) -> TableInfo:
        """Return the table as it is, or as the lobby lists it for strangers, maybe later."""
        standing = self.delay.standing if announced else (self.record.status, self.record.replay)
        return table_info(self.record, self.seating, self.spectators(), standing)

    @property
    def underway(self) -> bool:
        """Tell whether a match was begun here and not yet cleared away."""
        return self.match is not None

    @property
    def playing(self) -> bool:
        """Tell whether a match is going on."""
        return self.match is not None and self.match.outcome() is None

    def expected(self) -> Sequence[Expectation]:
        """Return who is expected to act; nobody while paused."""
        if self.match is None or self.game.rules.paused(self.match.state):
            return ()
        return self.match.expects()

    def moved_since(self, steps: int) -> bool:
        """Return True when the match has gone on (or ended) since that many steps."""
        return self.match is None or self.match.steps != steps

    # --- seats ----------------------------------------------------------------------------------------------------
    async def sit(self, claim: Claim, listener: Listener | None = None) -> SeatRecord:
        """Give the claim a seat, or back its own; a protocol client hears the table from then on."""
        return await self.through(self._sit(claim, listener))

    async def _sit(self, claim: Claim, listener: Listener | None) -> SeatRecord:
        record = await seats.sit(self, claim)
        if listener is not None:
            await coming.attach(self, record.seat, listener, None)
        return record

    async def settle(self) -> None:
        """Begin the match if those at the table are ready."""
        await self.through(seats.begin_if_ready(self))

    async def unseat(self, seat: int) -> None:
        """Free somebody's seat before the match begins."""
        await self.through(seats.unseat(self, seat))

    # Whoever asks for himself says who he is: when it is his turn, his seat may have another number, or owner.
    async def rise(self, seat: int, command: str = "", holder: str = "") -> None:
        """Free a seat before the match, or withdraw from it."""
        await self.through(seats.rise(self, seat, command, holder))

    async def update_seat(
        self, seat: int, name: str | None, data: Json | None, ready: bool | None, holder: str = ""
    ) -> SeatRecord:
        """Change a seat before the match begins."""
        return await self.through(seats.update(self, seat, name, data, ready, holder))

    async def set_token(self, seat: int | None, token_hash: str, user_id: int | None = None) -> int:
        """Let a token open a seat (a free one is held for it); return which."""
        return await self.through(seats.set_token(self, seat, token_hash, user_id))

    async def release(self, token_hash: str) -> None:
        """Free the seat that a token holds."""
        await self.through(seats.release(self, token_hash))

    async def move_seat(self, seat: int, to: int) -> None:
        """Move somebody to another seat before the match."""
        await self.through(seats.move(self, seat, to))

    async def stand_in(self, seat: int, bot: str, holder: str = "") -> None:
        """Let a bot play for a seat until its owner takes over again."""
        await self.through(seats.stand_in(self, seat, bot, holder))

    async def start(self) -> None:
        """Begin with those who sit there."""
        await self.through(seats.start(self))

    async def rematch(self) -> None:
        """Begin another match with the same seats."""
        await self.through(seats.rematch(self))

    # --- the match ------------------------------------------------------------------------------------------------
    async def play(
        self, seat: int, move: Json, received: float | None = None, command: str = "", holder: str = ""
    ) -> None:
        """Play a move (as `dump_move` wrote it); returns when it is written and told. A command is done only once."""
        await self.through(self._play(seat, move, received, command, holder))

    async def control(self, order: Order, early: bool = False, command: str = "") -> None:
        """Pause, resume, step or abort; an early pause, ordered before the match, holds it at its beginning."""
        await self.through(self._control(order, early, command))

    async def _control(self, order: Order, early: bool, command: str) -> None:
        if early and self.match is None and order in ("pause", "resume"):
            self.record.extra["begins_paused"] = order == "pause"
            await self.around.writer.submit(storage.status_writer(self.record))
        else:
            await self.perform("control", None, order, command)

    async def withdraw(self, seat: int, command: str = "", holder: str = "") -> None:
        """Give the seat up for good."""
        await self.through(self._withdraw(seat, command, holder))

    async def ask(self, viewer: int | None, question: str, data: Json, holder: str = "") -> Json:
        """Answer a question about what was announced."""
        return await self.through(self._ask(viewer, question, data, holder))

    async def _withdraw(self, seat: int, command: str, holder: str) -> None:
        await self.perform("withdraw", seats.own_seat(self, seat, holder), None, command)

    async def _play(self, seat: int, move: Json, received: float | None, command: str, holder: str) -> None:
        seat = seats.own_seat(self, seat, holder)
        clock = self.clocks.of_seat(seat)
        if clock is not None and clock.expectation.soft_ms is not None and clock.since is not None:
            thought = clock.spent(max(received or 0.0, clock.since))
            if thought > clock.expectation.soft_ms / 1000 + ALLOWANCE:
                await self.perform("late", seat, clock.expectation.kind, command)
                return
        await self.perform("play", seat, move, command)

    async def _ask(self, viewer: int | None, question: str, data: Json, holder: str) -> Json:
        viewer = None if viewer is None else seats.own_seat(self, viewer, holder)
        match = self.shown(viewer)
        if match is None:
            raise Refused("no match has begun at this table", "table/not_started")
        clock = self.clock() if match is self.match else self.delay.clock()
        return self.game.views.answer(match.room, match.state, clock, viewer, question, data)

    def shown(self, viewer: int | None) -> LiveMatch | None:
        """Return the match as far as the viewer may see it."""
        return self.delay.match if viewer is None and self.delay.on else self.match

    def running(self) -> LiveMatch:
        """Return the match; Refused when none was begun."""
        if self.match is None:
            raise Refused("no match has begun at this table", "table/not_started")
        return self.match

    def clock(self) -> Clock:
        """Return the times that questions may ask for."""
        now = time.monotonic()
        left = next((c.left(now) for c in map(self.clocks.of_seat, range(self.record.size)) if c is not None), None)
        return Clock(None if left is None else max(0, round(left * 1000)), self.total_ms())

    def total_ms(self) -> int:
        """Return the match's running time."""
        since = self._runs_since
        return round(self._ran_ms + (0 if since is None else (time.monotonic() - since) * 1000))

    async def perform(self, kind: str, seat: int | None, given: Json, command: str = "") -> None:
        """Let the rules act, write the step, tell everybody, go on. Only behind the turnstile."""
        match = self.running()
        self.last_used = time.monotonic()
        if command and command in match.commands:
            # Written by a process that died before it could say so.
            return
        if match.outcome() is not None:
            raise MatchOver("the match is over")
        try:
            row, events = match.perform(kind, seat, given, self._now_ms(match), command)
        except GameError:
            raise
        except Exception:
            # The rules failed half-way: memory is worth nothing now, the log is.
            logger.exception("table %s: %s by seat %s broke the rules engine", self.record.code, kind, seat)
            await reloading.reload(self)
            raise Unavailable("the move could not be played because of an error of ours", "table/internal") from None
        self.clocks.stand(time.monotonic())
        await self._write(row, match.outcome())
        match.room = replace(match.room, spectators=self.around.hub.known_spectators(self.record.code))
        await self.announce(match.announce(events, row.time_ms))
        await self.go_on()

    async def _write(self, row: StepRow, outcome: Outcome | None) -> None:
        submit = self.around.writer.submit
        waiting = [submit(row)]
        status = "running" if outcome is None else "aborted" if outcome.reason == "aborted" else "finished"
        if outcome is None and self.match is not None and self.game.rules.paused(self.match.state):
            status = "paused"
        if outcome is not None:
            finisher = storage.match_finisher(row.match_id, row.number, row.hash, outcome)
            waiting.append(submit(storage.after_step(row, finisher)))
        if status != self.record.status:
            changed = replace(self.record, status=status)  # type: ignore[arg-type]
            waiting.append(submit(storage.after_step(row, storage.status_writer(changed))))
        async with reloading.when_fenced(self):
            for future in waiting:
                await future
        # Only now: lists of tables look at it without waiting for the table's turn.
        self.record.status = status  # type: ignore[assignment]

    async def announce(self, told: dict[int | None, list[TableMessage]]) -> None:
        """Tell each audience its messages, and pages the state after them. Only behind the turnstile."""
        hub, code = self.around.hub, self.record.code
        now = time.monotonic()
        if self.match is not None:
            # Clocks start when the request goes out, so they follow before anything is written.
            self.clocks.follow(self.match.expects(), self.game.rules.paused(self.match.state), now)
        self.delay.keep(told.get(None, ()))
        for viewer in (viewer for viewer in hub.viewers(code) if viewer is not None or not self.delay.on):
            state = self.state_message(viewer) if hub.has_pages(code, viewer) else None
            await hub.deliver(code, viewer, told.get(viewer, ()), state.prepared if state else None)

    async def go_on(self) -> None:
        """Start what the new state asks for: clocks, bots, or the end."""
        match = self.running()
        paused = self.game.rules.paused(match.state)
        now = time.monotonic()
        self._count_time(paused or match.outcome() is not None, now)
        self.clocks.follow(match.expects(), paused, now)
        self._arm(now)
        if match.outcome() is None:
            self.bots.wake()
        else:
            await self._finish(match)
        self.around.feed.touch(self)

    async def _finish(self, match: LiveMatch) -> None:
        outcome = match.outcome()
        assert outcome is not None
        self.bots.forget()
        self.clocks.clear()
        self.record.replay = match.code
        self.tell_pages("table/finished", {"outcome": outcome_json(outcome), "replay": match.code})
        self.tell_table_changed()
        await seats.after_match(self)

    # --- time -----------------------------------------------------------------------------------------------------
    def _now_ms(self, match: LiveMatch) -> int:
        elapsed = (timezone.now() - match.started).total_seconds() * 1000
        self.last_ms = max(self.last_ms, round(elapsed))
        return self.last_ms

    def _count_time(self, stands: bool, now: float) -> None:
        if self._runs_since is not None:
            self._ran_ms += (now - self._runs_since) * 1000
        self._runs_since = None if stands else now

    def spare(self, since: float, now: float) -> None:
        """Charge nobody for a time in which no move could reach the table."""
        self.clocks.spare(since, now)
        if self._timer is not None:
            self._arm(now)

    def let_run(self, seat: int) -> None:
        """Let a seat's clock run that stood because nobody could be there."""
        now = time.monotonic()
        if self.clocks.release(seat, now):
            self._arm(now)

    def _arm(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        due = self.clocks.next_deadline(now, ALLOWANCE)
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due[0]), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.spawn(self.through(self._expire()))

    async def _expire(self) -> None:
        await self.around.until_sure()
        now = time.monotonic()
        due = self.clocks.next_deadline(now, ALLOWANCE)
        if due is None or self.match is None or self.match.outcome() is not None:
            return
        if due[0] > 0.001:
            self._arm(now)
            return
        expectation = due[1].expectation
        await self.perform("expire", expectation.seat, expectation.kind)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something in the background and keep hold of it; what it raises is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("table %s: background work failed", self.record.code, exc_info=error)

    # --- listeners ------------------------------------------------------------------------------------------------
    async def attach(self, viewer: int | None, listener: Listener, since: int | None = None) -> None:
        """Let a connection hear the table; a page is brought up to date at once."""
        await self.through(coming.attach(self, viewer, listener, since))

    async def detach(self, viewer: int | None, listener: Listener, ours: bool = False) -> None:
        """Stop hearing the table; `ours`: because a process of ours has gone, not the client."""
        await self.through(coming.detach(self, viewer, listener, ours))

    def crowd_changed(self, record: SeatRecord | None) -> None:
        """Tell that somebody has come to a seat or left it; None: a spectator."""
        if record is not None:
            self.tell_table_changed()
        elif self._count_timer is None:
            # Counted at most twice a second: to tell a thousand spectators of every other who comes is quadratic.
            self._count_timer = asyncio.get_running_loop().call_later(COUNT_SECONDS, self._tell_count)

    def _tell_count(self) -> None:
        self._count_timer = None
        self.tell_pages("table/spectators", {"count": self.spectators()})
        self.around.feed.touch(self)

    def spectators(self) -> int:
        """Return how many watch in this process."""
        return self.around.hub.count(self.record.code, None)

    async def catch_up(self, viewer: int | None, listener: Listener) -> None:
        """Tell a protocol client what it needs to take up a running match."""
        await self.through(self._catch_up(viewer, listener))

    async def _catch_up(self, viewer: int | None, listener: Listener) -> None:
        viewer = self.seating.seat_of(viewer, listener.holder, self.underway)
        match = self.shown(viewer)
        if match is not None:
            stamp = container.timestamp()
            write(listener, [TableMessage(kind, payload, stamp) for kind, payload in match.joined(viewer)], None)

    def state_message(self, viewer: int | None) -> TableMessage:
        """Return the full state as the viewer may see it."""
        return TableMessage("table/state", describe_state(self, viewer), container.timestamp())

    def tell(
        self, message: TableMessage, *, pages: bool = True, protocol: bool = True,
        only: Iterable[int | None] | None = None, but: Listener | None = None,
    ) -> None:  # fmt: skip
        """Send an unversioned message to those at the table: all, or those of some viewers."""
        now = self.delay.divert(message, pages, protocol, only, but)
        self.around.hub.tell(self.record.code, message, pages=pages, protocol=protocol, only=now, but=but)

    def tell_pages(self, payload_type: str, payload: Json) -> None:
        """Send a platform message to every page at the table."""
        self.tell(TableMessage(payload_type, payload, container.timestamp()), protocol=False)

    def tell_table_changed(self) -> None:
        """Send the table as it is now to its pages and to the lobby."""
        self.tell_pages("table/table", self.describe())
        self.delay.tell_table()
        self.around.feed.touch(self)

    def describe(self, spectator: bool = False) -> dict[str, Json]:
        """Return the table as it is, or as spectators and the HTTP API see it."""
        return describe(self, spectator)

    async def announced(self, viewer: int | None = None) -> dict[str, Json]:
        """Return the table as it was announced: behind the turnstile no step is played but not yet written."""
        return await self.through(self._announced(viewer))

    async def _announced(self, viewer: int | None) -> dict[str, Json]:
        return self.describe(spectator=viewer is None)

    async def inspected(self) -> dict[str, Json]:
        """Return what staff may see of the table."""
        return await self.through(inspected(self))

    # --- recovery -------------------------------------------------------------------------------------------------
    async def restore(self, stored: storage.StoredMatch) -> None:
        """Rebuild a match from its log."""
        self.match = await rebuild(self.game, self.record, stored)
        self.record.match_code = stored.code
        self.last_ms = stored.steps[-1].time_ms if stored.steps else 0
        self._ran_ms, self._runs_since = float(self.last_ms), None

    async def resume(self, closed: bool) -> None:
        """Go on after a restart: clocks start anew, those who are away get time to come back.

        A match that is over is kept as well, for those who have not heard of its end.
        """
        await self.through(reloading.resume(self, closed))

    async def begin(self) -> None:
        """Begin a match with those at the table. Only behind the turnstile."""
        async with reloading.when_fenced(self):
            self.match, self.last_ms, self._ran_ms, self._runs_since = await begin_match(self), 0, 0.0, None
        told = {viewer: list(audience.kept) for viewer, audience in self.running().audiences.items()}
        self.tell_table_changed()
        await self.announce(told)
        await self.go_on_or_hold()

    async def go_on_or_hold(self) -> None:
        """Start the match, or keep it at its beginning as was ordered before it."""
        if self.record.extra.pop("begins_paused", False):
            # The pause may be written already, by a process that died before it could take the note away.
            if not self.game.rules.paused(self.running().state):
                await self.perform("control", None, "pause")
            else:
                await self.go_on()
            await self.around.writer.submit(storage.status_writer(self.record))
        else:
            await self.go_on()

    async def close_for_good(self) -> None:
        """Close a table at which nothing runs: nobody can sit down any more."""
        await self.through(seats.close(self))

    async def close(self) -> None:
        """Stop timers and bots: the process ends, or the table is no longer needed."""
        self._closed = True
        for timer in (self._timer, self._count_timer):
            if timer is not None:
                timer.cancel()
        self.bots.forget()
        self.absence.forget()
        self.delay.forget()
        for task in list(self._tasks):
            task.cancel()
