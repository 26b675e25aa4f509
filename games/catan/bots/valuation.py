"""What a position is worth to a seat, in points it may expect.

Income is worth the points it will buy until the end, whose distance is guessed from the leader's points: how many rolls
until it pays a village with its roads, a town, a card, with what is left over traded at the seat's rates. Everything
else (hand, sites within reach, knights, roads) is measured in the same unit, and what helps the others counts against
the seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.catan.rules.board import Board
from games.catan.rules.geometry import bits
from games.catan.rules.material import CARD_COST, PIPS, TOWN_COST, VICTORY_POINT, VILLAGE_COST, Cards
from games.catan.rules.state import State


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thing counts; found by playing variants against each other (benchmarks/catan_bots.py)."""

    card: float = 0.2
    """Points a card is worth: a town costs five, a village with its road six."""
    rolls: float = 55.0
    """Rolls left when a match begins."""
    last_rolls: float = 8.0
    kinds: tuple[float, ...] = (1.0, 1.0, 0.85, 1.1, 1.1)
    """Worth of lumber, brick, wool, grain, ore at a site."""
    pace: tuple[float, ...] = (0.45, 0.4, 0.05)
    """Points for each time the income pays a village, a town, a card."""
    site: float = 0.25
    """Share of a site's worth when a road leads there already; less for each road that is missing."""
    per_road: float = 0.55
    goal: float = 0.55
    """For a hand that can pay a village or town at once; less for one that lacks cards."""
    spare: float = 0.04
    """For a card that no goal needs."""
    crowded: float = 0.05
    """Lost for each card above the limit of a seven."""
    knight: float = 0.4
    length: float = 0.06
    unknown: float = 0.6
    """A development card in hand."""
    rivals: float = 0.3
    """How much of the others' worth counts against the seat."""


#: A village with two roads, a town, a card.
_BASKETS = ((2, 2, 1, 1, 0), TOWN_COST, CARD_COST)
LONGEST_WAIT = 80.0


def rolls_to_pay(income: list[float], rates: list[int], cost: Cards) -> float:
    """Return after how many rolls an income pays the cost, when what is not needed is traded at the rates."""
    early, late = 0.5, LONGEST_WAIT
    for _ in range(9):
        rolls, balance = (early + late) / 2, 0.0
        for gain, rate, need in zip(income, rates, cost, strict=True):
            over = gain * rolls - need
            balance += over / rate if over > 0 else over
        if balance >= 0:
            late = rolls
        else:
            early = rolls
    return late


def worth_of_fields(board: Board) -> list[list[tuple[int, int, float]]]:
    """Return for each crossing its yields: (field, resource, cards a roll)."""
    return [
        [(field, board.terrain[field], PIPS[board.numbers[field]] / 36) for field in fields if board.numbers[field]]
        for fields in board.island.vertex_land
    ]


class Valuation:
    """Values positions of one match."""

    def __init__(self, board: Board, weights: Weights | None = None) -> None:
        self.board = board
        self.weights = weights or Weights()
        self.yields = worth_of_fields(board)
        self.site_income = [
            sum(rate * self.weights.kinds[resource] for _, resource, rate in fields) for fields in self.yields
        ]

    def value(self, state: State, seat: int) -> float:
        """Return the worth of the position to the seat."""
        weights = self.weights
        income = self.incomes(state)
        rolls = self.rolls_left(state)
        worth = self._standing(state, seat, income[seat], rolls) + self._prospects(state, seat, rolls)
        worth += self.hand_value(state, seat)
        rivals = [
            state.points[other] + weights.card * rolls * sum(income[other])
            for other in range(state.seats)
            if other != seat
        ]
        return worth - weights.rivals * (max(rivals) + sum(rivals) / len(rivals))

    def rolls_left(self, state: State) -> float:
        """Return how many rolls the match may still take."""
        weights, goal = self.weights, state.setting.points
        return weights.last_rolls + weights.rolls * max(0.0, 1 - max(state.points) / goal)

    def incomes(self, state: State) -> list[list[float]]:
        """Return cards a roll by seat and resource."""
        income = [[0.0] * 5 for _ in range(state.seats)]
        robber, level, owner = state.robber, state.level, state.owner
        for vertex in bits(state.buildings):
            mine, count = income[owner[vertex]], level[vertex]
            for field, resource, rate in self.yields[vertex]:
                # The robber will move on: his field still counts for a half.
                mine[resource] += count * rate * (0.5 if field == robber else 1.0)
        return income

    def _standing(self, state: State, seat: int, income: list[float], rolls: float) -> float:
        weights, rates = self.weights, state.rates[seat]
        pace = sum(
            points / rolls_to_pay(income, rates, cost) for points, cost in zip(weights.pace, _BASKETS, strict=True)
        )
        cards = state.cards[seat]
        hidden = sum(cards) - cards[VICTORY_POINT]
        return (
            state.total(seat)
            + rolls * pace
            + weights.knight * state.knights[seat]
            + weights.length * state.lengths[seat]
            + weights.unknown * hidden
        )

    def _prospects(self, state: State, seat: int, rolls: float) -> float:
        """Return the worth of the best two sites the seat could still build on."""
        if not state.villages_left[seat]:
            return 0.0
        weights, found = self.weights, list[float]()
        share, ring, seen = weights.site, state.reach[seat], state.reach[seat]
        missing = 0
        while ring and missing <= min(3, state.roads_left[seat]):
            for vertex in bits(ring & state.open_vertices):
                found.append(share * (1 + weights.card * rolls * self.site_income[vertex]))
            ring = self._step(state, seat, ring, seen)
            seen |= ring
            share *= weights.per_road
            missing += 1
        found.sort(reverse=True)
        return sum(found[:1]) + 0.5 * sum(found[1:2]) + 0.25 * sum(found[2:3])

    def _step(self, state: State, seat: int, ring: int, seen: int) -> int:
        """Return the crossings one free path beyond the ring."""
        ways, edges, owner, beyond = self.board.island.ways, state.open_edges, state.owner, 0
        for vertex in bits(ring):
            if owner[vertex] < 0 or owner[vertex] == seat:
                for bit, other in ways[vertex]:
                    if edges & bit:
                        beyond |= 1 << other
        return beyond & ~seen

    def hand_value(self, state: State, seat: int) -> float:
        """Return the worth of the cards in hand: how near they are to the goals, and the risk of holding many."""
        hand, weights = state.hands[seat], self.weights
        best = self._nearness(hand, CARD_COST) * 0.6 if any(state.deck) else 0.0
        if state.towns_left[seat] and state.villages[seat]:
            best = max(best, self._nearness(hand, TOWN_COST))
        if state.villages_left[seat]:
            ready = bool(state.reach[seat] & state.open_vertices)
            best = max(best, self._nearness(hand, VILLAGE_COST) * (1.0 if ready else 0.7))
        cards = sum(hand)
        crowd = max(0, cards - state.setting.discard_limit)
        return weights.goal * best + weights.spare * cards - weights.crowded * crowd

    def _nearness(self, hand: list[int], cost: Cards) -> float:
        covered, total = 0, 0
        for have, need in zip(hand, cost, strict=True):
            covered += min(have, need)
            total += need
        return float((covered / total) ** 1.5)
