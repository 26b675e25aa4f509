"""A bot is one object with one method; it is given a state in which hidden things were dealt anew."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Bot(Protocol):
    """A player of one match at one seat. It may keep notes between calls, but must work without them."""

    def choose(self, state: Any, seat: int, rng: random.Random) -> Any:
        """Return a legal move for the seat. `state` is a redealt copy: change it freely. Return None to wait (allowed
        only when the expectation is not a must, for example a trade offer to think over)."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """A strength on offer. `slow`: it thinks for longer than a few milliseconds, so it runs off the loop."""

    name: str
    title: str
    make: Callable[[], Bot]
    slow: bool = False
