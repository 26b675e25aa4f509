"""Game errors on their way between processes: the same class, code, field and words on the other side."""

from __future__ import annotations

from typing import Any

from gamekit import errors
from gamekit.errors import GameError

_CLASSES = {kind.__name__: kind for kind in vars(errors).values() if isinstance(kind, type)}


def refusal_json(error: GameError) -> dict[str, Any]:
    """Return the error as JSON; data that JSON has no word for is left out."""
    data = {name: value for name, value in error.data.items() if isinstance(value, (str, int, float, bool, list, dict))}
    kind = next((cls.__name__ for cls in type(error).__mro__ if cls.__name__ in _CLASSES), "GameError")
    return {"kind": kind, "message": error.message, "code": error.code, "field": error.field, "data": data}


def read_refusal(data: dict[str, Any]) -> GameError:
    """Return the error to raise here."""
    kind: type[GameError] = _CLASSES.get(data["kind"], GameError)
    return kind(data["message"], data["code"], data["field"], **data["data"])
