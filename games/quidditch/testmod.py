"""The test mod (14.6): a snapshot and a delta in, the snapshot after it out.

The delta is one change of the standard's list, applied by the rules. What the rules settle alone is settled here (old
positions, the quaffle that goes with its holder, points of a catch, flags); where chance decides, the delta's `success`
and new position do.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.rules import Json
from games.quidditch.messages import DELTA_TYPES, object_field, wrong
from games.quidditch.rules import rebuild
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import NO_PHASE, PHASES, Delta
from games.quidditch.rules.entities import (
    BLUDGER1,
    BLUDGER2,
    BY_NAME,
    NOBODY,
    PLAYERS,
    QUAFFLE,
    SIDE_OF,
    SNITCH,
    side_of,
)
from games.quidditch.rules.pitch import HEIGHT, NOWHERE, WIDTH, cell, is_valid, ring_side
from games.quidditch.rules.setup import CATCH_POINTS, GOAL_POINTS
from games.quidditch.snapshots import LARGEST, read_snapshot, snapshot

TEST_TYPE = "snapshot-delta-snapshot"

_NEED_NEW = frozenset(
    {"move", "elfTeleportation", "goblinShock", "unban", "quaffleThrow", "foolAway", "bludgerBeating", "wombatPoo"}
)
_NEED_ACTIVE = frozenset({"move", "unban", "turnUsed", "snitchCatch", "bludgerKnockout", "wrestQuaffle"})
_NEED_PASSIVE = frozenset({"elfTeleportation", "goblinShock", "ban", "bludgerBeating", "bludgerKnockout"})
_BLUDGERS = (BLUDGER1, BLUDGER2)


def run_test(payload: Json) -> dict[str, Json]:
    """Return the snapshot after the delta; MalformedMessage names what is wrong with the request."""
    if not isinstance(payload, Mapping) or payload.get("testType") != TEST_TYPE:
        raise wrong("testType", f"must be {TEST_TYPE}")
    before = object_field(payload, "snapshot")
    board, fans = read_snapshot(before)
    last = before.get("lastDeltaBroadcast")
    previous = read_delta(last) if isinstance(last, Mapping) else None
    delta = _complete(board, read_delta(object_field(payload, "delta")))
    rebuild.apply(board, delta, fans, previous)
    spectators = before.get("spectatorUserName")
    return snapshot(board, delta, fans, spectators if isinstance(spectators, list) else ())


def read_delta(given: Mapping[str, Json]) -> Delta:
    """Return the delta in a deltaBroadcast."""
    kind = given.get("deltaType")
    if not isinstance(kind, str) or kind not in DELTA_TYPES:
        raise wrong("deltaType", "must be a type of the standard's list (10.2.3)")
    success = given.get("success")
    if success is not None and not isinstance(success, bool):
        raise wrong("success", "must be true, false or null")
    phase = given.get("phase")
    if phase is not None and phase not in PHASES:
        raise wrong("phase", f"must be null or one of {', '.join(PHASES)}")
    left, right = _number(given, "leftPoints"), _number(given, "rightPoints")
    reason = given.get("banReason")
    return Delta(
        kind,
        success,
        _cell(given, "Old"),
        _cell(given, "New"),
        _entity(given, "activeEntity"),
        _entity(given, "passiveEntity"),
        NO_PHASE if phase is None else PHASES.index(phase),
        None if left is None or right is None else (left, right),
        _number(given, "round"),
        reason if isinstance(reason, str) else None,
    )


def _complete(board: Board, delta: Delta) -> Delta:
    """Fill in what the rules settle, and refuse what nothing could settle."""
    for needing, present, field in (
        (_NEED_NEW, delta.new != NOWHERE, "xPosNew"),
        (_NEED_ACTIVE, delta.active != NOBODY, "activeEntity"),
        (_NEED_PASSIVE, delta.passive != NOBODY, "passiveEntity"),
    ):
        if delta.type in needing and not present:
            raise wrong(f"delta.{field}", f"is needed for {delta.type}")
    _check_entities(delta)
    old, new, points, number = delta.old, delta.new, delta.points, delta.round
    match delta.type:
        case "move":
            old = _where(board, delta.active) if old == NOWHERE else old
        case "elfTeleportation" | "goblinShock":
            old = _where(board, delta.passive) if old == NOWHERE else old
        case "quaffleThrow" | "foolAway" | "trollRoar":
            old = board.quaffle if old == NOWHERE else old
            new = board.quaffle if new == NOWHERE else new
        case "snitchSnatch":
            old = board.snitch if old == NOWHERE else old
            new = board.snitch if new == NOWHERE else new
        case "wrestQuaffle":
            old = board.quaffle if old == NOWHERE else old
            new = _where(board, delta.active) if delta.success else board.quaffle
        case "bludgerBeating":
            old = _where(board, delta.passive) if old == NOWHERE else old
        case "bludgerKnockout":
            old = _where(board, delta.active) if old == NOWHERE else old
            if delta.success and new == NOWHERE:
                raise wrong("delta.xPosNew", "is needed for a successful bludgerKnockout")
        case "goalPointsChange" if points is None:
            points = _after_goal(board)
        case "snitchCatch" if points is None:
            points = _after_catch(board, delta)
        case "roundChange":
            number = board.round + 1 if number is None else number
        case "phaseChange" if delta.phase == NO_PHASE:
            raise wrong("delta.phase", "is needed for phaseChange")
    return Delta(
        delta.type, delta.success, old, new, delta.active, delta.passive, delta.phase, points, number, delta.reason
    )


def _check_entities(delta: Delta) -> None:
    """Refuse who or what the change cannot happen to, as far as the board has no place to note it."""
    match delta.type:
        case "bludgerBeating" if delta.passive not in _BLUDGERS:
            raise wrong("delta.passiveEntity", "must be a bludger")
        case "bludgerKnockout" if delta.active not in _BLUDGERS:
            raise wrong("delta.activeEntity", "must be a bludger")
        case "bludgerKnockout" if delta.passive not in PLAYERS:
            raise wrong("delta.passiveEntity", "must be a player")
        case "ban" if side_of(delta.passive) < 0:
            raise wrong("delta.passiveEntity", "must be a player or a fan")
        case "turnUsed" if side_of(delta.active) < 0:
            raise wrong("delta.activeEntity", "must be a player or a fan")


def _after_goal(board: Board) -> tuple[int, int]:
    """Give the goal to the team that attacks the ring in which the quaffle is."""
    side = ring_side(board.quaffle)
    if side is None:
        raise wrong("delta.leftPoints", "and rightPoints are needed: the quaffle is in no ring")
    points = board.points[:]
    points[1 - side] += GOAL_POINTS
    return points[0], points[1]


def _after_catch(board: Board, delta: Delta) -> tuple[int, int]:
    points = board.points[:]
    if delta.success and delta.active in PLAYERS:
        points[SIDE_OF[delta.active]] += CATCH_POINTS
    return points[0], points[1]


def _where(board: Board, entity: int) -> int:
    if entity in PLAYERS:
        return board.pos[entity]
    if entity == SNITCH:
        return board.snitch
    if entity == QUAFFLE:
        return board.quaffle
    if BLUDGER1 <= entity < QUAFFLE:
        return board.bludgers[entity - BLUDGER1]
    raise wrong("delta", "names a fan where a player or a ball is needed")


def _cell(given: Mapping[str, Json], which: str) -> int:
    x, y = given.get(f"xPos{which}"), given.get(f"yPos{which}")
    if x is None and y is None:
        return NOWHERE
    if type(x) is not int or type(y) is not int or not (0 <= x < WIDTH and 0 <= y < HEIGHT and is_valid(x, y)):
        raise wrong(f"xPos{which}", f"and yPos{which} must name a cell of the pitch")
    return cell(x, y)


def _entity(given: Mapping[str, Json], field: str) -> int:
    value = given.get(field)
    if value is None:
        return NOBODY
    if not isinstance(value, str) or value not in BY_NAME:
        raise wrong(field, "must be an entity of the standard's list (10.2.4)")
    return BY_NAME[value]


def _number(given: Mapping[str, Json], field: str) -> int | None:
    value = given.get(field)
    if value is not None and (type(value) is not int or abs(value) > LARGEST):
        raise wrong(field, f"must be an integer from {-LARGEST} to {LARGEST} or null")
    return value
