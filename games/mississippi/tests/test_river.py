"""Section 2.4: how chance lays a river."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from gamekit.chance import Chance
from games.mississippi.rules import river
from games.mississippi.rules.fields import BLOCKED, GOAL, LOG, PASSENGER, SANDBANK, WATER
from games.mississippi.rules.hexes import DELTAS, offset_of
from games.mississippi.rules.tiles import FIELDS, FURNISHED, NEIGHBOURS

RIVERS = [river.generate(Chance.seeded(seed)) for seed in range(300)]


def tile_kinds(kinds: bytearray, tile: int) -> bytes:
    """Return the 20 kinds of a tile."""
    return bytes(kinds[tile * FIELDS : (tile + 1) * FIELDS])


def sequences() -> list[tuple[int, ...]]:
    """Return every possible sequence of eight directions."""
    found: list[tuple[int, ...]] = [(0, 0)]
    for _ in range(6):
        found = [(*known, way) for known in found for way in river.next_directions(known[-1])]
    return found


def centres_of(directions: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the centres of such a sequence."""
    centres = [(0, 0)]
    for way in directions[1:]:
        centres.append(river.next_centre(centres[-1], way))
    return centres


def test_tile_0_is_plain_water_at_the_origin_and_tile_1_goes_straight_on() -> None:
    for laid, kinds in RIVERS:
        assert laid.centres[0] == (0, 0)
        assert laid.directions[:2] == (0, 0)
        assert set(tile_kinds(kinds, 0)) == {WATER}


def test_a_direction_differs_from_the_one_before_by_at_most_one() -> None:
    assert river.next_directions(0) == (0, 1, 5)
    assert river.next_directions(1) == (0, 1, 2)
    assert river.next_directions(5) == (0, 4, 5)
    assert sorted(river.next_directions(4)) == [4, 5]
    assert sorted(river.next_directions(2)) == [1, 2]
    assert all(
        after in river.next_directions(before) for laid, _ in RIVERS for before, after in pairwise(laid.directions[1:])
    )


def test_direction_3_never_occurs() -> None:
    assert all(3 not in laid.directions for laid, _ in RIVERS)


def test_there_are_517_sequences_and_two_of_them_overlap() -> None:
    every = sequences()
    assert len(every) == len(set(every)) == 517
    overlapping = [way for way in every if len(set(sum(river.assemble(way, centres_of(way), 1).cells, ()))) < 160]
    assert sorted(overlapping) == [(0, 0, 1, 2, 1, 0, 5, 4), (0, 0, 5, 4, 5, 0, 1, 2)]


def test_overlapping_rivers_are_laid_again() -> None:
    given = [0, 0, 1, 2, 1, 0, 5]
    ends = Counter(river.lay_on(given, centres_of(tuple(given)), Chance.seeded(seed))[0][-1] for seed in range(60))
    assert set(ends) == {0, 5}


def test_a_shared_field_belongs_to_the_first_tile() -> None:
    way = (0, 0, 1, 2, 1, 0, 5, 4)
    laid = river.assemble(way, centres_of(way), 1)
    (shared,) = set(laid.cells[2]) & set(laid.cells[7])
    assert (laid.where[shared] - 1) // FIELDS == 2


@pytest.mark.parametrize(("way", "step"), [(0, (4, 0)), (1, (2, -4)), (2, (-2, -4)), (4, (-2, 4)), (5, (2, 4))])
def test_the_next_centre_lies_four_steps_in_the_tiles_own_direction(way: int, step: tuple[int, int]) -> None:
    assert offset_of(*river.next_centre((0, 0), way)) == step
    assert all(offset_of(*centre)[1] % 4 == 0 for laid, _ in RIVERS for centre in laid.centres)


def test_five_of_tiles_1_to_6_have_one_passenger_each() -> None:
    bare: Counter[int] = Counter()
    for laid, kinds in RIVERS:
        waiting = [sum(kind >= PASSENGER for kind in tile_kinds(kinds, tile)) for tile in range(8)]
        assert waiting[0] == waiting[7] == 0
        assert sorted(waiting[1:7]) == [0, 1, 1, 1, 1, 1]
        bare[waiting[1:7].index(0) + 1] += 1
        assert laid.bare == waiting[1:7].index(0) + 1
    assert set(bare) == set(range(1, 7))


def test_every_tile_but_the_first_has_islands_and_special_fields() -> None:
    islands: Counter[int] = Counter()
    specials: Counter[int] = Counter()
    kinds_of_special: Counter[int] = Counter()
    for _, kinds in RIVERS:
        for tile in range(1, 8):
            fields = tile_kinds(kinds, tile)
            islands[fields.count(BLOCKED)] += 1
            specials[fields.count(LOG) + fields.count(SANDBANK)] += 1
            kinds_of_special.update({LOG: fields.count(LOG), SANDBANK: fields.count(SANDBANK)})
    assert set(islands) == {2, 3}
    assert set(specials) == {1, 2}
    assert 0.9 < kinds_of_special[LOG] / kinds_of_special[SANDBANK] < 1.1


def test_the_last_five_fields_stay_free() -> None:
    for _, kinds in RIVERS:
        for tile in range(8):
            assert set(tile_kinds(kinds, tile)[FURNISHED:]) <= {WATER, GOAL}


def test_the_goal_is_on_the_front_of_the_last_tile_only() -> None:
    for _, kinds in RIVERS:
        assert [number for number, kind in enumerate(kinds) if kind == GOAL] == [157, 158, 159]


def test_a_passenger_waits_beside_a_pier_on_the_same_tile() -> None:
    far = 0
    for laid, kinds in RIVERS:
        for tile in range(1, 7):
            for number, kind in enumerate(tile_kinds(kinds, tile)):
                if kind >= PASSENGER:
                    pier = NEIGHBOURS[laid.directions[tile]][number][kind - PASSENGER]
                    assert laid.cells[tile][pier] == laid.cells[tile][number] + DELTAS[kind - PASSENGER]
                    assert tile_kinds(kinds, tile)[pier] == WATER
                    far += pier >= FURNISHED
    assert far, "a pier may be one of the last five fields"


def test_redealing_keeps_what_was_seen_and_draws_the_rest() -> None:
    laid, kinds = RIVERS[0]
    others = [river.redeal(laid, kinds, 3, Chance.seeded(seed)) for seed in range(30)]
    for other, furnished in others:
        assert other.directions[:4] == laid.directions[:4]
        assert furnished[:80] == kinds[:80]
        waiting = [any(kind >= PASSENGER for kind in tile_kinds(furnished, tile)) for tile in range(1, 7)]
        assert waiting.count(False) == 1
    assert len({bytes(furnished) for _, furnished in others}) == 30
    assert len({other.directions for other, _ in others}) > 3


def test_the_same_chance_lays_the_same_river() -> None:
    assert river.generate(Chance.seeded(7)) == river.generate(Chance.seeded(7))
