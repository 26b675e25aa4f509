"""Random Catan games with four players on our engine and on catanatron, in one run: games/s and actions/s of both.

`python -m benchmarks catan_random_games`; catanatron comes from PyPI with the extra `compare` (`make bench` brings it)
and is left out when it is not there. Both engines list the legal moves and play one of them, each equally likely;
nobody offers trades, as catanatron's random player never does. Rounds alternate, pace is processor time of this one
process, the figure is the ratio of medians.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from gamekit.chance import Chance
from gamekit.rules import Player
from games.catan import GAME
from games.catan.bots.random_player import RandomPlayer
from games.catan.rules.status import next_to_act

ROUNDS, OUR_GAMES, THEIR_GAMES = 5, 60, 12

#: One game under a seed -> number of actions.
PlayGame = Callable[[int], int]


def our_game(seed: int) -> int:
    """Play a game on our engine; return how many actions it took."""
    rules, rng, chance, bot = GAME.rules, random.Random(seed), Chance.seeded(seed), RandomPlayer()
    players = [Player(f"Player {number}", number, "bot") for number in range(1, 5)]
    state, _ = rules.start(GAME.read_options({"trade": False}, 4), players, chance)
    actions = 0
    while state.outcome is None:
        seat = next_to_act(state)
        rules.play(state, seat, bot.choose(state, seat, rng), chance)
        chance.take()
        actions += 1
    return actions


def their_game() -> PlayGame | None:
    """Return the same for catanatron, or None when it is not installed."""
    try:
        theirs: Any = import_module("catanatron")
    except ImportError:
        return None
    colours = (theirs.Color.RED, theirs.Color.BLUE, theirs.Color.WHITE, theirs.Color.ORANGE)

    def play(seed: int) -> int:
        game = theirs.Game([theirs.RandomPlayer(colour) for colour in colours], seed=seed)
        game.play()
        return len(game.state.actions)

    return play


def pace(play: PlayGame, games: int, first: int) -> tuple[float, float]:
    """Return games and actions a second."""
    begun = time.process_time()
    actions = sum(play(first + number) for number in range(games))
    spent = time.process_time() - begun
    return games / spent, actions / spent


def run() -> None:
    """Measure and print."""
    theirs = their_game()
    ours_found: list[tuple[float, float]] = []
    theirs_found: list[tuple[float, float]] = []
    for number in range(ROUNDS):
        ours_found.append(pace(our_game, OUR_GAMES, number * OUR_GAMES))
        if theirs is not None:
            theirs_found.append(pace(theirs, THEIR_GAMES, number * THEIR_GAMES))
    ours_median = _print("spieltisch", ours_found)
    if theirs is None:
        print("catanatron is not installed (pip install .[compare]): nothing to compare with")
        return
    theirs_median = _print("catanatron", theirs_found)
    print(f"ratio of games/s: {ours_median / theirs_median:.1f}")


def _print(name: str, found: list[tuple[float, float]]) -> float:
    games: float = statistics.median(one for one, _ in found)
    actions: float = statistics.median(one for _, one in found)
    spread = f"{min(one for one, _ in found):.1f} to {max(one for one, _ in found):.1f}"
    print(f"{name:<11} {games:7.1f} games/s ({spread}) {actions:9,.0f} actions/s {actions / games:6.0f} actions a game")
    return games


if __name__ == "__main__":
    run()
