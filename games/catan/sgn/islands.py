"""The map of the notation (DM): reading its tiles and harbors, and turning it into the protocol's Karte and back."""

from __future__ import annotations

from typing import Any, Protocol

from gamekit.rules import Json
from games.catan.rules.board import Board
from games.catan.rules.geometry import EDGE_NUMBER, EDGES, FIELD_NUMBER, FIELDS, ISLANDS
from games.catan.rules.layout import write_hex
from games.catan.rules.material import DESERT, HARBOURS, SEA, TERRAINS
from games.catan.sgn.faults import Fault
from games.catan.sgn.notation import HARBOUR_CODES, TERRAIN_CODES, Island
from games.catan.sgn.places import field_at


class Parts(Protocol):
    """What reading a map needs of the reader of its line."""

    strict: bool

    def fault(self, reason: str) -> Fault:
        """Return the refusal."""

    def object(self, value: Json, actor: int, *keys: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return the value, an object with these keys."""

    def hexagon(self, value: Json) -> tuple[int, int]:
        """Return a tile's coordinates."""

    def path(self, value: Json) -> list[int]:
        """Return the paths of a line of intersections."""

    def code(self, value: Json, codes: tuple[str, ...], what: str) -> int:
        """Return the number of a code."""


def read_island(parts: Parts, tiles: Json, harbors: Json) -> Island:
    """Return the map; every tile once, a known shape, numbers where land produces, harbors at the coast."""
    if not isinstance(tiles, list) or not isinstance(harbors, list):
        raise parts.fault("tiles and harbors must be lists")
    found = tuple(_read_tile(parts, tile) for tile in tiles)
    fields = {field for field, _, _ in found}
    if len(fields) != len(found):
        raise parts.fault("a tile is listed twice")
    land = {field for field, terrain, _ in found if terrain != SEA}
    shape = next((one for one in ISLANDS if set(one.land) == land), None)
    if shape is None:
        raise parts.fault("the land is neither the island of 19 tiles nor that of 30")
    if not fields <= set(shape.fields) or (parts.strict and fields != set(shape.fields)):
        raise parts.fault("the sea must be the ring round the island, all of it")
    harbours = tuple(_read_harbor(parts, harbor, land) for harbor in harbors)
    if len({edge for edge, _ in harbours}) != len(harbours):
        raise parts.fault("a harbor is listed twice")
    return Island(found, harbours)


def _read_tile(parts: Parts, tile: Json) -> tuple[int, int, int]:
    entry = parts.object(tile, 0, "tile", "tCode", "rNumber")
    place = parts.hexagon(entry["tile"])
    field = field_at(place)
    if field is None:
        raise parts.fault(f"no island has a tile {list(place)!r}")
    terrain, number = parts.code(entry["tCode"], TERRAIN_CODES, "tile code"), entry["rNumber"]
    if terrain in (DESERT, SEA):
        if number is not None:
            raise parts.fault(f"tile {list(place)!r}: desert and sea have no number")
        return field, terrain, 0
    if type(number) is not int or number not in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        raise parts.fault(f"tile {list(place)!r}: the number must be 2 to 6 or 8 to 12, not {number!r}")
    return field, terrain, number


def _read_harbor(parts: Parts, harbor: Json, land: set[int]) -> tuple[int, int]:
    entry = parts.object(harbor, 0, "path", "hCode")
    edges = parts.path(entry["path"])
    if len(edges) != 1:
        raise parts.fault("a harbor lies on a path of two intersections")
    if len({FIELD_NUMBER[field] for field in EDGES[edges[0]]} & land) != 1:
        raise parts.fault("a harbor lies between land and sea")
    return edges[0], parts.code(entry["hCode"], HARBOUR_CODES, "harbor code")


def island_of(board: Board) -> Island:
    """Return the board as the notation lists it: rows from the top, harbors by their paths."""
    tiles = tuple((field, board.terrain[field], board.numbers[field]) for field in board.island.fields)
    harbours = [(EDGE_NUMBER[frozenset((FIELDS[sea], FIELDS[land]))], kind) for sea, land, kind in board.harbours]
    return Island(tiles, tuple(sorted(harbours)))


def normal_island(island: Island) -> Island:
    """Return the map with everything in the order in which we write it, missing sea added."""
    land = {field for field, terrain, _ in island.tiles if terrain != SEA}
    shape = next(one for one in ISLANDS if set(one.land) == land)
    known = {field: (field, terrain, number) for field, terrain, number in island.tiles}
    tiles = tuple(known.get(field, (field, SEA, 0)) for field in shape.fields)
    return Island(tiles, tuple(sorted(island.harbours)))


def first_desert(island: Island) -> int:
    """Return where the robber begins when the file does not say: the first desert from the top, else the first land."""
    tiles = normal_island(island).tiles
    deserts = [field for field, terrain, _ in tiles if terrain == DESERT]
    return (deserts or [field for field, terrain, _ in tiles if terrain != SEA])[0]


def karte_of(island: Island, robber: int) -> Json:
    """Return the map as the protocol's Karte, which the rules take as a given board."""
    return {
        "Felder": [_field(*tile) for tile in normal_island(island).tiles],
        "Gebäude": [],
        "Häfen": [_harbour(edge, kind, island) for edge, kind in island.harbours],
        "Räuber": write_hex(robber),
    }


def _field(field: int, terrain: int, number: int) -> Json:
    entry: dict[str, Json] = {"Ort": write_hex(field), "Typ": TERRAINS[terrain]}
    return {**entry, "Zahl": number} if number else entry


def _harbour(edge: int, kind: int, island: Island) -> Json:
    land = {field for field, terrain, _ in island.tiles if terrain != SEA}
    fields = sorted((FIELD_NUMBER[one] for one in EDGES[edge]), key=lambda field: field in land)
    return {"Ort": [write_hex(field) for field in fields], "Typ": HARBOURS[kind]}
