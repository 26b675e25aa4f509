"""What becomes of a seat whose connection is gone: it ends, is waited for, or a bot stands in for its owner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gamekit.errors import Refused
from spieltisch.tables.seating import SeatRecord

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

#: Seconds before a bot stands in for somebody who was cut off.
BOT_GRACE = 20.0
#: Seconds that people have to come back after the server was started again.
RESTART_GRACE = 60.0
#: Seconds of them that are not charged: the way back may be ours to mend, after all.
RETURN_SECONDS = 10.0
#: Seconds a person's seat is kept at a table that has not begun; a page that is loaded again needs but one or two.
OPEN_GRACE = 90.0
#: Seconds a program's seat at a table that has not begun is kept when the table's process has changed.
PROGRAM_GRACE = 8.0
#: Seconds a finished demo is shown before the next one begins.
DEMO_PAUSE = 8.0


class Absence:
    """The timers of one table that wait for somebody."""

    def __init__(self, actor: TableActor) -> None:
        self._actor = actor
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._returning: dict[int, asyncio.TimerHandle] = {}
        """When the clocks run again that stand for somebody on his way back."""
        self._fill: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        self.awaited: set[int] = set()
        """Seats of those who went through a fault of ours: nothing begins before they are back or their time is over.
        People at a table that had not begun are not among them: a page that is closed says nothing of it then."""

    def left(self, record: SeatRecord, ours: bool = False, since: float | None = None) -> None:
        """The seat's last connection is gone; through a fault of ours (`since`, or now), its owner gets time to come
        back, and his clock stands for the way."""
        if ours and self._actor.match is None:
            self._await_seat(record)
        elif ours:
            self._promise(record)
            self._hold_clock(record, time.monotonic() if since is None else since)
        else:
            self._wait(record, self._grace(record))

    def returned(self, record: SeatRecord) -> None:
        """Somebody is at the seat again: he is waited for no longer."""
        self.awaited.discard(record.seat)
        self._actor.let_run(record.seat)
        _cancel(self._timers, record.seat)
        _cancel(self._returning, record.seat)

    def expects_back(self, record: SeatRecord) -> bool:
        """Tell whether the owner of the seat is away through a fault of ours, and has time left to come back."""
        return record.seat in self.awaited and record.holder != ""

    async def take_back(self, record: SeatRecord) -> None:
        """The owner has come: whoever stood in for him because he was away does so no longer."""
        from spieltisch.tables import seats

        if record.stand_in and not record.stepped_out:
            await seats.set_stand_in(self._actor, record, "")

    def expect(self, record: SeatRecord) -> None:
        """A seat was just taken: its connection should follow; and perhaps bots fill the table up."""
        if record.kind != "bot" and not record.connections:
            self._wait(record, OPEN_GRACE)
        self._expect_bots()

    def _expect_bots(self) -> None:
        after = self._actor.record.extra.get("fill_with_bots_after")
        if after is not None and self._fill is None:
            self._fill = asyncio.get_running_loop().call_later(float(after), self._fill_up)

    def moved(self, seats: Mapping[int, int]) -> None:
        """Seats have got other numbers (old -> new): whoever is waited for is waited for at his new one."""
        loop, waiting = asyncio.get_running_loop(), self._timers
        self._timers = {}
        self.awaited = {seats.get(seat, seat) for seat in self.awaited}
        for seat, timer in waiting.items():
            timer.cancel()
            record = self._actor.seating.find(seats.get(seat, seat))
            if record is not None:
                self._wait(record, max(0.0, timer.when() - loop.time()))

    def after_load(self) -> None:
        """The table was loaded before its match began: whoever sat there may have gone with the last process."""
        for record in self._actor.seating.taken():
            if record.kind != "bot":
                self._await_seat(record)
                self._expect_bots()

    def _await_seat(self, record: SeatRecord) -> None:
        self._wait(record, OPEN_GRACE if record.kind == "person" else PROGRAM_GRACE)
        if record.kind == "client":
            self.awaited.add(record.seat)

    def after_restart(self, record: SeatRecord) -> None:
        """The server was started again: everybody gets time to come back."""
        if record.kind not in ("bot", "held"):
            self._promise(record)
            self._hold_clock(record)

    def _promise(self, record: SeatRecord) -> None:
        self._wait(record, max(RESTART_GRACE, self._grace(record)))
        self.awaited.add(record.seat)

    def _hold_clock(self, record: SeatRecord, since: float | None = None) -> None:
        if not record.bot_now and not record.connections:
            self._actor.clocks.hold(record.seat, since)
            _cancel(self._returning, record.seat)
            loop = asyncio.get_running_loop()
            self._returning[record.seat] = loop.call_later(RETURN_SECONDS, self._actor.let_run, record.seat)

    def begin_again(self) -> None:
        """Begin the next match of a demo after a look at the end of this one."""
        self._again = asyncio.get_running_loop().call_later(
            DEMO_PAUSE, lambda: self._actor.spawn(self._actor.rematch())
        )

    def forget(self) -> None:
        """Stop waiting."""
        for timer in (*self._timers.values(), *self._returning.values(), self._fill, self._again):
            if timer is not None:
                timer.cancel()

    def _grace(self, record: SeatRecord) -> float:
        if self._actor.match is None:
            return OPEN_GRACE if record.kind == "person" else 0.0
        policy = self._actor.record.on_disconnect
        if policy.startswith("wait:"):
            return float(policy.removeprefix("wait:"))
        return BOT_GRACE if policy == "bot" else 0.0

    def _wait(self, record: SeatRecord, seconds: float) -> None:
        _cancel(self._timers, record.seat)
        actor, seat = self._actor, record.seat

        def over() -> None:
            self._timers.pop(seat, None)
            actor.spawn(actor.through(self._over(seat)))

        self._timers[seat] = asyncio.get_running_loop().call_later(seconds, over)

    async def _over(self, seat: int) -> None:
        from spieltisch.tables import seats

        actor = self._actor
        await actor.around.until_sure()
        if seat in self.awaited:
            self.awaited.discard(seat)
            if actor.seating.find(seat) is None:
                # Whoever sat there sits elsewhere now, or has gone.
                await seats.begin_if_ready(actor)
        record = actor.seating.find(seat)
        if record is None or record.connections or record.kind in ("bot", "held") or not record.holder:
            return
        if actor.match is None:
            await seats.rise(actor, seat)
            await seats.begin_if_ready(actor)
        elif actor.match.outcome() is None:
            if actor.record.on_disconnect.startswith("wait:") and actor.game.rules.paused(actor.match.state):
                # A pause stops every clock, this one too.
                self._wait(record, self._grace(record))
            elif actor.record.on_disconnect == "bot":
                if not record.stand_in:
                    await seats.set_stand_in(actor, record, actor.game.bots[-1].name)
            else:
                await seats.rise(actor, seat)

    def _fill_up(self) -> None:
        self._fill = None
        self._actor.spawn(self._fill_with_bots())

    async def _fill_with_bots(self) -> None:
        from spieltisch.tables.directory import bot_claim

        actor = self._actor
        while actor.match is None and len(actor.seating.all()) < actor.record.size:
            try:
                await actor.sit(await bot_claim(actor.game, actor.game.bots[-1].name))
            except Refused:
                # Somebody took the last seat in the same moment, or the table was closed.
                break
        await actor.settle()


def _cancel(timers: dict[int, asyncio.TimerHandle], seat: int) -> None:
    timer = timers.pop(seat, None)
    if timer is not None:
        timer.cancel()
