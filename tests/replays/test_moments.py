"""Moments worth jumping to: a Qwirkle, the robber, a goal, a push, in matches played by bots."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gamekit import registry
from gamekit.bots import Bot
from gamekit.chance import Chance
from gamekit.game import Game
from gamekit.reception import SeatInfo
from gamekit.rules import Player
from gamekit.views import Room
from spieltisch.lobby.gametexts import dictionary

#: Game -> what a match has at some time.
EXPECTED = {
    "catan": {"A seven", "The robber moves"},
    "mississippi": {"A push"},
    "quidditch": {"A goal"},
    "qwirkle": {"Qwirkle!"},
}


def seated(game: Game) -> list[Player]:
    seats: list[SeatInfo] = []
    for seat in range(game.default_seats):
        data = game.check_seat({}, seats)
        seats.append(SeatInfo(seat, f"Player {seat}", seat + 1, "client", True, True, data))
    return [Player(seat.name, seat.number, "client", seat.data) for seat in seats]


def labels_of_a_match(game: Game, seed: int, wanted: set[str]) -> set[str]:
    """Play a match with the game's bots until all that is wanted was seen, and return what was notable."""
    chance, players = Chance.seeded(seed), seated(game)
    complete = game.read_options({})
    state, events = game.rules.start(complete, players, chance)
    room = Room(1, "code", "", players, complete)
    found: set[str] = set()
    bots = [game.bots[len(game.bots) // 2].make() for _ in players]
    rng = random.Random(seed)
    while not wanted <= found and game.rules.outcome(state) is None:
        for event in events:
            for kind, payload in game.views.render(room, state, event, None):
                assert game.notable is not None
                found.add(game.notable(state, kind, payload) or "")
        events = step(game, state, bots, chance, rng)
    return found - {""}


def step(game: Game, state: Any, bots: list[Bot], chance: Chance, rng: random.Random) -> list[Any]:
    """Let the first who wants to act do so."""
    expected = game.rules.expects(state)
    for one in expected:
        if one.seat is None:
            return game.rules.expire(state, one, chance, late=False)
        world = game.rules.redeal(state, one.seat, Chance.seeded(rng.random().hex()))
        move = bots[one.seat].choose(world, one.seat, rng)
        if move is not None:
            return game.rules.play(state, one.seat, move, chance)
    return game.rules.expire(state, expected[0], chance, late=False)


@pytest.mark.parametrize("slug", sorted(EXPECTED))
def test_matches_have_their_moments(slug: str) -> None:
    game, wanted = registry.game(slug), EXPECTED[slug]
    found: set[str] = set()
    for seed in range(12):
        found |= labels_of_a_match(game, seed, wanted - found)
        if wanted <= found:
            break
    assert wanted <= found
    assert found <= set(dictionary(slug, "de"))
