"""The island of one match: terrain, number chips, harbours; drawn at random, fixed for beginners, or given."""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.chance import Chance
from games.catan.rules.geometry import EDGE_NUMBER, FIELD_NUMBER, FIELDS, Island, neighbours, spiral
from games.catan.rules.material import CHIPS, DESERT, GENERIC, HARBOUR_COUNT, LAND, SEA

#: (sea field, land field, kind of harbour); it serves both ends of the path between the two fields.
Harbour = tuple[int, int, int]
#: What one throw pays: (field, resource, bit set of its crossings).
Yield = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A laid-out island. Terrain and numbers are indexed by field; 0 is no number."""

    island: Island
    terrain: tuple[int, ...]
    numbers: tuple[int, ...]
    harbours: tuple[Harbour, ...]
    robber: int
    """Where the robber stands at first."""
    yields: tuple[tuple[Yield, ...], ...]
    """By the sum of the dice."""
    harbour_at: dict[int, int]
    """Crossing -> kind of harbour."""


def lay_out(
    island: Island, terrain: dict[int, int], numbers: dict[int, int], harbours: tuple[Harbour, ...], robber: int
) -> Board:
    """Return the board with everything derived from its parts."""
    yields: list[list[Yield]] = [[] for _ in range(13)]
    for field in island.land:
        if numbers.get(field):
            yields[numbers[field]].append((field, terrain[field], island.field_mask[field]))
    return Board(
        island=island,
        terrain=tuple(terrain.get(field, SEA) for field in range(len(FIELDS))),
        numbers=tuple(numbers.get(field, 0) for field in range(len(FIELDS))),
        harbours=harbours,
        robber=robber,
        yields=tuple(tuple(fields) for fields in yields),
        harbour_at={vertex: kind for sea, land, kind in harbours for vertex in island.edge_ends[_path(sea, land)]},
    )


def _path(sea: int, land: int) -> int:
    return EDGE_NUMBER[frozenset((FIELDS[sea], FIELDS[land]))]


def random_board(island: Island, chance: Chance) -> Board:
    """Return the variable set-up: shuffled land, chips in a spiral from a random corner, shuffled harbours."""
    deck = [kind for kind, count in enumerate(LAND[island.large]) for _ in range(count)]
    chance.shuffle(deck)
    terrain = dict(zip(island.land, deck, strict=True))
    path = spiral(island, chance.pick(island.corners), bool(chance.below(2)))
    deserts = [field for field in island.land if terrain[field] == DESERT]
    robber = deserts[0] if len(deserts) == 1 else chance.pick(deserts)
    return lay_out(island, terrain, _chips(island, terrain, path), _random_harbours(island, chance), robber)


def _chips(island: Island, terrain: dict[int, int], path: list[int]) -> dict[int, int]:
    producing = [field for field in path if terrain[field] != DESERT]
    return dict(zip(producing, CHIPS[island.large], strict=True))


def _random_harbours(island: Island, chance: Chance) -> tuple[Harbour, ...]:
    kinds = [kind for kind, count in enumerate(HARBOUR_COUNT[island.large]) for _ in range(count)]
    chance.shuffle(kinds)
    places = island.sea_ring[chance.below(2) :: 2]
    return tuple((sea, chance.pick(_coast(island, sea)), kind) for sea, kind in zip(places, kinds, strict=True))


def _coast(island: Island, sea: int) -> list[int]:
    around = [FIELD_NUMBER.get(field, -1) for field in neighbours(FIELDS[sea])]
    return [field for field in around if field in island.land]


#: The beginners' islands in reading order: letters of terrain (Wald, Hügel, Weide, Acker, Gebirge, Ödland) and chips.
_LETTERS = "WHXAGO"
_BEGINNER_LAND = ("GXWAHXHAWOWGWGAXHAX", "WXAGHWXAXHWOGAXWHAGXAWHOGXWAHG")
_BEGINNER_CHIPS = (10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11)
_BEGINNER_HARBOURS = ((5, 3, 4, 5, 2, 5, 5, 1, 0), (5, 3, 4, 5, 2, 5, 2, 5, 1, 0, 5))


def beginner_board(island: Island) -> Board:
    """Return the fixed island for a first game; the small one is the rule book's."""
    terrain = {
        field: _LETTERS.index(letter) for field, letter in zip(island.land, _BEGINNER_LAND[island.large], strict=True)
    }
    if island.large:
        numbers = _chips(island, terrain, spiral(island, island.corners[0], False))
    else:
        numbers = dict(zip(island.land, _BEGINNER_CHIPS, strict=True))
    harbours = tuple(
        (sea, _coast(island, sea)[0], kind)
        for sea, kind in zip(island.sea_ring[::2], _BEGINNER_HARBOURS[island.large], strict=True)
    )
    robber = next(field for field in island.land if terrain[field] == DESERT)
    return lay_out(island, terrain, numbers, harbours, robber)


def rate_at(kind: int) -> int:
    """Return how many cards a harbour asks for one."""
    return 3 if kind == GENERIC else 2
