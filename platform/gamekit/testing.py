"""The contract suite that every game passes by existing: `tests/contract` runs these over the registry.

Each function takes a game and raises AssertionError with the seed and step at which the contract was broken.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gamekit import jsontext
from gamekit.chance import Chance, RecordedChance
from gamekit.errors import GameError
from gamekit.exports import Step
from gamekit.game import Game
from gamekit.reception import SeatInfo
from gamekit.rules import Expectation, Json, Player
from gamekit.views import Room

#: No match may need more steps than this; a game that does has lost its guarantee of progress.
MOST_STEPS = 20_000


@dataclass(slots=True)
class Playout:
    """A match under way in a test: the state, and everything needed to do it again."""

    game: Game
    room: Room
    state: Any
    opening: list[Any]
    start_chance: list[int]
    steps: list[Step]
    events: list[Any]
    """Events of the last step."""


def players(game: Game, count: int) -> list[Player]:
    """Return players with the seat data that the game gives to those who choose nothing."""
    taken: list[SeatInfo] = []
    result = []
    for seat in range(count):
        data = game.check_seat({}, taken)
        taken.append(SeatInfo(seat, f"Player {seat + 1}", seat + 1, "bot", True, True, data))
        result.append(Player(f"Player {seat + 1}", seat + 1, "bot", data))
    return result


def begin(game: Game, seed: int, count: int | None = None, options: Json = None) -> Playout:
    """Start a match under a seed."""
    count = count or game.default_seats
    people = players(game, count)
    complete = game.read_options(options, count)
    chance = Chance.seeded(f"{seed}")
    state, opening = game.rules.start(complete, people, chance)
    room = Room(1, "contract", "contract", people, complete)
    return Playout(game, room, state, opening, chance.take(), [], opening)


def acting(playout: Playout, rng: random.Random) -> Expectation:
    """Return one of the expectations of now, a seat's before the table's."""
    expected = list(playout.game.rules.expects(playout.state))
    assert expected, "the match is not over, but nobody is expected to act"
    seated = [expectation for expectation in expected if expectation.seat is not None]
    return rng.choice(seated or expected)


def advance(playout: Playout, rng: random.Random, chance: Chance) -> Step:
    """Do one random step: a legal move of somebody expected, or the table's own going on."""
    rules, state = playout.game.rules, playout.state
    expectation = acting(playout, rng)
    if expectation.seat is None:
        playout.events = rules.expire(state, expectation, chance)
        step = Step("expire", None, expectation.kind, chance.take(), len(playout.steps))
    else:
        moves = list(rules.legal(state, expectation.seat))
        assert moves, f"seat {expectation.seat} is expected to {expectation.kind}, but has no legal move"
        move = rng.choice(moves)
        playout.events = rules.play(state, expectation.seat, move, chance)
        step = Step("play", expectation.seat, rules.dump_move(move), chance.take(), len(playout.steps))
    playout.steps.append(step)
    return step


def replay_step(game: Game, state: Any, step: Step) -> list[Any]:
    """Do a recorded step again."""
    rules = game.rules
    chance = RecordedChance(step.chance)
    if step.kind == "play":
        assert step.seat is not None
        events = rules.play(state, step.seat, rules.load_move(step.input), chance)
    elif step.kind == "withdraw":
        assert step.seat is not None
        events = rules.withdraw(state, step.seat, chance)
    elif step.kind == "control":
        events = rules.control(state, step.input, chance)
    else:
        expectation = next(e for e in rules.expects(state) if e.seat == step.seat and e.kind == step.input)
        events = rules.expire(state, expectation, chance, late=step.kind == "late")
    assert chance.exhausted(), "the replayed step used less chance than recorded"
    return events


def playout(game: Game, seed: int, count: int | None = None, options: Json = None) -> Iterator[Playout]:
    """Play at random to the end, yielding before the first step and after each."""
    rng = random.Random(seed)
    chance = Chance.seeded(f"{seed}/steps")
    match = begin(game, seed, count, options)
    yield match
    while game.rules.outcome(match.state) is None:
        assert len(match.steps) < MOST_STEPS, f"seed {seed}: no end after {MOST_STEPS} steps"
        advance(match, rng, chance)
        yield match


def text_of(game: Game, state: Any) -> bytes:
    """Return the dumped state as bytes, to compare states."""
    return jsontext.dumps(game.rules.dump(state))


def check_random_play_ends(game: Game, seed: int, count: int | None = None) -> None:
    """Random play reaches an outcome with a score a seat, and nobody is expected after it."""
    last = None
    for last in playout(game, seed, count):
        pass
    assert last is not None
    outcome = game.rules.outcome(last.state)
    assert outcome is not None
    assert len(outcome.scores) == len(last.room.players)
    assert not list(game.rules.expects(last.state))


def check_dump_load_clone(game: Game, seed: int, most: int = 300) -> None:
    """Load(dump(s)) equals s at every step, survives JSON, and a clone goes its own way."""
    rules = game.rules
    rng = random.Random(seed)
    for index, match in enumerate(playout(game, seed)):
        if index >= most:
            break
        before = text_of(game, match.state)
        assert text_of(game, rules.load(jsontext.loads(before))) == before, f"seed {seed} step {index}: dump/load"
        copy = rules.clone(match.state)
        assert text_of(game, copy) == before, f"seed {seed} step {index}: clone"
        if rules.outcome(match.state) is None:
            other = Playout(game, match.room, copy, [], [], [], [])
            advance(other, rng, Chance.seeded(index))
            assert text_of(game, match.state) == before, (
                f"seed {seed} step {index}: a step on the clone changed the original"
            )


