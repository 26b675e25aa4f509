"""Bots think in a world that was dealt anew: whoever lets one stand in for him does not play with open cards."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from gamekit import registry
from gamekit.bots import BotKind
from gamekit.game import Game
from spieltisch.tables import directory as directories
from spieltisch.tables.seating import Claim
from spieltisch.tournaments.playing import BotMatch
from tests.cluster.hosting import hosting
from tests.support.waiting import until_async

Hands = list[list[int]]


@dataclass
class Spy:
    """A bot that takes note of what it is shown."""

    seen: list[tuple[int, Hands]] = field(default_factory=list)

    def choose(self, state: Any, seat: int, rng: random.Random) -> Any:
        """Look, and play anything."""
        self.seen.append((seat, [sorted(hand) for hand in state.hands]))
        return next(registry.game("qwirkle").rules.legal(state, seat))


def game_of(spy: Spy, slow: bool = False) -> Game:
    """Return a game of hidden hands that has no other bot."""
    return replace(registry.game("qwirkle"), bots=(BotKind("spy", "Spy", lambda: spy, slow),))


def check(spy: Spy, truth: Hands) -> None:
    """See that the first look showed the own hand as it is, and no other."""
    seat, hands = spy.seen[0]
    assert hands[seat] == truth[seat]
    # That tiles dealt anew are the very same is no more likely than to win a lottery.
    assert not [other for other, hand in enumerate(hands) if other != seat and hand == truth[other]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slow", [False, True], ids=["quick", "slow"])
@pytest.mark.parametrize("kind", ["bot", "person"])
def test_a_bot_and_a_stand_in_see_no_hand_but_their_own(kind: Any, slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directories, "_directory", None)

    async def scenario() -> None:
        async with hosting("host-a") as host:
            spy = Spy()
            table = await host.directory.open_table(registry.game("qwirkle"), size=3)
            table.game = game_of(spy, slow)
            for seat in range(3):
                bot, holder = ("spy", "") if kind == "bot" else ("", f"user:{seat}")
                await table.sit(Claim(f"p{seat}", kind, holder, seat + 1, bot=bot, seat=seat, ready=True))
            truths: list[Hands] = []
            begin = table.begin

            async def begun() -> None:
                await begin()
                truths.append([sorted(hand) for hand in table.running().state.hands])

            monkeypatch.setattr(table, "begin", begun)
            await table.settle()
            if kind == "person":
                await table.stand_in(table.running().state.current, "spy")

            async def looked() -> bool:
                return bool(spy.seen)

            await until_async(looked, "the bot has looked")
            check(spy, truths[0])

    asyncio.run(scenario())


def test_a_bot_of_a_tournament_sees_no_hand_but_its_own() -> None:
    spy = Spy()
    match = BotMatch(game_of(spy), ["spy"] * 3, "seed")
    truth = [sorted(hand) for hand in match.state.hands]
    match.step()
    check(spy, truth)
