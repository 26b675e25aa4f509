"""The moves on offer to the player whose turn it is."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

from games.qwirkle.rules.appraisal import Laid
from games.qwirkle.rules.board import place_of
from games.qwirkle.rules.moves import Move, Placement, PlayTiles, Stone, SwapTiles
from games.qwirkle.rules.placing import placements, random_placement
from games.qwirkle.rules.state import Phase, State

#: Up to this many tiles every choice of tiles to swap is named; of larger hands only a few.
SMALL_HAND = 6


def may_act(state: State, seat: int) -> bool:
    """Return True when the seat may lay or swap now."""
    return state.phase == Phase.TURN and state.current == seat and not state.paused


def scored_plays(state: State, seat: int) -> Iterator[tuple[int, PlayTiles]]:
    """Yield every essentially different placement from the seat's hand with its points."""
    tiles = hand_by_kind(state, seat)
    for points, laid in placements(state.board, state.kinds(seat)):
        yield points, play_of(state, tiles, laid)


def play_of(state: State, tiles: dict[int, int], laid: Iterable[Laid]) -> PlayTiles:
    """Return the move that lays these kinds with the tiles given for each kind."""
    count = state.setup.color_shape_count
    return PlayTiles(tuple([Placement(*place_of(cell), tiles[kind], *divmod(kind, count)) for cell, kind in laid]))


def hand_by_kind(state: State, seat: int) -> dict[int, int]:
    """Return one tile of each kind in hand."""
    count = state.setup.tile_count
    return {tile // count: tile for tile in state.hands[seat]}


def swaps(state: State, seat: int) -> Iterator[SwapTiles]:
    """Yield the swaps the bag allows; of a large hand single tiles and the longest possible ones."""
    hand, most = state.hands[seat], min(len(state.hands[seat]), len(state.bag))
    sizes: Iterable[int] = range(1, most + 1)
    if len(hand) > SMALL_HAND:
        sizes = {1, most} if most else ()
    for size in sizes:
        if len(hand) > SMALL_HAND and size > 1:
            yield swap_of(state, hand[:size])
            continue
        seen = set()
        for tiles in combinations(hand, size):
            kinds = tuple(sorted(tile // state.setup.tile_count for tile in tiles))
            if kinds not in seen:
                seen.add(kinds)
                yield swap_of(state, tiles)


def swap_of(state: State, tiles: Iterable[int]) -> SwapTiles:
    """Return the move that gives back these tiles."""
    return SwapTiles(tuple([Stone(tile, *state.color_shape(tile)) for tile in tiles]))


def legal_moves(state: State, seat: int) -> Iterator[Move]:
    """Yield what the seat may do now."""
    if may_act(state, seat):
        for _, play in scored_plays(state, seat):
            yield play
        yield from swaps(state, seat)


def random_move(state: State, seat: int, rng: random.Random) -> Move:
    """Return a move of the player in turn, picked without looking at all of them: lay if anything fits, else swap."""
    laid = random_placement(state.board, state.kinds(seat), rng)
    if laid:
        return play_of(state, hand_by_kind(state, seat), laid)
    hand = state.hands[seat]
    return swap_of(state, rng.sample(hand, rng.randint(1, min(len(hand), len(state.bag)))))
