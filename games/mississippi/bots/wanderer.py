"""The weakest player: any legal move, without wasting coal on turning to and fro."""

from __future__ import annotations

import random

from games.mississippi.rules.actions import Move
from games.mississippi.rules.legal import best_ends
from games.mississippi.rules.state import State


class Wanderer:
    """Plays at random."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a legal move; the empty one, which loses, when there is none."""
        ends = best_ends(state.voyage(seat))
        return rng.choice(ends).move() if ends else Move()
