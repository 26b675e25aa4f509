"""Twin worlds of any game: two whole matches with one public course that differ in what one viewer may not know.

They are played side by side. In the second world chance comes out otherwise, and others choose otherwise, wherever the
viewer and spectators cannot tell the two apart afterwards. Whether they can is asked of the rules (`redeal`, by which
bots are kept from peeking, draws everything anew that a viewer may not know), never of the views that are to be tested.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from gamekit import testing
from gamekit.chance import Chance
from gamekit.errors import GameError
from gamekit.exports import Step
from gamekit.game import Game
from gamekit.rules import Json, Player
from gamekit.testing import text_of, veiled

#: How often another opening, another move and another chance are tried.
OPENINGS, MOVES, CHANCES = 20, 40, 4
#: How likely chance comes out otherwise, and somebody chooses otherwise; often, and the worlds soon go apart in public.
OTHER_CHANCE, OTHER_CHOICE = 0.25, 0.35
#: Choices of which others learn only that they were made: a name within the move as it is written to the log.
SECRET_CHOICES = {"qwirkle": "swap", "catan": "discard", "quidditch": "formation"}
#: Moves that are looked at of those that are legal.
MOST_LEGAL = 400


class Steered(Chance):
    """Chance that follows a record as far as it fits, and goes its own way behind it."""

    __slots__ = ("_wanted",)

    def __init__(self, record: Sequence[int], source: random.Random) -> None:
        super().__init__(source)
        self._wanted = iter(record)

    def below(self, bound: int) -> int:
        """Return the wanted outcome, brought into bounds, or any."""
        wanted = next(self._wanted, None)
        if wanted is None:
            return super().below(bound)
        self._record.append(wanted % bound)
        return wanted % bound


@dataclass
class World:
    """One of the two: its chance at the start, and its steps."""

    opening: list[int]
    steps: list[Step] = field(default_factory=list)


@dataclass
class Twins:
    """Two worlds that the viewer, and spectators, cannot tell apart."""

    game: Game
    viewer: int
    players: Sequence[Player]
    options: Json
    worlds: tuple[World, World]
    secrets: int = 0
    """Steps after which the states differ."""
    differences: int = 0
    """Steps after which the states differ, or in which chance came out otherwise."""
    ended: bool = False

    def states(self, number: int) -> Iterator[tuple[Any, list[Any]]]:
        """Yield state and events of a world after the start and after each step."""
        world, rules = self.worlds[number], self.game.rules
        state, events = rules.start(self.options, self.players, Steered(world.opening, random.Random(0)))
        yield state, events
        for step in world.steps:
            events = testing.replay_step(self.game, state, step)
            yield state, events


@dataclass
class _Moment:
    """The two states at the same moment."""

    here: Any
    there: Any


def grow(game: Game, seed: int, viewer: int, count: int, options: Json = None, most: int = 400) -> Twins:
    """Return twins; a course that cannot be kept common any longer is ended by others who give up."""
    rng = random.Random(seed)
    people, complete = testing.players(game, count), game.read_options(options, count)
    chance = Chance.seeded(seed)
    here, _ = game.rules.start(complete, people, chance)
    opening = chance.take()
    twins = Twins(game, viewer, people, complete, (World(opening), World(opening)))
    moment = _Moment(here, _other_opening(twins, here, rng))
    while game.rules.outcome(moment.here) is None and len(twins.worlds[0].steps) < most:
        if not _step(twins, moment, rng) and not _give_up(twins, moment):
            return twins
        one, other = (world.steps[-1].chance for world in twins.worlds)
        secret = text_of(game, moment.here) != text_of(game, moment.there)
        twins.secrets += secret
        twins.differences += secret or one != other
    while game.rules.outcome(moment.here) is None and _give_up(twins, moment):
        pass
    twins.ended = game.rules.outcome(moment.here) is not None
    return twins


def alike(twins: Twins, here: Any, there: Any) -> bool:
    """Tell whether the viewer and spectators cannot tell the states apart, by the rules' own word."""
    game, rules = twins.game, twins.game.rules
    if rules.outcome(here) != rules.outcome(there) or list(rules.expects(here)) != list(rules.expects(there)):
        return False
    return all(veiled(game, here, viewer) == veiled(game, there, viewer) for viewer in (twins.viewer, None))


def _other_opening(twins: Twins, here: Any, rng: random.Random) -> Any:
    """Walk away from the common opening, one outcome of chance at a time, as far as nobody notices."""
    rules, record = twins.game.rules, twins.worlds[0].opening
    there, told = rules.start(twins.options, twins.players, Steered(record, random.Random(0)))
    for _ in range(OPENINGS if record else 0):
        chance = Steered(_changed(record, rng), random.Random(0))
        other, events = rules.start(twins.options, twins.players, chance)
        # What happens otherwise without a trace in the state (a die that is told and forgotten) is for all to see.
        secret = text_of(twins.game, other) != text_of(twins.game, there) or _same(events, told)
        if secret and alike(twins, here, other):
            there, told, record = other, events, chance.take()
    twins.worlds[1].opening = list(record)
    return there


