"""The dialect of one connection: reads both spellings, and writes the one its client uses.

The id key of the first line that has one decides: `uniqueID` is 1.0.1, `uniqueId` is 1.1.0, both together ask for lines
in both spellings. Before that, 1.0.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamekit import jsontext
from gamekit.container import MALFORMED, Container
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.qwirkle.dialects import gson, superset, version_1_0_1, version_1_1_0
from games.qwirkle.dialects.fields import SPELLING
from games.qwirkle.reading import integer, wrong
from games.qwirkle.vocabulary import NAMES, NUMBERS

Speller = Callable[[int, dict[str, Json]], dict[str, Json] | None]

SPELLERS: dict[str, Speller] = {
    version_1_0_1.VARIANT: version_1_0_1.spell,
    version_1_1_0.VARIANT: version_1_1_0.spell,
    superset.VARIANT: superset.spell,
}
OLDER = {newer: older for older, newer in SPELLING.items()}
DEEPEST = 16


class QwirkleDialect:
    """Lines <-> containers for one connection. A given variant is kept, otherwise the first line decides."""

    def __init__(self, variant: str = "") -> None:
        self._variant = variant or version_1_0_1.VARIANT
        self._decided = bool(variant)

    @property
    def variant(self) -> str:
        """Name the spelling that `encode` writes."""
        return self._variant

    def decode(self, frame: bytes) -> Sequence[Container]:
        """Return the line's message; none for an empty line."""
        frame = frame.strip(b"\xef\xbb\xbf \t\r\n")
        if not frame:
            return ()
        number = 0
        try:
            data = jsontext.loads(frame)
            if not isinstance(data, dict):
                raise MalformedMessage("a message is a JSON object", "message/not_object")
            self._detect(data)
            message = _older(data, 0)
            number = integer(message, "uniqueID")
            if number not in NAMES:
                raise wrong("uniqueID", f"uniqueID {number} is no message of this protocol")
        except MalformedMessage as error:
            reason = {"reason": error.message, "code": error.code, "field": error.field, "cause": number}
            return (Container(MALFORMED, {**reason, "fatal": False}),)
        del message["uniqueID"]
        return (Container(NAMES[number], message),)

    def encode(self, container: Container) -> bytes:
        """Return the line; b"" for what the protocol, or this version of it, has no message for."""
        number = NUMBERS.get(container.payload_type)
        if number is None:
            return b""
        payload = container.payload if isinstance(container.payload, dict) else {}
        spelt = SPELLERS[self._variant](number, payload)
        return b"" if spelt is None else gson.line(spelt)

    def opening(self) -> bytes:
        """Nothing stands before the first line."""
        return b""

    def closing(self) -> bytes:
        """Nothing stands after the last line."""
        return b""

    def _detect(self, data: dict[str, Json]) -> None:
        older, newer = "uniqueID" in data, "uniqueId" in data
        if self._decided or not (older or newer):
            return
        self._decided = True
        if newer:
            self._variant = superset.VARIANT if older else version_1_1_0.VARIANT


def _older(value: Json, depth: int) -> Json:
    """Return the value with the names of 1.0.1."""
    if depth > DEEPEST:
        raise MalformedMessage(f"the message is nested deeper than {DEEPEST} levels", "message/too_deep")
    if isinstance(value, list):
        return [_older(inner, depth + 1) for inner in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for name, inner in value.items():
        older = OLDER.get(name, name)
        if older == name or older not in value:
            result[older] = _older(inner, depth + 1)
    return result
