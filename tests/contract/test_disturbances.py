"""Matches that do not go as planned keep the contract: clocks run out, players leave, the host pauses."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from gamekit import registry, testing
from gamekit.bots import BotKind
from gamekit.chance import Chance, RecordedChance
from gamekit.errors import GameError
from gamekit.exports import Step
from gamekit.game import Game
from gamekit.testing import Playout

GAMES = registry.games()
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

#: Enough for every kind of disturbance to meet every phase of a match now and then.
SEEDS = range(4)
MOST_STEPS = 600
MOST_BOT_MOVES = 60
#: Some bots think for as long as a person would let them.
SECONDS_A_BOT = 3.0


def disturb(match: Playout, rng: random.Random, chance: Chance) -> bool:
    """Do something other than a move, if it is possible now; return True when it was a step."""
    rules, state = match.game.rules, match.state
    limited = [e for e in rules.expects(state) if e.limit_ms is not None and e.seat is not None]
    kind = rng.choice(["expire", "late", "withdraw", "pause"])
    if kind in ("expire", "late"):
        candidates = [e for e in limited if kind == "expire" or e.soft_ms is not None]
        if not candidates:
            return False
        expectation = rng.choice(candidates)
        match.events = rules.expire(state, expectation, chance, late=kind == "late")
        match.steps.append(Step(kind, expectation.seat, expectation.kind, chance.take(), len(match.steps)))  # type: ignore[arg-type]
        return True
    if kind == "withdraw":
        gone = {step.seat for step in match.steps if step.kind == "withdraw"}
        staying = [seat for seat in range(len(match.room.players)) if seat not in gone]
        # One player leaving ends many games, so most matches go on undisturbed by it.
        if not staying or rng.random() < 0.8:
            return False
        seat = rng.choice(staying)
        match.events = rules.withdraw(state, seat, chance)
        match.steps.append(Step("withdraw", seat, None, chance.take(), len(match.steps)))
        return True
    return pause_and_resume(match, chance)


def pause_and_resume(match: Playout, chance: Chance) -> bool:
    """Pause, see that nobody can move, and resume. A move already asked for may come before the pause takes hold."""
    rules, state = match.game.rules, match.state
    try:
        rules.control(state, "pause", chance)
    except GameError:
        return False
    match.steps.append(Step("control", None, "pause", chance.take(), len(match.steps)))
    if rules.paused(state):
        for seat in range(len(match.room.players)):
            assert not list(rules.legal(state, seat)), "a move is legal while the match is paused"
    match.events = rules.control(state, "resume", chance)
    match.steps.append(Step("control", None, "resume", chance.take(), len(match.steps)))
    assert not rules.paused(state)
    return True


def disturbed(game: Game, seed: int) -> Playout:
    """Return a match of random moves and random disturbances, finished or long enough."""
    rng = random.Random(seed)
    chance = Chance.seeded(f"{seed}/steps")
    match = testing.begin(game, seed, game.seats[1])
    while game.rules.outcome(match.state) is None and len(match.steps) < MOST_STEPS:
        if rng.random() > 0.15 or not disturb(match, rng, chance):
            testing.advance(match, rng, chance)
    return match


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_disturbed_match_replays_to_the_same_state(game: Game, seed: int) -> None:
    match = disturbed(game, seed)
    state, _ = game.rules.start(match.room.options, match.room.players, RecordedChance(match.start_chance))
    for step in match.steps:
        testing.replay_step(game, state, step)
    assert testing.text_of(game, state) == testing.text_of(game, match.state)


@each_game
def test_clocks_alone_bring_a_match_to_an_end_or_on(game: Game) -> None:
    """Nobody ever answers: every expectation runs out, none may stay for ever."""
    match = testing.begin(game, 7)
    rules, chance = game.rules, Chance.seeded(7)
    for _ in range(3000):
        expected = [e for e in rules.expects(match.state) if e.limit_ms is not None]
        if rules.outcome(match.state) is not None or not expected:
            break
        before = testing.text_of(game, match.state)
        rules.expire(match.state, expected[0], chance)
        assert testing.text_of(game, match.state) != before, f"{expected[0]} ran out and nothing happened"


@each_game
def test_an_aborted_match_is_over(game: Game) -> None:
    match = testing.begin(game, 5)
    game.rules.control(match.state, "abort", Chance.seeded(1))
    assert game.rules.outcome(match.state) is not None
    assert not list(game.rules.expects(match.state))


@each_game
def test_a_match_that_everybody_leaves_is_over(game: Game) -> None:
    match = testing.begin(game, 6)
    for seat in range(len(match.room.players)):
        if game.rules.outcome(match.state) is None:
            game.rules.withdraw(match.state, seat, Chance.seeded(seat))
    assert game.rules.outcome(match.state) is not None


@each_game
def test_bots_of_every_strength_choose_moves_that_are_accepted(game: Game) -> None:
    for kind in game.bots:
        for count in sorted({game.seats[0], game.default_seats}):
            play_with_bots(game, kind, count)


def play_with_bots(game: Game, kind: BotKind, count: int) -> None:
    """Let bots play from the start, for as many moves as a test can wait for."""
    match = testing.begin(game, 11, count)
    bots = [kind.make() for _ in range(count)]
    rng, chance = random.Random(11), Chance.seeded(11)
    began = time.monotonic()
    for _ in range(MOST_BOT_MOVES):
        expected = [e.seat for e in game.rules.expects(match.state) if e.seat is not None]
        if game.rules.outcome(match.state) is not None or time.monotonic() - began > SECONDS_A_BOT:
            break
        move = bots[expected[0]].choose(_redealt(match, expected[0], chance), expected[0], rng) if expected else None
        if move is None:
            testing.advance(match, rng, chance)
        else:
            game.rules.play(match.state, expected[0], move, chance)


def _redealt(match: Playout, seat: int, chance: Chance) -> Any:
    return match.game.rules.redeal(match.state, seat, chance)