def _same(events: list[Any], others: list[Any]) -> bool:
    """Tell whether the same has happened; some events hold a state, which knows no equality."""
    return events == others or pickle.dumps(events) == pickle.dumps(others)


def _changed(record: Sequence[int], rng: random.Random) -> list[int]:
    changed = list(record)
    changed[rng.randrange(len(changed))] = rng.randrange(1 << 30)
    return changed


def _step(twins: Twins, moment: _Moment, rng: random.Random) -> bool:
    """Do one step in both worlds that looks the same; False when none was found."""
    rules = twins.game.rules
    expected = list(rules.expects(moment.here))
    expectation = rng.choice([one for one in expected if one.seat is not None] or expected)
    if expectation.seat is None:
        step = Step("expire", None, expectation.kind, [], 0)
        return _do(twins, moment, step, step, rng)
    for first, second in _moves(twins, moment, expectation.seat, rng):
        one, other = (Step("play", expectation.seat, move, [], 0) for move in (first, second))
        if _do(twins, moment, one, other, rng):
            return True
    return False


def _moves(twins: Twins, moment: _Moment, seat: int, rng: random.Random) -> Iterator[tuple[Json, Json]]:
    """Yield pairs of moves: mostly the same, and of others than the viewer some that differ."""
    rules = twins.game.rules
    here, there = (
        [rules.dump_move(move) for move in islice(rules.legal(state, seat), MOST_LEGAL)]
        for state in (moment.here, moment.there)
    )
    both = [move for move in here if move in there]
    rng.shuffle(both)
    others = list(_secret_pairs(twins, here, there, rng)) if seat != twins.viewer else []
    if others and rng.random() < OTHER_CHOICE:
        yield others[0]
    yield from ((move, move) for move in both[:MOVES])
    yield from others


def _secret_pairs(twins: Twins, here: list[Json], there: list[Json], rng: random.Random) -> Iterator[tuple[Json, Json]]:
    """Yield choices that look the same to others."""
    word = SECRET_CHOICES.get(twins.game.slug)
    mine, yours = ([move for move in moves if word in move] for moves in (here, there))
    for _ in range(MOVES if mine and yours else 0):
        one = rng.choice(mine)
        same = [other for other in yours if _shape(other) == _shape(one)]
        if same:
            yield one, rng.choice(same)


def _shape(value: Json) -> Json:
    """Return the value without its numbers."""
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shape(inner) for inner in value]
    return value if isinstance(value, str) else None


def _give_up(twins: Twins, moment: _Moment) -> bool:
    """Let somebody leave who has not, the viewer last."""
    gone = {step.seat for step in twins.worlds[0].steps if step.kind == "withdraw"}
    seats = [seat for seat in range(len(twins.players)) if seat != twins.viewer] + [twins.viewer]
    for seat in (seat for seat in seats if seat not in gone):
        step = Step("withdraw", seat, None, [], 0)
        if _do(twins, moment, step, step, random.Random(seat)):
            return True
    return False


def _do(twins: Twins, moment: _Moment, one: Step, other: Step, rng: random.Random) -> bool:
    """Do the steps with chance that comes out otherwise if that can be; False when the viewer would notice."""
    done = _tried(twins.game, moment.here, one, Chance.seeded(rng.getrandbits(32)))
    if done is None:
        return False
    here, first, _ = done
    # What would have happened without a difference: a choice or a chance that leaves no other trace is a public one.
    plain = _tried(twins.game, moment.there, one, Steered(first.chance, rng))
    plain = plain or _tried(twins.game, moment.there, other, Steered(first.chance, rng))
    others = CHANCES if first.chance and rng.random() < OTHER_CHANCE else 0
    for record in (*(_changed(first.chance, rng) for _ in range(others)), first.chance):
        tried = _tried(twins.game, moment.there, other, Steered(record, rng))
        if tried is None or plain is None:
            return False
        there, second, events = tried
        secret = text_of(twins.game, there) != text_of(twins.game, plain[0]) or _same(events, plain[2])
        if secret and alike(twins, here, there):
            moment.here, moment.there = here, there
            for world, step in zip(twins.worlds, (first, second), strict=True):
                world.steps.append(step)
            return True
    return False


def _tried(game: Game, state: Any, step: Step, chance: Chance) -> tuple[Any, Step, list[Any]] | None:
    """Return state, step and events after the step; None when it is not allowed."""
    rules, copy = game.rules, game.rules.clone(state)
    try:
        if step.kind == "play":
            assert step.seat is not None
            events = rules.play(copy, step.seat, rules.load_move(step.input), chance)
        elif step.kind == "withdraw":
            assert step.seat is not None
            events = rules.withdraw(copy, step.seat, chance)
        else:
            expectation = next(one for one in rules.expects(copy) if one.seat is None and one.kind == step.input)
            events = rules.expire(copy, expectation, chance)
    except GameError:
        return None
    return copy, Step(step.kind, step.seat, step.input, chance.take(), 0), events
