"""Computer players, weakest first."""

from __future__ import annotations

import random

from gamekit.bots import BotKind
from games.qwirkle.rules.choices import random_move, scored_plays, swap_of
from games.qwirkle.rules.moves import Move
from games.qwirkle.rules.state import State


class RandomBot:
    """Lays anything that fits."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a move picked at random."""
        return random_move(state, seat, rng)


class GreedyBot:
    """Takes the most points there are."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a move with the most points, or swap as much as possible."""
        best, found = 0, []
        for points, play in scored_plays(state, seat):
            if points > best:
                best, found = points, [play]
            elif points == best:
                found.append(play)
        if found:
            return rng.choice(found)
        hand = state.hands[seat]
        return swap_of(state, rng.sample(hand, min(len(hand), len(state.bag))))


BOTS = (
    BotKind("random", "Random: lays anything that fits", RandomBot),
    BotKind("greedy", "Greedy: takes the most points", GreedyBot),
)
