"""What happened: each event carries all that its messages need, because views see only the state after the step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import Delta


@dataclass(frozen=True, slots=True)
class Opened:
    """The match was announced; both teams are to be set up."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One delta, with the board as it was right after it."""

    delta: Delta
    board: Board


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody is asked to act."""

    entity: int
    kind: str
    timeout: int


@dataclass(frozen=True, slots=True)
class PauseAnswered:
    """A wish to pause or to go on was answered; side None: the table's owner wished it."""

    side: int | None
    message: str
    paused: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over; winner None: nobody."""

    round: int
    points: tuple[int, int]
    winner: int | None
    reason: str


Event: TypeAlias = Opened | Changed | Asked | PauseAnswered | Finished
