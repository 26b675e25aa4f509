"""A thousand random Catan games with three to six players, offers included; the material is checked after every step.

`python -m benchmarks catan_soak`, or `python -m benchmarks.catan_soak [games]`.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from gamekit.chance import Chance
from games.catan.bots.random_player import RandomPlayer
from games.catan.rules.referee import RULES
from games.catan.tests.positions import check_invariants, new_match

GAMES = 1000


def play(count: int, seed: int) -> tuple[int, str]:
    """Play a game; return its steps and how it ended."""
    state, rng, chance, bot = (
        new_match(count, seed, map="random"),
        random.Random(seed),
        Chance.seeded(seed),
        RandomPlayer(),
    )
    steps = 0
    while state.outcome is None:
        seat = rng.choice(RULES.expects(state)).seat
        assert seat is not None
        RULES.play(state, seat, bot.choose(state, seat, rng), chance)
        chance.take()
        check_invariants(state)
        steps += 1
    return steps, state.outcome.reason


def soak(games: int) -> None:
    """Play and print what was seen."""
    begun, steps, ends = time.perf_counter(), list[int](), Counter[str]()
    for seed in range(games):
        taken, reason = play(3 + seed % 4, seed)
        steps.append(taken)
        ends[reason] += 1
    seconds = time.perf_counter() - begun
    print(
        f"{games} games, {sum(steps):,} steps checked, longest {max(steps):,}; ended by {dict(ends)}; {seconds:.0f} s"
    )


def run() -> None:
    """Play a thousand."""
    soak(GAMES)


if __name__ == "__main__":
    soak(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
