"""Dialect A: the protocol as the document has it. Others change the wrapped message on its way in and out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from gamekit import jsontext
from gamekit.container import MALFORMED, PLATFORM_PREFIX, Container
from gamekit.errors import MalformedMessage
from gamekit.rules import Json

#: A line may hold several objects (the document asks for tolerance), but not endlessly many.
MOST_OBJECTS = 50
#: No message of the protocol nests deeper than five.
DEEPEST = 16


class DocumentDialect:
    """One JSON object a line, with one key that names the message."""

    variant = "A"

    def decode(self, frame: bytes) -> Sequence[Container]:
        """Return the messages of a line: mostly one, none when it is blank, several when a client left out newlines."""
        try:
            return [self._container(value) for value in _values(frame)]
        except MalformedMessage as error:
            return [_malformed(error) if _is_text(frame) else _malformed(_NO_TEXT, fatal=True)]

    def _container(self, value: Json) -> Container:
        word = next(iter(value)) if isinstance(value, dict) and len(value) == 1 else ""
        # Words of the platform are no words of the protocol: who says them must not be taken for the platform.
        if not word or word.startswith(PLATFORM_PREFIX):
            return _malformed(
                MalformedMessage("a message is an object with exactly one key that names it", "message/not_wrapped")
            )
        if _too_deep(value, DEEPEST):
            return _malformed(MalformedMessage(f"nested deeper than {DEEPEST}", "message/too_deep"))
        return Container(*self.read(word, value[word]))

    def encode(self, container: Container) -> bytes:
        """Return the line for a message; nothing for the platform's own."""
        if container.payload_type.startswith(PLATFORM_PREFIX):
            return b""
        written = self.write(container.payload_type, container.payload)
        return b"" if written is None else jsontext.dumps({written[0]: written[1]}) + b"\n"

    def opening(self) -> bytes:
        """Nothing stands before the first line."""
        return b""

    def closing(self) -> bytes:
        """Nothing stands after the last line."""
        return b""

    def read(self, word: str, content: Json) -> tuple[str, Json]:
        """Return the message as the document spells it."""
        return word, content

    def write(self, word: str, content: Json) -> tuple[str, Json] | None:
        """Return the message as this dialect spells it; None when it has no word for it."""
        if word == "Handelsangebot angenommen":
            return _without_refusal(word, content)
        return word, without_name(word, content)


def without_name(word: str, content: Json) -> Json:
    """The protocol names a speaker by number alone."""
    return {key: content[key] for key in content if key != "Name"} if word == "Chatnachricht" else content


def _without_refusal(word: str, content: Json) -> tuple[str, Json] | None:
    """The document knows no refusal of an offer: silence is one."""
    if content.get("Annehmen") is False:
        return None
    return word, {key: value for key, value in content.items() if key != "Annehmen"}


#: Who does not write text writes something else altogether: there is no use in reading on.
_NO_TEXT = MalformedMessage("the bytes are not UTF-8", "message/not_utf8")


def _malformed(error: MalformedMessage, fatal: bool = False) -> Container:
    return Container(
        MALFORMED,
        {"reason": error.message, "code": error.code, "field": error.field, "cause": "", "fatal": fatal},
    )


def _is_text(frame: bytes) -> bool:
    try:
        frame.decode()
    except UnicodeDecodeError:
        return False
    return True


def _too_deep(value: Json, left: int) -> bool:
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return left == 0 or any(_too_deep(one, left - 1) for one in inner)


def _values(frame: bytes) -> list[Json]:
    if not frame.strip():
        return []
    try:
        return [jsontext.loads(frame)]
    except MalformedMessage:
        values = list(_joined(frame))
        if len(values) < 2:
            raise
        return values


def _joined(frame: bytes) -> Iterator[Json]:
    """Yield the objects of a line on which several stand; raise when one cannot be read."""
    try:
        text = frame.decode().strip()
    except UnicodeDecodeError:
        return
    decoder, start = json.JSONDecoder(), 0
    for count in range(MOST_OBJECTS + 1):
        if start >= len(text):
            return
        if count == MOST_OBJECTS:
            raise MalformedMessage(f"more than {MOST_OBJECTS} objects on a line", "message/too_many")
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            raise MalformedMessage("not JSON", "message/not_json") from None
        # The strict reader has the last word on each object: no NaN, no lone surrogates.
        yield jsontext.loads(text[start:end])
        start = end + len(text[end:]) - len(text[end:].lstrip())
