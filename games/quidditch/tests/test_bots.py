"""Bots: they are allowed everything they do, and each beats the next weaker one (100 matches: benchmarks/)."""

from __future__ import annotations

import random

import pytest

from gamekit.bots import Bot, BotKind
from gamekit.chance import Chance
from games.quidditch import GAME
from games.quidditch.bots.medium import MediumBot
from games.quidditch.bots.strong import StrongBot
from games.quidditch.rules.entities import NAMES
from games.quidditch.rules.moves import Request
from games.quidditch.rules.pitch import place
from games.quidditch.rules.state import State
from games.quidditch.tests.pitchside import RULES, arrange, asked, match_options, teams


def match(kinds: tuple[BotKind, BotKind], seed: int) -> State:
    """Play one match between two bots."""
    state, _ = RULES.start(match_options(13), teams(), Chance.seeded(seed))
    bots, rng, chance = [kind.make() for kind in kinds], random.Random(seed), Chance.seeded(seed)
    while state.result is None:
        seat = RULES.expects(state)[0].seat
        assert seat is not None
        RULES.play(state, seat, bots[seat].choose(RULES.redeal(state, seat, chance), seat, rng), chance)
    return state


@pytest.mark.parametrize(("weaker", "stronger"), [(0, 1), (1, 2)])
def test_each_strength_beats_the_next_weaker_one(weaker: int, stronger: int) -> None:
    won = 0
    for seed in range(12):
        swapped = seed % 2
        kinds = (GAME.bots[weaker], GAME.bots[stronger]) if swapped else (GAME.bots[stronger], GAME.bots[weaker])
        result = match(kinds, seed).result
        assert result is not None
        won += result.winner == swapped
    assert won > 6


@pytest.mark.parametrize("bot", [MediumBot(), StrongBot()])
def test_a_chaser_in_front_of_an_open_ring_throws(bot: Bot) -> None:
    state = asked(arrange({"leftChaser1": (12, 6)}, quaffle=(12, 6)), "leftChaser1", "action")
    move = bot.choose(state, 0, random.Random(1))
    assert isinstance(move, Request)
    assert (move.type, place(move.target)[0]) == ("quaffleThrow", 14)


@pytest.mark.parametrize("bot", [MediumBot(), StrongBot()])
def test_a_seeker_beside_the_snitch_goes_for_it_when_that_wins(bot: Bot) -> None:
    state = asked(arrange({"leftSeeker": (8, 4)}, snitch=(8, 3), number=14), "leftSeeker")
    move = bot.choose(state, 0, random.Random(1))
    assert isinstance(move, Request)
    assert (move.type, place(move.target)) == ("move", (8, 3))


@pytest.mark.parametrize("bot", [MediumBot(), StrongBot()])
def test_a_seeker_does_not_catch_when_that_loses(bot: Bot) -> None:
    state = asked(arrange({"leftSeeker": (8, 4)}, snitch=(8, 3), number=14), "leftSeeker")
    state.board.points = [0, 60]
    move = bot.choose(state, 0, random.Random(1))
    assert isinstance(move, Request)
    assert move.type == "skip" or place(move.target) != (8, 3)


def test_the_strong_bot_haversacks_where_throws_are_poor() -> None:
    state = arrange({"leftChaser1": (13, 6)}, quaffle=(13, 6), probabilities={"throwSuccess": 0.4})
    move = StrongBot().choose(asked(state, "leftChaser1"), 0, random.Random(1))
    assert isinstance(move, Request)
    assert (NAMES[move.active], move.type, place(move.target)) == ("leftChaser1", "move", (14, 6))
