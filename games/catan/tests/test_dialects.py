"""The three dialects: what differs, what comes back, and lines that are none."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from gamekit import jsontext
from gamekit.chance import Chance
from gamekit.container import MALFORMED, Container
from gamekit.dialect import LineEndpoint
from gamekit.rules import Json
from games.catan import GAME
from games.catan.bots.random_player import RandomPlayer
from games.catan.dialects.courses2016 import Courses2016Dialect
from games.catan.dialects.courses2017 import Courses2017Dialect
from games.catan.dialects.document import DocumentDialect
from games.catan.messages import read_move
from games.catan.rules.referee import RULES
from games.catan.tests.positions import new_match, room

A, B, C = DocumentDialect(), Courses2016Dialect(), Courses2017Dialect()
ALL = (A, B, C)


def line(dialect: DocumentDialect, word: str, content: Json) -> Json:
    """Return what is written for a message, parsed again."""
    written = dialect.encode(Container(word, content))
    assert written.endswith(b"\n")
    assert written.count(b"\n") == 1
    return jsontext.loads(written)


def read(dialect: DocumentDialect, text: str) -> Sequence[Container]:
    """Return what a line is read as."""
    return dialect.decode(text.encode())


def test_the_ports_are_those_of_the_design() -> None:
    doors = {(door.name, door.port, door.environment) for door in GAME.endpoints}
    assert doors == {
        ("catan", 6785, "PORT_CATAN"),
        ("catan-2016", 6789, "PORT_CATAN_2016"),
        ("catan-2017", 6787, "PORT_CATAN_2017"),
    }
    made = [door.dialect() for door in GAME.endpoints if isinstance(door, LineEndpoint)]
    assert [dialect.variant for dialect in made] == ["A", "B", "C"]
    assert {dialect.opening() + dialect.closing() for dialect in made} == {b""}


def test_answers() -> None:
    assert line(A, "OK", {}) == {"OK": {}}
    assert line(B, "OK", {}) == line(C, "OK", {}) == {"Serverantwort": "OK"}
    assert line(A, "Fehler", {"Meldung": "Nö"}) == {"Fehler": {"Meldung": "Nö"}}
    assert line(B, "Fehler", {"Meldung": "Nö"}) == line(C, "Fehler", {"Meldung": "Nö"}) == {"Serverantwort": "Nö"}
    for dialect in ALL:
        taken = {"Meldung": "Farbe bereits vergeben"}
        assert line(dialect, "Fehler", taken) == {"Fehler": taken}


def test_hidden_cards() -> None:
    card = {"id": 1, "Name": "Jürgen", "Farbe": "Weiß", "Status": "Würfeln", "Rohstoffe": 3, "Entwicklungskarten": 2}
    assert line(A, "Statusupdate", {"Spieler": card}) == {"Statusupdate": {"Spieler": card}}
    hidden = {"Rohstoffe": {"Unbekannt": 3}, "Entwicklungskarten": {"Unbekannt": 2}}
    assert line(B, "Statusupdate", {"Spieler": card})["Statusupdate"]["Spieler"] == {**card, **hidden}
    plain = {**card, **hidden, "Farbe": "Weiss", "Status": "Wuerfeln"}
    assert line(C, "Statusupdate", {"Spieler": card})["Statusupdate"]["Spieler"] == plain
    for word in ("Ertrag", "Kosten"):
        assert line(B, word, {"Spieler": 1, "Rohstoffe": 1}) == {word: {"Spieler": 1, "Rohstoffe": {"Unbekannt": 1}}}
        shown = {"Spieler": 1, "Rohstoffe": {"Holz": 1}}
        assert line(B, word, shown) == {word: shown}


def test_bought_cards() -> None:
    hidden = {"Spieler": 1, "Entwicklungskarte": 1}
    assert line(A, "Entwicklungskarte gekauft", hidden)["Entwicklungskarte gekauft"] == hidden
    assert line(B, "Entwicklungskarte gekauft", hidden)["Entwicklungskarte gekauft"]["Entwicklungskarte"] == "Unbekannt"
    shown = {"Spieler": 1, "Entwicklungskarte": "Straßenbau"}
    assert line(B, "Entwicklungskarte gekauft", shown)["Entwicklungskarte gekauft"] == shown
    assert (
        line(C, "Entwicklungskarte gekauft", shown)["Entwicklungskarte gekauft"]["Entwicklungskarte"] == "Strassenbau"
    )


def test_answers_to_offers() -> None:
    word, yes = "Handelsangebot angenommen", {"Spieler": 4, "Handel id": 2, "Annehmen": True}
    assert line(A, word, yes) == {word: {"Spieler": 4, "Handel id": 2}}
    assert A.encode(Container(word, {**yes, "Annehmen": False})) == b""
    for dialect in (B, C):
        assert line(dialect, word, yes) == {word: {"Mitspieler": 4, "Handel id": 2, "Annehmen": True}}
        assert line(dialect, word, {**yes, "Annehmen": False})[word]["Annehmen"] is False


def test_chat_leaves_the_text_alone_and_has_no_name() -> None:
    said = {"Absender": 3, "Nachricht": "Grüße für alle: Straße", "Name": "Ä"}
    for dialect in ALL:
        told = line(dialect, "Chatnachricht", said)
        assert told == {"Chatnachricht": {"Absender": 3, "Nachricht": "Grüße für alle: Straße"}}


def test_the_plain_dialect_has_no_umlaut_in_words_of_the_protocol() -> None:
    state, rng, chance, bot = new_match(4, 1), random.Random(1), Chance.seeded(1), RandomPlayer()
    here, written = room(state), bytearray()
    for _ in range(1500):
        if state.outcome is not None:
            break
        seat = rng.choice(RULES.expects(state)).seat
        assert seat is not None
        for event in RULES.play(state, seat, bot.choose(state, seat, rng), chance):
            for word, content in GAME.views.render(here, state, event, 1):
                written += C.encode(Container(word, content))
    for word, content in GAME.views.joined(here, state, 2):
        written += C.encode(Container(word, content))
    assert b"Raeuber" in written
    assert written.decode().isascii()


REQUESTS: list[tuple[str, Json]] = [
    ("Würfeln", {}),
    ("Bauen", {"Typ": "Straße", "Ort": [{"x": -2, "y": 0}, {"x": -1, "y": 0}]}),
    ("Räuber versetzen", {"Ort": {"x": 0, "y": 1}, "Ziel": 13}),
    ("Straßenbaukarte ausspielen", {"Straße 1": [{"x": -2, "y": 0}, {"x": -1, "y": 0}]}),
    ("Handel abschließen", {"Handel id": 1, "Mitspieler": 2}),
    ("Spieler", {"Name": "Jürgen Weiß", "Farbe": "Weiß"}),
    ("Chatnachricht senden", {"Nachricht": "Weiss ich nicht, Strasse"}),
]


@pytest.mark.parametrize(("word", "content"), REQUESTS)
def test_what_a_client_of_any_year_sends_is_read_as_the_document_has_it(word: str, content: Json) -> None:
    for dialect in ALL:
        written = dialect.encode(Container(word, content))
        (container,) = dialect.decode(written)
        assert (container.payload_type, container.payload) == (word, content)
    (spelled,) = C.decode(A.encode(Container(word, content)))
    assert (spelled.payload_type, spelled.payload) == (word, content)


def test_plain_letters_are_understood() -> None:
    (container,) = read(C, '{"Strassenbaukarte ausspielen":{"Strasse 1":[{"x":-2,"y":0},{"x":-1,"y":0}]}}')
    assert read_move(container.payload_type, container.payload) is not None
    (container,) = read(C, '{"Spieler":{"Name":"Weiss","Farbe":"Gruen"}}')
    assert container.payload == {"Name": "Weiss", "Farbe": "Grün"}


def test_joined_objects_on_one_line_are_read_one_by_one() -> None:
    for dialect in ALL:
        containers = read(
            dialect, ' {"Zug beenden":{}}{"Chatnachricht senden":{"Nachricht":"}{"}}  {"Zug beenden":{}} \r'
        )
        assert [one.payload_type for one in containers] == ["Zug beenden", "Chatnachricht senden", "Zug beenden"]


@pytest.mark.parametrize("text", ["", "  ", "\r", "\t\r"])
def test_blank_lines_are_nothing(text: str) -> None:
    assert list(read(A, text)) == []


@pytest.mark.parametrize(
    "frame",
    [
        b"hello",
        b"{",
        b"[]",
        b"{}",
        b"null",
        b"42",
        b'"W"',
        b'{"a":{},"b":{}}',
        b'{"W\xc3\xbcrfeln":{}} nonsense',
        b'{"a":{}}[',
        b'{"a": NaN}',
        b'{"a":"\\ud800"}',
        b'{"a":{}}' * 60,
        b'{"a":' * 40 + b"1" + b"}" * 40,
        b'{"a":' + b"[" * 5000,
        b"[" * 100_000,
        b'{"a":' + b"[" * 900 + b"]" * 900 + b"}",
    ],
)
def test_what_is_no_message_becomes_a_refusal_with_a_reason(frame: bytes) -> None:
    for dialect in ALL:
        *good, bad = dialect.decode(frame)
        assert bad.payload_type == MALFORMED, frame[:40]
        assert bad.payload["reason"]
        assert bad.payload["fatal"] is False
        assert not good


def test_bytes_that_are_no_text_are_a_lost_cause() -> None:
    for dialect in ALL:
        (bad,) = dialect.decode(b"\xff\xfe{}")
        assert (bad.payload["code"], bad.payload["fatal"]) == ("message/not_utf8", True)


def test_the_platforms_own_messages_stay_inside() -> None:
    for dialect in ALL:
        assert dialect.encode(Container("table/state", {})) == b""
