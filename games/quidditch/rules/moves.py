"""What a player may say: a formation, a request, or a wish to pause or go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.quidditch.rules.entities import NOBODY
from games.quidditch.rules.pitch import NOWHERE


@dataclass(frozen=True, slots=True)
class Formation:
    """Where the seven players of a team stand at the beginning, in the order of the roles."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """The answer to a `next`: a deltaRequest's type, target cell and entities (NOWHERE and NOBODY: null)."""

    type: str
    target: int = NOWHERE
    active: int = NOBODY
    passive: int = NOBODY


@dataclass(frozen=True, slots=True)
class PauseWish:
    """A pauseRequest (pause) or continueRequest (not pause) with its free message."""

    pause: bool
    message: str = ""


Move: TypeAlias = Formation | Request | PauseWish


def dump_move(move: Move) -> Json:
    """Return the move as JSON, for the log."""
    match move:
        case Formation(cells):
            return ["formation", *cells]
        case Request(kind, target, active, passive):
            return ["request", kind, target, active, passive]
        case PauseWish(pause, message):
            return ["pause", pause, message]


def load_move(data: Json) -> Move:
    """Return the move that `dump_move` wrote; MalformedMessage when it is none."""
    match data:
        case ["formation", *cells] if all(type(at) is int for at in cells):
            return Formation(tuple(cells))
        case ["request", str(kind), int(target), int(active), int(passive)]:
            return Request(kind, target, active, passive)
        case ["pause", bool(pause), str(message)]:
            return PauseWish(pause, message)
    raise MalformedMessage(f"{data!r} is no move of Quidditch", "move/malformed")
