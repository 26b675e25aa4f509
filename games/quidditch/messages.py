"""The standard's vocabulary: deltas, next, configurations and requests <-> the payloads of containers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gamekit.errors import MalformedMessage
from gamekit.rules import Json, Player
from games.quidditch.config import match_config
from games.quidditch.rules.delta import NO_PHASE, PHASES, Delta
from games.quidditch.rules.entities import BY_NAME, NAMES, NOBODY, ROLES
from games.quidditch.rules.moves import Formation, Move, PauseWish, Request
from games.quidditch.rules.pitch import HEIGHT, NOWHERE, WIDTH, cell, place

DELTA_TYPES = frozenset(
    {
        "snitchCatch",
        "bludgerBeating",
        "quaffleThrow",
        "snitchSnatch",
        "trollRoar",
        "elfTeleportation",
        "goblinShock",
        "ban",
        "bludgerKnockout",
        "move",
        "wrestQuaffle",
        "foolAway",
        "phaseChange",
        "goalPointsChange",
        "roundChange",
        "skip",
        "unban",
        "turnUsed",
        "wombatPoo",
        "removePoo",
    }
)
#: Requests that say nothing without a cell, and those that say nothing without a victim.
_NEED_CELL = frozenset({"move", "quaffleThrow", "bludgerBeating", "unban", "wombatPoo"})
_NEED_VICTIM = frozenset({"elfTeleportation", "goblinShock"})

#: Characters that everybody is told of somebody's own words; what is longer is cut.
LONGEST_WORDS = 500


# --- out ----------------------------------------------------------------------------------------------------------
def position(at: int) -> dict[str, int | None]:
    """Return a cell as xPos and yPos; both null when it is not on the pitch."""
    if at == NOWHERE:
        return {"xPos": None, "yPos": None}
    x, y = place(at)
    return {"xPos": x, "yPos": y}


def delta_payload(delta: Delta) -> dict[str, Json]:
    """Return a deltaBroadcast with all its thirteen fields (10.3.1)."""
    old, new, points = position(delta.old), position(delta.new), delta.points
    return {
        "deltaType": delta.type,
        "success": delta.success,
        "xPosOld": old["xPos"],
        "yPosOld": old["yPos"],
        "xPosNew": new["xPos"],
        "yPosNew": new["yPos"],
        "activeEntity": None if delta.active == NOBODY else NAMES[delta.active],
        "passiveEntity": None if delta.passive == NOBODY else NAMES[delta.passive],
        "phase": None if delta.phase == NO_PHASE else PHASES[delta.phase],
        "leftPoints": points[0] if points else None,
        "rightPoints": points[1] if points else None,
        "round": delta.round,
        "banReason": delta.reason,
    }


def request_payload(request: Request) -> dict[str, Json]:
    """Return a deltaRequest with all its fields, as a client sends it."""
    return delta_payload(Delta(request.type, new=request.target, active=request.active, passive=request.passive))


def formation_payload(formation: Formation) -> dict[str, Json]:
    """Return a teamFormation, as a client sends it."""
    return {"players": {role: position(at) for role, at in zip(ROLES, formation.cells, strict=True)}}


def next_payload(entity: int, kind: str, timeout: int) -> dict[str, Json]:
    """Return a `next` (9.3.1)."""
    return {"turn": NAMES[entity], "type": kind, "timeout": timeout}


def match_start(options: Mapping[str, Json], players: Sequence[Player]) -> dict[str, Json]:
    """Return a matchStart (6.3.1)."""
    left, right = user_names(players)
    return {
        "matchConfig": match_config(options),
        "leftTeamConfig": players[0].data["team"],
        "rightTeamConfig": players[1].data["team"],
        "leftTeamUserName": left,
        "rightTeamUserName": right,
    }


def user_names(players: Sequence[Player]) -> tuple[str, str]:
    """Return both players' names as the standard allows them (4.5.1.1), different from each other."""
    left, right = (player.data.get("userName") or _plain(player.name) for player in players)
    if left == right:
        right = f"{right[:19]}2"
    return left, right


