"""The value function of catanatron's ValueFunctionPlayer, written anew for our engine.

catanatron's wheel on PyPI does not contain that player, so the comparison uses its published features and weights
(github.com/bcollazo/catanatron, players/value.py, default weights): points that all can see before everything, then own
and the next enemy's production, then sites within reach, then the hand. It tries each listed move and takes the best;
it neither makes nor takes trade offers.
"""

from __future__ import annotations

import random

from gamekit.chance import Chance
from games.catan.bots.random_player import random_discard
from games.catan.rules.geometry import bits
from games.catan.rules.legal import legal_moves
from games.catan.rules.material import PIPS
from games.catan.rules.moves import END_TURN, ROLL, Move, PlayRoads
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State

POINTS, PRODUCTION, ENEMY, REACHABLE, SITES = 3e14, 1e8, -1e8, 1e4, 1e3
TILES, SYNERGY, CARD, CROWDED, DEVELOPMENT, KNIGHT = 1.0, 1e2, 1.0, -5.0, 10.0, 10.1
#: A resource that comes at all is worth four pips.
VARIETY = 4 * 0.02778


class ValuePlayer:
    """Takes the move after which the value is highest."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return the best of the listed moves."""
        if state.phase is Phase.DISCARD:
            return random_discard(state, seat, rng)
        moves = legal_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        pairs = [move for move in moves if isinstance(move, PlayRoads)]
        if len(pairs) > 30:
            moves = [move for move in moves if not isinstance(move, PlayRoads)] + rng.sample(pairs, 30)
        return max(moves, key=lambda move: _value_after(state, seat, move, rng))


def _value_after(state: State, seat: int, move: Move, rng: random.Random) -> float:
    if move in (END_TURN, ROLL):
        return value(state, seat)
    after = state.clone()
    RULES.play(after, seat, move, Chance(rng))
    return value(after, seat)


def value(state: State, seat: int) -> float:
    """Return the value of the position to the seat; of the enemies only the next one counts."""
    own, enemy = _production(state, seat), _production(state, (seat + 1) % state.seats)
    hand, cards = state.hands[seat], state.cards[seat]
    held = sum(hand)
    towards_town = (max(2 - hand[3], 0) + max(3 - hand[4], 0)) / 5
    towards_village = sum(max(1 - hand[resource], 0) for resource in range(4)) / 4
    sites = (state.reach[seat] & state.open_vertices).bit_count()
    return (
        state.points[seat] * POINTS
        + (sum(own) + VARIETY * sum(one > 0 for one in own)) * PRODUCTION
        + sum(enemy) * ENEMY
        + _reachable(state, seat) * REACHABLE
        + sites * SITES
        + len(_tiles(state, seat)) * TILES
        + (2 - towards_town - towards_village) / 2 * SYNERGY
        + held * CARD
        + (CROWDED if held > 7 else 0)
        + state.lengths[seat] * (0.1 if sites else 10)
        + sum(cards) * DEVELOPMENT
        + state.knights[seat] * KNIGHT
    )


def _production(state: State, seat: int) -> list[float]:
    board, rates = state.setting.board, [0.0] * 5
    for vertex in bits(state.buildings):
        if state.owner[vertex] == seat:
            for field in board.island.vertex_land[vertex]:
                if board.numbers[field] and field != state.robber:
                    rates[board.terrain[field]] += state.level[vertex] * PIPS[board.numbers[field]] / 36
    return rates


def _tiles(state: State, seat: int) -> set[int]:
    island = state.setting.board.island
    return {
        field for vertex in bits(state.buildings) if state.owner[vertex] == seat for field in island.vertex_land[vertex]
    }


def _reachable(state: State, seat: int) -> float:
    """Return the production of free crossings that one more road reaches."""
    board, island = state.setting.board, state.setting.board.island
    beyond = state.reach[seat]
    for edge in bits(state.frontier[seat] & state.open_edges):
        one, two = island.edge_ends[edge]
        beyond |= 1 << one | 1 << two
    sites = bits(beyond & state.open_vertices)
    return sum(PIPS[board.numbers[field]] / 36 for vertex in sites for field in island.vertex_land[vertex])
