"""Snapshots (8.3): a board as the standard shows it, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamekit.rules import Json
from games.quidditch.messages import delta_payload, object_field, position, wrong
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import PHASES, Delta
from games.quidditch.rules.entities import CAN_HOLD, FAN_KINDS, IS_BEATER, ROLES, SIDES, TEAM
from games.quidditch.rules.pitch import NOWHERE, cell, is_valid

#: The kinds of the seven fans of both sides.
Fans = Sequence[Sequence[int]]

#: The largest round or number of points that is read: what an integer of most clients holds.
LARGEST = 2**31 - 1


def snapshot(board: Board, last: Delta, fans: Fans, spectators: Sequence[str] = ()) -> dict[str, Json]:
    """Return the board and the delta that led to it as a snapshot."""
    bludger1, bludger2 = board.bludgers
    return {
        "lastDeltaBroadcast": delta_payload(last),
        "phase": PHASES[board.phase],
        "spectatorUserName": list(spectators),
        "round": board.round,
        "leftTeam": _team(board, 0, fans[0]),
        "rightTeam": _team(board, 1, fans[1]),
        "balls": {
            "snitch": position(board.snitch),
            "quaffle": position(board.quaffle),
            "bludger1": position(bludger1),
            "bludger2": position(bludger2),
        },
        "wombatCubes": [position(at) for at in board.cubes],
        "goalWasThrownThisRound": board.goal,
    }


def _team(board: Board, side: int, kinds: Sequence[int]) -> dict[str, Json]:
    first = side * TEAM
    return {
        "points": board.points[side],
        "fans": [
            {
                "fanType": FAN_KINDS[kind],
                "banned": bool(board.fans_banned >> first + index & 1),
                "turnUsed": bool(board.fans_used >> first + index & 1),
            }
            for index, kind in enumerate(kinds)
        ],
        "players": {role: _player(board, first + index) for index, role in enumerate(ROLES)},
    }


def _player(board: Board, player: int) -> dict[str, Json]:
    shown: dict[str, Json] = position(board.pos[player])
    shown["banned"] = bool(board.banned >> player & 1)
    if CAN_HOLD[player]:
        shown["holdsQuaffle"] = board.holds_quaffle(player)
    elif IS_BEATER[player]:
        shown["holdsBludger"] = board.holds_bludger(player)
    shown["turnUsed"] = bool(board.used >> player & 1)
    shown["knockout"] = bool(board.knocked >> player & 1)
    return shown


# --- in -----------------------------------------------------------------------------------------------------------
def read_snapshot(given: Json) -> tuple[Board, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the board in a snapshot and both sides' kinds of fans; MalformedMessage names the field that is wrong."""
    if not isinstance(given, Mapping):
        raise wrong("snapshot", "must be an object")
    board = Board()
    if given.get("phase") not in PHASES:
        raise wrong("phase", f"must be one of {', '.join(PHASES)}")
    board.phase = PHASES.index(given["phase"])
    board.round = _integer(given, "round")
    board.goal = _flag(given, "goalWasThrownThisRound")
    left, right = (_read_team(board, side, object_field(given, f"{SIDES[side]}Team")) for side in (0, 1))
    _read_balls(board, object_field(given, "balls"))
    cubes = given.get("wombatCubes", [])
    if not isinstance(cubes, list):
        raise wrong("wombatCubes", "must be a list")
    board.cubes = [_read_cell(at, "wombatCubes") for at in cubes]
    return board, (left, right)


def _read_team(board: Board, side: int, team: Mapping[str, Json]) -> tuple[int, ...]:
    board.points[side] = _integer(team, "points")
    players = object_field(team, "players")
    for index, role in enumerate(ROLES):
        player, shown = side * TEAM + index, object_field(players, role)
        board.pos[player] = _read_cell(shown, role)
        board.banned |= _flag(shown, "banned") << player
        board.used |= _flag(shown, "turnUsed") << player
        board.knocked |= _flag(shown, "knockout") << player
    return _read_fans(board, side, team.get("fans"))


def _read_fans(board: Board, side: int, fans: Json) -> tuple[int, ...]:
    if not isinstance(fans, list) or len(fans) > TEAM or not all(isinstance(fan, Mapping) for fan in fans):
        raise wrong("fans", f"must be a list of at most {TEAM} fans")
    kinds = []
    for index, fan in enumerate(fans):
        if fan.get("fanType") not in FAN_KINDS:
            raise wrong("fanType", f"must be one of {', '.join(FAN_KINDS)}")
        kinds.append(FAN_KINDS.index(fan["fanType"]))
        board.fans_banned |= _flag(fan, "banned") << side * TEAM + index
        board.fans_used |= _flag(fan, "turnUsed") << side * TEAM + index
    return tuple(kinds)


def _read_balls(board: Board, balls: Mapping[str, Json]) -> None:
    snitch = object_field(balls, "snitch")
    board.snitch = NOWHERE if snitch.get("xPos") is None else _read_cell(snitch, "snitch")
    board.quaffle = _read_cell(balls.get("quaffle"), "quaffle")
    board.bludgers = [_read_cell(balls.get(name), name) for name in ("bludger1", "bludger2")]


def _read_cell(given: Json, name: str) -> int:
    x, y = (given.get("xPos"), given.get("yPos")) if isinstance(given, Mapping) else (None, None)
    if type(x) is not int or type(y) is not int or not is_valid(x, y):
        raise wrong(name, "must be on a cell of the pitch")
    return cell(x, y)


def _integer(given: Mapping[str, Json], field: str) -> int:
    value = given.get(field)
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise wrong(field, f"must be an integer from 0 to {LARGEST}")
    return value


def _flag(given: Mapping[str, Json], field: str) -> bool:
    value = given.get(field, False)
    if not isinstance(value, bool):
        raise wrong(field, "must be true or false")
    return value
