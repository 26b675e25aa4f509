"""What a client wrote down while it was served: every message, every move and what became of it."""

from __future__ import annotations

import time
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
    clocks: list[tuple[float, float]] = field(default_factory=list)
    """(when, seconds used of one's own time): each time one is shown to be expected."""
    faults: list[str] = field(default_factory=list)
    """What must never happen, in words."""

    def note(self, message: Json) -> None:
        """Take note of a message; whatever contradicts what was told before is a fault."""
        kind, payload = message["payloadType"], message["payload"]
        if kind == "table/state":
            self._note_state(payload)
        elif not kind.startswith("table/") and "version" in message:
            self._note_told(message["version"], kind, payload)

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
        for clock in payload["expected"]:
            if clock["seat"] == self.seat is not None and clock["limit_ms"] is not None:
                self.clocks.append((now, (clock["limit_ms"] - clock["left_ms"]) / 1000))

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
            "version": self.at_version,
            "state": self.state,
            "told": [[version, *said] for version, said in self.told.items()],
            "sent": [[move.kind, move.payload, move.fate] for move in self.sent],
        }


@dataclass(slots=True)
class DoorJournal:
    """One client at a house table, by the game's own door: how many moves it made and how many were confirmed."""

    game: str
    name: str
    sent: int = 0
    acknowledged: int = 0

    def as_json(self) -> Json:
        """Return what the verification needs."""
        return {"game": self.game, "name": self.name, "sent": self.sent, "acknowledged": self.acknowledged}
