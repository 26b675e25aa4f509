"""Bots play whole matches without a table, and results are counted."""

from __future__ import annotations

from collections import Counter

import pytest

from gamekit import registry
from gamekit.rules import Outcome
from spieltisch.tournaments.playing import BotMatch
from spieltisch.tournaments.schedule import lineups
from spieltisch.tournaments.standings import Standings

GAMES = sorted(registry.games())


@pytest.mark.parametrize("slug", GAMES)
def test_every_games_bots_play_to_an_outcome_and_a_seed_repeats_it(slug: str) -> None:
    game = registry.game(slug)
    bots = [game.bots[0].name] * game.default_seats
    steps: list[int] = []
    matches = [BotMatch(game, bots, "seed") for _ in range(2)]
    outcomes = [match.play(lambda: steps.append(1)) for match in matches]
    assert outcomes[0] == outcomes[1]
    assert matches[0].steps == matches[1].steps
    assert len(steps) == 2 * matches[0].steps > 0


@pytest.mark.parametrize("slug", GAMES)
def test_everybody_sits_everywhere_equally_often(slug: str) -> None:
    game = registry.game(slug)
    bots = [bot.name for bot in game.bots]
    planned = lineups(game, bots, 12)
    assert all(game.seats[0] <= len(lineup) <= game.seats[1] for lineup in planned)
    first = Counter(lineup[0] for lineup in planned)
    assert set(first) == set(bots)
    if len(bots) >= game.seats[0]:
        assert max(first.values()) == min(first.values())


def test_a_shared_victory_counts_in_parts() -> None:
    standings = Standings(["a", "b"])
    standings.count(["a", "b"], Outcome((0, 1), (5, 5), "tie"))
    standings.count(["b", "a"], Outcome((1,), (1, 9), "points"))
    assert standings.lines() == [
        {"bot": "a", "played": 2, "won": 1.5, "points": 14},
        {"bot": "b", "played": 2, "won": 0.5, "points": 6},
    ]
