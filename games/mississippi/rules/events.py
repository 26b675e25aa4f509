"""What happens in a match, as views tell it. The state after the step holds the details, so most are mere marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.mississippi.rules.actions import Move


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The room is full: everybody learns the colour he plays."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The state goes out to everybody; `condition`: with the result in it, as the interface document has it."""

    condition: bool = False


@dataclass(frozen=True, slots=True)
class Requested:
    """The player to move is asked for a move."""

    seat: int


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The game is paused: observers learn who would be asked."""

    seat: int


@dataclass(frozen=True, slots=True)
class Broken:
    """A player broke the rules: everybody sees the text and the move."""

    seat: int
    code: str
    reason: str
    move: Move


@dataclass(frozen=True, slots=True)
class Decided:
    """The result goes out; `offender` broke the rules, is shown the door, and gets none."""

    offender: int | None = None


@dataclass(frozen=True, slots=True)
class Parted:
    """The room is left by all; the offender had to leave before."""

    offender: int | None = None


Event: TypeAlias = Welcomed | Shown | Requested | HeldBack | Broken | Decided | Parted
