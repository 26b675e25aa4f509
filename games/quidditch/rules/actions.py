"""Which actions are open to a player, and what stands in their way."""

from __future__ import annotations

from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import (
    BLUDGER1,
    CAN_HOLD,
    IS_BEATER,
    IS_CHASER,
    KEEPERS,
    NOBODY,
    SIDE_OF,
)
from games.quidditch.rules.pitch import DISTANCE, ZONES, around, crossed

#: A bludger is beaten at most this far.
BEATING_RANGE = 3


def possible_actions(board: Board, player: int) -> list[str]:
    """Return the types of action the player can do where he is."""
    actions = []
    if CAN_HOLD[player] and board.pos[player] == board.quaffle:
        actions.append("quaffleThrow")
    if IS_BEATER[player] and board.pos[player] in board.bludgers and beating_targets(board, player):
        actions.append("bludgerBeating")
    if wrest_victim(board, player) != NOBODY:
        actions.append("wrestQuaffle")
    return actions


def wrest_victim(board: Board, player: int) -> int:
    """Return the opponent from whom this chaser may wrest the quaffle, or NOBODY."""
    if not IS_CHASER[player]:
        return NOBODY
    holder = board.holder()
    if holder == NOBODY or SIDE_OF[holder] == SIDE_OF[player]:
        return NOBODY
    if DISTANCE[board.pos[player]][board.pos[holder]] != 1:
        return NOBODY
    if holder in KEEPERS and board.pos[holder] in ZONES[SIDE_OF[holder]]:
        return NOBODY
    return holder


def beating_targets(board: Board, beater: int) -> list[int]:
    """Return the cells to which the beater can beat: up to three away, with no player in between."""
    start = board.pos[beater]
    standing = {where for player, where in enumerate(board.pos) if not board.banned >> player & 1}
    return [
        target
        for target in around(start, BEATING_RANGE)
        if not any(between in standing for between in crossed(start, target) if between != target)
    ]


def bludgers_at(board: Board, beater: int) -> list[int]:
    """Return the bludgers (as entities) on the beater's cell."""
    return [BLUDGER1 + number for number, at in enumerate(board.bludgers) if at == board.pos[beater]]
