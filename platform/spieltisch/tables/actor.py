"""A table is an actor: one owner of the state, one door, one order of events.

Every public coroutine passes the turnstile (a fair lock: first come, first served), so at most one of them changes the
table at a time, and none sees a state that was not announced yet. A step goes: rules, log (durable), announcement. The
work behind the turnstile is shielded: a connection that breaks off cannot leave a step written but not told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.utils import timezone

from gamekit import container
from gamekit.errors import GameError, MatchOver, Refused
from gamekit.game import Game
from gamekit.reception import TableInfo
from gamekit.rules import Expectation, Json, Order, Outcome
from gamekit.views import Clock
from spieltisch.tables import seats, storage
from spieltisch.tables.absence import Absence
from spieltisch.tables.botplay import BotPlay
from spieltisch.tables.clocks import Clocks
from spieltisch.tables.delivery import Hub, Listener, write
from spieltisch.tables.livematch import LiveMatch, TableMessage
from spieltisch.tables.log import FencedOff, LogWriter, StepRow
from spieltisch.tables.openings import begin_match, rebuild
from spieltisch.tables.seating import Claim, Seating, SeatRecord, TableRecord, table_info

logger = logging.getLogger(__name__)
T = TypeVar("T")

#: Seconds given on top of every seat's limit: the platform's own delay must not cost anybody the game.
ALLOWANCE = 0.15
#: Seconds between two counts of the spectators.
COUNT_SECONDS = 0.5


class LobbyFeed:
    """What a table tells the lobby; the real feed overrides it, tests may do without."""

    def touch(self, actor: TableActor) -> None:
        """Take note that the table looks different now."""


@dataclass(slots=True)
class Surroundings:
    """What all tables of a process share."""

    writer: LogWriter
    hub: Hub
    feed: LobbyFeed
    bot_delay: float = 0.0
    draining: Callable[[], bool] = lambda: False
    """Tells whether no new match may begin because the server is about to stop."""


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
        self.last_used = time.monotonic()
        self._turnstile = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._count_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ran_ms = 0.0
        self._runs_since: float | None = None
        self._last_ms = 0
        self._begins_paused = False

    # --- the door -------------------------------------------------------------------------------------------------
    async def through(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work when it is its turn, to its end, even when the caller goes away."""
        task = asyncio.create_task(self._behind(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _behind(self, work: Coroutine[Any, Any, T]) -> T:
        async with self._turnstile:
            return await work

    def info(self) -> TableInfo:
        """Return the table as the lobby lists it."""
        return table_info(self.record, self.seating, self.spectators())

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
            await self._attach(record.seat, listener, None)
        return record

    async def settle(self) -> None:
        """Begin the match if those at the table are ready."""
        await self.through(seats.begin_if_ready(self))

    async def rise(self, seat: int) -> None:
        """Free a seat before the match, or withdraw from it."""
        await self.through(seats.rise(self, seat))

    async def update_seat(self, seat: int, name: str | None, data: Json | None, ready: bool | None) -> SeatRecord:
        """Change a seat before the match begins."""
        return await self.through(seats.update(self, seat, name, data, ready))

    async def hold(self, names: Sequence[str], hashes: Sequence[str]) -> None:
        """Keep seats for those who bring a token."""
        await self.through(seats.hold(self, names, hashes))

    async def set_token(self, seat: int | None, token_hash: str, user_id: int | None = None) -> int:
        """Let a token open a seat (a free one is held for it); return which."""
        return await self.through(seats.set_token(self, seat, token_hash, user_id))

    async def release(self, token_hash: str) -> None:
        """Free the seat that a token holds."""
        await self.through(seats.release(self, token_hash))

    async def move_seat(self, seat: int, to: int) -> None:
        """Move somebody to another seat before the match."""
        await self.through(seats.move(self, seat, to))

    async def stand_in(self, seat: int, bot: str) -> None:
        """Let a bot play for a seat until its owner takes over again."""
        await self.through(seats.stand_in(self, seat, bot))

    async def start(self) -> None:
        """Begin with those who sit there."""
        await self.through(seats.start(self))

    async def rematch(self) -> None:
        """Begin another match with the same seats."""
        await self.through(seats.rematch(self))

    # --- the match ------------------------------------------------------------------------------------------------
    async def play(self, seat: int, move: Json, received: float | None = None) -> None:
        """Play a move (as `dump_move` wrote it); returns when it is written and told."""
        await self.through(self._play(seat, move, received))

    async def control(self, order: Order, early: bool = False) -> None:
        """Pause, resume, step or abort; an early pause, ordered before the match, holds it at its beginning."""
        await self.through(self._control(order, early))

    async def _control(self, order: Order, early: bool) -> None:
        if early and self.match is None and order in ("pause", "resume"):
            self._begins_paused = order == "pause"
        else:
            await self.perform("control", None, order)

    async def withdraw(self, seat: int) -> None:
        """Give the seat up for good."""
        await self.through(self.perform("withdraw", seat, None))

    async def ask(self, viewer: int | None, question: str, data: Json) -> Json:
        """Answer a question about what was announced."""
        return await self.through(self._ask(viewer, question, data))

    async def _play(self, seat: int, move: Json, received: float | None) -> None:
        clock = self.clocks.of_seat(seat)
        if clock is not None and clock.expectation.soft_ms is not None and clock.since is not None:
            thought = clock.spent(max(received or 0.0, clock.since))
            if thought > clock.expectation.soft_ms / 1000 + ALLOWANCE:
                await self.perform("late", seat, clock.expectation.kind)
                return
        await self.perform("play", seat, move)

    async def _ask(self, viewer: int | None, question: str, data: Json) -> Json:
        match = self.running()
        return self.game.views.answer(match.room, match.state, self.clock(), viewer, question, data)

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

    async def perform(self, kind: str, seat: int | None, given: Json) -> None:
        """Let the rules act, write the step, tell everybody, go on. Only behind the turnstile."""
        match = self.running()
        self.last_used = time.monotonic()
        if match.outcome() is not None:
            raise MatchOver("the match is over")
        try:
            row, events = match.perform(kind, seat, given, self._now_ms(match))
        except GameError:
            raise
        except Exception:
            # The rules failed half-way: memory is worth nothing now, the log is.
            logger.exception("table %s: %s by seat %s broke the rules engine", self.record.code, kind, seat)
            await self.reload()
            raise Refused("the move could not be played because of an error of ours", "table/internal") from None
        await self._write(row, match.outcome())
        match.room = replace(match.room, spectators=self.around.hub.known_spectators(self.record.code))
        await self._announce(match.announce(events, row.time_ms))
        await self.go_on()

    async def _write(self, row: StepRow, outcome: Outcome | None) -> None:
        submit = self.around.writer.submit
        waiting = [submit(row)]
        status = "running" if outcome is None else "aborted" if outcome.reason == "aborted" else "finished"
        if outcome is None and self.match is not None and self.game.rules.paused(self.match.state):
            status = "paused"
        if outcome is not None:
            waiting.append(submit(storage.match_finisher(row.match_id, row.number, row.hash, outcome)))
        if status != self.record.status:
            self.record.status = status  # type: ignore[assignment]
            waiting.append(submit(storage.status_writer(self.record)))
        try:
            for future in waiting:
                await future
        except FencedOff:
            logger.warning("table %s: another process plays it now", self.record.code)
            await self.reload()
            raise Refused("the table has moved to another server process; try again", "table/moved") from None

    async def _announce(self, told: dict[int | None, list[TableMessage]]) -> None:
        hub, code = self.around.hub, self.record.code
        now = time.monotonic()
        if self.match is not None:
            # Clocks start when the request goes out, so they follow before anything is written.
            self.clocks.follow(self.match.expects(), self.game.rules.paused(self.match.state), now)
        for viewer in hub.viewers(code):
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
        self._last_ms = max(self._last_ms, round(elapsed))
        return self._last_ms

    def _count_time(self, stands: bool, now: float) -> None:
        if self._runs_since is not None:
            self._ran_ms += (now - self._runs_since) * 1000
        self._runs_since = None if stands else now

    def _arm(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.clocks.next_deadline(now, ALLOWANCE)
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due[0]), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.spawn(self.through(self._expire()))

    async def _expire(self) -> None:
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
        await self.through(self._attach(viewer, listener, since))

    async def _attach(self, viewer: int | None, listener: Listener, since: int | None) -> None:
        self.around.hub.join(self.record.code, viewer, listener)
        if listener.page and self.match is not None:
            missed = self.match.missed(viewer, since) if since is not None else None
            write(listener, missed or (), self.state_message(viewer).prepared)
        record = self.seating.find(viewer)
        if record is not None:
            record.connections += 1
            self.absence.returned(record)
        self._crowd_changed(record)

    async def detach(self, viewer: int | None, listener: Listener) -> None:
        """Stop hearing the table."""
        await self.through(self._detach(viewer, listener))

    async def _detach(self, viewer: int | None, listener: Listener) -> None:
        self.around.hub.leave(self.record.code, viewer, listener)
        self.last_used = time.monotonic()
        record = self.seating.find(viewer)
        if record is not None and record.connections:
            record.connections -= 1
            if not record.connections and self.match is None and record.kind == "client":
                await seats.rise(self, record.seat)
            elif not record.connections:
                self.absence.left(record)
        self._crowd_changed(record)

    def _crowd_changed(self, record: SeatRecord | None) -> None:
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
        if self.match is not None:
            stamp = container.timestamp()
            write(listener, [TableMessage(kind, payload, stamp) for kind, payload in self.match.joined(viewer)], None)

    def state_message(self, viewer: int | None) -> TableMessage:
        """Return the full state as the viewer may see it."""
        match = self.running()
        outcome = match.outcome()
        return TableMessage(
            "table/state",
            {
                "state": self.game.views.snapshot(match.room, match.state, viewer),
                "version": match.version(viewer),
                "match": match.code,
                "step": match.steps,
                "expected": self.clocks.expected(time.monotonic()) if outcome is None else [],
                "paused": self.game.rules.paused(match.state),
                "total_ms": self.total_ms(),
                "outcome": outcome_json(outcome) if outcome else None,
            },
            container.timestamp(),
        )

    def tell_pages(self, payload_type: str, payload: Json) -> None:
        """Send a platform message to every page at the table."""
        message = TableMessage(payload_type, payload, container.timestamp())
        self.around.hub.tell(self.record.code, message, protocol=False)

    def tell_table_changed(self) -> None:
        """Send the table as it is now to its pages and to the lobby."""
        self.tell_pages("table/table", self.describe())
        self.around.feed.touch(self)

    def describe(self) -> dict[str, Json]:
        """Return the table as the HTTP API shows it."""
        from spieltisch.tables.describing import describe

        return describe(self)

    async def announced(self) -> dict[str, Json]:
        """Return the table as it was announced: behind the turnstile no step is played but not yet written."""
        return await self.through(self._announced())

    async def _announced(self) -> dict[str, Json]:
        return self.describe()

    # --- recovery -------------------------------------------------------------------------------------------------
    def restore(self, stored: storage.StoredMatch) -> None:
        """Rebuild a running match from its log."""
        self.match = rebuild(self.game, self.record, stored)
        self.record.match_code = stored.code
        self._last_ms = stored.steps[-1].time_ms if stored.steps else 0
        self._ran_ms, self._runs_since = float(self._last_ms), None

    async def resume(self) -> None:
        """Go on after a restart: clocks start anew, those who are away get time to come back."""
        await self.through(self._resume())

    async def _resume(self) -> None:
        match = self.running()
        outcome = match.outcome()
        if outcome is not None:
            # The process died between the last step and the closing of the match.
            submit = self.around.writer.submit
            await submit(storage.match_finisher(match.match_id, match.steps, match.head, outcome))
            self.record.status = "aborted" if outcome.reason == "aborted" else "finished"
            await submit(storage.status_writer(self.record))
        for record in self.seating.taken():
            self.absence.after_restart(record)
        await self.go_on()

    async def reload(self) -> None:
        """Throw memory away and rebuild the match from the log."""
        stored = await asyncio.to_thread(storage.load_table, self.record.code)
        if stored is not None and stored.match is not None:
            self.restore(stored.match)
            self.clocks.follow(self.expected(), False, time.monotonic())
            self._arm(time.monotonic())

    async def begin(self) -> None:
        """Begin a match with those at the table. Only behind the turnstile."""
        self.match, self._last_ms, self._ran_ms, self._runs_since = await begin_match(self), 0, 0.0, None
        told = {viewer: list(audience.kept) for viewer, audience in self.match.audiences.items()}
        self.tell_table_changed()
        await self._announce(told)
        if self._begins_paused:
            self._begins_paused = False
            await self.perform("control", None, "pause")
        else:
            await self.go_on()

    async def close_for_good(self) -> None:
        """Close a table at which nothing runs: nobody can sit down any more."""
        await self.through(seats.close(self))

    async def close(self) -> None:
        """Stop timers and bots: the process ends, or the table is no longer needed."""
        for timer in (self._timer, self._count_timer):
            if timer is not None:
                timer.cancel()
        self.bots.forget()
        self.absence.forget()
        for task in list(self._tasks):
            task.cancel()


def outcome_json(outcome: Outcome) -> dict[str, Json]:
    """Return an outcome for pages and the API."""
    return {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason}
