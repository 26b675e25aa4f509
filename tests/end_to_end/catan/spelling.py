"""How clients of three courses write and read; inside, the test client uses plain letters and the document's words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
#: Words with umlauts that a client sends, by their plain spelling.
UMLAUTS = {
    word.translate(PLAIN): word
    for word in (
        *("Würfeln", "Räuber versetzen", "Straßenbaukarte ausspielen", "Handel abschließen", "Straße", "Straße 1"),
        *("Straße 2", "Weiß", "Grün"),
    )
}


@dataclass(frozen=True)
class Dialect:
    """One course's way of speaking."""

    door: str
    plain: bool
    unknown: bool
    """Hidden cards are {"Unbekannt": n}, answers plain texts."""

    def write(self, word: str, content: dict[str, Any]) -> bytes:
        """Return a line."""
        message = {word: content} if self.plain else _umlauts({word: content})
        return json.dumps(message, ensure_ascii=False).encode() + b"\n"

    def read(self, line: bytes) -> tuple[str, Any]:
        """Return the message's word and content; answers become OK and Fehler."""
        message = json.loads(line)
        assert isinstance(message, dict)
        assert len(message) == 1
        ((word, content),) = message.items()
        if self.plain and word not in ("Chatnachricht", "Serverantwort", "Spiel beendet"):
            assert line.isascii(), line
        if word == "Serverantwort":
            assert self.unknown
            return ("OK", {}) if content == "OK" else ("Fehler", {"Meldung": content})
        if self.unknown:
            assert word != "OK"
            assert word != "Fehler" or content == {"Meldung": "Farbe bereits vergeben"}
        return word.translate(PLAIN), _plain(content)

    def count(self, hidden: Any) -> int:
        """Return the number of hidden cards, which must be written as this course does."""
        if self.unknown:
            assert list(hidden) == ["Unbekannt"], hidden
            return int(hidden["Unbekannt"])
        assert type(hidden) is int, hidden
        return hidden


A = Dialect("catan", plain=False, unknown=False)
B = Dialect("catan-2016", plain=False, unknown=True)
C = Dialect("catan-2017", plain=True, unknown=True)


def _umlauts(value: Any) -> Any:
    if isinstance(value, dict):
        return {UMLAUTS.get(key, key): _umlauts(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_umlauts(inner) for inner in value]
    return UMLAUTS.get(value, value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key.translate(PLAIN): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value.translate(PLAIN) if isinstance(value, str) else value
