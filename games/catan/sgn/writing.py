"""The notation written in its normal form: one message a line, integers, fixed orders, no blanks, LF at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from gamekit import jsontext
from gamekit.rules import Json
from games.catan.rules.material import ROAD, Cards
from games.catan.sgn.notation import (
    ALPHABETICAL,
    BANK,
    BUILD_CODES,
    CARD_CODES,
    HARBOUR_CODES,
    RESOURCE_CODES,
    TERRAIN_CODES,
    Action,
    Build,
    Card,
    Entry,
    Island,
    Purchase,
    Robber,
    Theft,
    Throw,
    Trade,
)
from games.catan.sgn.places import INTERSECTIONS, PATHS, hexagon_of


def write(entries: Iterable[Entry]) -> bytes:
    """Return the file."""
    return b"".join(jsontext.dumps([str(entry.player), *_message(entry.action)]) + b"\n" for entry in entries)


def _message(action: Action) -> tuple[str, Json]:
    """Return the code and the value."""
    match action:
        case Island():
            return "DM", {"tiles": [_tile(*tile) for tile in action.tiles], "harbors": _harbors(action)}
        case Build():
            value = {"path": PATHS[action.place]} if action.kind == ROAD else None
            return BUILD_CODES[action.kind], value or {"intersection": INTERSECTIONS[action.place]}
        case Purchase():
            return "BD", {"cCode": CARD_CODES[action.card]}
        case Robber():
            return "MR", {"tile": hexagon_of(action.field)}
        case Card():
            return "PD", _card(action)
        case Throw():
            return "RD", {"result": action.result}
        case Theft():
            card = [int(kind == action.resource) for kind in range(5)]
            return "ST", [_party(action.thief, card), _party(action.victim, [-count for count in card])]
        case Trade():
            return "TR", [_party(*party) for party in action.parties]
        case _:
            assert_never(action)


def _tile(field: int, terrain: int, number: int) -> Json:
    return {"tile": hexagon_of(field), "tCode": TERRAIN_CODES[terrain], "rNumber": number or None}


def _harbors(island: Island) -> list[Json]:
    return [{"path": PATHS[edge], "hCode": HARBOUR_CODES[kind]} for edge, kind in island.harbours]


def _card(action: Card) -> Json:
    value: dict[str, Json] = {"cCode": CARD_CODES[action.card]}
    if action.resources:
        value["rCodes"] = sorted(RESOURCE_CODES[resource] for resource in action.resources)
    return value


def _party(party: int, changes: Cards | list[int]) -> Json:
    resources = {RESOURCE_CODES[kind]: changes[kind] for kind in ALPHABETICAL if changes[kind]}
    return {"player": "B" if party == BANK else str(party), "resources": resources}
