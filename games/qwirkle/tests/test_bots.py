"""Bots play legal moves to the end, from what they may know, and the stronger ones play better."""

from __future__ import annotations

import random

import pytest

from gamekit.bots import BotKind
from gamekit.chance import Chance
from games.qwirkle.bots import BOTS, GreedyBot, LookaheadBot
from games.qwirkle.rules.moves import PlayTiles, SwapTiles
from games.qwirkle.tests.matches import RULES, arrange, match, options, people, tile

RANDOM, GREEDY, LOOKAHEAD = BOTS


def scores(kinds: list[BotKind], seed: int, **given: int) -> tuple[int, ...]:
    """Play one game as the platform lets bots play."""
    rng, chance = random.Random(seed), Chance.seeded(seed)
    state, _ = RULES.start(options(wrongMove="KICK", **given), people(len(kinds)), chance)
    bots = [kind.make() for kind in kinds]
    while (outcome := RULES.outcome(state)) is None:
        shown = RULES.redeal(state, state.current, Chance.seeded(rng.getrandbits(32)))
        RULES.play(state, state.current, bots[state.current].choose(shown, state.current, rng), chance)
    assert outcome.reason in ("finished", "stalemate"), "a wrong move would have excluded the bot"
    return outcome.scores


@pytest.mark.parametrize("given", [{"colorShapeCount": 2, "maxHandTiles": 2}, {"colorShapeCount": 4, "tileCount": 2}])
def test_all_bots_finish_games_of_any_configuration_without_a_wrong_move(given: dict[str, int]) -> None:
    for seed in range(3):
        assert len(scores([RANDOM, GREEDY, LOOKAHEAD], seed, **given)) == 3


def test_the_greedy_bot_beats_the_random_one() -> None:
    assert all(mine > theirs for mine, theirs in (scores([GREEDY, RANDOM], seed) for seed in range(10)))


def test_the_greedy_bot_takes_the_most_points() -> None:
    state = match()
    hand = [tile(state, 0, shape) for shape in range(5)] + [tile(state, 3, 3)]
    arrange(state, [hand, [tile(state, 5, 5)]])
    move = GreedyBot().choose(state, 0, random.Random(1))
    assert isinstance(move, PlayTiles)
    assert len(move.tiles) == 5


def test_the_farsighted_bot_does_not_give_a_qwirkle_away_for_a_point() -> None:
    state = match()
    for x in range(4):
        state.board.put(x << 15, tile(state, 0, x), x)
    # Laying the fifth of a line scores 5, but the opponent surely holds the sixth.
    arrange(state, [[tile(state, 0, 4), tile(state, 5, 3)], [tile(state, 0, 5), tile(state, 0, 5, 1)]], [])
    greedy = GreedyBot().choose(RULES.clone(state), 0, random.Random(1))
    assert isinstance(greedy, PlayTiles)
    assert (greedy.tiles[0].tile, greedy.tiles[0].y) == (tile(state, 0, 4), 0)
    careful = LookaheadBot().choose(RULES.clone(state), 0, random.Random(1))
    assert isinstance(careful, PlayTiles)
    assert all(placed.y != 0 for placed in careful.tiles)


@pytest.mark.parametrize("kind", BOTS, ids=lambda kind: kind.name)
def test_a_bot_with_nothing_to_lay_swaps_what_the_bag_allows(kind: BotKind) -> None:
    state = match()
    state.board.put(0, tile(state, 0, 0), 0)
    hand = [tile(state, 1, shape) for shape in range(1, 6)]
    arrange(state, [hand, [tile(state, 0, 1)]], [tile(state, 2, 0), tile(state, 2, 1)])
    move = kind.make().choose(state, 0, random.Random(1))
    assert isinstance(move, SwapTiles)
    assert 1 <= len(move.tiles) <= 2
