"""Bots at the table: they are woken after each step, think on a redealt copy, and play through the same door as all."""

from __future__ import annotations

import asyncio
import logging
import os
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from gamekit.bots import Bot, BotKind
from gamekit.chance import Chance
from gamekit.errors import GameError, IllegalMove, Refused
from gamekit.game import Game
from spieltisch import environment

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

logger = logging.getLogger(__name__)


class Pace:
    """Lets so many a second pass, one after the other; a rate of 0 lets everybody pass at once."""

    def __init__(self, a_second: float) -> None:
        self._interval = 1 / a_second if a_second > 0 else 0.0
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        turn = max(self._next, now)
        self._next = turn + self._interval
        await asyncio.sleep(turn - now)


#: Bots that play among themselves share what this leaves them, however many tables somebody opens for them.
ALONE = Pace(environment.number("LIMIT_BOT_MOVES_PER_SECOND", 50))
#: Where slow bots think. Not in the loop's own threads: the log and whoever catches up must not queue behind them.
THINKING = ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="bot")


def bot_kind(game: Game, name: str) -> BotKind:
    """Return the bot of this name; Refused (with those on offer) when there is none."""
    for kind in game.bots:
        if kind.name == name:
            return kind
    raise Refused(
        f"{name} is no bot of {game.title}; there are {', '.join(k.name for k in game.bots)}", "bot/unknown", "bot"
    )


class BotPlay:
    """The bots of one table."""

    def __init__(self, actor: TableActor, delay: float) -> None:
        self._actor = actor
        self._delay = delay
        self._bots: dict[tuple[int, str], Bot] = {}
        self._tasks: dict[int, asyncio.Task[int]] = {}

    def wake(self) -> None:
        """Let every bot that is expected to act begin to think."""
        for expectation in self._actor.expected():
            seat = expectation.seat
            if seat is None or seat in self._tasks:
                continue
            record = self._actor.seating.find(seat)
            if record is not None and record.bot_now:
                task = asyncio.create_task(self._turn(seat, record.bot_now), name=f"bot {seat}")
                self._tasks[seat] = task
                task.add_done_callback(lambda done, seat=seat: self._ended(seat, done))  # type: ignore[misc]

    def forget(self) -> None:
        """Stop thinking: the match is over or the table leaves this process."""
        for task in self._tasks.values():
            task.cancel()
        self._bots.clear()

    def _ended(self, seat: int, task: asyncio.Task[int]) -> None:
        self._tasks.pop(seat, None)
        if task.cancelled():
            return
        if task.exception() is not None:
            logger.error(
                "table %s: the bot at seat %s failed", self._actor.record.code, seat, exc_info=task.exception()
            )
        elif self._actor.moved_since(task.result()):
            # It was woken while it was about to end, and took no notice.
            self.wake()

    async def _turn(self, seat: int, name: str) -> int:
        """Play until this seat is no longer expected to, or the bot prefers to wait; return after how many steps."""
        while True:
            if self._delay:
                await asyncio.sleep(self._delay * random.uniform(0.7, 1.3))  # a pause  # nosec B311
            if self._among_themselves():
                await ALONE.turn()
            steps, state = await self._actor.through(self._position(seat))
            if state is None:
                return steps
            try:
                move = await self._choose(seat, name, state)
            except Exception:
                # Whatever is wrong with it, the others must not wait for it for ever.
                logger.exception("table %s: the bot at seat %s failed", self._actor.record.code, seat)
                await self._actor.through(self._play_anything(seat, name))
                move = None
            if move is None and not self._actor.moved_since(steps):
                return steps
            if move is not None:
                await self._play(seat, name, steps, move)

    async def _choose(self, seat: int, name: str, state: Any) -> Any:
        kind = bot_kind(self._actor.game, name)
        bot = self._bots.get((seat, name))
        if bot is None:
            bot = self._bots[seat, name] = kind.make()
        rng = random.Random(random.getrandbits(64))  # a bot's taste  # nosec B311
        if kind.slow:
            return await asyncio.get_running_loop().run_in_executor(THINKING, bot.choose, state, seat, rng)
        return bot.choose(state, seat, rng)

    async def _play(self, seat: int, name: str, steps: int, move: Any) -> None:
        try:
            await self._actor.through(self._perform(seat, name, steps, move))
        except IllegalMove as error:
            logger.error("table %s: the bot at seat %s wanted %r: %s", self._actor.record.code, seat, move, error)
            await self._actor.through(self._play_anything(seat, name))
        except GameError as error:
            logger.warning("table %s: the bot at seat %s was refused: %s", self._actor.record.code, seat, error)
            return

    # --- behind the turnstile -------------------------------------------------------------------------------------
    async def _position(self, seat: int) -> tuple[int, Any]:
        """Return (steps, redealt state) when the bot at the seat is to act; without a state when it is not."""
        match, record = self._actor.match, self._actor.seating.find(seat)
        if match is None or record is None or not record.bot_now or not self._is_expected(seat):
            return (match.steps if match is not None else 0), None
        return match.steps, redealt(self._actor.game, match.state, seat)

    async def _perform(self, seat: int, name: str, steps: int, move: Any) -> None:
        """Play the bot's move unless the match has gone on since it began to think."""
        await self._actor.around.until_sure()
        if not self._actor.moved_since(steps) and self._plays(seat, name):
            await self._actor.perform("play", seat, self._actor.game.rules.dump_move(move))

    async def _play_anything(self, seat: int, name: str) -> None:
        """Play any legal move: a bot that errs must not stall the table."""
        await self._actor.around.until_sure()
        match, rules = self._actor.running(), self._actor.game.rules
        move = next(iter(rules.legal(match.state, seat)), None) if self._plays(seat, name) else None
        if move is not None:
            await self._actor.perform("play", seat, rules.dump_move(move))

    def _among_themselves(self) -> bool:
        """Tell whether nobody waits for these bots: the house's own demonstrations have somebody who watches."""
        return not self._actor.record.demo and all(seat.kind == "bot" for seat in self._actor.seating.all())

    def _plays(self, seat: int, name: str) -> bool:
        """Tell whether it is still this bot that is to act: the seat's owner may have come back while it thought."""
        record = self._actor.seating.find(seat)
        return record is not None and record.bot_now == name and self._is_expected(seat)

    def _is_expected(self, seat: int) -> bool:
        return any(expectation.seat == seat for expectation in self._actor.expected())


def redealt(game: Game, state: Any, seat: int) -> Any:
    """Return a copy of the state with everything hidden from the seat dealt anew."""
    return game.rules.redeal(state, seat, Chance.seeded(random.getrandbits(64)))  # a bot's guess at what it cannot see  # nosec B311
