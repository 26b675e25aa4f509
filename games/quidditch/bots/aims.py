"""Small judgements that bots share: shots, ways, and whether the snitch is worth catching."""

from __future__ import annotations

from collections.abc import Sequence

from games.quidditch.rules import fouls
from games.quidditch.rules.board import Board
from games.quidditch.rules.pitch import DISTANCE, NEIGHBOURS, NOWHERE, RINGS
from games.quidditch.rules.quaffle import goal_for, interceptors
from games.quidditch.rules.setup import CATCH_POINTS, Setup


def best_shot(board: Board, setup: Setup, chaser: int) -> tuple[int, float]:
    """Return the opponents' ring that the chaser hits most likely from where he is, and how likely."""
    side = 0 if chaser < 7 else 1
    best, best_odds = NOWHERE, 0.0
    for ring in RINGS[1 - side]:
        if goal_for(board, chaser, ring) == side:
            odds = arrival(board, setup, chaser, ring)
            if odds > best_odds:
                best, best_odds = ring, odds
    return best, best_odds


def arrival(board: Board, setup: Setup, thrower: int, target: int) -> float:
    """Return how likely a throw arrives at its target."""
    odds = setup.probabilities
    passes = (1 - odds["catchQuaffle"]) ** len(interceptors(board, thrower, target))
    return float(passes * odds["throwSuccess"] ** DISTANCE[board.pos[thrower]][target])


def nearest(board: Board, at: int, players: Sequence[int]) -> int:
    """Return the player with the shortest way to the cell, the first among equals; -1 when there is none."""
    ways = DISTANCE[at]
    return min(players, key=lambda player: ways[board.pos[player]], default=-1)


def steps_without_foul(board: Board, player: int) -> list[int]:
    """Return the neighbour cells the player can go to without a foul and without pushing a team-mate."""
    return [
        at
        for at in NEIGHBOURS[board.pos[player]]
        if at not in board.cubes and board.player_at(at) < 0 and not fouls.committed(board, player, at)
    ]


def catch_is_welcome(board: Board, side: int) -> bool:
    """Return whether catching the snitch now would win: equal points after it are enough for the catcher."""
    return board.points[side] + CATCH_POINTS >= board.points[1 - side]
