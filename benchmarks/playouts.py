"""Random games per second of CPU time, rules alone: every game of the registry at its default table."""

from __future__ import annotations

import time

from benchmarks import measuring
from gamekit import registry, testing
from gamekit.game import Game

#: Long enough for a steady figure, short enough to run all games in a minute.
SECONDS_A_GAME = 1.0 if measuring.quick() else 5.0


def measure(game: Game, seconds: float) -> tuple[int, int, float]:
    """Return matches finished, steps made and seconds of CPU time taken: other work on the machine does not count."""
    matches = steps = 0
    began = time.process_time()
    while (taken := time.process_time() - began) < seconds:
        for last in testing.playout(game, seed=matches):
            pass
        matches += 1
        steps += len(last.steps)
    return matches, steps, taken


def run() -> None:
    """Print a line a game."""
    print(f"{'game':<14}{'games/s':>10}{'steps/s':>12}{'steps a game':>14}")
    for game in registry.games().values():
        matches, steps, taken = measure(game, SECONDS_A_GAME)
        print(f"{game.slug:<14}{matches / taken:>10.1f}{steps / taken:>12.0f}{steps / matches:>14.0f}", flush=True)
