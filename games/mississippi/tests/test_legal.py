"""The list of legal moves holds every result that the referee lets a move have, and nothing else."""

from __future__ import annotations

import random

import pytest

from gamekit.chance import Chance
from gamekit.rules import Player
from games.mississippi.rules.actions import Accelerate, Action, Advance, Move, Push, Turn, numbered
from games.mississippi.rules.legal import End, all_ends, best_ends
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.state import State
from games.mississippi.rules.voyage import Violation, Voyage
from games.mississippi.tests.positions import position, ship

RULES = MississippiRules()
Result = tuple[int, int, int, int, int, int, bool]

EVERY_ACTION: list[Action] = [
    *(Turn(steps) for steps in (-3, -2, -1, 1, 2, 3)),
    *(Advance(distance) for distance in (-1, 1, 2, 3, 4, 5, 6)),
    *(Push(way) for way in range(6)),
]


def result(voyage: Voyage | End) -> Result:
    """Return all that a finished move leaves behind."""
    return (voyage.cell, voyage.direction, voyage.speed, voyage.coal, voyage.rival, voyage.rival_speed, voyage.pushed)


def by_force(start: Voyage) -> set[Result]:
    """Try every sequence of actions with the referee, stopping only where the same situation was seen before."""
    found: set[Result] = set()
    seen: set[object] = set()
    waiting = [start]
    while waiting:
        voyage = waiting.pop()
        accelerations = [Accelerate(acc) for acc in range(-5, 6)] if voyage.count == 0 else []
        for action in [*EVERY_ACTION, *accelerations]:
            after = voyage.copy()
            try:
                after.perform(action)
            except Violation:
                continue
            situation = (*result(after), after.movement, after.free, after.must_push, after.ended)
            if situation not in seen:
                seen.add(situation)
                waiting.append(after)
                try:
                    after.finish()
                except Violation:
                    continue
                found.add(result(after))
    return found


def check(state: State) -> None:
    """Compare the list with brute force, and each listed move with the referee."""
    voyage = state.voyage(state.current)
    ends = list(all_ends(voyage))
    assert len({result(end) for end in ends}) == len(ends), "a result is listed twice"
    assert {result(end) for end in ends} == by_force(voyage)
    for end in ends:
        sailed = state.voyage(state.current)
        sailed.run(end.move())
        assert result(sailed) == result(end)


@pytest.mark.parametrize("seed", range(12))
def test_the_list_agrees_with_brute_force_in_random_positions(seed: int) -> None:
    rng, chance = random.Random(seed), Chance.seeded(seed)
    state, _ = RULES.start({}, [Player("a"), Player("b")], chance)
    for _ in range(4):
        ends = best_ends(state.voyage(state.current))
        if not ends:
            break
        RULES.play(state, state.current, rng.choice(ends).move(), chance)
        if state.ending:
            break
        state.ships[state.current].coal = min(2, state.ships[state.current].coal)
        check(state)


def test_the_list_agrees_where_ships_are_close_and_logs_and_sandbanks_lie_about() -> None:
    fields = {(3, 0): "LOG", (4, 0): "SANDBANK", (4, -1): "LOG", (5, 1): "BLOCKED", (3, 1): "SANDBANK"}
    for speed, coal in ((1, 1), (3, 2), (5, 1), (6, 0)):
        for rival in ((3, 0), (3, -1), (4, 0), (2, 1)):
            check(position(ship(2, 0, "RIGHT", speed, coal), ship(*rival, "LEFT", 3), fields))


@pytest.mark.parametrize("coal", [0, 1, 3])
def test_the_list_agrees_on_a_sandbank(coal: int) -> None:
    for direction in ("RIGHT", "LEFT", "UP_LEFT"):
        fields = {(3, 0): "SANDBANK", (4, 0): "LOG", (2, -1): "SANDBANK"}
        check(position(ship(3, 0, direction, 1, coal), ship(2, 0), fields))


def test_an_extra_turn_widens_the_choice() -> None:
    state = position(ship(2, 0, "RIGHT", 1, 0), ship(-1, -1))
    few = len(list(all_ends(state.voyage(0))))
    state.ships[0].extra_turn = True
    check(state)
    assert len(list(all_ends(state.voyage(0)))) > few


def test_the_best_ends_are_every_result_with_the_most_coal() -> None:
    state = position(ship(2, 0, "RIGHT", 3, 3), ship(3, 0, "LEFT", 3), {(4, 0): "SANDBANK", (3, -1): "LOG"})
    voyage = state.voyage(0)
    most: dict[object, int] = {}
    for end in all_ends(voyage):
        most[end.key()] = max(end.coal, most.get(end.key(), 0))
    assert {end.key(): end.coal for end in best_ends(voyage)} == most


def test_ends_of_a_move_half_made_complete_it() -> None:
    state = position(ship(2, 0, "RIGHT", 3, 1), ship(3, 0, "LEFT", 3), {(5, 0): "SANDBANK"})
    for begun in ((), (Accelerate(1),), (Advance(1),), (Advance(1), Push(1)), (Turn(1), Advance(1))):
        voyage = state.voyage(0)
        for action in begun:
            voyage.perform(action)
        ends = list(all_ends(voyage))
        assert {result(end) for end in ends} <= by_force(state.voyage(0))
        for end in ends:
            sailed = state.voyage(0)
            sailed.run(numbered(*begun, *end.move().actions))
            assert result(sailed) == result(end)


def test_a_player_without_a_legal_move_is_offered_the_empty_one_which_loses() -> None:
    fields = {(3, 0): "SANDBANK", (4, 0): "BLOCKED", (2, 0): "BLOCKED"}
    state = position(ship(3, 0), ship(-1, -1), fields)
    assert list(RULES.legal(state, 0)) == [Move()]
    RULES.play(state, 0, Move(), Chance.seeded(1))
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "rule_violation")
