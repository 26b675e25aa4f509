"""Reading moves out of payloads: what the document shows is understood, everything else is refused with its field."""

from __future__ import annotations

import pytest

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.catan.messages import EDGE_PLACES, MOVE_TYPES, VERTEX_PLACES, read_move
from games.catan.rules.geometry import EDGES, VERTICES
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    ROLL,
    AnswerOffer,
    BuildRoad,
    BuildTown,
    BuildVillage,
    CancelOffer,
    CloseTrade,
    Discard,
    Move,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoads,
    TradeWithBank,
    unit,
)
from games.catan.tests.positions import at, field, vertex_of

VILLAGE = [at(-2, 2), at(-1, 2), at(-1, 1)]
ROAD_1, ROAD_2 = [at(-2, 0), at(-1, 0)], [at(-2, 1), at(-1, 0)]
EDGE_1, EDGE_2 = EDGES.index(frozenset(((-2, 0), (-1, 0)))), EDGES.index(frozenset(((-2, 1), (-1, 0))))


@pytest.mark.parametrize(
    ("word", "payload", "move"),
    [
        ("Würfeln", {}, ROLL),
        ("Zug beenden", {"extra": 1}, END_TURN),
        ("Entwicklungskarte kaufen", {}, BUY_CARD),
        ("Bauen", {"Typ": "Dorf", "Ort": VILLAGE}, BuildVillage(vertex_of((-2, 2), (-1, 2), (-1, 1)))),
        ("Bauen", {"Typ": "Stadt", "Ort": VILLAGE[::-1]}, BuildTown(vertex_of((-2, 2), (-1, 2), (-1, 1)))),
        ("Bauen", {"Typ": "Straße", "Ort": ROAD_1[::-1]}, BuildRoad(EDGE_1)),
        ("Karten abgeben", {"Abgeben": {"Holz": 2, "Erz": 1}}, Discard((2, 0, 0, 0, 1))),
        ("Räuber versetzen", {"Ort": at(0, 1), "Ziel": 13}, MoveRobber(field(0, 1), 13)),
        ("Räuber versetzen", {"Ort": at(0, 1)}, MoveRobber(field(0, 1))),
        ("Räuber versetzen", {"Ort": at(0, 1), "Ziel": None}, MoveRobber(field(0, 1))),
        ("Ritter ausspielen", {"Ort": at(0, 1), "Ziel": 13}, PlayKnight(field(0, 1), 13)),
        ("Straßenbaukarte ausspielen", {"Straße 1": ROAD_1, "Straße 2": ROAD_2}, PlayRoads(EDGE_1, EDGE_2)),
        ("Straßenbaukarte ausspielen", {"Straße 1": ROAD_1}, PlayRoads(EDGE_1)),
        ("Monopol", {"Rohstoff": "Holz"}, PlayMonopoly(0)),
        ("Erfindung", {"Rohstoffe": {"Holz": 1, "Wolle": 1}}, PlayPlenty((1, 0, 1, 0, 0))),
        ("Seehandel", {"Angebot": {"Holz": 4}, "Nachfrage": {"Erz": 1}}, TradeWithBank(unit(0, 4), unit(4))),
        ("Handel anbieten", {"Angebot": {"Holz": 1}, "Nachfrage": {"Erz": 1}}, OfferTrade(unit(0), unit(4))),
        ("Handel annehmen", {"Handel id": 0}, AnswerOffer(0)),
        ("Handel annehmen", {"Handel id": 7, "Annehmen": False}, AnswerOffer(7, False)),
        ("Handel abschließen", {"Handel id": 3, "Mitspieler": 2}, CloseTrade(3, 2)),
        ("Handel abbrechen", {"Handel id": 3}, CancelOffer(3)),
    ],
)
def test_every_message_of_sections_11_to_13_is_read(word: str, payload: Json, move: Move) -> None:
    assert read_move(word, payload) == move
    assert word in MOVE_TYPES


