"""A sensible player: looks at every result of its move, and takes none that leaves it without a next one."""

from __future__ import annotations

import random
from math import log2

from games.mississippi.bots.chart import Chart
from games.mississippi.bots.judgement import DECIDED, USUAL, Weights, worth_of_end
from games.mississippi.rules.actions import Move
from games.mississippi.rules.halfturn import settle
from games.mississippi.rules.legal import End, best_ends
from games.mississippi.rules.state import State

#: Of how many of the best results the next move is looked for.
CHECKED = 8


class Racer:
    """Plays for itself alone."""

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return the move with the best result from which the ship can go on."""
        chart = Chart(state)
        rated = [
            (worth_of_end(chart, state, seat, end, self._weights) + rng.random() / 100, end)
            for end in best_ends(state.voyage(seat))
        ]
        if not rated:
            return Move()
        rated.sort(key=lambda entry: entry[0], reverse=True)
        _, best = max(
            ((value + self._freedom(state, seat, end), end) for value, end in rated[:CHECKED]),
            key=lambda entry: entry[0],
        )
        return best.move()

    def _freedom(self, state: State, seat: int, end: End) -> float:
        """Return what the choice of next moves is worth; a win is worth everything."""
        after = state.copy()
        settle(after, seat, end)
        if after.ending is not None:
            return DECIDED if after.ending.winner == seat else 0.0
        return self._weights.freedom * log2(1 + len(best_ends(after.voyage(seat))))
