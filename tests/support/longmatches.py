"""A match as long as somebody may upload, made in a moment: two players who do nothing but lay no tile at all."""

from __future__ import annotations

from typing import Any

from gamekit import registry
from gamekit.chance import Chance
from gamekit.exports import MatchRecord, Step
from gamekit.testing import begin
from tests.hostile.files import STARTED, own_format

GAME = "qwirkle"


def long_match(steps: int, penalty: int = 1) -> bytes:
    """Return a file of our own format: so many steps, half of them wrong moves that cost points, and then the end."""
    options: dict[str, Any] = {"wrongMove": "POINT_LOSS", "wrongMovePenalty": penalty}
    match, chance = begin(registry.game(GAME), 1, 2, options), Chance.seeded(1)
    rules = match.game.rules
    nothing = rules.load_move({"play": []})
    for number in range(steps):
        (expected,) = rules.expects(match.state)
        if expected.seat is None:
            rules.expire(match.state, expected, chance)
            step = Step("expire", None, expected.kind, chance.take(), number)
        else:
            rules.play(match.state, expected.seat, nothing, chance)
            step = Step("play", expected.seat, rules.dump_move(nothing), chance.take(), number)
        match.steps.append(step)
    # Whoever is left alone has won, with the points he has.
    rules.withdraw(match.state, 1, chance)
    match.steps.append(Step("withdraw", 1, None, chance.take(), steps))
    return own_format(
        MatchRecord(
            GAME, 1, "abcdef", "Long", match.room.options, match.room.players, match.start_chance, STARTED, match.steps
        )
    )
