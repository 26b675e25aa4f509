"""What spectators see of a table that is shown to them late, so that nobody can help a player by watching.

Players hear of a step when it is written. For spectators its moment is kept and shown when its time has come; until
then all that they can see or ask (state, messages, talk, the table in the lobby) is the last moment shown.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils import timezone

from gamekit import container
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from gamekit.views import Clock
from spieltisch.tables.delivery import Listener
from spieltisch.tables.describing import describe, outcome_json
from spieltisch.tables.livematch import Audience, LiveMatch, TableMessage
from spieltisch.tables.seating import SPECTATOR_DELAY, Standing

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

#: The key in a table's extras.
OPTION = SPECTATOR_DELAY
#: Seconds; memory holds a copy of each state for so long.
LONGEST = 300
#: Platform messages that tell nothing about the match.
AT_ONCE = ("table/spectators", "table/notice", "table/chat_removed")
#: Messages that spectators get in a wording of their own, when they may.
REPLACED = ("table/table", "table/finished")


def checked(seconds: int | None) -> int:
    """Return the delay; MalformedMessage when it is out of bounds."""
    if not 0 <= (seconds or 0) <= LONGEST:
        raise MalformedMessage(f"{OPTION} must be 0 to {LONGEST} seconds, not {seconds}", "table/delay", OPTION)
    return seconds or 0


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after a step, as spectators will see it."""

    match: LiveMatch
    state: TableMessage
    messages: Sequence[TableMessage]
    status: str
    replay: str | None
    clock: Clock
    """The times at that moment; they go on when it is shown."""
    runs: bool


@dataclass(frozen=True, slots=True)
class Word:
    """Something said at the table, for spectators to hear in its place."""

    message: TableMessage
    pages: bool
    protocol: bool
    but: Listener | None


class Delay:
    """Keeps moments for spectators and shows each in its time; with 0 seconds it does nothing."""

    def __init__(self, actor: TableActor, seconds: float) -> None:
        self.seconds = seconds
        self._actor = actor
        self._shown: Moment | None = None
        self._since = 0.0
        """When what is shown was first shown."""
        self._waiting: deque[tuple[float, Moment | Word]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._showing = False

    @property
    def on(self) -> bool:
        """Tell whether spectators see something else than players do."""
        return self.seconds > 0 and (self._actor.match is not None or bool(self._waiting))

    @property
    def match(self) -> LiveMatch | None:
        """The match as far as it is shown; None before its first moment."""
        return self._shown.match if self._shown is not None else None

    @property
    def state(self) -> TableMessage:
        """The full state that is shown."""
        assert self._shown is not None, "nothing is shown yet"
        return self._shown.state

    def clock(self) -> Clock:
        """Return the times as players could ask for them when they saw what is shown: the live ones tell of moves."""
        assert self._shown is not None, "nothing is shown yet"
        shown = self._shown
        passed = round((time.monotonic() - self._since) * 1000) if shown.runs else 0
        left = None if shown.clock.left is None else max(0, shown.clock.left - passed)
        return Clock(left, shown.clock.total + passed)

    @property
    def standing(self) -> Standing:
        """Status and last replay of the table for those who see it late."""
        record = self._actor.record
        if not self.on:
            return record.status, record.replay
        return ("open", None) if self._shown is None else (self._shown.status, self._shown.replay)

    def keep(self, messages: Sequence[TableMessage], after: float | None = None) -> None:
        """Keep the match as it is now, with the messages that led to it, until the delay (or `after`) is over."""
        actor, live = self._actor, self._actor.match
        if not self.on or live is None:
            return
        heard = live.audiences[None]
        frozen = replace(
            live,
            state=actor.game.rules.clone(live.state),
            audiences={None: Audience(heard.version, deque(heard.kept, heard.kept.maxlen))},
        )
        over = live.outcome() is not None
        moment = Moment(
            frozen,
            actor.state_message(None),
            messages,
            actor.record.status,
            live.code if over else actor.record.replay,
            actor.clock(),
            not over and not actor.game.rules.paused(live.state),
        )
        self._wait(moment, self.seconds if after is None else after)

    def resume(self) -> None:
        """Keep the match as a restart found it, for what is left of the delay since its last step."""
        live = self._actor.match
        if live is not None:
            since = (timezone.now() - live.started).total_seconds() - self._actor.last_ms / 1000
            self.keep((), max(0.0, self.seconds - since))

    def divert(
        self,
        message: TableMessage,
        pages: bool,
        protocol: bool,
        only: Iterable[int | None] | None,
        but: Listener | None,
    ) -> Iterable[int | None] | None:
        """Return which viewers hear a message now; spectators get theirs later, unless it gives nothing away."""
        if not self.on or message.payload_type in AT_ONCE or _said_by_spectator(message):
            return only
        wanted = {None, *range(self._actor.record.size)} if only is None else set(only)
        if None in wanted and message.payload_type not in REPLACED:
            self._wait(Word(message, pages, protocol, but), self.seconds)
        return wanted - {None}

    def tell_table(self) -> None:
        """Send spectators the table as it is shown to them."""
        if self.on:
            self._tell("table/table", describe(self._actor, spectator=True))

    def forget(self) -> None:
        """Show nothing any more."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self, item: Moment | Word, seconds: float) -> None:
        self._waiting.append((time.monotonic() + seconds, item))
        self._arm()

    def _arm(self) -> None:
        if self._waiting and self._timer is None and not self._showing:
            wait = max(0.0, self._waiting[0][0] - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer, self._showing = None, True
        self._actor.spawn(self._show())

    async def _show(self) -> None:
        try:
            while self._waiting and self._waiting[0][0] <= time.monotonic():
                _, item = self._waiting.popleft()
                if isinstance(item, Moment):
                    await self._reveal(item)
                else:
                    self._actor.around.hub.tell(
                        self._actor.record.code,
                        item.message,
                        pages=item.pages,
                        protocol=item.protocol,
                        only=(None,),
                        but=item.but,
                    )
        finally:
            self._showing = False
            self._arm()

    async def _reveal(self, moment: Moment) -> None:
        hub, code = self._actor.around.hub, self._actor.record.code
        before, self._shown, self._since = self._shown, moment, time.monotonic()
        began = before is None or before.match.code != moment.match.code
        if began:
            self.tell_table()
        await hub.deliver(code, None, moment.messages, moment.state.prepared if hub.has_pages(code, None) else None)
        outcome = moment.match.outcome()
        if outcome is not None:
            self._tell("table/finished", {"outcome": outcome_json(outcome), "replay": moment.match.code})
        if not began and before is not None and before.status != moment.status:
            self.tell_table()
        self._actor.around.feed.touch(self._actor)

    def _tell(self, payload_type: str, payload: Json) -> None:
        message = TableMessage(payload_type, payload, container.timestamp())
        self._actor.around.hub.tell(self._actor.record.code, message, protocol=False, only=(None,))


def _said_by_spectator(message: TableMessage) -> bool:
    payload = message.payload
    return message.payload_type == "table/chat" and isinstance(payload, dict) and payload.get("seat") is None
