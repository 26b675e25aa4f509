"""Computer players, weakest first."""

from __future__ import annotations

import heapq
import random
from operator import itemgetter

from gamekit.bots import BotKind
from games.qwirkle.foresight import CANDIDATES, keep, prospect, worlds
from games.qwirkle.rules.choices import hand_by_kind, play_of, random_move, scored_plays, swap_of
from games.qwirkle.rules.moves import Move
from games.qwirkle.rules.placing import placements
from games.qwirkle.rules.state import State


class RandomBot:
    """Lays anything that fits."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a move picked at random."""
        return random_move(state, seat, rng)


class GreedyBot:
    """Takes the most points there are."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a move with the most points, or swap as much as possible."""
        best, found = 0, []
        for points, play in scored_plays(state, seat):
            if points > best:
                best, found = points, [play]
            elif points == best:
                found.append(play)
        if found:
            return rng.choice(found)
        return _swap(state, seat, [], rng)


class LookaheadBot:
    """Looks at the best few moves closely: what they leave to the next player, and what they leave in hand."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return the move that is worth most in the end, or swap what does not make a line."""
        moves = heapq.nlargest(CANDIDATES, placements(state.board, state.kinds(seat)), key=itemgetter(0))
        if not moves:
            return _swap(state, seat, keep(state, seat), rng)
        dealt = worlds(state, seat, rng)
        best = max(moves, key=lambda move: prospect(state, move[0], move[1], dealt))
        return play_of(state, hand_by_kind(state, seat), best[1])


def _swap(state: State, seat: int, kept: list[int], rng: random.Random) -> Move:
    """Return the swap of all tiles but those kept, as far as the bag goes; at least one."""
    hand = state.hands[seat]
    given = [tile for tile in hand if tile not in kept] or hand
    return swap_of(state, rng.sample(given, min(len(given), len(state.bag))))


BOTS = (
    BotKind("random", "Random", RandomBot),
    BotKind("greedy", "Greedy", GreedyBot, slow=True),
    BotKind("lookahead", "Farsighted", LookaheadBot, slow=True),
)
