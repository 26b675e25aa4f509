"""Chance is fair in range, recorded, and repeats a record exactly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.chance import Chance, RecordedChance
from gamekit.errors import RulesBroken


@given(st.integers(), st.lists(st.integers(1, 1000), max_size=50))
def test_a_record_repeats_every_outcome(seed: int, bounds: list[int]) -> None:
    chance = Chance.seeded(seed)
    outcomes = [chance.below(bound) for bound in bounds]
    again = RecordedChance(chance.take())
    assert [again.below(bound) for bound in bounds] == outcomes
    assert again.exhausted()


@given(st.integers(), st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_all_items_and_can_be_repeated(seed: int, items: list[int]) -> None:
    chance = Chance.seeded(seed)
    shuffled = items.copy()
    chance.shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)
    repeated = items.copy()
    RecordedChance(chance.take()).shuffle(repeated)
    assert repeated == shuffled


@given(st.integers(), st.lists(st.integers(), min_size=1, max_size=30))
def test_a_draw_removes_what_it_returns(seed: int, items: list[int]) -> None:
    left = items.copy()
    drawn = Chance.seeded(seed).draw(left)
    assert sorted([*left, drawn]) == sorted(items)


def test_take_returns_each_outcome_once() -> None:
    chance = Chance.seeded(1)
    first, second = chance.below(6), chance.below(6)
    assert chance.take() == [first, second]
    assert chance.take() == []


def test_the_same_seed_gives_the_same_outcomes() -> None:
    assert [Chance.seeded("a").below(1000) for _ in range(3)] == [Chance.seeded("a").below(1000)] * 3
    assert Chance.seeded("a").below(10**9) != Chance.seeded("b").below(10**9)


def test_a_die_shows_every_side_about_equally_often() -> None:
    chance = Chance.seeded(2)
    throws = [chance.die() for _ in range(6000)]
    assert set(throws) == set(range(1, 7))
    assert all(850 < throws.count(side) < 1150 for side in range(1, 7))


def test_probabilities_of_zero_and_one_are_never_and_always() -> None:
    chance = Chance.seeded(3)
    assert not any(chance.happens(0) for _ in range(1000))
    assert all(chance.happens(1) for _ in range(1000))
    assert 400 < sum(chance.happens(0.5) for _ in range(1000)) < 600


@pytest.mark.parametrize("record", [[], [6], [-1]])
def test_a_record_that_does_not_fit_is_our_fault_and_said_so(record: list[int]) -> None:
    with pytest.raises(RulesBroken, match=r"0\.\.5"):
        RecordedChance(record).below(6)


def test_a_record_with_too_much_in_it_is_noticed() -> None:
    chance = RecordedChance([1, 2])
    chance.below(6)
    assert not chance.exhausted()


@pytest.mark.parametrize("make", [Chance.fair, lambda: Chance.seeded(0)])
def test_outcomes_are_below_their_bound(make: Callable[[], Chance]) -> None:
    chance = make()
    assert {chance.below(3) for _ in range(200)} == {0, 1, 2}
