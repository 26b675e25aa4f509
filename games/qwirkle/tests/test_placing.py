"""The fast placement rules agree with the plain ones."""

from __future__ import annotations

import random

import pytest

from games.qwirkle.rules.appraisal import appraise
from games.qwirkle.rules.board import Board, cell_at, place_of
from games.qwirkle.rules.lines import lines_of
from games.qwirkle.rules.placing import bits, placements, random_placement
from games.qwirkle.tests import oracle


def grown(count: int, moves: int, rng: random.Random) -> Board:
    """Return a board after some random placements."""
    board = Board(lines_of(count))
    for _ in range(moves):
        kinds = rng.randrange(1, 1 << count * count)
        for cell, kind in random_placement(board, kinds, rng):
            board.put(cell, kind, kind)
    return board


def plain(board: Board, count: int) -> dict[oracle.Cell, oracle.Kind]:
    """Return the board as the oracle reads it."""
    return {place_of(cell): divmod(kind, count) for cell, kind in board.tiles.items()}


@pytest.mark.parametrize(("count", "moves"), [(2, 2), (3, 3), (3, 6), (4, 8), (6, 14)])
def test_the_generator_names_exactly_the_legal_placements_with_their_points(count: int, moves: int) -> None:
    rng = random.Random(count * 100 + moves)
    for _ in range(6):
        board = grown(count, moves, rng)
        hand = sum(1 << kind for kind in rng.sample(range(count * count), 3))
        named = list(placements(board, hand))
        fast = {
            frozenset((place_of(cell), divmod(kind, count)) for cell, kind in laid): points for points, laid in named
        }
        assert len(fast) == len(named)
        assert fast == oracle.everything(plain(board, count), [divmod(kind, count) for kind in bits(hand)], count)


def test_a_placement_is_judged_as_the_plain_rules_judge_it() -> None:
    rng = random.Random(7)
    allowed = 0
    for _ in range(60):
        board = grown(4, 6, rng)
        old = plain(board, 4)
        for _ in range(60):
            x, y = place_of(rng.choice(list(board.fits)))
            dx, dy = rng.choice([(1, 0), (0, 1), (-1, 0)])
            size = rng.randint(1, 3)
            laid = [(cell_at(x + dx * step, y + dy * step), rng.randrange(16)) for step in range(size)]
            placed = {place_of(cell): divmod(kind, 4) for cell, kind in laid}
            points, reason = appraise(board, laid, 1, True)
            assert (None if reason else points) == oracle.points(old, placed, 4)
            allowed += not reason
    assert allowed > 100


def test_random_placements_are_legal_and_cover_rows_and_columns() -> None:
    rng = random.Random(3)
    sizes = set()
    for _ in range(300):
        board = grown(6, 5, rng)
        laid = random_placement(board, (1 << 36) - 1, rng)
        assert appraise(board, laid, 1, True)[1] == ""
        sizes.add(len(laid))
    assert sizes >= {1, 2, 3}


def test_free_cells_know_what_fits_however_the_board_grew() -> None:
    rng = random.Random(5)
    board = grown(5, 25, rng)
    old = plain(board, 5)
    for cell, mask in board.fits.items():
        for kind in range(25):
            fits = oracle.points(old, {place_of(cell): divmod(kind, 5)}, 5) is not None
            assert bool(mask >> kind & 1) == fits


def test_a_copy_of_a_board_goes_its_own_way() -> None:
    board = grown(6, 5, random.Random(1))
    tiles, fits = dict(board.tiles), dict(board.fits)
    copy = board.copy()
    cell, kind = random_placement(copy, (1 << 36) - 1, random.Random(2))[0]
    copy.put(cell, 0, kind)
    assert (board.tiles, board.fits) == (tiles, fits)
    assert cell in copy.tiles
