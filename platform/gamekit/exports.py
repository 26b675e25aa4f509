"""Formats in which a finished match leaves and comes in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from gamekit.rules import Json, Outcome, Player

#: Names that a record keeps of those who watched: formats may repeat all of them in every state of the match.
MOST_SPECTATORS = 200


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a match's log, enough to do it again."""

    kind: Literal["play", "expire", "late", "withdraw", "control"]
    seat: int | None
    input: Json
    """play: `dump_move`; expire and late: the expectation's kind; control: the order; withdraw: None."""
    chance: Sequence[int]
    time_ms: int
    """Milliseconds since the match began."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A whole match: setup and steps; state = start with the setup's chance, then every step."""

    game: str
    table: int
    code: str
    name: str
    options: Json
    players: Sequence[Player]
    chance: Sequence[int]
    """Outcomes of chance during `start`."""
    started: str
    """ISO 8601."""
    steps: Sequence[Step]
    outcome: Outcome | None = None
    spectators: Sequence[str] = ()
    """Names of those who watched at some time, the first `MOST_SPECTATORS` of them."""


@dataclass(frozen=True, slots=True)
class Export:
    """A format: how to write a record, and (where the format holds enough) how to read one back."""

    name: str
    """The word in `/api/replays/{id}.{name}`; also the file's extension."""
    title: str
    content_type: str
    write: Callable[[MatchRecord], bytes]
    read: Callable[[bytes], MatchRecord] | None = None
    """GameError with `field` naming the line at fault when the file is refused."""
    side: str = ""
    """The format of a second file that may come along and tells what this one loses."""
    read_with_side: Callable[[bytes, bytes], MatchRecord] | None = None
    """As `read`, with the second file; `field` is "side" when that one is at fault."""
