"""Throws, goals and wrestling for the quaffle, and bludgers that beaters beat."""

from __future__ import annotations

from games.quidditch.rules.actions import bludgers_at, wrest_victim
from games.quidditch.rules.agenda import Run, task
from games.quidditch.rules.balls import strike
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.entities import (
    BLUDGER1,
    CAN_HOLD,
    IS_CHASER,
    NOBODY,
    QUAFFLE,
    SIDE_OF,
    TEAM,
)
from games.quidditch.rules.pitch import ALL_RINGS, DISTANCE, crossed, enters_through_side, ring_side
from games.quidditch.rules.placing import scatter
from games.quidditch.rules.setup import GOAL_POINTS

#: A missed throw lands one cell farther from its target for each seven cells of its way.
SCATTER_STEP = 7


def interceptors(board: Board, thrower: int, target: int) -> list[int]:
    """Return the opponents who may intercept a throw, nearest to the thrower first."""
    start = board.pos[thrower]
    first = (1 - SIDE_OF[thrower]) * TEAM
    way = crossed(start, target)
    standing = {
        board.pos[player]: player
        for player in range(first, first + TEAM)
        if not (board.banned | board.knocked) >> player & 1
    }
    found = [standing[at] for at in way if at in standing]
    return sorted(found, key=lambda player: DISTANCE[start][board.pos[player]])


def throw(run: Run, thrower: int, target: int) -> None:
    """Throw the quaffle: opponents on the way may catch it, then it lands on the target or near it."""
    board, chance, odds = run.board, run.chance, run.setup.probabilities
    old = board.pos[thrower]
    for opponent in interceptors(board, thrower, target):
        if chance.happens(odds["catchQuaffle"]):
            _intercepted(run, thrower, opponent)
            return
    way = DISTANCE[old][target]
    success = chance.happens(odds["throwSuccess"] ** way)
    board.quaffle = target if success else scatter(board, chance, target, -(-way // SCATTER_STEP))
    catcher, follow = _landing(board, thrower)
    run.tell(Delta("quaffleThrow", success, old, board.quaffle, thrower, catcher))
    run.then(*follow, ("cube", QUAFFLE), ("end_turn", thrower))


def _intercepted(run: Run, thrower: int, opponent: int) -> None:
    """The opponent keeps it if he can; in a goal ring nobody does."""
    board = run.board
    board.quaffle = board.pos[opponent]
    run.tell(Delta("quaffleThrow", False, board.pos[thrower], board.quaffle, thrower, opponent))
    kept = CAN_HOLD[opponent] and board.quaffle not in ALL_RINGS
    run.then(*([] if kept else [("hop", opponent)]), ("end_turn", thrower))


def _landing(board: Board, thrower: int) -> tuple[int, list[tuple[object, ...]]]:
    """Return who catches the quaffle where it came down, and what follows."""
    at = board.quaffle
    resident = board.player_at(at)
    defender = board.defender_on(at)
    if defender != NOBODY:
        return defender, [("hop", defender)]
    scorer = goal_for(board, thrower, at)
    if scorer is not None:
        return NOBODY, [("goal", scorer), ("clear_ring",)]
    if resident != NOBODY and (not CAN_HOLD[resident] or board.is_knocked(resident)):
        return resident, [("hop", resident)]
    return resident, []


def goal_for(board: Board, thrower: int, ring: int) -> int | None:
    """Return the side that scores when the throw comes to rest on the cell, or None.

    Keepers never score, but the own goal of a keeper counts (quidditch-rules.md, section 3, item 2).
    """
    side = ring_side(ring)
    if side is None or not enters_through_side(board.pos[thrower], ring) or board.defender_on(ring) != NOBODY:
        return None
    return 1 - side if IS_CHASER[thrower] or side == SIDE_OF[thrower] else None


@task
def goal(run: Run, side: int) -> None:
    """Ten points; everybody banned may come back at the end of the round."""
    board = run.board
    board.points[side] += GOAL_POINTS
    board.goal = True
    run.tell(Delta("goalPointsChange", points=(board.points[0], board.points[1])))


def wrest(run: Run, chaser: int) -> None:
    """Try to tear the quaffle from an opponent beside him."""
    board = run.board
    victim = wrest_victim(board, chaser)
    old = board.quaffle
    success = run.chance.happens(run.setup.probabilities["wrestQuaffle"])
    if success:
        board.quaffle = board.pos[chaser]
    run.tell(Delta("wrestQuaffle", success, old, board.quaffle, chaser, victim))
    run.then(("end_turn", chaser))


def beat(run: Run, beater: int, bludger: int, target: int) -> None:
    """Beat a bludger on the beater's cell to the target, where it may knock somebody out."""
    if bludger == NOBODY:
        bludger = bludgers_at(run.board, beater)[0]
    number = bludger - BLUDGER1
    old, run.board.bludgers[number] = run.board.bludgers[number], target
    run.tell(Delta("bludgerBeating", None, old, target, beater, bludger))
    run.then(("end_turn", beater))
    strike(run, number)
