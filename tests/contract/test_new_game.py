"""A new folder is all it takes: a dummy game on a shelf of its own is found and held to the contract."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gamekit import registry
from gamekit.game import Game
from tests.contract.test_games import CHECKS, Check

SHELF = "tests.contract.shelf"


@pytest.fixture
def nim() -> Iterator[Game]:
    """Put the shelf of dummy games beside the real one."""
    registry.SHELVES.append(SHELF)
    registry.games.cache_clear()
    try:
        yield registry.game("nim")
    finally:
        registry.SHELVES.remove(SHELF)
        registry.games.cache_clear()


def test_a_folder_on_a_shelf_is_found(nim: Game) -> None:
    assert nim.title == "Nim"
    assert list(registry.games()) == sorted(registry.games())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_is_held_to_the_contract(nim: Game, check: Check) -> None:
    for seed in range(10):
        check(nim, seed)
