"""Catan bots against the one below, two of each at a table of four; and the strong one against a value function.

`python -m benchmarks catan_bots`, or `python -m benchmarks.catan_bots [games]`.
Bots see what the platform shows them: a state in which everything hidden from them is dealt anew. Seats alternate.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Callable, Sequence

from benchmarks.catan_value_player import ValuePlayer
from gamekit.bots import Bot
from gamekit.chance import Chance
from gamekit.rules import Player
from games.catan import GAME
from games.catan.rules.moves import Move
from games.catan.rules.referee import RULES
from games.catan.rules.state import State

GAMES = 200
Maker = Callable[[], Bot]


def play(makers: Sequence[Maker], seed: int, trade: bool = True) -> State:
    """Play one game; return its last state."""
    rng, chance = random.Random(seed), Chance.seeded(seed)
    players = [Player(f"Player {number}", number, "bot") for number in range(1, len(makers) + 1)]
    state, _ = RULES.start(GAME.read_options({"trade": trade}, len(makers)), players, chance)
    bots = [make() for make in makers]
    while state.outcome is None:
        seat, move = _next(state, bots, rng)
        RULES.play(state, seat, move, chance)
        chance.take()
    return state


def _next(state: State, bots: Sequence[Bot], rng: random.Random) -> tuple[int, Move]:
    """Return whoever moves next: answers to offers first, then the player whose turn it is."""
    for expected in sorted(RULES.expects(state), key=lambda one: one.kind != "answer"):
        assert expected.seat is not None
        shown = RULES.redeal(state, expected.seat, Chance.seeded(rng.getrandbits(32)))
        move = bots[expected.seat].choose(shown, expected.seat, rng)
        if move is not None:
            return expected.seat, move
    raise AssertionError("everybody waits for everybody")


def contest(weaker: tuple[str, Maker], stronger: tuple[str, Maker], games: int, trade: bool = True) -> float:
    """Play, print and return the share of games that the stronger kind won."""
    won = lost = turns = 0
    begun = time.perf_counter()
    for number in range(games):
        kinds = (weaker, stronger, weaker, stronger) if number % 2 else (stronger, weaker, stronger, weaker)
        state = play([make for _, make in kinds], number, trade)
        assert state.outcome is not None
        turns += state.turn - 2 * state.seats + 1
        for winner in state.outcome.winners:
            won, lost = won + (kinds[winner] is stronger), lost + (kinds[winner] is weaker)
    seconds = (time.perf_counter() - begun) / games
    share = won / games
    print(
        f"{stronger[0]:>10} against {weaker[0]:<26} {won} won, {lost} lost, {games - won - lost} without winner"
        f" of {games} ({share:.0%}); {turns / games:.0f} turns and {seconds:.2f} s a game",
        flush=True,
    )
    return share


def compare(games: int) -> None:
    """Let neighbours in strength play, then the strong one against the value function."""
    kinds = [(kind.name, kind.make) for kind in GAME.bots]
    for weaker, stronger in itertools.pairwise(kinds):
        contest(weaker, stronger, games)
    contest(("catanatron's value function", ValuePlayer), kinds[-1], games, trade=False)


def run() -> None:
    """Compare over enough games to tell luck from strength."""
    compare(GAMES)


if __name__ == "__main__":
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
