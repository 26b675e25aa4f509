"""Where things can be: fields, crossings and paths of both islands, numbered once and for all.

Pointy-top hexes; x grows to the right, y to the upper right, so a field lies at X = x + y/2, Y = y * sqrt(3)/2 with Y
upwards. Its neighbours are E (1,0), NE (0,1), NW (-1,1), W (-1,0), SW (0,-1), SE (1,-1).

A crossing (vertex) is the set of the three fields that meet there, a path (edge) the set of the two fields beside it;
both need at least one land field. Every field, crossing and path of the small island is one of the large island too, so
one numbering serves both: the small island's come first (37 fields, 54 crossings, 72 paths), then those that only the
large one has (52, 80, 109 in all). A move can thus be read without knowing at which table it will be played.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Hex = tuple[int, int]
Place = frozenset[Hex]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

#: Rows of land as (y, first x, last x), top row first.
SMALL_LAND = ((2, -2, 0), (1, -2, 1), (0, -2, 2), (-1, -1, 2), (-2, 0, 2))
LARGE_LAND = ((3, -2, 0), (2, -2, 1), (1, -2, 2), (0, -2, 3), (-1, -1, 3), (-2, 0, 3), (-3, 1, 3))


def neighbours(field: Hex) -> list[Hex]:
    """Return the six fields around a field, counter-clockwise from the east."""
    x, y = field
    return [(x + dx, y + dy) for dx, dy in DIRECTIONS]


def _land(rows: Iterable[tuple[int, int, int]]) -> frozenset[Hex]:
    return frozenset((x, y) for y, first, last in rows for x in range(first, last + 1))


def _with_sea(land: frozenset[Hex]) -> frozenset[Hex]:
    return land | {around for field in land for around in neighbours(field)}


def _reading(fields: Iterable[Hex]) -> list[Hex]:
    return sorted(fields, key=lambda field: (-field[1], field[0]))


def _corners(field: Hex) -> list[Place]:
    around = neighbours(field)
    return [frozenset((field, around[i], around[(i + 1) % 6])) for i in range(6)]


def _sides(field: Hex) -> list[Place]:
    return [frozenset((field, around)) for around in neighbours(field)]


def _from_top(place: Place) -> tuple[int, int, int]:
    """Sort key of a place: rows from the top, each from the left; scaled to stay with integers."""
    ys, xs = sum(y for _, y in place), sum(x for x, _ in place)
    return (-ys, 2 * xs + ys, 0)


def _number(small: Iterable[Place], large: Iterable[Place]) -> list[Place]:
    first = set(small)
    return sorted(first, key=_from_top) + sorted(set(large) - first, key=_from_top)


_SMALL, _LARGE = _land(SMALL_LAND), _land(LARGE_LAND)
_SMALL_MAP, _LARGE_MAP = _with_sea(_SMALL), _with_sea(_LARGE)

#: Every field by number.
FIELDS: tuple[Hex, ...] = (*_reading(_SMALL_MAP), *_reading(_LARGE_MAP - _SMALL_MAP))
#: Every crossing by number, as the set of its three fields.
VERTICES: tuple[Place, ...] = tuple(
    _number((v for f in _SMALL for v in _corners(f)), (v for f in _LARGE for v in _corners(f)))
)
#: Every path by number, as the set of its two fields.
EDGES: tuple[Place, ...] = tuple(
    _number((e for f in _SMALL for e in _sides(f)), (e for f in _LARGE for e in _sides(f)))
)

FIELD_NUMBER: dict[Hex, int] = {field: number for number, field in enumerate(FIELDS)}
VERTEX_NUMBER: dict[Place, int] = {place: number for number, place in enumerate(VERTICES)}
EDGE_NUMBER: dict[Place, int] = {place: number for number, place in enumerate(EDGES)}


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, smallest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(numbers: Iterable[int]) -> int:
    """Return the bit set of the numbers."""
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Island:
    """The tables of one island. Tuples are indexed by number; masks are bit sets of numbers."""

    large: bool
    fields: tuple[int, ...]
    """In reading order, sea included."""
    land: tuple[int, ...]
    sea_ring: tuple[int, ...]
    """Sea fields counter-clockwise from the east."""
    rings: tuple[tuple[int, ...], ...]
    """Land fields, outermost ring first, each counter-clockwise from the east."""
    corners: tuple[int, ...]
    """The six corner fields of the land."""
    vertex_count: int
    edge_count: int
    field_vertices: tuple[tuple[int, ...], ...]
    """Empty for sea."""
    field_mask: tuple[int, ...]
    vertex_land: tuple[tuple[int, ...], ...]
    vertex_edges: tuple[tuple[int, ...], ...]
    vertex_edge_mask: tuple[int, ...]
    vertex_near: tuple[tuple[int, ...], ...]
    near_mask: tuple[int, ...]
    """The crossing itself and those one path away: what a building there closes."""
    edge_ends: tuple[tuple[int, int], ...]
    ways: tuple[tuple[tuple[int, int], ...], ...]
    """For each crossing: (bit of the path, crossing at its other end)."""


def _angle(field: Hex, centre: float) -> float:
    x, y = field
    turn = math.atan2(y * math.sqrt(3) / 2, x + y / 2 - centre)
    return turn if turn > -1e-9 else turn + 2 * math.pi


def _around(fields: Iterable[Hex], centre: float) -> tuple[int, ...]:
    return tuple(FIELD_NUMBER[field] for field in sorted(fields, key=lambda field: _angle(field, centre)))


def _rings(land: frozenset[Hex], centre: float) -> tuple[tuple[int, ...], ...]:
    rings, left = [], land
    while left:
        outer = {field for field in left if any(around not in left for around in neighbours(field))}
        rings.append(_around(outer, centre))
        left = left - outer
    return tuple(rings)


def edge_ends(edge: Place) -> tuple[Place, Place]:
    """Return the two crossings at the ends of a path: its fields with each of their common neighbours."""
    one, two = edge
    third, fourth = sorted(set(neighbours(one)) & set(neighbours(two)))
    return edge | {third}, edge | {fourth}


def _island(land: frozenset[Hex], fields: frozenset[Hex], large: bool) -> Island:
    centre = 0.5 if large else 0.0
    vertex_count = sum(1 for place in VERTICES if place & land)
    edge_count = sum(1 for place in EDGES if place & land)
    ends = tuple(
        (VERTEX_NUMBER[one], VERTEX_NUMBER[two]) for one, two in (edge_ends(edge) for edge in EDGES[:edge_count])
    )
    at: list[list[int]] = [[] for _ in range(vertex_count)]
    for edge, (one, two) in enumerate(ends):
        at[one].append(edge)
        at[two].append(edge)
    near = [tuple(sum(ends[edge]) - vertex for edge in edges) for vertex, edges in enumerate(at)]
    vertices: list[tuple[int, ...]] = [
        tuple(VERTEX_NUMBER[corner] for corner in _corners(field)) if field in land else () for field in FIELDS
    ]
    return Island(
        large=large,
        fields=tuple(FIELD_NUMBER[field] for field in _reading(fields)),
        land=tuple(FIELD_NUMBER[field] for field in _reading(land)),
        sea_ring=_around(fields - land, centre),
        rings=_rings(land, centre),
        corners=_around((f for f in land if sum(a not in land for a in neighbours(f)) == 3), centre),
        vertex_count=vertex_count,
        edge_count=edge_count,
        field_vertices=tuple(vertices),
        field_mask=tuple(mask_of(corner) for corner in vertices),
        vertex_land=tuple(
            tuple(sorted(FIELD_NUMBER[f] for f in place if f in land)) for place in VERTICES[:vertex_count]
        ),
        vertex_edges=tuple(tuple(edges) for edges in at),
        vertex_edge_mask=tuple(mask_of(edges) for edges in at),
        vertex_near=tuple(near),
        near_mask=tuple(mask_of((vertex, *others)) for vertex, others in enumerate(near)),
        edge_ends=ends,
        ways=tuple(
            tuple((1 << edge, other) for edge, other in zip(edges, others, strict=True))
            for edges, others in zip(at, near, strict=True)
        ),
    )


ISLANDS: tuple[Island, Island] = (_island(_SMALL, _SMALL_MAP, False), _island(_LARGE, _LARGE_MAP, True))


def island_for(players: int) -> Island:
    """Return the island on which that many play."""
    return ISLANDS[players > 4]


def spiral(island: Island, corner: int, clockwise: bool) -> list[int]:
    """Return the land fields in a spiral inwards from a corner field."""
    path: list[int] = []
    start: Hex = FIELDS[corner]
    for ring in island.rings:
        order: Sequence[int] = ring[::-1] if clockwise else ring
        first = order.index(FIELD_NUMBER[start])
        path += [*order[first:], *order[:first]]
        start = _inward(start, island, path)
    return path


def _inward(field: Hex, island: Island, done: Sequence[int]) -> Hex:
    """Return the neighbour on the next ring that faces the middle (any field when the spiral is complete)."""
    left = [around for around in neighbours(field) if FIELD_NUMBER[around] in island.land]
    left = [around for around in left if FIELD_NUMBER[around] not in done]
    centre = 0.5 if island.large else 0.0
    return min(left, key=lambda f: (f[0] + f[1] / 2 - centre) ** 2 + f[1] ** 2 * 0.75, default=field)
