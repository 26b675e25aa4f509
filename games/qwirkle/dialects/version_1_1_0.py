"""Dialect 1.1.0: what the programs of 2019 speak."""

from __future__ import annotations

from gamekit.rules import Json
from games.qwirkle.dialects.fields import FIELDS, NEWER, SPELLING

VARIANT = "1.1.0"
#: Removed in 1.1.0 ("Message ohne Nutzen"); its parser throws on it.
REMOVED = 200


def spell(number: int, payload: dict[str, Json]) -> dict[str, Json] | None:
    """Return the message as its object on the wire; None when 1.1.0 has no such message."""
    if number == REMOVED:
        return None
    names = NEWER.get(number, FIELDS[number])
    fields = {name: payload[name] for name in names if payload.get(name) is not None}
    return {**respelt(fields), "uniqueId": number}


def respelt(value: Json) -> Json:
    """Return the value with the newer names; there is no ENGINE_PLAYER, a program is a PLAYER like others."""
    if isinstance(value, dict):
        return {SPELLING.get(name, name): _known_type(name, respelt(inner)) for name, inner in value.items()}
    if isinstance(value, list):
        return [respelt(inner) for inner in value]
    return value


def _known_type(name: str, value: Json) -> Json:
    return "PLAYER" if name == "clientType" and value == "ENGINE_PLAYER" else value
