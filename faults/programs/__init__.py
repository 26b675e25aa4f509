"""The programs of the games' own doors, one match of each game; what they say and hear goes into their journals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from faults.programs import catan, mississippi, quidditch, qwirkle
from faults.programs.pace import Journals, Ports

#: Game -> how many programs play, and how.
PROGRAMS: dict[str, tuple[int, Callable[[Ports, Journals], Awaitable[None]]]] = {
    "catan": (3, catan.play),
    "qwirkle": (2, qwirkle.play),
    "mississippi": (2, mississippi.play),
    "quidditch": (2, quidditch.play),
}
