"""JSON text in and out, fast and strict: no NaN, no lone surrogates, no NUL, nothing deeper than anybody needs."""

from __future__ import annotations

import re

import orjson

from gamekit.errors import MalformedMessage
from gamekit.rules import Json

#: Levels of lists and objects that are read. What is read here is written again (254 levels at most) and walked by
#: functions that call themselves; no message, state or replay has more than a dozen.
DEEPEST = 64

#: An escaped NUL: databases and C programs end a text there, so nobody may send one.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")

_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+"')
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(code for code in range(256) if code not in b"[]{}")


def dumps(value: Json) -> bytes:
    """Return compact UTF-8 JSON with the keys in the order they were given."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)


def loads(text: bytes | str) -> Json:
    """Return the value; MalformedMessage with the parser's reason when it is not JSON, or none that we take."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise MalformedMessage(f"not JSON: {error}", "message/not_json") from None
    data = text.encode() if isinstance(text, str) else text
    # Counting is cheap and mostly the end of it: a text with few brackets is not deep.
    if data.count(b"[") + data.count(b"{") > DEEPEST and _too_deep(data):
        raise MalformedMessage(f"nested deeper than {DEEPEST} levels", "message/too_deep")
    if b"\\u0000" in data and _NUL.search(data):
        raise MalformedMessage("a text must not contain the character NUL", "message/nul")
    return value


def _too_deep(data: bytes) -> bool:
    """Take away the innermost brackets, level by level; a walk through the values would take ten times as long."""
    skeleton = _STRINGS.sub(b"", data).translate(_ONE_KIND, _NO_BRACKETS)
    for _ in range(DEEPEST):
        skeleton = skeleton.replace(b"[]", b"")
        if not skeleton:
            return False
    return True
