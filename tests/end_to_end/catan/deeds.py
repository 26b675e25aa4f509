"""Moves of the rules as messages of the protocol, for tests that know in advance what everybody does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.catan.messages import EDGE_PLACES, FIELD_PLACES, VERTEX_PLACES, write_resources
from games.catan.rules.material import RESOURCES
from games.catan.rules.moves import Move
from games.catan.rules.referee import RULES

Message = tuple[str, dict[str, Any]]


def message_of(move: Move, numbers: Sequence[int]) -> Message:
    """Return what a player sends for a move of a match in which player n (from 1) has the nth of these numbers."""
    kind, *parts = RULES.dump_move(move)
    return _WRITERS[kind](numbers, *parts)


def _robbing(word: str) -> Callable[..., Message]:
    def write(numbers: Sequence[int], field: int, victim: int | None) -> Message:
        payload: dict[str, Any] = {"Ort": FIELD_PLACES[field]}
        if victim is not None:
            payload["Ziel"] = numbers[victim - 1]
        return word, payload

    return write


def _building(kind: str, places: Sequence[Any]) -> Callable[..., Message]:
    return lambda numbers, place: ("Bauen", {"Typ": kind, "Ort": places[place]})


def _trading(word: str) -> Callable[..., Message]:
    return lambda numbers, give, take: (word, {"Angebot": write_resources(give), "Nachfrage": write_resources(take)})


def _roads(numbers: Sequence[int], first: int, second: int | None) -> Message:
    payload = {"Straße 1": EDGE_PLACES[first]}
    if second is not None:
        payload["Straße 2"] = EDGE_PLACES[second]
    return "Straßenbaukarte ausspielen", payload


_WRITERS: dict[str, Callable[..., Message]] = {
    "roll": lambda numbers: ("Würfeln", {}),
    "end": lambda numbers: ("Zug beenden", {}),
    "buy": lambda numbers: ("Entwicklungskarte kaufen", {}),
    "road": _building("Straße", EDGE_PLACES),
    "village": _building("Dorf", VERTEX_PLACES),
    "town": _building("Stadt", VERTEX_PLACES),
    "discard": lambda numbers, cards: ("Karten abgeben", {"Abgeben": write_resources(cards)}),
    "robber": _robbing("Räuber versetzen"),
    "knight": _robbing("Ritter ausspielen"),
    "roads": _roads,
    "monopoly": lambda numbers, resource: ("Monopol", {"Rohstoff": RESOURCES[resource]}),
    "plenty": lambda numbers, cards: ("Erfindung", {"Rohstoffe": write_resources(cards)}),
    "bank": _trading("Seehandel"),
    "offer": _trading("Handel anbieten"),
    "answer": lambda numbers, offer, accept: ("Handel annehmen", {"Handel id": offer, "Annehmen": accept}),
    "cancel": lambda numbers, offer: ("Handel abbrechen", {"Handel id": offer}),
    "close": lambda numbers, offer, partner: (
        "Handel abschließen",
        {"Handel id": offer, "Mitspieler": numbers[partner - 1]},
    ),
}
