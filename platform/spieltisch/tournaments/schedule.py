"""Who plays whom: every table of bots that can be made, each as often as wished, with the seats going round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, cycle, islice

from gamekit.game import Game


def lineups(game: Game, bots: Sequence[str], rounds: int) -> list[list[str]]:
    """Return the bots of each match in the order of their seats."""
    smallest, largest = game.seats
    size = max(smallest, min(len(bots), largest))
    tables = list(combinations(bots, size)) if len(bots) > size else [tuple(islice(cycle(bots), size))]
    return [turned(table, number) for number in range(rounds) for table in tables]


def turned(table: Sequence[str], number: int) -> list[str]:
    """Return the table with its seats moved on, so that nobody always begins."""
    first = number % len(table)
    return [*table[first:], *table[:first]]
