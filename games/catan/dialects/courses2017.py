"""Dialect C, spoken by the courses of 2017/18: dialect B without umlauts in keys, types, colours and statuses."""

from __future__ import annotations

from gamekit.rules import Json
from games.catan.dialects.courses2016 import Courses2016Dialect
from games.catan.messages import MOVE_TYPES
from games.catan.rules.material import BUILDINGS, CARDS, COLOURS, HARBOURS, RESOURCES, TERRAINS
from games.catan.rules.status import BUILDING, DISCARDING, LOST, NOT_READY, READY, WAITING

_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})

#: Keys whose values are words of the protocol and not free text.
_WORD_VALUES = frozenset(("Typ", "Farbe", "Status", "Rohstoff", "Entwicklungskarte"))

#: Every word with an umlaut that a client may send: types of messages, keys and values.
_WORDS = (
    *MOVE_TYPES,
    *BUILDINGS,
    *CARDS,
    *COLOURS,
    *HARBOURS,
    *RESOURCES,
    *TERRAINS,
    *(BUILDING, DISCARDING, LOST, NOT_READY, READY, WAITING),
    *("Straße 1", "Straße 2", "Eigentümer", "Gebäude", "Häfen", "Räuber"),
)
_SPELLED: dict[str, str] = {word.translate(_PLAIN): word for word in _WORDS if word.translate(_PLAIN) != word}


class Courses2017Dialect(Courses2016Dialect):
    """The messages of 2016 in plain letters."""

    variant = "C"

    def read(self, word: str, content: Json) -> tuple[str, Json]:
        """Return the message with its umlauts; those who write them anyway are understood."""
        return _SPELLED.get(word, word), _spell(content)

    def write(self, word: str, content: Json) -> tuple[str, Json] | None:
        """Return the message without umlauts in words of the protocol."""
        written = super().write(word, content)
        return None if written is None else (written[0].translate(_PLAIN), _plain(written[1]))


def _spell(value: Json, key: str = "") -> Json:
    if isinstance(value, dict):
        return {_SPELLED.get(name, name): _spell(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_spell(inner, key) for inner in value]
    return _SPELLED.get(value, value) if key in _WORD_VALUES and isinstance(value, str) else value


def _plain(value: Json, key: str = "") -> Json:
    if isinstance(value, dict):
        return {name.translate(_PLAIN): _plain(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, key) for inner in value]
    return value.translate(_PLAIN) if key in _WORD_VALUES and isinstance(value, str) else value
