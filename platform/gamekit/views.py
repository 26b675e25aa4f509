"""What a game shows: messages cut for each audience, the full state for those who join, and answers to questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from gamekit.rules import Json, Player

S_contra = TypeVar("S_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Room:
    """What views may know of the table besides the state."""

    table: int
    """The table's number: Qwirkle's gameID."""
    code: str
    """The table's public id: Mississippi's roomId, part of its address."""
    name: str
    players: Sequence[Player]
    options: Json
    spectators: Sequence[str] = ()
    """Names of those who watch (as they logged in); Quidditch's snapshots name them."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The times a question may ask for, in milliseconds, as announced: frozen while paused."""

    left: int | None
    """Time left for the expectation now running; None when there is no limit."""
    total: int
    """Running time of the match, pauses not counted."""


#: A message of the game: payload type and payload.
Message = tuple[str, Json]


class Views(Protocol[S_contra, E_contra]):
    """Cuts what each viewer (a seat, or None for spectators) may see. The only place that knows what is hidden."""

    def render(self, room: Room, state: S_contra, event: E_contra, viewer: int | None) -> Iterable[Message]:
        """Return the messages that tell the viewer of the event. `state` is the state after the whole step, so an
        event carries itself whatever may have changed again within the step."""

    def snapshot(self, room: Room, state: S_contra, viewer: int | None) -> Json:
        """Return all the viewer may know, as JSON: what a page shows on joining (payload of `table/state`)."""

    def joined(self, room: Room, state: S_contra, viewer: int | None) -> Iterable[Message]:
        """Return the messages a *protocol* client gets when it comes to (or back to) a running match."""

    def answer(self, room: Room, state: S_contra, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Answer a question about the announced state (hints of a page, queries of a protocol); GameError if none."""

    def summary(self, room: Room, state: S_contra) -> Json:
        """Return a small public picture for lists and live walls:
        {"scores": [int a seat], "turn": [seats to act], "progress": "round 3 of 30", "mini": game's own}."""