def check_replay_equals(game: Game, seed: int) -> None:
    """The recorded setup and steps rebuild every state and the same messages for every viewer."""
    told: list[bytes] = []
    states: list[bytes] = []
    last = None
    for last in playout(game, seed):
        told.append(messages_of(last))
        states.append(text_of(game, last.state))
    assert last is not None
    chance = RecordedChance(last.start_chance)
    state, opening = game.rules.start(last.room.options, last.room.players, chance)
    again = Playout(game, last.room, state, opening, [], [], opening)
    assert chance.exhausted()
    assert text_of(game, state) == states[0]
    assert messages_of(again) == told[0]
    for number, step in enumerate(last.steps, 1):
        again.events = replay_step(game, state, step)
        assert text_of(game, state) == states[number], f"seed {seed} step {number}: replay differs"
        assert messages_of(again) == told[number], f"seed {seed} step {number}: replayed messages differ"


def check_legal_agrees_with_play(game: Game, seed: int, most: int = 120, tries: int = 40) -> None:
    """Every move `legal` names is accepted; those not expected to act have none that is."""
    rules = game.rules
    rng = random.Random(seed)
    for index, match in enumerate(playout(game, seed)):
        if index >= most or rules.outcome(match.state) is not None:
            break
        expected = {expectation.seat for expectation in rules.expects(match.state)}
        for seat in range(len(match.room.players)):
            moves = list(rules.legal(match.state, seat))
            if seat not in expected:
                assert not moves, f"seed {seed} step {index}: seat {seat} is not expected but has legal moves"
            for move in rng.sample(moves, min(tries, len(moves))):
                copy = rules.clone(match.state)
                try:
                    rules.play(copy, seat, rules.load_move(rules.dump_move(move)), Chance.seeded(1))
                except GameError as error:
                    raise AssertionError(f"seed {seed} step {index}: legal move {move!r} refused: {error}") from error


def check_refusals_change_nothing(game: Game, seed: int, most: int = 120) -> None:
    """A move that raises leaves the state as it was and takes nothing from chance."""
    rules = game.rules
    earlier: list[Any] = []
    for index, match in enumerate(playout(game, seed)):
        if index >= most or rules.outcome(match.state) is not None:
            break
        for seat in range(len(match.room.players)):
            for move in earlier[-6:]:
                copy, chance = rules.clone(match.state), Chance.seeded(1)
                before = text_of(game, copy)
                try:
                    rules.play(copy, seat, move, chance)
                except GameError:
                    assert text_of(game, copy) == before, (
                        f"seed {seed} step {index}: refused {move!r} changed the state"
                    )
                    assert not chance.take(), f"seed {seed} step {index}: refused {move!r} used chance"
        if match.steps and match.steps[-1].kind == "play":
            earlier.append(rules.load_move(match.steps[-1].input))


def check_nothing_hidden_is_shown(game: Game, seed: int, most: int = 150) -> None:
    """Two worlds that differ only in what a viewer may not know look the same to him, and redealing keeps the rest."""
    rules, views = game.rules, game.views
    for index, match in enumerate(playout(game, seed)):
        if index >= most:
            break
        for viewer in (None, *range(len(match.room.players))):
            other = rules.redeal(match.state, viewer, Chance.seeded(index))
            assert _known_to_all(match, other) == _known_to_all(match, match.state), (
                f"seed {seed} step {index}: who is expected, how it stands or the summary tells viewer {viewer} "
                "something hidden"
            )
            for show in (views.snapshot, views.joined):
                here = jsontext.dumps(_listed(show(match.room, match.state, viewer)))
                there = jsontext.dumps(_listed(show(match.room, other, viewer)))
                assert here == there, (
                    f"seed {seed} step {index}: {show.__name__} shows viewer {viewer} something hidden"
                )


def _known_to_all(match: Playout, state: Any) -> tuple[Any, ...]:
    """Return what the platform tells everybody by itself: whose clock runs, the end, the pause, the summary."""
    rules = match.game.rules
    summary = jsontext.dumps(match.game.views.summary(match.room, state))
    return list(rules.expects(state)), rules.outcome(state), rules.paused(state), summary


def veiled(game: Game, state: Any, viewer: int | None) -> bytes:
    """Return a text that is the same for all states which the viewer cannot tell apart, whatever the views show."""
    return text_of(game, game.rules.redeal(state, viewer, Chance.seeded("veil")))


def check_redeal_forgets(game: Game, seed: int, most: int = 150) -> None:
    """What redealing returns depends on what the viewer knows and on chance, and on nothing that he may not know."""
    for index, match in enumerate(playout(game, seed)):
        if index >= most:
            break
        for viewer in (None, *range(len(match.room.players))):
            other = game.rules.redeal(match.state, viewer, Chance.seeded(index))
            assert veiled(game, other, viewer) == veiled(game, match.state, viewer), (
                f"seed {seed} step {index}: a redealt copy for viewer {viewer} tells something hidden"
            )


def messages_of(match: Playout) -> bytes:
    """Return all messages of the last step, for every viewer, as bytes."""
    views = match.game.views
    told = [
        [list(views.render(match.room, match.state, event, viewer)) for event in match.events]
        for viewer in (None, *range(len(match.room.players)))
    ]
    return jsontext.dumps(told)


def _listed(shown: Any) -> Any:
    return shown if isinstance(shown, (dict, list)) else list(shown)
