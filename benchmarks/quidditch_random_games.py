"""Measures random play of Quidditch on the bare engine, without any waiting.

    python -m benchmarks quidditch_random_games
    python benchmarks/quidditch_random_games.py [--matches 500] [--check]

With --check every snapshot is looked through for faults and compared with what the deltas alone lead to (10.1).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from gamekit.chance import Chance
from gamekit.testing import begin
from games.quidditch import GAME
from games.quidditch.audit import DeltaReader, faults
from games.quidditch.config import DEFAULT_TIMINGS
from games.quidditch.rules.events import Changed, Event
from games.quidditch.rules.state import State
from games.quidditch.snapshots import snapshot

NO_WAITING = {name: 0 if name.startswith("min") else value for name, value in DEFAULT_TIMINGS.items()}
FOULS = ("flacking", "haversacking", "stooging", "blatching", "snitchnip")
#: Random players foul all the time: only half of the matches have a referee who sees much of it.
MILD = {"foulDetection": dict.fromkeys(FOULS, 0.02)}


def play(seed: int) -> tuple[State, int, int, list[Event]]:
    """Play one match at random; return its last state, its moves, its deltas and its events."""
    rules, rng, chance = GAME.rules, random.Random(seed), Chance.seeded(seed)
    options = {"maxRounds": 13, "timings": NO_WAITING, "probabilities": MILD if seed % 2 else {}}
    state: State = begin(GAME, seed, options=options).state
    moves, told = 0, []
    while state.result is None:
        seat = rules.expects(state)[0].seat
        assert seat is not None
        told += rules.play(state, seat, rng.choice(list(rules.legal(state, seat))), chance)
        moves += 1
    return state, moves, sum(isinstance(event, Changed) for event in told), told


def check(state: State, told: list[Event]) -> list[str]:
    """Return what is wrong with the match's snapshots."""
    changes = [event for event in told if isinstance(event, Changed)]
    reader = DeltaReader(changes[0], state.setup.fans)
    wrong = []
    for event in changes[1:]:
        difference = reader.follow(event)
        wrong += [difference] if difference else []
        wrong += faults(snapshot(event.board, event.delta, state.setup.fans))
    return wrong


def measure(matches: int, checked: bool) -> int:
    """Play and print the figures; return how many faults were found."""
    reasons: Counter[str] = Counter()
    rounds = moves = deltas = wrong = 0
    spent = 0.0
    for seed in range(matches):
        begun = time.process_time()
        state, made, told, events = play(seed)
        spent += time.process_time() - begun
        assert state.result is not None
        reasons[state.result.reason] += 1
        rounds, moves, deltas = rounds + state.board.round, moves + made, deltas + told
        found = check(state, events) if checked else []
        wrong += len(found)
        for fault in found[:3]:
            print(f"seed {seed}: {fault}")
    print(f"{matches} matches in {spent:.1f} s of processor time: {matches / spent:.1f} matches/s on one core")
    print(f"{moves / spent:,.0f} moves/s, {deltas / spent:,.0f} deltas/s, {rounds / matches:.1f} rounds a match")
    print("ended by " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    if checked:
        print(f"{deltas:,} snapshots checked, {wrong} faults")
    return wrong


def run() -> None:
    """Print the figures of 200 matches."""
    measure(200, checked=False)


def main() -> int:
    """Measure as the command line says; return 1 when --check found something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    return 1 if measure(options.matches, options.check) else 0


if __name__ == "__main__":
    sys.exit(main())
