"""Bots at the table: they are woken after each step, think on a redealt copy, and play through the same door as all."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING, Any

from gamekit.bots import Bot, BotKind
from gamekit.chance import Chance
from gamekit.errors import GameError, IllegalMove, Refused
from gamekit.game import Game

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

logger = logging.getLogger(__name__)


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
        self._tasks: dict[int, asyncio.Task[None]] = {}

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

    def _ended(self, seat: int, task: asyncio.Task[None]) -> None:
        self._tasks.pop(seat, None)
        if not task.cancelled() and task.exception() is not None:
            logger.error(
                "table %s: the bot at seat %s failed", self._actor.record.code, seat, exc_info=task.exception()
            )

    async def _turn(self, seat: int, name: str) -> None:
        """Play until this seat is no longer expected to, or the bot prefers to wait."""
        while True:
            if self._delay:
                await asyncio.sleep(self._delay * random.uniform(0.7, 1.3))  # a pause  # nosec B311
            position = await self._actor.through(self._position(seat))
            if position is None:
                return
            steps, state = position
            move = await self._choose(seat, name, state)
            if move is None and not self._actor.moved_since(steps):
                return
            if move is not None:
                await self._play(seat, steps, move)

    async def _choose(self, seat: int, name: str, state: Any) -> Any:
        kind = bot_kind(self._actor.game, name)
        bot = self._bots.get((seat, name))
        if bot is None:
            bot = self._bots[seat, name] = kind.make()
        rng = random.Random(random.getrandbits(64))  # a bot's taste  # nosec B311
        if kind.slow:
            return await asyncio.to_thread(bot.choose, state, seat, rng)
        return bot.choose(state, seat, rng)

    async def _play(self, seat: int, steps: int, move: Any) -> None:
        try:
            await self._actor.through(self._perform(seat, steps, move))
        except IllegalMove as error:
            logger.error("table %s: the bot at seat %s wanted %r: %s", self._actor.record.code, seat, move, error)
            await self._actor.through(self._play_anything(seat))
        except GameError as error:
            logger.warning("table %s: the bot at seat %s was refused: %s", self._actor.record.code, seat, error)
            return

    # --- behind the turnstile -------------------------------------------------------------------------------------
    async def _position(self, seat: int) -> tuple[int, Any] | None:
        """Return (steps, redealt state) when the bot at the seat is to act; None when it is not."""
        match, record = self._actor.match, self._actor.seating.find(seat)
        if match is None or record is None or not record.bot_now or not self._is_expected(seat):
            return None
        return match.steps, redealt(self._actor.game, match.state, seat)

    async def _perform(self, seat: int, steps: int, move: Any) -> None:
        """Play the bot's move unless the match has gone on since it began to think."""
        if not self._actor.moved_since(steps) and self._is_expected(seat):
            await self._actor.perform("play", seat, self._actor.game.rules.dump_move(move))

    async def _play_anything(self, seat: int) -> None:
        """Play any legal move: a bot that errs must not stall the table."""
        match, rules = self._actor.running(), self._actor.game.rules
        move = next(iter(rules.legal(match.state, seat)), None) if self._is_expected(seat) else None
        if move is not None:
            await self._actor.perform("play", seat, rules.dump_move(move))

    def _is_expected(self, seat: int) -> bool:
        return any(expectation.seat == seat for expectation in self._actor.expected())


def redealt(game: Game, state: Any, seat: int) -> Any:
    """Return a copy of the state with everything hidden from the seat dealt anew."""
    return game.rules.redeal(state, seat, Chance.seeded(random.getrandbits(64)))  # a bot's guess at what it cannot see  # nosec B311
