"""Measure random Mississippi Queen games a second on one core: python benchmarks/mississippi_random_games.py [seconds]

A random game is short, because sooner or later a ship without coal faces the bank and has no legal move. So positions
a second are given beside games: moves played by strolling, and positions whose results or moves are all listed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

from gamekit.chance import Chance  # noqa: E402
from gamekit.rules import Player  # noqa: E402
from games.mississippi import GAME  # noqa: E402
from games.mississippi.bots.wanderer import Wanderer  # noqa: E402
from games.mississippi.rules.actions import Move  # noqa: E402
from games.mississippi.rules.legal import best_ends  # noqa: E402
from games.mississippi.rules.match import MississippiRules  # noqa: E402
from games.mississippi.rules.state import State  # noqa: E402

RULES = MississippiRules()
PLAYERS = [Player("one"), Player("two")]
Choice = Callable[[State, random.Random], Move]
WANDERER = Wanderer()


def by_strolling(state: State, rng: random.Random) -> Move:
    """Return a random legal move without listing all."""
    return WANDERER.choose(state, state.current, rng)


def from_results(state: State, rng: random.Random) -> Move:
    """Return a move to one of all different results."""
    ends = best_ends(state.voyage(state.current))
    return rng.choice(ends).move() if ends else Move()


def from_all(state: State, rng: random.Random) -> Move:
    """Return one of all legal moves, wasteful ones included."""
    return rng.choice(list(RULES.legal(state, state.current)))


def measure(title: str, choose: Choice, seconds: float) -> None:
    """Play for so long and print the pace."""
    options = GAME.read_options({"openingPause": 0})
    rng, games, moves = random.Random(1), 0, 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        chance = Chance.seeded(games)
        state, _ = RULES.start(options, PLAYERS, chance)
        while RULES.outcome(state) is None:
            RULES.play(state, state.current, choose(state, rng), chance)
            moves += 1
        games += 1
    print(f"{title:<38} {games / spent:8.1f} games/s {moves / spent:9.0f} moves/s {moves / games:6.1f} moves a game")


def main() -> None:
    """Measure the three ways to find a move."""
    run_for(5.0)


def run_for(seconds: float) -> None:
    """Measure each way for so many seconds of CPU time."""
    measure("random bot (strolling)", by_strolling, seconds)
    measure("picked from all different results", from_results, seconds)
    measure("picked from all legal moves", from_all, seconds)


if __name__ == "__main__":
    run_for(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