def _plain(name: str) -> str:
    plain = re.sub(r"[^a-zA-Z0-9]", "", name)[:20]
    return plain if len(plain) >= 3 else f"player{plain}"


# --- in -----------------------------------------------------------------------------------------------------------
def read_move(payload_type: str, payload: Json) -> Move | None:
    """Return the move in a container; None when its type is none, MalformedMessage when the payload is wrong."""
    match payload_type:
        case "teamFormation":
            return read_formation(payload)
        case "deltaRequest":
            return read_request(payload)
        case "pauseRequest" | "continueRequest":
            return PauseWish(payload_type == "pauseRequest", words_field(payload, "message"))
    return None


def read_formation(payload: Json) -> Formation:
    """Return the formation in a teamFormation; whether its cells are allowed is a matter of the rules."""
    players = object_field(payload, "players")
    cells = []
    for role in ROLES:
        player = object_field(players, role)
        at = _cell(player, "xPos", "yPos", f"players.{role}.")
        if at == NOWHERE:
            raise wrong(f"players.{role}", "needs xPos and yPos")
        cells.append(at)
    return Formation(tuple(cells))


def read_request(payload: Json) -> Request:
    """Return the request in a deltaRequest; fields that its type does not use are ignored."""
    if not isinstance(payload, Mapping):
        raise wrong("payload", "must be an object")
    kind = payload.get("deltaType")
    if not isinstance(kind, str) or kind not in DELTA_TYPES:
        raise wrong("deltaType", "must be a type of the standard's list (10.2.3)")
    request = Request(
        kind,
        _cell(payload, "xPosNew", "yPosNew"),
        _entity(payload, "activeEntity"),
        _entity(payload, "passiveEntity"),
    )
    if kind in _NEED_CELL and request.target == NOWHERE:
        raise wrong("xPosNew", f"and yPosNew are needed for {kind}")
    if kind in _NEED_VICTIM and request.passive == NOBODY:
        raise wrong("passiveEntity", f"is needed for {kind}")
    return request


def _cell(given: Mapping[str, Json], x_field: str, y_field: str, path: str = "") -> int:
    x, y = (_coordinate(given, field, path, bound) for field, bound in ((x_field, WIDTH), (y_field, HEIGHT)))
    if (x is None) != (y is None):
        raise wrong(path + (x_field if x is None else y_field), "must not be null alone")
    return NOWHERE if x is None or y is None else cell(x, y)


def _coordinate(given: Mapping[str, Json], field: str, path: str, bound: int) -> int | None:
    value = given.get(field)
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < bound:
        raise wrong(path + field, f"must be an integer from 0 to {bound - 1}")
    return value


def _entity(given: Mapping[str, Json], field: str) -> int:
    value = given.get(field)
    if value is None:
        return NOBODY
    if not isinstance(value, str) or value not in BY_NAME:
        raise wrong(field, "must be an entity of the standard's list (10.2.4)")
    return BY_NAME[value]


def object_field(given: Json, field: str) -> Mapping[str, Json]:
    """Return an object's field that must be an object itself."""
    value = given.get(field) if isinstance(given, Mapping) else None
    if not isinstance(value, Mapping):
        raise wrong(field, "must be an object")
    return value


def text_field(given: Json, field: str) -> str:
    """Return an object's field that must be a text."""
    value = given.get(field) if isinstance(given, Mapping) else None
    if not isinstance(value, str):
        raise wrong(field, "must be a text")
    return value


def words_field(given: Json, field: str) -> str:
    """Return an object's field with words for everybody, cut to what everybody is told of them."""
    return text_field(given, field)[:LONGEST_WORDS]


def wrong(field: str, rule: str) -> MalformedMessage:
    """Return the error that names the field and the rule."""
    return MalformedMessage(f"{field} {rule}", "payload/invalid", field)
