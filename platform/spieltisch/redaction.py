"""Takes secrets out of what is written down for people: logs and the wire inspector."""

from __future__ import annotations

import re

from gamekit.rules import Json

#: Shown in place of a secret.
HIDDEN = "***"

#: Fields, headers, cookies and attributes that hold one, whatever the language around them.
_NAMES = (
    r"password\w*|passphrase|authorization|(?:[\w-]*_)?secret(?:_key)?|(?:[\w-]*[_-])?token|sessionid|csrf\w*|"
    r"x-spieltisch-bridge|cookie|invite"
)
_FIELD = re.compile(
    rf"""(?P<name>\b(?:{_NAMES})\b)(?P<between>\\?["']?\s*[:=]\s*)(?P<scheme>(?:bearer|basic)\s+)?"""
    r"""(?:\\?"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"',;&<>}\]]+)""",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\b(bearer)\s+[\w.~+/-]{12,}=*", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"(\w+://)[^/\s:@]*:[^/\s@]+@")

#: Fields of messages that hold what only its owner may know for longer than a match.
_SECRET_FIELDS = frozenset({"password", "passphrase", "token"})


def redacted(text: str) -> str:
    """Return the text with every named secret hidden."""
    text = _IN_ADDRESS.sub(rf"\1{HIDDEN}@", text)
    text = _FIELD.sub(rf'\g<name>\g<between>"{HIDDEN}"', text)
    return _BEARER.sub(rf"\1 {HIDDEN}", text)


def redacted_fields(value: Json) -> Json:
    """Return a message's payload with its secret fields hidden."""
    if isinstance(value, dict):
        return {
            name: HIDDEN if name.lower() in _SECRET_FIELDS and isinstance(inner, str) else redacted_fields(inner)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [redacted_fields(inner) for inner in value]
    return value


_IN_MESSAGE = re.compile(
    r"""("?\b(?:password|passphrase|token)"?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')""", re.IGNORECASE
)


def redacted_message(raw: str) -> str:
    """Return a message as it went over the wire, JSON or XML, with its secret fields hidden."""
    return _IN_MESSAGE.sub(rf'\1"{HIDDEN}"', raw)
