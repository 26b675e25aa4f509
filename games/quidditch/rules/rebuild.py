"""What each delta changes on a board, for readers that have the deltas only (10.1).

Two things a reader must know beyond the standard's text. A player carries the quaffle along unless somebody else stands
on his cell: then he is being pushed aside. And fans of one kind and side are told apart by their order in the list: the
first who is neither banned nor used is the one on turn; `turnUsed` right after his ban means the first banned one.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import BALL_PHASE, Delta
from games.quidditch.rules.entities import (
    BLUDGER1,
    BLUDGER2,
    NOBODY,
    PLAYERS,
    QUAFFLE,
    SNITCH,
    TEAM,
    fan_kind,
    side_of,
)
from games.quidditch.rules.pitch import NOWHERE

Fans = Sequence[Sequence[int]]


def like(board: Board, fans: Fans, entity: int, banned: bool) -> int:
    """Return the first unused fan (0..13) of the entity's kind and side, banned or not; NOBODY when there is none."""
    side, kind = side_of(entity), fan_kind(entity)
    for index, other in enumerate(fans[side]):
        fan = side * TEAM + index
        if other == kind and not board.fans_used >> fan & 1 and bool(board.fans_banned >> fan & 1) == banned:
            return fan
    return NOBODY


def apply(board: Board, delta: Delta, fans: Fans, previous: Delta | None = None) -> None:
    """Change the board as the delta says; `previous` is the delta before it, if known."""
    match delta.type:
        case "move" | "elfTeleportation" | "goblinShock" | "unban" | "snitchSnatch":
            _relocate(board, delta)
        case "quaffleThrow" | "foolAway" | "trollRoar":
            board.quaffle = delta.new
        case "wrestQuaffle":
            if delta.success:
                board.quaffle = delta.new
        case "bludgerBeating":
            board.bludgers[delta.passive - BLUDGER1] = delta.new
        case "bludgerKnockout":
            if delta.success:
                board.bludgers[delta.active - BLUDGER1] = delta.new
                board.knocked |= 1 << delta.passive
        case "ban":
            _ban(board, delta.passive, fans)
        case "turnUsed":
            _use(board, delta.active, fans, previous)
        case "goalPointsChange" | "snitchCatch":
            assert delta.points is not None
            board.points = list(delta.points)
            board.goal = board.goal or delta.type == "goalPointsChange"
        case "phaseChange":
            board.phase = delta.phase
        case "roundChange":
            assert delta.round is not None
            if board.goal:
                board.banned = 0
            board.round, board.phase, board.goal = delta.round, BALL_PHASE, False
            board.used = board.fans_used = 0
        case "wombatPoo":
            board.cubes.append(delta.new)
        case "removePoo":
            board.cubes = [at for at in board.cubes if delta.old not in (NOWHERE, at)]


def _relocate(board: Board, delta: Delta) -> None:
    """Put whoever the delta is about onto its new cell."""
    entity = delta.passive if delta.type in ("elfTeleportation", "goblinShock") else delta.active
    if delta.type == "snitchSnatch" or entity == SNITCH:
        board.snitch = delta.new
    elif entity == QUAFFLE:
        board.quaffle = delta.new
    elif entity in (BLUDGER1, BLUDGER2):
        board.bludgers[entity - BLUDGER1] = delta.new
    elif entity in PLAYERS:
        carries = (
            delta.type == "move"
            and board.holds_quaffle(entity)
            and board.player_at(board.pos[entity], but=entity) == NOBODY
        )
        board.pos[entity] = delta.new
        if carries:
            board.quaffle = delta.new
        if delta.type == "unban":
            board.banned &= ~(1 << entity)


def _ban(board: Board, entity: int, fans: Fans) -> None:
    if entity in PLAYERS:
        board.banned |= 1 << entity
    else:
        fan = like(board, fans, entity, banned=False)
        board.fans_banned |= 1 << fan if fan != NOBODY else 0


def _use(board: Board, entity: int, fans: Fans, previous: Delta | None) -> None:
    if entity in PLAYERS:
        board.used |= 1 << entity
        board.knocked &= ~(1 << entity)
    else:
        just_banned = previous is not None and previous.type == "ban" and previous.passive == entity
        fan = like(board, fans, entity, banned=just_banned)
        board.fans_used |= 1 << fan if fan != NOBODY else 0
