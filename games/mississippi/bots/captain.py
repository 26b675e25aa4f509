"""The strongest player: looks several moves ahead for both ships, within a fixed number of positions.

Alpha-beta over the results that look best at first sight. The same player may move twice in a row, so values are always
from one seat's view. Depth grows while the budget lasts; the number of positions, not a clock, ends the thinking, so
that the same position and chance always give the same move.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from games.mississippi.bots.chart import Chart
from games.mississippi.bots.judgement import DECIDED, USUAL, Weights, balance, worth_of_end
from games.mississippi.rules.actions import Move
from games.mississippi.rules.halfturn import settle
from games.mississippi.rules.legal import End, best_ends
from games.mississippi.rules.state import State

#: Positions whose moves are listed for one decision.
BUDGET = 300
#: How many results are followed at each half-turn from now.
WIDTHS = (12, 7, 6, 4, 4, 3, 3, 2)


@dataclass(slots=True)
class Branch:
    """A result of a move: what it seems worth, and the position."""

    value: float
    end: End
    state: State


class Captain:
    """Thinks ahead."""

    def __init__(self, budget: int = BUDGET, weights: Weights = USUAL) -> None:
        self._budget = budget
        self._weights = weights

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return the best move found."""
        search = Search(Chart(state), seat, self._weights, self._budget)
        branches = search.branches(state, 0)
        if not branches:
            return Move()
        best = branches[0]
        for depth in range(1, len(WIDTHS)):
            found = search.best_of(branches, depth)
            if found is None:
                break
            best = found
            if abs(best.value) > DECIDED / 2:
                break
            branches.sort(key=lambda branch: branch.value, reverse=True)
        return best.end.move()


class Search:
    """One decision's thinking."""

    def __init__(self, chart: Chart, seat: int, weights: Weights, budget: int) -> None:
        self._chart = chart
        self._seat = seat
        self._weights = weights
        self._left = budget

    def branches(self, state: State, level: int) -> list[Branch]:
        """Return the results that seem best to the player to move, the best first; played to their ends."""
        self._left -= 1
        mover = state.current
        rated = [
            (worth_of_end(self._chart, state, mover, end, self._weights), end) for end in best_ends(state.voyage(mover))
        ]
        rated.sort(key=lambda entry: entry[0], reverse=True)
        found = []
        for _, end in rated[: WIDTHS[level]]:
            after = state.copy()
            settle(after, mover, end)
            found.append(Branch(balance(self._chart, after, self._seat, self._weights), end, after))
        found.sort(key=lambda branch: branch.value, reverse=mover == self._seat)
        return found

    def best_of(self, branches: list[Branch], depth: int) -> Branch | None:
        """Give every branch the value that `depth` more half-turns show; None when the budget ran out before."""
        alpha = -2 * DECIDED
        best: Branch | None = None
        for branch in branches:
            value = self._value(branch.state, 1, depth, alpha, 2 * DECIDED)
            if value is None:
                return None
            branch.value = value
            if best is None or value > best.value:
                best = branch
            alpha = max(alpha, value)
        return best

    def _value(self, state: State, level: int, depth: int, alpha: float, beta: float) -> float | None:
        """Return the position's value for the seat; None when the budget has run out."""
        if state.ending is not None or level > depth:
            return balance(self._chart, state, self._seat, self._weights)
        if self._left <= 0:
            return None
        mine = state.current == self._seat
        branches = self.branches(state, level)
        if not branches:
            # Whoever cannot move loses.
            return state.turn - DECIDED if mine else DECIDED - state.turn
        best = -2 * DECIDED if mine else 2 * DECIDED
        for branch in branches:
            value = self._value(branch.state, level + 1, depth, alpha, beta)
            if value is None:
                return None
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
