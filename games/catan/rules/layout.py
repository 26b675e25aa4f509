"""A board given as the protocol's Karte object (section 7.4): for set positions and imported games."""

from __future__ import annotations

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.catan.rules.board import Board, Harbour, lay_out
from games.catan.rules.geometry import EDGE_NUMBER, FIELD_NUMBER, FIELDS, ISLANDS, Hex
from games.catan.rules.material import DESERT, HARBOURS, SEA, TERRAINS


def read_layout(karte: Json) -> Board:
    """Return the board that a Karte describes; MalformedMessage names what is wrong. Buildings are not read."""
    terrain, numbers = _read_fields(_part(karte, "Felder", list))
    island = next((one for one in ISLANDS if set(one.land) == set(terrain)), None)
    if island is None:
        raise _wrong("Felder must cover exactly the land of the small (19) or the large (30) island")
    harbours = tuple(_read_harbour(one, terrain) for one in _harbours(karte))
    if len({sea for sea, _, _ in harbours}) != len(harbours):
        raise _wrong("Häfen has two harbours on one sea field")
    deserts = [field for field in island.land if terrain[field] == DESERT]
    robber = (deserts or list(island.land))[0]
    if karte.get("Räuber") is not None:
        robber = FIELD_NUMBER.get(_read_hex(karte["Räuber"]), -1)
        if robber not in terrain:
            raise _wrong("Räuber must stand on a land field")
    return lay_out(island, terrain, numbers, harbours, robber)


def _harbours(karte: Json) -> list[Json]:
    """Return the entries of a field that a board without harbours may leave out."""
    return [] if karte.get("Häfen") is None else list(_part(karte, "Häfen", list))


def _read_fields(fields: Json) -> tuple[dict[int, int], dict[int, int]]:
    terrain: dict[int, int] = {}
    numbers: dict[int, int] = {}
    seen: set[int] = set()
    for entry in fields:
        field = FIELD_NUMBER.get(_read_hex(_part(entry, "Ort", dict)), -1)
        kind = entry.get("Typ")
        if field < 0 or field in seen or kind not in TERRAINS:
            raise _wrong(f"Felder has an unknown or doubled field: {entry!r}")
        seen.add(field)
        number = entry.get("Zahl") or 0
        if kind != TERRAINS[SEA]:
            terrain[field] = TERRAINS.index(kind)
            numbers[field] = _read_number(number, terrain[field] != DESERT)
        elif number:
            raise _wrong("sea has no Zahl")
    return terrain, numbers


def _read_number(number: Json, producing: bool) -> int:
    if (
        type(number) is not int
        or (number != 0) != producing
        or (producing and number not in (2, 3, 4, 5, 6, *range(8, 13)))
    ):
        raise _wrong(f"Zahl must be 2-6 or 8-12 on producing land and absent on desert, not {number!r}")
    return number


def _read_harbour(entry: Json, terrain: dict[int, int]) -> Harbour:
    place = _part(entry, "Ort", list)
    kind = entry.get("Typ")
    hexes = [_read_hex(one) for one in place]
    if len(hexes) != 2 or frozenset(hexes) not in EDGE_NUMBER or kind not in HARBOURS:
        raise _wrong(f"Häfen has a harbour of unknown kind or place: {entry!r}")
    numbers = sorted((FIELD_NUMBER[one] for one in hexes), key=lambda field: field in terrain)
    if numbers[0] in terrain or numbers[1] not in terrain:
        raise _wrong(f"a harbour lies between sea and land: {entry!r}")
    return numbers[0], numbers[1], HARBOURS.index(kind)


def _read_hex(place: Json) -> Hex:
    if not isinstance(place, dict) or type(place.get("x")) is not int or type(place.get("y")) is not int:
        raise _wrong(f"a place is an object with the integers x and y, not {place!r}")
    return place["x"], place["y"]


def _part(data: Json, key: str, kind: type) -> Json:
    if not isinstance(data, dict) or not isinstance(data.get(key), kind):
        raise _wrong(f"{key} is missing or of the wrong type")
    return data[key]


def _wrong(reason: str) -> MalformedMessage:
    return MalformedMessage(f"board: {reason}", "options/invalid", "board")


def write_layout(board: Board) -> Json:
    """Return the board as a Karte without buildings; fields in reading order, sea first in a harbour."""
    return {
        "Felder": [_write_field(board, field) for field in board.island.fields],
        "Gebäude": [],
        "Häfen": [
            {"Ort": [write_hex(sea), write_hex(land)], "Typ": HARBOURS[kind]} for sea, land, kind in board.harbours
        ],
        "Räuber": write_hex(board.robber),
    }


def _write_field(board: Board, field: int) -> Json:
    entry: dict[str, Json] = {"Ort": write_hex(field), "Typ": TERRAINS[board.terrain[field]]}
    if board.numbers[field]:
        entry["Zahl"] = board.numbers[field]
    return entry


def write_hex(field: int) -> Json:
    """Return a field's place."""
    x, y = FIELDS[field]
    return {"x": x, "y": y}
