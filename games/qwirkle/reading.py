"""Reading a payload's fields: liberal about how a number is written, strict about what is said."""

from __future__ import annotations

from gamekit.errors import MalformedMessage
from gamekit.rules import Json

#: Java's int.
_LEAST, _MOST = -(2**31), 2**31 - 1


def field(payload: Json, name: str) -> Json:
    """Return a field; MalformedMessage when the payload has none."""
    if not isinstance(payload, dict):
        raise wrong(name, f"{name} is missing: an object is needed, not {_shown(payload)}")
    if payload.get(name) is None:
        raise wrong(name, f"{name} is missing")
    return payload[name]


def integer(payload: Json, name: str) -> int:
    """Return a whole number; 7, 7.0 and "7" are the same, as for the library of 2018."""
    value = field(payload, name)
    number = _whole(value)
    if number is None or not _LEAST <= number <= _MOST:
        raise wrong(name, f"{name} must be a whole number of 32 bits, not {_shown(value)}")
    return number


def _whole(value: Json) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str) and value.isascii() and value.removeprefix("-").isdecimal() and len(value) < 12:
        return int(value)
    return None


def text(payload: Json, name: str, longest: int) -> str:
    """Return a text of at most so many characters."""
    value = field(payload, name)
    if not isinstance(value, str):
        raise wrong(name, f"{name} must be a text, not {_shown(value)}")
    if len(value) > longest:
        raise wrong(name, f"{name} must not be longer than {longest} characters")
    return value


def word(payload: Json, name: str, words: tuple[str, ...]) -> str:
    """Return one of the words."""
    value = field(payload, name)
    if value not in words:
        raise wrong(name, f"{name} must be one of {', '.join(words)}, not {_shown(value)}")
    return str(value)


def items(payload: Json, name: str) -> list[Json]:
    """Return a list."""
    value = field(payload, name)
    if not isinstance(value, list):
        raise wrong(name, f"{name} must be a list, not {_shown(value)}")
    return value


def wrong(name: str, message: str) -> MalformedMessage:
    """Return the error for a field."""
    return MalformedMessage(message, "message/field", name)


def _shown(value: Json) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"
