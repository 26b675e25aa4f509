"""Which twins are looked at: short options, every seat as the viewer, the longest course of several seeds."""

from __future__ import annotations

from functools import cache

from gamekit import registry
from gamekit.rules import Json
from tests.hidden.worlds import Twins, grow

#: Options with which a match comes to its own end sooner; a game that is not named here is played as it is.
SHORT: dict[str, Json] = {"catan": {"points": 4}, "qwirkle": {"maxHandTiles": 4}}
SEEDS = range(8)
#: Steps after which others give up, so that it ends.
MOST = 160


def seats_of(slug: str) -> int:
    """Return how many play: one more than usual where that can be, for then more is hidden."""
    game = registry.game(slug)
    return min(game.seats[1], max(3, game.default_seats))


@cache
def twins_of(slug: str, viewer: int) -> tuple[Twins, ...]:
    """Return the twins of a game that last longest, and those with most secrets, of those that have an end."""
    game, count = registry.game(slug), seats_of(slug)
    grown = [grow(game, seed, viewer, count, SHORT.get(slug), MOST) for seed in SEEDS]
    found = [twins for twins in grown if twins.ended and twins.differences]
    assert found, f"{slug}: no two worlds that seat {viewer} cannot tell apart"
    longest = max(found, key=lambda twins: len(twins.worlds[0].steps))
    secretive = max(found, key=lambda twins: twins.secrets)
    return (longest,) if secretive is longest else (longest, secretive)
