"""JSON text in and out, fast and strict: no NaN, no lone surrogates, always UTF-8."""

from __future__ import annotations

import orjson

from gamekit.errors import MalformedMessage
from gamekit.rules import Json


def dumps(value: Json) -> bytes:
    """Return compact UTF-8 JSON with the keys in the order they were given."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)


def loads(text: bytes | str) -> Json:
    """Return the value; MalformedMessage with the parser's reason when it is not JSON."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise MalformedMessage(f"not JSON: {error}", "message/not_json") from None
