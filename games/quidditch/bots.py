"""Players of several strengths."""

from __future__ import annotations

import random

from gamekit.bots import BotKind
from games.quidditch.rules.legal import legal_moves
from games.quidditch.rules.moves import Move
from games.quidditch.rules.state import State


class NaiveBot:
    """Does anything that is allowed."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a random legal move."""
        return rng.choice(list(legal_moves(state, seat)))


BOTS = (BotKind("naive", "Naive", NaiveBot),)
