"""Places in the notation's coordinates, from and to the numbers of the rules.

The notation is axial too: q to the right, r DOWN and to the right, so q = x + y and r = -y; back x = q + r and y = -r.
The picture stays the same way up. (The identity also maps the small island onto itself, but upside down.)

A crossing is written as its three hexes: first the one with the greatest q (of two, the one with the smaller r), then
clockwise on the screen; a path as its two ends, the upper one first, then the left one. When reading, any order does.
"""

from __future__ import annotations

import math

from games.catan.rules.geometry import EDGE_NUMBER, EDGES, FIELD_NUMBER, FIELDS, VERTEX_NUMBER, VERTICES, edge_ends

#: A hex of the notation: [q, r].
Axial = tuple[int, int]


def axial(field: tuple[int, int]) -> Axial:
    """Return a field of the protocol in the notation's coordinates."""
    x, y = field
    return x + y, -y


def field_at(hexagon: Axial) -> int | None:
    """Return the number of the field; None when the islands have none there."""
    q, r = hexagon
    return FIELD_NUMBER.get((q + r, -r))


def hexagon_of(field: int) -> list[int]:
    """Return a field as it is written."""
    return list(axial(FIELDS[field]))


def _clockwise(hexes: frozenset[tuple[int, int]]) -> list[list[int]]:
    corners = [axial(one) for one in hexes]
    middle_x = sum(q + r / 2 for q, r in corners) / 3
    middle_y = sum(r for _, r in corners) / 3

    def angle(corner: Axial) -> float:
        q, r = corner
        return math.atan2((r - middle_y) * math.sqrt(3) / 2, q + r / 2 - middle_x)

    turning = sorted(corners, key=angle)
    first = turning.index(max(corners, key=lambda corner: (corner[0], -corner[1])))
    return [list(corner) for corner in turning[first:] + turning[:first]]


#: Every crossing and path as it is written.
INTERSECTIONS = tuple(_clockwise(vertex) for vertex in VERTICES)


def _path(edge: frozenset[tuple[int, int]]) -> list[list[list[int]]]:
    ends = [_clockwise(end) for end in edge_ends(edge)]
    return sorted(ends, key=lambda end: (sum(r for _, r in end), sum(2 * q + r for q, r in end)))


PATHS = tuple(_path(edge) for edge in EDGES)


def intersection_at(hexes: frozenset[Axial]) -> int | None:
    """Return the number of the crossing between three hexes; None when there is none."""
    return VERTEX_NUMBER.get(frozenset((q + r, -r) for q, r in hexes))


def path_between(one: int, two: int) -> int | None:
    """Return the number of the path between two crossings; None when they are not neighbours."""
    return EDGE_NUMBER.get(VERTICES[one] & VERTICES[two])
