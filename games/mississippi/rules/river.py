"""The river: where the tiles lie, what stands on them, and how chance lays them.

Geometry never changes during a match, so it is one frozen object that copies of a state share; what stands on the
fields changes when a passenger boards, and is a byte a field (tile * 20 + number in list order).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gamekit.chance import Chance
from games.mississippi.rules.fields import BLOCKED, GOAL, LOG, PASSENGER, SANDBANK, WATER
from games.mississippi.rules.hexes import CELLS, DOWN_LEFT, STEPS, UP_LEFT
from games.mississippi.rules.tiles import FIELDS, FRONT, FURNISHED, LAST_TILE, NEIGHBOURS, TILES, tile_cells

UNKNOWN = -1

#: Passengers may wait on these tiles; one of the six has none.
LANDING_TILES = range(1, LAST_TILE)


@dataclass(frozen=True, slots=True)
class River:
    """Where the tiles lie. A tile passed before a loaded state began is UNKNOWN and has no cells."""

    directions: tuple[int, ...]
    centres: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, ...], ...]
    where: bytes
    """For each cell: 1 + tile * 20 + number of the field, 0 where there is none."""
    bare: int
    """The one of tiles 1..6 on which no passenger waits from the start; 0 when nobody can tell."""


def next_directions(previous: int) -> tuple[int, ...]:
    """Return the directions a tile may have after one of this direction."""
    if previous == DOWN_LEFT:
        return (DOWN_LEFT, DOWN_LEFT + 1)
    if previous == UP_LEFT:
        return (UP_LEFT, UP_LEFT - 1)
    return tuple(sorted((previous + change) % 6 for change in (-1, 0, 1)))


def next_centre(centre: tuple[int, int], direction: int) -> tuple[int, int]:
    """Return the centre of the tile that lies four steps further in its own direction."""
    step = STEPS[direction]
    return centre[0] + 4 * step[0], centre[1] + 4 * step[1]


def assemble(directions: Sequence[int], centres: Sequence[tuple[int, int]], bare: int) -> River:
    """Return the river of these tiles; a field that two tiles share belongs to the first."""
    cells = tuple(
        tile_cells(centre, direction) if direction != UNKNOWN else ()
        for direction, centre in zip(directions, centres, strict=True)
    )
    where = bytearray(CELLS)
    for tile in reversed(range(TILES)):
        for number, cell in enumerate(cells[tile]):
            where[cell] = 1 + tile * FIELDS + number
    return River(tuple(directions), tuple(centres), cells, bytes(where), bare)


def lay_on(
    directions: Sequence[int], centres: Sequence[tuple[int, int]], chance: Chance
) -> tuple[list[int], list[tuple[int, int]]]:
    """Lay the missing tiles after the given ones; laid again when a new tile would share a field with another."""
    while True:
        turned, placed = list(directions), list(centres)
        while len(turned) < TILES:
            turned.append(chance.pick(next_directions(turned[-1])) if len(turned) > 1 else 0)
            placed.append(next_centre(placed[-1], turned[-1]))
        if not _overlaps(turned, placed):
            return turned, placed


def can_go_on(directions: Sequence[int], centres: Sequence[tuple[int, int]]) -> bool:
    """Tell whether the given tiles lie apart and leave room for the missing ones; otherwise chance would lay them again
    for ever."""
    return not _overlaps(directions, centres) and _has_room(
        tuple(directions), centres[-1], _covered(directions, centres)
    )


def _has_room(directions: tuple[int, ...], centre: tuple[int, int], taken: frozenset[int]) -> bool:
    if len(directions) == TILES:
        return True
    for way in next_directions(directions[-1]) if len(directions) > 1 else (0,):
        after = next_centre(centre, way)
        cells = tile_cells(after, way)
        if taken.isdisjoint(cells) and _has_room((*directions, way), after, taken.union(cells)):
            return True
    return False


def _covered(directions: Sequence[int], centres: Sequence[tuple[int, int]]) -> frozenset[int]:
    known = (tile_cells(centres[tile], way) for tile, way in enumerate(directions) if way != UNKNOWN)
    return frozenset(cell for cells in known for cell in cells)


def _overlaps(directions: Sequence[int], centres: Sequence[tuple[int, int]]) -> bool:
    return len(_covered(directions, centres)) < FIELDS * sum(way != UNKNOWN for way in directions)


def furnish(direction: int, passenger: bool, chance: Chance) -> bytearray:
    """Return the kinds of a tile's fields: islands, then special fields, then the passenger."""
    kinds = bytearray([WATER] * FIELDS)
    for _ in range(2 + chance.below(2)):
        kinds[_free_field(kinds, chance)] = BLOCKED
    for _ in range(1 + chance.below(2)):
        kinds[_free_field(kinds, chance)] = (SANDBANK, LOG)[chance.below(2)]
    if passenger:
        places = [number for number in _free_fields(kinds) if _sides(kinds, direction, number)]
        number = chance.pick(places)
        kinds[number] = PASSENGER + chance.pick(_sides(kinds, direction, number))
    return kinds


def _free_fields(kinds: bytearray) -> list[int]:
    return [number for number in range(FURNISHED) if kinds[number] == WATER]


def _free_field(kinds: bytearray, chance: Chance) -> int:
    return chance.pick(_free_fields(kinds))


def _sides(kinds: bytearray, direction: int, number: int) -> list[int]:
    return [side for side, other in NEIGHBOURS[direction][number].items() if kinds[other] == WATER]


def furnish_tiles(tiles: Iterable[int], directions: Sequence[int], bare: int, chance: Chance) -> dict[int, bytearray]:
    """Return the kinds of these tiles; tile 0 is plain water and the last one ends in the goal."""
    furnished = {}
    for tile in tiles:
        if tile == 0:
            furnished[tile] = bytearray([WATER] * FIELDS)
            continue
        furnished[tile] = furnish(directions[tile], tile in LANDING_TILES and tile != bare, chance)
        if tile == LAST_TILE:
            for number in FRONT:
                furnished[tile][number] = GOAL
    return furnished


def generate(chance: Chance) -> tuple[River, bytearray]:
    """Return a new river and the kinds of its 160 fields."""
    directions, centres = lay_on([0], [(0, 0)], chance)
    bare = chance.pick(LANDING_TILES)
    furnished = furnish_tiles(range(TILES), directions, bare, chance)
    return assemble(directions, centres, bare), bytearray(b"".join(furnished[tile] for tile in range(TILES)))


def redeal(river: River, kinds: bytearray, high: int, chance: Chance) -> tuple[River, bytearray]:
    """Return a river and kinds in which everything after tile `high` is drawn anew."""
    rest = [tile for tile in LANDING_TILES if tile > high]
    bare = chance.pick(rest) if river.bare > high else river.bare
    return complete(river.directions[: high + 1], river.centres[: high + 1], kinds[: (high + 1) * FIELDS], bare, chance)


def complete(
    directions: Sequence[int], centres: Sequence[tuple[int, int]], kinds: bytearray, bare: int, chance: Chance
) -> tuple[River, bytearray]:
    """Return the river that begins with the given tiles and goes on by chance."""
    laid, placed = lay_on(directions, centres, chance)
    furnished = furnish_tiles(range(len(directions), TILES), laid, bare, chance)
    everything = kinds + b"".join(furnished[tile] for tile in range(len(directions), TILES))
    return assemble(laid, placed, bare), bytearray(everything)
