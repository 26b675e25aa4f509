"""Show that each Mississippi Queen bot beats the one below: python benchmarks/mississippi_bots.py [games] [bot...]

Colours are swapped every game, and both games of a pair are on the same river. Bots see what the platform shows them, a
river of which the part that nobody has seen is drawn anew.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

from gamekit.bots import Bot, BotKind  # noqa: E402
from gamekit.chance import Chance  # noqa: E402
from gamekit.rules import Outcome, Player  # noqa: E402
from games.mississippi import GAME  # noqa: E402


def play(bots: Sequence[Bot], seed: int) -> tuple[Outcome, list[float]]:
    """Return how a match ended and the longest thought of each seat, in seconds of this process."""
    rules = GAME.rules
    chance = Chance.seeded(seed)
    options = GAME.read_options({"openingPause": 0})
    state, _ = rules.start(options, [Player("red"), Player("blue")], chance)
    rngs = [random.Random(f"{seed}/{seat}") for seat in (0, 1)]
    longest = [0.0, 0.0]
    while (outcome := rules.outcome(state)) is None:
        seat = state.current
        seen = rules.redeal(state, seat, Chance.seeded(f"{seed}/{state.turn}"))
        began = time.process_time()
        move = bots[seat].choose(seen, seat, rngs[seat])
        longest[seat] = max(longest[seat], time.process_time() - began)
        rules.play(state, seat, move, chance)
    return outcome, longest


def duel(better: BotKind, worse: BotKind, games: int) -> None:
    """Play and print."""
    won = drawn = 0
    reasons: Counter[str] = Counter()
    longest = 0.0
    for number in range(games):
        seat = number % 2
        bots = [better.make(), worse.make()] if seat == 0 else [worse.make(), better.make()]
        outcome, thought = play(bots, number // 2)
        won += seat in outcome.winners
        drawn += not outcome.winners
        result = "won" if seat in outcome.winners else "lost" if outcome.winners else "drawn"
        reasons[f"{result}: {outcome.reason}"] += 1
        longest = max(longest, thought[seat])
    lost = games - won - drawn
    share = (won + drawn / 2) / games
    print(f"{better.name} - {worse.name}: {won} won, {drawn} drawn, {lost} lost of {games} ({share:.1%})")
    print(f"  longest thought of {better.name}: {longest * 1000:.0f} ms; {dict(reasons.most_common())}", flush=True)


def main() -> None:
    """Play every neighbouring pair."""
    contest(200)


def contest(games: int, wanted: Sequence[str] = ()) -> None:
    """Play every neighbouring pair, or those whose better bot is named."""
    for worse, better in zip(GAME.bots, GAME.bots[1:], strict=False):
        if not wanted or better.name in wanted:
            duel(better, worse, games)


if __name__ == "__main__":
    contest(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:])
