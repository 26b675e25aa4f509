"""What a client wrote down while it was served: every message, every move and what became of it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

Json = Any
#: refused and acknowledged are the server's words; unknown: the connection broke before the answer came.
Fate = Literal["unknown", "acknowledged", "refused"]


@dataclass(slots=True)
class SentMove:
    """A move that was sent."""

    kind: str
    payload: Json
    fate: Fate = "unknown"


@dataclass(frozen=True, slots=True)
class Clock:
    """What a state told of one's own clock."""

    when: float
    used: float | None
    """Seconds of one's own time; None when somebody else is expected."""


@dataclass(slots=True)
class Journal:
    """One client at one table of pages: a seat, or (seat None) a spectator."""

    game: str
    table: str
    seat: int | None = None
    match: str = ""
    version: int = 0
    step: int = 0
    told: dict[int, tuple[str, Json]] = field(default_factory=dict)
    state: Json = None
    """The last full state."""
    at_version: int = 0
    """The version that came with it."""
    over: bool = False
    sent: list[SentMove] = field(default_factory=list)
    steps: list[tuple[float, int]] = field(default_factory=list)
    """When each new step was first told (monotonic clock)."""
    clocks: list[Clock] = field(default_factory=list)
    """Of each state that was told to a player."""
    came: float = field(default_factory=time.monotonic)
    heard: list[float] = field(default_factory=list)
    """When anything at all was told, answers included."""
    faults: list[str] = field(default_factory=list)
    """What must never happen, in words."""

    def note(self, message: Json) -> None:
        """Take note of a message; whatever contradicts what was told before is a fault."""
        kind, payload = message["payloadType"], message["payload"]
        if kind == "table/hello":
            self._note_seat(payload["you"]["seat"])
        elif kind == "table/state":
            self._note_state(payload)
        elif not kind.startswith("table/") and "version" in message:
            self._note_told(message["version"], kind, payload)

    def _note_seat(self, seat: int | None) -> None:
        if seat != self.seat:
            # Each audience is told versions of its own, and the match may have begun before one had sat down.
            self.told, self.version = {}, 0
        self.seat = seat

    def _note_state(self, payload: Json) -> None:
        now = time.monotonic()
        if self.match and payload["match"] != self.match:
            self.faults.append(f"another match, {payload['match']}")
        if payload["step"] < self.step:
            self.faults.append(f"step {self.step} was told, then {payload['step']}")
        if payload["version"] != self.version:
            self.faults.append(f"the state is at version {payload['version']}, the messages at {self.version}")
        if payload["step"] > self.step or not self.match:
            self.steps.append((now, payload["step"]))
        self.match, self.step, self.at_version = payload["match"], payload["step"], payload["version"]
        self.state, self.over = payload["state"], payload["outcome"] is not None
        if self.seat is not None:
            own = [one for one in payload["expected"] if one["seat"] == self.seat and one["limit_ms"] is not None]
            self.clocks.append(Clock(now, (own[0]["limit_ms"] - own[0]["left_ms"]) / 1000 if own else None))

    def _note_told(self, version: int, kind: str, payload: Json) -> None:
        if version in self.told:
            if self.told[version] != (kind, payload):
                self.faults.append(f"version {version} was told twice, differently")
            return
        if version != self.version + 1:
            self.faults.append(f"version {version} came after {self.version}")
        self.told[version] = (kind, payload)
        self.version = version

    def as_json(self) -> Json:
        """Return what the verification needs."""
        return {
            "game": self.game,
            "table": self.table,
            "seat": self.seat,
            "match": self.match,
            "step": self.step,
            "over": self.over,
            "version": self.at_version,
            "state": self.state,
            "told": [[version, *said] for version, said in self.told.items()],
            "sent": [[move.kind, move.payload, move.fate] for move in self.sent],
        }


@dataclass(slots=True)
class DoorMove:
    """A move that a program said at a game's own door."""

    kind: str
    payload: Json
    said: float
    fate: Fate = "unknown"
    told: float = 0.0
    """When its fate was."""


#: over: it saw its match's end; cut: the connection (its own or its companions') was lost; unseated: no match began for
#: it; broken: something came that must not come. Without an end it was there until all were sent home.
End = Literal["", "over", "cut", "unseated", "broken"]


@dataclass(slots=True)
class DoorJournal:
    """One client at a house table, by the game's own door: its moves, and what became of them and of itself."""

    game: str
    name: str
    lane: int = 0
    """Those of one lane play one match after the other, together."""
    came: float = field(default_factory=time.monotonic)
    begun: float | None = None
    """When its match began."""
    ended: float | None = None
    end: End = ""
    moves: list[DoorMove] = field(default_factory=list)
    words: deque[str] = field(default_factory=lambda: deque(maxlen=6))
    """What it heard last, by the words of its protocol."""
    faults: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Take note that the match began."""
        if self.begun is None:
            self.begun = time.monotonic()

    def leave(self, end: End) -> None:
        """Take note of how it ended."""
        self.ended, self.end = time.monotonic(), end

    def say(self, kind: str, payload: Json) -> None:
        """Take note of a move, in the moment in which it is said."""
        self.moves.append(DoorMove(kind, payload, time.monotonic()))

    def hear(self, fate: Fate) -> None:
        """Take note of the fate of the last move, if it is not known yet."""
        if self.moves and self.moves[-1].fate == "unknown":
            self.moves[-1].fate, self.moves[-1].told = fate, time.monotonic()

    def confirmed(self, after: float) -> float | None:
        """Return when the first move was confirmed that was said after a moment."""
        return next((one.told for one in self.moves if one.said > after and one.fate == "acknowledged"), None)

    def as_json(self) -> Json:
        """Return what the verification needs."""
        moves = [[move.kind, move.payload, move.fate] for move in self.moves]
        return {"game": self.game, "name": self.name, "moves": moves}
