"""Plays matches of bots without a table: no clock, no network, nothing kept but the outcome."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from gamekit.bots import Bot
from gamekit.chance import Chance
from gamekit.errors import IllegalMove, RulesBroken
from gamekit.game import Game
from gamekit.reception import SeatInfo
from gamekit.rules import Expectation, Outcome, Player
from spieltisch.tables.botplay import bot_kind

#: No match of bots may need more; one that does has lost its guarantee of an end.
MOST_STEPS = 100_000


class BotMatch:
    """One match; the same seed plays the same match again, unless a bot thinks by the clock."""

    def __init__(self, game: Game, bots: Sequence[str], seed: str) -> None:
        self.game = game
        self.rng = random.Random(seed)  # bots' tastes, to be had again  # nosec B311
        self.chance = Chance.seeded(f"{seed}/chance")
        self.bots: list[Bot] = [bot_kind(game, name).make() for name in bots]
        options = game.read_options({}, len(bots))
        self.state, _opening = game.rules.start(options, players(game, bots), self.chance)
        self.steps = 0

    def play(self, step_done: Callable[[], None]) -> Outcome:
        """Play to the end, telling after each step."""
        while (outcome := self.game.rules.outcome(self.state)) is None:
            if self.steps >= MOST_STEPS:
                raise RulesBroken(f"no end after {MOST_STEPS} steps", "tournament/endless")
            self.step()
            self.chance.take()
            self.steps += 1
            step_done()
        return outcome

    def step(self) -> None:
        """Let one of those expected act; when all prefer to wait, time passes for the first whose time is limited."""
        rules = self.game.rules
        expected = sorted(rules.expects(self.state), key=lambda one: one.seat is None)
        for expectation in expected:
            if expectation.seat is None:
                rules.expire(self.state, expectation, self.chance)
                return
            if self.act(expectation.seat):
                return
        rules.expire(self.state, _limited(expected), self.chance)

    def act(self, seat: int) -> bool:
        """Let the bot at the seat move; return False when it would rather wait."""
        rules = self.game.rules
        seen = rules.redeal(self.state, seat, Chance.seeded(self.rng.getrandbits(64)))
        move: Any = self.bots[seat].choose(seen, seat, self.rng)
        if move is None:
            return False
        try:
            rules.play(self.state, seat, move, self.chance)
        except IllegalMove:
            # As at a table: a bot that errs plays anything legal.
            rules.play(self.state, seat, next(iter(rules.legal(self.state, seat))), self.chance)
        return True


def players(game: Game, bots: Sequence[str]) -> list[Player]:
    """Return the bots as players, with what the game gives to those who choose nothing."""
    taken: list[SeatInfo] = []
    for seat, name in enumerate(bots):
        data = game.check_seat({}, taken)
        taken.append(SeatInfo(seat, bot_kind(game, name).title, seat + 1, "bot", True, True, data))
    return [Player(seat.name, seat.number, seat.kind, seat.data) for seat in taken]


def _limited(expected: Sequence[Expectation]) -> Expectation:
    if not expected:
        raise RulesBroken("the match is not over, but nobody is expected to act", "tournament/stuck")
    return next((one for one in expected if one.limit_ms is not None), expected[0])
