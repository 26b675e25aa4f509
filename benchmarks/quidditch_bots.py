"""Lets Quidditch's bots play each other: each strength must beat the next weaker one.

    python -m benchmarks quidditch_bots
    python benchmarks/quidditch_bots.py [--matches 100] [--rounds 20]

Difficulty as the standard counts it: 0 is the strongest. Sides are swapped after every match.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import pairwise

from gamekit.bots import BotKind
from gamekit.chance import Chance
from gamekit.testing import begin
from games.quidditch import GAME
from games.quidditch.config import DEFAULT_TIMINGS

NO_WAITING = {name: 0 if name.startswith("min") else value for name, value in DEFAULT_TIMINGS.items()}


def match(kinds: tuple[BotKind, BotKind], seed: int, rounds: int) -> tuple[int | None, tuple[int, ...]]:
    """Play one match; return the winning seat and the points."""
    rules, rng, chance = GAME.rules, random.Random(seed), Chance.seeded(seed)
    state = begin(GAME, seed, options={"maxRounds": rounds, "timings": NO_WAITING}).state
    bots = [kind.make() for kind in kinds]
    while (outcome := rules.outcome(state)) is None:
        seat = rules.expects(state)[0].seat
        assert seat is not None
        rules.play(state, seat, bots[seat].choose(rules.redeal(state, seat, chance), seat, rng), chance)
    return (outcome.winners[0] if outcome.winners else None), outcome.scores


def duel(stronger: BotKind, weaker: BotKind, matches: int, rounds: int) -> tuple[int, list[float], float]:
    """Return how often the stronger one won, both average points, and seconds a match."""
    won, points, begun = 0, [0.0, 0.0], time.perf_counter()
    for seed in range(matches):
        swapped = seed % 2
        winner, scores = match((weaker, stronger) if swapped else (stronger, weaker), seed, rounds)
        won += winner == swapped
        points[0] += scores[swapped] / matches
        points[1] += scores[1 - swapped] / matches
    return won, points, (time.perf_counter() - begun) / matches


def tournament(matches: int, rounds: int) -> bool:
    """Let all neighbours play; return whether each beat the next."""
    by_difficulty = list(reversed(GAME.bots))
    each = True
    print("difficulty  against    won  of   points        s/match")
    for level, (stronger, weaker) in enumerate(pairwise(by_difficulty)):
        won, points, seconds = duel(stronger, weaker, matches, rounds)
        print(
            f"{level} {stronger.name:<9} {level + 1} {weaker.name:<8} {won:<4} {matches:<4} "
            f"{points[0]:5.1f} : {points[1]:<5.1f} {seconds:.3f}"
        )
        each = each and won * 2 > matches
    return each


def run() -> None:
    """Print the table of 100 matches each."""
    tournament(100, 20)


def main() -> int:
    """Play as the command line says; return 1 when one does not beat the next."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    return 0 if tournament(options.matches, options.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
