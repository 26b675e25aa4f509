"""JSON as Gson writes it: compact, without nulls, and safe to stand inside HTML."""

from __future__ import annotations

from gamekit import jsontext
from gamekit.rules import Json

#: Gson's HTML-safe escapes. None of these characters occurs in JSON outside a string, so the text can be swept.
_ESCAPES = (
    (b"<", b"\\u003c"),
    (b">", b"\\u003e"),
    (b"&", b"\\u0026"),
    (b"=", b"\\u003d"),
    (b"'", b"\\u0027"),
    ("\u2028".encode(), b"\\u2028"),
    ("\u2029".encode(), b"\\u2029"),
)


def line(value: Json) -> bytes:
    """Return the value as one line."""
    text = jsontext.dumps(value)
    for plain, escaped in _ESCAPES:
        if plain in text:
            text = text.replace(plain, escaped)
    return text + b"\n"
