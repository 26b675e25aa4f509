"""A player who does anything that is allowed."""

from __future__ import annotations

import random

from games.catan.rules.legal import legal_moves
from games.catan.rules.moves import Discard, Move
from games.catan.rules.state import Phase, State

#: Names of the hot path: a member of an enumeration is slow to look up.
_DISCARD = Phase.DISCARD


class RandomPlayer:
    """Picks among the listed moves, each equally likely; discards card by card instead of listing all ways."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a random legal move."""
        if state.phase is _DISCARD:
            return random_discard(state, seat, rng)
        moves = legal_moves(state, seat)
        return moves[int(rng.random() * len(moves))]


def random_discard(state: State, seat: int, rng: random.Random) -> Discard:
    """Return a discard in which every card is equally likely to go."""
    hand = [resource for resource, count in enumerate(state.hands[seat]) for _ in range(count)]
    gone = rng.sample(hand, state.owed[seat])
    return Discard(tuple(gone.count(resource) for resource in range(5)))
