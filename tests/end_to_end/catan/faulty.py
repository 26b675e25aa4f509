"""Lines that no client should write, and what must be said to them. Words in plain letters; a dialect spells them."""

from __future__ import annotations

from typing import Any

#: No object with one known key, byte for byte.
NO_MESSAGE = (
    (b"hello", "JSON"),
    (b'{"Wuerfeln":{}', "JSON"),
    (b'{"Wuerfeln":{}}}', "JSON"),
    (b"{'Wuerfeln':{}}", "JSON"),
    (b'{"Bauen":{"Typ":"Dorf","Ort":[{"x":NaN,"y":0}]}}', "JSON"),
    (b'{"Bauen":{"Typ":"Dorf","Ort":[{"x":1e999,"y":0}]}}', "JSON"),
    (b"[]", "genau einem Schl"),
    (b"{}", "genau einem Schl"),
    (b"7", "genau einem Schl"),
    (b'"Zug beenden"', "genau einem Schl"),
    (b"null", "genau einem Schl"),
    (b'{"":{}}', "genau einem Schl"),
    (b'{"Zug beenden":{},"Bauen":{}}', "genau einem Schl"),
    (b'{"Unsinn":{}}', "Unsinn"),
    (b'{"Statusupdate":{"Spieler":{"id":1}}}', "Statusupdate"),
    (b'{"OK":{}}', "OK"),
    (b'{"table/start":{}}', "Schl"),
    (b'{"Bauen":' + b"[" * 40 + b"]" * 40 + b"}", "verschachtelt"),
    (b'{"Chatnachricht senden":{"Nachricht":"a\\u0000b"}}', "NUL"),
    (b'{"Chatnachricht senden":{"Nachricht":"\\ud800"}}', "JSON"),
)


def _spot(*places: tuple[Any, Any]) -> list[dict[str, Any]]:
    return [{"x": x, "y": y} for x, y in places]


def _build(kind: Any, spot: Any) -> tuple[str, Any]:
    return "Bauen", {"Typ": kind, "Ort": spot}


ONE = _spot((0, 0), (1, 0), (0, 1))

WRONG_TYPES: tuple[tuple[tuple[str, Any], str], ...] = (
    (("Bauen", 7), "Bauen"),
    (("Bauen", []), "Bauen"),
    (("Bauen", {}), "Typ"),
    (("Zug beenden", None), "Zug beenden"),
    (("Wuerfeln", "jetzt"), "Objekt"),
    (_build(1, ONE), "Typ"),
    (_build("Burg", ONE), "Typ"),
    (_build(["Dorf"], ONE), "Typ"),
    (("Bauen", {"Typ": "Dorf"}), "Ort"),
    (_build("Dorf", None), "Ort"),
    (_build("Dorf", "hier"), "Ort"),
    (_build("Dorf", {"x": 0, "y": 0}), "Ort"),
    (_build("Dorf", ["A", "B", "C"]), "Ort"),
    (_build("Dorf", _spot((0, 0), (1, 0))), "Ort"),
    (_build("Strasse", ONE), "Ort"),
    (_build("Dorf", _spot((0, 0), (1, 0), ("0", 1))), "Ort"),
    (_build("Dorf", _spot((0, 0), (1, 0), (0.0, 1))), "Ort"),
    (_build("Dorf", _spot((0, 0), (1, 0), (True, 1))), "Ort"),
    (("Raeuber versetzen", {"Ort": [0, 0]}), "Ort"),
    (("Raeuber versetzen", {"Ort": {"x": 0, "y": 0}, "Ziel": "Anna"}), "Ziel"),
    (("Karten abgeben", {"Abgeben": 4}), "Abgeben"),
    (("Karten abgeben", {"Abgeben": {"Gold": 1}}), "Abgeben"),
    (("Karten abgeben", {"Abgeben": {"Holz": "1"}}), "Abgeben"),
    (("Karten abgeben", {"Abgeben": {"Holz": True}}), "Abgeben"),
    (("Seehandel", {"Angebot": {"Holz": 4}}), "Nachfrage"),
    (("Handel anbieten", {"Angebot": [], "Nachfrage": {}}), "Angebot"),
    (("Handel annehmen", {"Handel id": "1"}), "Handel id"),
    (("Handel annehmen", {"Handel id": 1, "Annehmen": "ja"}), "Annehmen"),
    (("Handel abbrechen", {}), "Handel id"),
    (("Handel abschliessen", {"Handel id": 1}), "Mitspieler"),
    (("Monopol", {"Rohstoff": "Gold"}), "Rohstoff"),
    (("Monopol", {"Rohstoff": {"Holz": 1}}), "Rohstoff"),
    (("Erfindung", {"Rohstoffe": ["Holz", "Erz"]}), "Rohstoffe"),
    (("Strassenbaukarte ausspielen", {"Strasse 1": 1, "Strasse 2": 2}), "Stra"),
    (("Chatnachricht senden", {"Nachricht": 7}), "Nachricht"),
    (("Chatnachricht senden", {"Nachricht": ""}), "Nachricht"),
    (("Chatnachricht senden", {"Nachricht": "x" * 501}), "Nachricht"),
    (("Hallo", {"Version": "noch einmal"}), "Hallo"),
    (("Spieler", {"Name": "zu spaet"}), "Spiel"),
    (("Spiel starten", {}), "Spiel"),
)