def test_other_messages_are_no_moves() -> None:
    assert read_move("Spiel starten", {}) is None
    assert read_move("würfeln", {}) is None


@pytest.mark.parametrize(
    ("word", "payload", "field_at_fault"),
    [
        ("Würfeln", [], "Würfeln"),
        ("Würfeln", None, "Würfeln"),
        ("Bauen", {"Ort": VILLAGE}, "Typ"),
        ("Bauen", {"Typ": "dorf", "Ort": VILLAGE}, "Typ"),
        ("Bauen", {"Typ": {}, "Ort": VILLAGE}, "Typ"),
        ("Bauen", {"Typ": "Dorf"}, "Ort"),
        ("Bauen", {"Typ": "Dorf", "Ort": "ABC"}, "Ort"),
        ("Bauen", {"Typ": "Dorf", "Ort": [at(0, 0), at(0, 0), at(1, 0)]}, "Ort"),
        ("Bauen", {"Typ": "Dorf", "Ort": [{"x": 0, "y": 0.5}, at(0, 0), at(1, 0)]}, "Ort"),
        ("Bauen", {"Typ": "Dorf", "Ort": [{"x": True, "y": 0}, at(0, 0), at(0, 1)]}, "Ort"),
        ("Karten abgeben", {}, "Abgeben"),
        ("Karten abgeben", {"Abgeben": 4}, "Abgeben"),
        ("Karten abgeben", {"Abgeben": {"Gold": 1}}, "Abgeben"),
        ("Karten abgeben", {"Abgeben": {"Holz": -1}}, "Abgeben"),
        ("Karten abgeben", {"Abgeben": {"Holz": "1"}}, "Abgeben"),
        ("Karten abgeben", {"Abgeben": {"Holz": True}}, "Abgeben"),
        ("Karten abgeben", {"Abgeben": {"Holz": 1e30}}, "Abgeben"),
        ("Räuber versetzen", {"Ziel": 1}, "Ort"),
        ("Räuber versetzen", {"Ort": [at(0, 0)]}, "Ort"),
        ("Räuber versetzen", {"Ort": {"x": 99, "y": 99}}, "Ort"),
        ("Räuber versetzen", {"Ort": at(0, 0), "Ziel": "13"}, "Ziel"),
        ("Räuber versetzen", {"Ort": at(0, 0), "Ziel": -1}, "Ziel"),
        ("Straßenbaukarte ausspielen", {"Straße 2": ROAD_1}, "Straße 1"),
        ("Straßenbaukarte ausspielen", {"Straße 1": ROAD_1, "Straße 2": VILLAGE}, "Straße 2"),
        ("Monopol", {"Rohstoff": "Gold"}, "Rohstoff"),
        ("Monopol", {"Rohstoff": ["Holz"]}, "Rohstoff"),
        ("Seehandel", {"Angebot": {"Holz": 4}}, "Nachfrage"),
        ("Handel annehmen", {}, "Handel id"),
        ("Handel annehmen", {"Handel id": 1, "Annehmen": "ja"}, "Annehmen"),
        ("Handel annehmen", {"Handel id": 1 << 31}, "Handel id"),
        ("Handel abschließen", {"Handel id": 1}, "Mitspieler"),
    ],
)
def test_wrong_content_is_refused_and_the_field_named(word: str, payload: Json, field_at_fault: str) -> None:
    with pytest.raises(MalformedMessage) as refused:
        read_move(word, payload)
    assert refused.value.field == field_at_fault


def test_every_place_is_read_back_as_it_is_written() -> None:
    for edge in range(len(EDGES)):
        assert read_move("Bauen", {"Typ": "Straße", "Ort": EDGE_PLACES[edge]}) == BuildRoad(edge)
    for vertex in range(len(VERTICES)):
        assert read_move("Bauen", {"Typ": "Dorf", "Ort": VERTEX_PLACES[vertex]}) == BuildVillage(vertex)
