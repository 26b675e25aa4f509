"""A player who does anything that is allowed and no foul."""

from __future__ import annotations

import random

from games.quidditch.rules import fouls
from games.quidditch.rules.legal import legal_moves
from games.quidditch.rules.moves import Move, Request
from games.quidditch.rules.state import State


class NaiveBot:
    """Moves, throws and interferes at random, but does not break the rules of the pitch."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a random legal move that is no foul."""
        moves = list(legal_moves(state, seat))
        return rng.choice([move for move in moves if not _is_foul(state, move)] or moves)


def _is_foul(state: State, move: Move) -> bool:
    return (
        isinstance(move, Request)
        and move.type == "move"
        and bool(fouls.committed(state.board, move.active, move.target))
    )
