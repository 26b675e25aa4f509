"""Show that each Qwirkle bot beats the one below it: python benchmarks/qwirkle_bots.py [games]

Two players, the usual 108 tiles, each pair of neighbours plays the games with alternating first turn; bots see what the
platform shows them, a state in which everything hidden is dealt anew.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

from gamekit.bots import BotKind  # noqa: E402
from gamekit.chance import Chance  # noqa: E402
from gamekit.rules import Player  # noqa: E402
from games.qwirkle import GAME  # noqa: E402


def play(kinds: list[BotKind], seed: int) -> tuple[int, ...]:
    """Return the scores of one game."""
    rng, chance = random.Random(seed), Chance.seeded(seed)
    options = GAME.read_options({"timeVisualization": 0}, len(kinds))
    players = [Player(kind.name, number, "bot") for number, kind in enumerate(kinds, 1)]
    state, _ = GAME.rules.start(options, players, chance)
    bots = [kind.make() for kind in kinds]
    while (outcome := GAME.rules.outcome(state)) is None:
        seat = state.current
        shown = GAME.rules.redeal(state, seat, Chance.seeded(rng.getrandbits(32)))
        GAME.rules.play(state, seat, bots[seat].choose(shown, seat, rng), chance)
    return outcome.scores


def contest(weaker: BotKind, stronger: BotKind, games: int) -> None:
    """Play and print how often the stronger one won."""
    won = drawn = margin = 0
    begun = time.perf_counter()
    for number in range(games):
        first = number % 2
        scores = play([weaker, stronger] if first == 0 else [stronger, weaker], number)
        mine, theirs = scores[1 - first], scores[first]
        won, drawn, margin = won + (mine > theirs), drawn + (mine == theirs), margin + mine - theirs
    seconds = time.perf_counter() - begun
    lost = games - won - drawn
    print(
        f"{stronger.name:>10} against {weaker.name:<10} {won} won, {drawn} drawn, {lost} lost of {games};"
        f" {margin / games:+.1f} points a game; {games / seconds:.1f} games/s",
        flush=True,
    )


def main() -> None:
    """Let neighbours in strength play."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for weaker, stronger in zip(GAME.bots, GAME.bots[1:], strict=False):
        contest(weaker, stronger, games)


if __name__ == "__main__":
    main()
