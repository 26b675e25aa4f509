"""What a board is worth to a side, in points: the strong bot's only opinion.

Goals decide most matches, so the quaffle counts by how likely its holder (or whoever reaches it first) scores; the
snitch counts by the seekers' ways to it, but only for the side that would win by catching it.
"""

from __future__ import annotations

from games.quidditch.bots.aims import catch_is_welcome
from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import CAN_HOLD, IS_BEATER, IS_CHASER, KEEPERS, NOBODY, PLAYERS, SEEKERS, SIDE_OF
from games.quidditch.rules.fouls import TOO_MANY_BANS
from games.quidditch.rules.pitch import (
    ALL_RINGS,
    CELLS,
    CENTRE,
    DISTANCE,
    NEIGHBOURS,
    NOWHERE,
    RINGS,
    ZONES,
    enters_through_side,
)
from games.quidditch.rules.setup import GOAL_POINTS, Setup


def _shots(side: int) -> dict[int, int]:
    """Return the way to the nearest ring one can score in, from each cell or after one step aside."""
    direct = {
        at: min((DISTANCE[at][ring] for ring in RINGS[1 - side] if enters_through_side(at, ring)), default=20)
        for at in CELLS
    }
    return {at: min(direct[at], 1 + min(direct[near] for near in NEIGHBOURS[at])) for at in CELLS}


_SHOT = (_shots(0), _shots(1))


def after_goal(board: Board, conceding: int) -> None:
    """Put the quaffle where it goes after a goal against a side."""
    board.goal = True
    keeper = board.keeper_in_zone(conceding)
    board.quaffle = CENTRE if keeper == NOBODY else board.pos[keeper]


def worth(board: Board, setup: Setup, side: int) -> float:
    """Return what the board is worth to the side."""
    value = float(board.points[side] - board.points[1 - side])
    value += _quaffle(board, setup, side)
    value += _snitch(board, setup, side)
    value += _people(board, side)
    return value


def _quaffle(board: Board, setup: Setup, side: int) -> float:
    holder = board.holder()
    aim = setup.probabilities["throwSuccess"]
    if holder != NOBODY:
        own = SIDE_OF[holder]
        way = _SHOT[own][board.quaffle]
        # Who has had his turn must get the quaffle through the fan phase first.
        waits = 0.4 if board.used >> holder & 1 else 0.85
        if not IS_CHASER[holder]:
            way, waits = min(way, _relay(board, holder)), waits * 0.6
        chance = float(aim**way * waits)
        return GOAL_POINTS * chance if own == side else -GOAL_POINTS * chance
    value = 0.0
    ways = DISTANCE[board.quaffle]
    for team in (0, 1):
        nearest = min(
            (
                ways[board.pos[player]]
                for player in range(team * 7 + 1, team * 7 + 5)
                if not (board.banned | board.knocked) >> player & 1
            ),
            default=12,
        )
        chance = 0.75**nearest * aim ** _SHOT[team][board.quaffle]
        value += chance if team == side else -chance
    return GOAL_POINTS * value


def _relay(board: Board, keeper: int) -> int:
    """Return how far a keeper's pass and the throw after it go together."""
    own = SIDE_OF[keeper]
    ways = DISTANCE[board.pos[keeper]]
    mates = [player for player in range(own * 7 + 2, own * 7 + 5) if not (board.banned | board.knocked) >> player & 1]
    return min((ways[board.pos[mate]] + _SHOT[own][board.pos[mate]] for mate in mates), default=20)


def _snitch(board: Board, setup: Setup, side: int) -> float:
    if board.snitch == NOWHERE:
        return 0.15 * (_calm(board, side) - _calm(board, 1 - side))
    ways = DISTANCE[board.snitch]
    value = 0.0
    for team in (0, 1):
        seeker = SEEKERS[team]
        if not board.is_banned(seeker) and catch_is_welcome(board, team):
            near = 60 * 0.72 ** ways[board.pos[seeker]]
            if board.knocked >> seeker & 1:
                near *= 0.4
            value += near if team == side else -near
    return value


def _calm(board: Board, team: int) -> float:
    """Before the snitch is there a seeker waits in the middle."""
    return -DISTANCE[CENTRE][board.pos[SEEKERS[team]]]


def _people(board: Board, side: int) -> float:
    value = 0.0
    for player in PLAYERS:
        sign = 1.0 if SIDE_OF[player] == side else -1.0
        if board.banned >> player & 1:
            value -= sign * (2.0 if board.goal else 5.0)
        elif board.knocked >> player & 1:
            value -= sign * 3.0
        else:
            value += sign * _standing(board, player)
    for team in (0, 1):
        if not board.goal and board.team_banned(team) >= TOO_MANY_BANS:
            value -= 100.0 if team == side else -100.0
    return value


def _standing(board: Board, player: int) -> float:
    """Return what a player's place is worth: chasers near a shot, keepers at home, beaters by a bludger."""
    at, own = board.pos[player], SIDE_OF[player]
    if player in KEEPERS:
        return 2.0 if at in ZONES[own] and at not in ALL_RINGS else -0.3 * DISTANCE[at][CENTRE]
    if IS_BEATER[player]:
        return -0.25 * min(DISTANCE[at][bludger] for bludger in board.bludgers)
    danger = 0.0
    for bludger in board.bludgers:
        if DISTANCE[at][bludger] == 1:
            danger += 0.5
    if CAN_HOLD[player]:
        ways = DISTANCE[board.quaffle][at]
        return 0.8 * 0.9 ** _SHOT[own][at] - 0.12 * ways - danger
    return -danger