UNKNOWN_PLACES: tuple[tuple[tuple[str, Any], str], ...] = (
    (_build("Dorf", _spot((99, 99), (100, 99), (99, 100))), "Ort"),
    (_build("Dorf", _spot((0, 0), (2, 0), (0, 2))), "Ort"),
    (_build("Dorf", _spot((0, 0), (0, 0), (0, 0))), "Ort"),
    (_build("Stadt", _spot((0, 0), (1, 0), (-1, 0))), "Ort"),
    (_build("Strasse", _spot((0, 0), (2, 0))), "Ort"),
    (_build("Strasse", _spot((0, 0), (0, 0))), "Ort"),
    (_build("Strasse", _spot((-3, 0), (-4, 0))), "Ort"),
    (("Raeuber versetzen", {"Ort": {"x": 9, "y": 9}}), "Ort"),
    (("Ritter ausspielen", {"Ort": {"x": -7, "y": 0}}), "Ort"),
)

#: Places only for the one on turn to try: on the island of five and six, and in the sea.
ELSEWHERE = (
    _build("Dorf", _spot((3, 0), (4, 0), (3, 1))),
    _build("Strasse", _spot((3, 0), (4, 0))),
    _build("Dorf", _spot((3, 0), (3, -1), (2, 1))),
)

IMPOSSIBLE_NUMBERS: tuple[tuple[tuple[str, Any], str], ...] = (
    (_build("Dorf", _spot((10**30, 0), (1, 0), (0, 1))), "Ort"),
    (("Karten abgeben", {"Abgeben": {"Holz": -1}}), "Abgeben"),
    (("Karten abgeben", {"Abgeben": {"Holz": 10**9}}), "Abgeben"),
    (("Karten abgeben", {"Abgeben": {"Holz": 1.5}}), "Abgeben"),
    (("Seehandel", {"Angebot": {"Holz": -4}, "Nachfrage": {"Erz": -1}}), "Angebot"),
    (("Handel annehmen", {"Handel id": -1}), "Handel id"),
    (("Handel annehmen", {"Handel id": 10**30}), "Handel id"),
    (("Handel annehmen", {"Handel id": 1e3}), "Handel id"),
    (("Handel annehmen", {"Handel id": 12345}), "Angebot"),
    (("Raeuber versetzen", {"Ort": {"x": 0, "y": 0}, "Ziel": -3}), "Ziel"),
    (("Handel abschliessen", {"Handel id": 1, "Mitspieler": 2**31}), "Mitspieler"),
)
