"""Measure random Qwirkle games a second on one core: python benchmarks/qwirkle_random_games.py [seconds]

Two players, the usual 108 tiles, no pause after moves: the random bot's own way of picking a move, and
for comparison picking from the list of all legal moves.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

from gamekit.chance import Chance  # noqa: E402
from gamekit.rules import Player  # noqa: E402
from games.qwirkle import GAME  # noqa: E402
from games.qwirkle.rules.choices import random_move  # noqa: E402

RULES = GAME.rules
PLAYERS = [Player("one", 1, "bot"), Player("two", 2, "bot")]
Choice = Callable[[Any, int, random.Random], Any]


def from_all(state: Any, seat: int, rng: random.Random) -> Any:
    """Return one of all legal moves."""
    return rng.choice(list(RULES.legal(state, seat)))


def measure(title: str, choose: Choice, seconds: float) -> None:
    """Play for so long and print the pace."""
    options = GAME.read_options({"timeVisualization": 0}, 2)
    rng, games, moves = random.Random(1), 0, 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        chance = Chance.seeded(games)
        state, _ = RULES.start(options, PLAYERS, chance)
        while RULES.outcome(state) is None:
            RULES.play(state, state.current, choose(state, state.current, rng), chance)
            moves += 1
        games += 1
    print(f"{title:<42} {games / spent:8.1f} games/s {moves / spent:9.0f} moves/s {moves / games:6.1f} moves a game")


def main() -> None:
    """Measure both ways."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    measure("random bot (a cell, a tile, and on)", random_move, seconds)
    measure("picked from all legal moves", from_all, seconds)


if __name__ == "__main__":
    main()
