"""Takes secrets out of the messages that the inspector shows and keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator

from gamekit.rules import Json
from spieltisch.redaction import HIDDEN, NAME, is_secret, without_appended

#: A text of JSON, whole or cut off, and the colon that makes it a name.
_TEXT = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*+)(?:"|\\?\Z)(?P<colon>\s*+:\s*+)?', re.DOTALL)
#: What ends a value that is neither text nor a container, and what opens or closes one.
_BARE = re.compile(r"[^\s,}\]]*+")
_BRACKET = re.compile(r'[\[{]|[\]}]|"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_ATTRIBUTE = re.compile(
    rf"""({NAME}\s*+=\s*+)(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))""", re.IGNORECASE
)  # fmt: skip
_ELEMENT = re.compile(rf"(<(?:[\w-]++:)?{NAME}[^<>]*+(?<!/)>)(?!</).+?(?=</|\Z)", re.IGNORECASE | re.DOTALL)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_SECRET_NAME = re.compile(NAME, re.IGNORECASE)


def redacted_fields(value: Json, secrets: Collection[str] = ()) -> Json:
    """Return a message's payload with its secret fields, and all that is known to be secret, hidden."""
    if isinstance(value, dict):
        return {name: HIDDEN if is_secret(name) else redacted_fields(inner, secrets) for name, inner in value.items()}
    if isinstance(value, list):
        return [redacted_fields(inner, secrets) for inner in value]
    return _redacted_text(value, secrets) if isinstance(value, str) else value


def redacted_message(raw: str, secrets: Collection[str] = ()) -> str:
    """Return a message as it went over the wire, JSON or XML, whole or cut off, with its secrets hidden."""
    shown = "".join(_json_pieces(raw, secrets))
    shown = _ATTRIBUTE.sub(rf'\1"{HIDDEN}"', shown)
    return _redacted_text(_ELEMENT.sub(rf"\1{HIDDEN}", shown), secrets)


def redacted_unread(raw: str, secrets: Collection[str] = ()) -> str:
    """Return what could not be read as a message: nobody knows where a value ends, so it ends at the first secret."""
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), raw).replace("\0", "")
    found = _SECRET_NAME.search(plain)
    shown = _redacted_text(plain if found is None else f"{plain[: found.end()]} {HIDDEN}", secrets)
    return raw if shown == plain else shown


def _redacted_text(text: str, secrets: Collection[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return without_appended(text)


def _json_pieces(raw: str, secrets: Collection[str]) -> Iterator[str]:
    """Yield the raw text with the values of secret names replaced; all that is not JSON passes as it is."""
    done = at = 0
    while found := _TEXT.search(raw, at):
        at = found.end()
        text = _read(found["text"])
        if not found["colon"]:
            hidden = _redacted_text(text, secrets)
            if hidden != text:
                yield raw[done : found.start()] + json.dumps(hidden, ensure_ascii=False)
                done = at
        elif is_secret(text):
            yield raw[done:at] + f'"{HIDDEN}"'
            done = at = _end_of_value(raw, at)
    yield raw[done:]


def _read(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _end_of_value(raw: str, begin: int) -> int:
    """Return where the JSON value ends that begins there: the end of the text when it is cut off."""
    if raw.startswith('"', begin):
        found = _BRACKET.match(raw, begin)
        return found.end() if found else len(raw)
    if not raw.startswith(("{", "["), begin):
        bare = _BARE.match(raw, begin)
        return bare.end() if bare else len(raw)
    depth = 0
    for found in _BRACKET.finditer(raw, begin):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(raw)
