"""What happened in a match, with all that views need to tell it."""

from __future__ import annotations

from dataclasses import dataclass

from games.qwirkle.rules.moves import Placement


@dataclass(frozen=True, slots=True)
class Started:
    """The match begins (400)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A player got the first hand (408)."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refilled:
    """The hand of the player whose turn begins was filled up (410)."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this player's turn (409)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayJudged:
    """A placement was found right or wrong (415)."""

    seat: int
    valid: bool
    message: str


@dataclass(frozen=True, slots=True)
class SwapJudged:
    """A swap was found right or wrong (412)."""

    seat: int
    valid: bool
    message: str


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles came on the board (416)."""

    seat: int
    tiles: tuple[Placement, ...]
    points: int
    bag: int
    """Tiles in the bag at that moment."""


@dataclass(frozen=True, slots=True)
class Swapped:
    """A player got other tiles for those given back (413)."""

    seat: int
    given: tuple[int, ...]
    got: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PointsLost:
    """A penalty was taken from a score; the protocol has no message for it."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A player who can neither lay nor swap was passed over; the protocol has no message for it."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left or was excluded (406)."""

    seat: int
    kicked: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """The host halted the match (403)."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The host lets the match go on (404)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over: regularly (401) or by the host's order (402)."""

    aborted: bool


@dataclass(frozen=True, slots=True)
class Won:
    """The winner and everybody's points (407)."""

    seat: int
    score: int
    leaderboard: tuple[tuple[int, int], ...]
    """Seat and score of every remaining player, in turn order."""


Event = (
    Started
    | Dealt
    | Refilled
    | TurnBegan
    | PlayJudged
    | SwapJudged
    | Laid
    | Swapped
    | PointsLost
    | Skipped
    | PlayerLeft
    | Paused
    | Resumed
    | Ended
    | Won
)
