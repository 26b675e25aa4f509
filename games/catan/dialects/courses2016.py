"""Dialect B, spoken by the courses of 2016 and 2016/17: answers as plain texts, hidden cards as `Unbekannt`."""

from __future__ import annotations

from gamekit.rules import Json
from games.catan.dialects.document import DocumentDialect, without_name
from games.catan.seating import COLOUR_TAKEN

UNKNOWN = "Unbekannt"


class Courses2016Dialect(DocumentDialect):
    """The document's messages with the changes of 2016."""

    variant = "B"

    def write(self, word: str, content: Json) -> tuple[str, Json] | None:
        """Return the message as 2016 spells it."""
        match word:
            case "OK":
                return "Serverantwort", "OK"
            case "Fehler" if content.get("Meldung") != COLOUR_TAKEN:
                return "Serverantwort", content.get("Meldung")
            case "Statusupdate":
                return word, {**content, "Spieler": _hide_counts(content["Spieler"])}
            case "Ertrag" | "Kosten":
                return word, _hide_counts(content)
            case "Entwicklungskarte gekauft" if isinstance(content.get("Entwicklungskarte"), int):
                return word, {**content, "Entwicklungskarte": UNKNOWN}
            case "Handelsangebot angenommen":
                return word, {
                    "Mitspieler": content["Spieler"],
                    "Handel id": content["Handel id"],
                    "Annehmen": content.get("Annehmen", True),
                }
            case _:
                return word, without_name(word, content)


def _hide_counts(holder: Json) -> Json:
    """Return the object with bare numbers of cards turned into `{"Unbekannt": n}`."""
    hidden = {
        key: {UNKNOWN: holder[key]} for key in ("Rohstoffe", "Entwicklungskarten") if isinstance(holder.get(key), int)
    }
    return {**holder, **hidden}
