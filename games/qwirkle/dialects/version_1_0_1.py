"""Dialect 1.0.1: the document's own spelling."""

from __future__ import annotations

from gamekit.rules import Json
from games.qwirkle.dialects.fields import FIELDS

VARIANT = "1.0.1"


def spell(number: int, payload: dict[str, Json]) -> dict[str, Json] | None:
    """Return the message as its object on the wire; the id comes last, fields without a value are left out."""
    fields = {name: payload[name] for name in FIELDS[number] if payload.get(name) is not None}
    return {**fields, "uniqueID": number}
