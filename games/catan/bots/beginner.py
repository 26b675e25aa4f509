"""A sound beginner: builds towards points by production value, trades with the bank, declines offers."""

from __future__ import annotations

import random

from games.catan.rules.autoplay import default_move
from games.catan.rules.moves import Move
from games.catan.rules.state import State


class BeginnerPlayer:
    """Plays the rules' own default moves."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return the default move."""
        return default_move(state, seat)
