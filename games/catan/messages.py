"""The vocabulary of the Catan-Protokoll: reading moves out of payloads, and writing the objects of section 7."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.catan.rules.geometry import EDGE_NUMBER, EDGES, FIELD_NUMBER, FIELDS, VERTEX_NUMBER, VERTICES, Hex
from games.catan.rules.layout import write_hex, write_layout
from games.catan.rules.material import BUILDINGS, CARDS, RESOURCES, ROAD, TOWN, VILLAGE, Cards
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
)
from games.catan.rules.state import State

#: No message speaks of more cards of a kind: a large game has 24.
MOST_CARDS = 99


def read_move(payload_type: str, payload: Json) -> Move | None:
    """Return the move in a message; None when the type is no move, MalformedMessage when its content is wrong."""
    reader = _READERS.get(payload_type)
    if reader is None:
        return None
    if not isinstance(payload, dict):
        raise MalformedMessage(f"{payload_type} must hold an object", "message/not_object", payload_type)
    return reader(payload)


def _part(payload: Json, key: str) -> Json:
    if payload.get(key) is None:
        raise MalformedMessage(f"{key} is missing", "message/missing", key)
    return payload[key]


def _number(payload: Json, key: str) -> int:
    value = _part(payload, key)
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise MalformedMessage(f"{key} must be a number from 0 to 2147483647", "message/number", key)
    return value


def _optional_number(payload: Json, key: str) -> int | None:
    return None if payload.get(key) is None else _number(payload, key)


def _hex(value: Json, key: str) -> Hex:
    if not isinstance(value, dict) or type(value.get("x")) is not int or type(value.get("y")) is not int:
        raise MalformedMessage(f"{key} must name places by the whole numbers x and y", "message/place", key)
    return value["x"], value["y"]


def _field(payload: Json, key: str = "Ort") -> int:
    place = _hex(_part(payload, key), key)
    if place not in FIELD_NUMBER:
        raise MalformedMessage(f"{key}: there is no field {place}", "message/no_such_place", key)
    return FIELD_NUMBER[place]


def _place(payload: Json, key: str, size: int) -> frozenset[Hex]:
    value = _part(payload, key)
    if not isinstance(value, list) or len(value) != size:
        raise MalformedMessage(f"{key} must be a list of {size} fields", "message/place", key)
    return frozenset(_hex(one, key) for one in value)


def _edge(payload: Json, key: str) -> int:
    place = _place(payload, key, 2)
    if place not in EDGE_NUMBER:
        raise MalformedMessage(f"{key}: there is no path between these fields", "message/no_such_place", key)
    return EDGE_NUMBER[place]


def _vertex(payload: Json, key: str) -> int:
    place = _place(payload, key, 3)
    if place not in VERTEX_NUMBER:
        raise MalformedMessage(f"{key}: there is no crossing between these fields", "message/no_such_place", key)
    return VERTEX_NUMBER[place]


def _resources(payload: Json, key: str) -> Cards:
    """Return the counts of a Rohstoffe object; resources that are left out are not there."""
    value = _part(payload, key)
    if not isinstance(value, dict):
        raise MalformedMessage(f"{key} must be an object of resources", "message/resources", key)
    for name, count in value.items():
        if name not in RESOURCES:
            raise MalformedMessage(f"{key}: {name!r} is no resource", "message/resource", key)
        if type(count) is not int or not 0 <= count <= MOST_CARDS:
            raise MalformedMessage(f"{key}: {name} must be a number from 0 to {MOST_CARDS}", "message/number", key)
    return tuple(value.get(name, 0) for name in RESOURCES)


def _resource(payload: Json, key: str) -> int:
    value = _part(payload, key)
    if value not in RESOURCES:
        raise MalformedMessage(f"{key}: {value!r} is no resource", "message/resource", key)
    return RESOURCES.index(value)


def _read_build(payload: Json) -> Move:
    kind = _part(payload, "Typ")
    if kind == BUILDINGS[ROAD]:
        return BuildRoad(_edge(payload, "Ort"))
    if kind == BUILDINGS[VILLAGE]:
        return BuildVillage(_vertex(payload, "Ort"))
    if kind == BUILDINGS[TOWN]:
        return BuildTown(_vertex(payload, "Ort"))
    raise MalformedMessage(f"Typ must be one of {', '.join(BUILDINGS)}, not {kind!r}", "message/building", "Typ")


def _read_roads(payload: Json) -> Move:
    second = None if payload.get("Straße 2") is None else _edge(payload, "Straße 2")
    return PlayRoads(_edge(payload, "Straße 1"), second)


def _read_answer(payload: Json) -> Move:
    accept = payload.get("Annehmen", True)
    if not isinstance(accept, bool):
        raise MalformedMessage("Annehmen must be true or false", "message/bool", "Annehmen")
    return AnswerOffer(_number(payload, "Handel id"), accept)


_READERS: dict[str, Callable[[Json], Move]] = {
    "Würfeln": lambda payload: ROLL,
    "Zug beenden": lambda payload: END_TURN,
    "Entwicklungskarte kaufen": lambda payload: BUY_CARD,
    "Bauen": _read_build,
    "Karten abgeben": lambda payload: Discard(_resources(payload, "Abgeben")),
    "Räuber versetzen": lambda payload: MoveRobber(_field(payload), _optional_number(payload, "Ziel")),
    "Ritter ausspielen": lambda payload: PlayKnight(_field(payload), _optional_number(payload, "Ziel")),
    "Straßenbaukarte ausspielen": _read_roads,
    "Monopol": lambda payload: PlayMonopoly(_resource(payload, "Rohstoff")),
    "Erfindung": lambda payload: PlayPlenty(_resources(payload, "Rohstoffe")),
    "Seehandel": lambda payload: TradeWithBank(_resources(payload, "Angebot"), _resources(payload, "Nachfrage")),
    "Handel anbieten": lambda payload: OfferTrade(_resources(payload, "Angebot"), _resources(payload, "Nachfrage")),
    "Handel annehmen": _read_answer,
    "Handel abbrechen": lambda payload: CancelOffer(_number(payload, "Handel id")),
    "Handel abschließen": lambda payload: CloseTrade(_number(payload, "Handel id"), _number(payload, "Mitspieler")),
}

#: Payload types that are moves.
MOVE_TYPES = frozenset(_READERS)


def write_resources(cards: Sequence[int]) -> Json:
    """Return a Rohstoffe object; always all five, because clients rely on it."""
    return dict(zip(RESOURCES, cards, strict=True))


def write_cards(cards: Sequence[int]) -> Json:
    """Return an Entwicklungskarten object; always all five kinds."""
    return dict(zip(CARDS, cards, strict=True))


def _sorted(place: frozenset[Hex]) -> list[Hex]:
    return sorted(place, key=lambda one: (-one[1], one[0]))


#: The Ort of every path and crossing, from the top, each row from the left.
EDGE_PLACES: tuple[Json, ...] = tuple([write_hex(FIELD_NUMBER[one]) for one in _sorted(edge)] for edge in EDGES)

VERTEX_PLACES: tuple[Json, ...] = tuple(
    [write_hex(FIELD_NUMBER[one]) for one in _sorted(vertex)] for vertex in VERTICES
)
FIELD_PLACES: tuple[Json, ...] = tuple(write_hex(field) for field in range(len(FIELDS)))


def write_building(number: int, kind: int, place: int) -> Json:
    """Return a Gebäude object."""
    where = EDGE_PLACES[place] if kind == ROAD else VERTEX_PLACES[place]
    return {"Eigentümer": number, "Typ": BUILDINGS[kind], "Ort": where}


def write_buildings(state: State) -> list[Json]:
    """Return everything that stands on the board."""
    numbers = state.setting.numbers
    built = [
        write_building(numbers[owner], TOWN if state.level[vertex] == 2 else VILLAGE, vertex)
        for vertex, owner in enumerate(state.owner)
        if owner >= 0
    ]
    roads = [write_building(numbers[owner], ROAD, edge) for edge, owner in enumerate(state.edge_owner) if owner >= 0]
    return built + roads


def write_map(state: State) -> Json:
    """Return the Karte as it lies now."""
    return {
        **write_layout(state.setting.board),
        "Gebäude": write_buildings(state),
        "Räuber": FIELD_PLACES[state.robber],
    }
