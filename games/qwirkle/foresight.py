"""What a move is worth beyond its points: how the match goes on after it if everybody then takes the most points.

Everything a seat does not see (the bag, the other hands) is dealt several times; in each of these worlds the moves in
question are tried, and a few turns are played on by the greedy rule. The same worlds serve every move, so that luck
does not decide between them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.qwirkle.rules.appraisal import Laid
from games.qwirkle.rules.board import Board
from games.qwirkle.rules.placing import best_placement
from games.qwirkle.rules.setup import END_BONUS
from games.qwirkle.rules.state import State

#: Moves looked at closely, worlds dealt, and turns played on in each.
CANDIDATES = 8
WORLDS = 12
TURNS = 3
#: With so few tiles in the bag the match is played on to its end.
NEAR_END = 6
TO_THE_END = 60


@dataclass(slots=True)
class World:
    """One way things may be: hands and bag as kinds, the seats from the own one on in turn order."""

    hands: list[list[int]]
    bag: list[int]
    limit: int

    def refill(self, player: int) -> None:
        """Fill the hand up, as far as the bag goes."""
        hand = self.hands[player]
        while len(hand) < self.limit and self.bag:
            hand.append(self.bag.pop())

    def lay(self, player: int, board: Board, laid: Sequence[Laid]) -> None:
        """Take the tiles from the hand to the board."""
        hand = self.hands[player]
        for cell, kind in laid:
            board.put(cell, kind, kind)
            hand.remove(kind)

    def kinds(self, player: int) -> int:
        """Return the set of kinds in the hand."""
        mask = 0
        for kind in self.hands[player]:
            mask |= 1 << kind
        return mask

    def copy(self) -> World:
        """Return an independent copy."""
        return World([hand.copy() for hand in self.hands], self.bag.copy(), self.limit)


def worlds(state: State, seat: int, rng: random.Random) -> list[World]:
    """Deal what the seat does not see; once is enough when there is nothing to deal."""
    copies, count = state.setup.tile_count, len(state.hands)
    order = [(seat + step) % count for step in range(count) if state.present[(seat + step) % count]]
    own = [tile // copies for tile in state.hands[seat]]
    sizes = [len(state.hands[other]) for other in order[1:]]
    unseen = [tile // copies for tile in state.bag]
    for other in order[1:]:
        unseen += [tile // copies for tile in state.hands[other]]
    dealt = []
    for _ in range(1 if len(sizes) == 1 and not state.bag else WORLDS):
        rng.shuffle(unseen)
        rest = unseen.copy()
        hands = [[rest.pop() for _ in range(size)] for size in sizes]
        dealt.append(World([own.copy(), *hands], rest, state.setup.max_hand_tiles))
    return dealt


def prospect(state: State, points: int, laid: Sequence[Laid], dealt: Sequence[World]) -> float:
    """Return by how much the seat is expected to be ahead some turns after the move."""
    return sum(_played_on(state.board.copy(), points, laid, world.copy()) for world in dealt) / len(dealt)


def _played_on(board: Board, points: int, laid: Sequence[Laid], world: World) -> float:
    """Return the lead after the move and the turns that follow it, or at the end of the match if that comes first."""
    players = len(world.hands)
    share = 1 / (players - 1)
    # Cells hold kinds here instead of tiles; nothing below looks at more than whether a cell is taken.
    world.lay(0, board, laid)
    lead, idle = float(points), 0
    for turn in range(1, 1 + (TURNS if len(world.bag) > NEAR_END else TO_THE_END)):
        player = turn % players
        world.refill(player)
        if not world.bag and [] in world.hands:
            return lead + (END_BONUS if not world.hands[0] else -END_BONUS * share)
        gained, move = best_placement(board, world.kinds(player))
        world.lay(player, board, move)
        lead += gained if player == 0 else -gained * share
        idle = 0 if move else idle + 1
        if idle == players:
            break
    return lead


def keep(state: State, seat: int) -> list[int]:
    """Return the tiles worth keeping in a swap: those of the longest line in hand."""
    copies, count = state.setup.tile_count, state.setup.color_shape_count
    tiles = {tile // copies: tile for tile in state.hands[seat]}
    lines = [[kind for kind in tiles if kind // count == color] for color in range(count)]
    lines += [[kind for kind in tiles if kind % count == shape] for shape in range(count)]
    longest = max(lines, key=len)
    return [tiles[kind] for kind in longest] if len(longest) > 2 else []
