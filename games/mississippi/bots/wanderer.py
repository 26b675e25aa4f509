"""The weakest player: a random stroll that ends as a legal move, found without listing all of them."""

from __future__ import annotations

import random

from games.mississippi.rules.actions import Accelerate, Action, Advance, Move, Push, Turn, numbered
from games.mississippi.rules.legal import best_ends
from games.mississippi.rules.state import State
from games.mississippi.rules.voyage import MOST_SPEED, Violation, Voyage

#: Strolls tried before all moves are listed, and actions tried in one of them.
STROLLS = 8
MOST_TRIED = 24

_STEPS: tuple[Action, ...] = (Advance(1), Advance(1), Advance(1), Turn(1), Turn(-1))
_LEAVING: tuple[Action, ...] = (Advance(1), Advance(-1))
_PUSHES: tuple[Action, ...] = tuple(Push(way) for way in range(6))


class Wanderer:
    """Plays at random."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a legal move; the empty one, which loses, when there is none."""
        for _ in range(STROLLS):
            found = stroll(state.voyage(seat), rng)
            if found is not None:
                return numbered(*found)
        ends = best_ends(state.voyage(seat))
        return rng.choice(ends).move() if ends else Move()


def stroll(voyage: Voyage, rng: random.Random) -> list[Action] | None:
    """Return the actions of a random legal move; None when the stroll led nowhere."""
    done: list[Action] = []
    if not voyage.aground:
        change = rng.randrange(1, MOST_SPEED + 1) - voyage.speed
        if change and abs(change) - 1 <= voyage.coal:
            _do(voyage, Accelerate(change), done)
    for _ in range(MOST_TRIED):
        if voyage.movement == 0:
            break
        choices = _PUSHES if voyage.must_push else _LEAVING if voyage.aground else _STEPS
        _do(voyage, rng.choice(choices), done)
    return done if voyage.movement == 0 and not voyage.must_push else None


def _do(voyage: Voyage, action: Action, done: list[Action]) -> None:
    try:
        voyage.perform(action)
    except Violation:
        return
    done.append(action)
