"""Both spellings of everything in one line, for a reader whose version nobody knows (qwirkle-rules.md, 2.5)."""

from __future__ import annotations

from gamekit.rules import Json
from games.qwirkle.dialects.fields import FIELDS, NEWER, SPELLING
from games.qwirkle.dialects.version_1_1_0 import REMOVED

VARIANT = "1.0.1+1.1.0"


def spell(number: int, payload: dict[str, Json]) -> dict[str, Json] | None:
    """Return the message as its object on the wire; None for what readers of 1.1.0 choke on."""
    if number == REMOVED:
        return None
    names = dict.fromkeys((*FIELDS[number], *NEWER.get(number, ())))
    fields = {name: payload[name] for name in names if payload.get(name) is not None}
    return {**_doubled(fields), "uniqueID": number, "uniqueId": number}


def _doubled(value: Json) -> Json:
    if isinstance(value, list):
        return [_doubled(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    result: dict[str, Json] = {}
    for name, inner in value.items():
        result[name] = "PLAYER" if name == "clientType" and inner == "ENGINE_PLAYER" else _doubled(inner)
        if name in SPELLING:
            result[SPELLING[name]] = result[name]
    return result
