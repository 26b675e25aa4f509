"""What every game's rules offer the platform: pure functions over a state, no clock, no I/O, no global chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from gamekit.chance import Chance

Json: TypeAlias = Any
Options: TypeAlias = Mapping[str, Json]
Order: TypeAlias = Literal["pause", "resume", "step", "abort"]

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat when a match begins; `data` is the game's own (team, colour, client type)."""

    name: str
    number: int = 0
    """Unique on the server and positive: the id that Catan and Qwirkle clients see."""
    kind: Literal["person", "client", "bot"] = "client"
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expectation:
    """Somebody may act now, or (seat None) the table itself goes on when its time has passed.

    The same (seat, kind, turn) after a step means: the same clock runs on. A new one starts a new clock.
    """

    seat: int | None
    kind: str
    limit_ms: int | None = None
    """When it has passed without an answer, `expire` is called. For seat None: the length of the pause."""
    soft_ms: int | None = None
    """An answer later than this is not played: `expire(late=True)` is called instead."""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winning seats (none: nobody), a score a seat, and the reason as a short code."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class Rules(Protocol[S, M, E]):
    """The rules of a game.

    `play`, `expire`, `withdraw` and `control` change the state in place and return what happened; the platform writes
    their input and the outcomes of chance to the log, and rebuilds the state by calling them again.
    """

    def start(self, options: Options, players: Sequence[Player], chance: Chance) -> tuple[S, list[E]]:
        """Return the first state and the events that open the match. Options are complete and checked."""

    def expects(self, state: S) -> Sequence[Expectation]:
        """Return who may act now. Empty only when the match is over."""

    def legal(self, state: S, seat: int) -> Iterator[M]:
        """Yield moves that `play` accepts now; every essentially different one, but for offers and other open sets."""

    def play(self, state: S, seat: int, move: M, chance: Chance) -> list[E]:
        """Check, then change. IllegalMove (or MalformedMessage) leaves the state and chance untouched."""

    def expire(self, state: S, expectation: Expectation, chance: Chance, late: bool = False) -> list[E]:
        """Time ran out for the expectation (late: an answer came after its soft limit)."""

    def withdraw(self, state: S, seat: int, chance: Chance) -> list[E]:
        """The seat is given up for good (left, kicked, connection lost)."""

    def control(self, state: S, order: Order, chance: Chance) -> list[E]:
        """The host pauses, resumes, steps or aborts. Refused raises IllegalMove."""

    def paused(self, state: S) -> bool:
        """Return True while clocks stand still and moves are refused."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how it ended, or None while it goes on."""

    def redeal(self, state: S, viewer: int | None, chance: Chance) -> S:
        """Return a copy in which everything the viewer (None: a spectator) may not know is drawn anew.

        Bots are given such a copy, so they cannot peek; the contract suite compares what the viewer is shown.
        """

    def clone(self, state: S) -> S:
        """Return an independent copy."""

    def dump(self, state: S) -> Json:
        """Return the state as JSON."""

    def load(self, data: Json) -> S:
        """Return the state that `dump` wrote."""

    def dump_move(self, move: M) -> Json:
        """Return the move as JSON, for the log."""

    def load_move(self, data: Json) -> M:
        """Return the move that `dump_move` wrote; MalformedMessage when it is none."""
