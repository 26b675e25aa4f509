"""Matches that do not go as planned keep the contract: clocks run out, players leave, the host pauses."""

from __future__ import annotations

import random

import pytest

from gamekit import registry, testing
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
    """Pause, see that nobody can move, and resume."""
    rules, state = match.game.rules, match.state
    try:
        rules.control(state, "pause", chance)
    except GameError:
        return False
    match.steps.append(Step("control", None, "pause", chance.take(), len(match.steps)))
    assert rules.paused(state)
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
@pytest.mark.parametrize("size", ["fewest", "default"])
def test_bots_of_every_strength_choose_moves_that_are_accepted(game: Game, size: str) -> None:
    count = game.seats[0] if size == "fewest" else game.default_seats
    for kind in game.bots:
        match = testing.begin(game, 11, count)
        bots = [kind.make() for _ in range(count)]
        rng, chance = random.Random(11), Chance.seeded(11)
        for _ in range(20 if kind.slow else 60):
            expected = [e for e in game.rules.expects(match.state) if e.seat is not None]
            if game.rules.outcome(match.state) is not None:
                break
            if not expected:
                testing.advance(match, rng, chance)
                continue
            seat = expected[0].seat
            assert seat is not None
            move = bots[seat].choose(game.rules.redeal(match.state, seat, chance), seat, rng)
            if move is None:
                testing.advance(match, rng, chance)
            else:
                game.rules.play(match.state, seat, move, chance)
