"""A match in memory: the rules' state, its place in the hash chain, and the numbered messages of each audience.

Pure but for the clock it is told: the actor writes what `perform` returns to the log and only then asks for the
messages. Rebuilding from the log does the same without telling anybody, so versions come out equal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from gamekit import container, jsontext
from gamekit.chance import Chance, RecordedChance
from gamekit.errors import RulesBroken
from gamekit.game import Game
from gamekit.rules import Expectation, Json, Outcome, Player
from gamekit.views import Room
from spieltisch.tables.chain import step_hash
from spieltisch.tables.log import StepRow
from spieltisch.tables.wire import Prepared

#: No honest match has as many steps, and each costs time whenever the log is played again: the last one ends it.
MOST_STEPS = 50_000
#: How many messages of each audience are kept for those who come back.
KEPT = 256


class TableMessage:
    """A message to one audience, encoded when somebody first needs it."""

    __slots__ = ("_arrived", "_prepared", "payload", "payload_type", "timestamp", "version")

    def __init__(self, payload_type: str, payload: Json, timestamp: str = "", version: int | None = None) -> None:
        self.payload_type = payload_type
        self.payload = payload
        self.timestamp = timestamp
        self.version = version
        self._prepared: Prepared | None = None
        self._arrived = False

    @classmethod
    def encoded(cls, payload_type: str, data: bytes, version: int | None = None) -> TableMessage:
        """Return a message that another process has encoded; its payload is read when somebody asks for it."""
        message = cls(payload_type, None, "", version)
        message._prepared = Prepared(data)
        message._arrived = True
        return message

    @property
    def prepared(self) -> Prepared:
        """Return the encoded message, the same object for everybody."""
        if self._prepared is None:
            self._prepared = Prepared(self.container().encode())
        return self._prepared

    def answering(self, number: int) -> Prepared:
        """Return the message as the answer to the one question that had this id."""
        kind = {"payloadType": self.payload_type, "payload": self.payload}
        return Prepared(jsontext.dumps({"timestamp": self.timestamp, **kind, "id": number}))

    def container(self) -> container.Container:
        """Return the message as a container."""
        if self._arrived:
            return container.decode(self.prepared.text)
        return container.Container(self.payload_type, self.payload, self.timestamp, self.version)


@dataclass(slots=True)
class Audience:
    """What one audience has been told."""

    version: int = 0
    kept: deque[TableMessage] = field(default_factory=lambda: deque(maxlen=KEPT))

    def missed(self, since: int) -> list[TableMessage] | None:
        """Return the messages after a version; None when they are no longer (or not yet) known."""
        if since > self.version or since < self.version - len(self.kept):
            return None
        return [message for message in self.kept if message.version is not None and message.version > since]


@dataclass(slots=True)
class LiveMatch:
    """One running (or just finished) match."""

    game: Game
    room: Room
    match_id: int
    code: str
    started: datetime
    state: Any
    head: str
    chance: Chance
    steps: int = 0
    audiences: dict[int | None, Audience] = field(default_factory=dict)
    commands: set[str] = field(default_factory=set)
    """Ids of the commands from other processes that are in the log."""
    watchers: set[str] = field(default_factory=set)
    """Names of those who watched, as far as this process knows."""

    @classmethod
    def begin(
        cls,
        game: Game,
        room: Room,
        match_id: int,
        code: str,
        started: datetime,
        head: str,
        state: Any,
        opening: list[Any],
    ) -> LiveMatch:
        """Return the match at its first state, with the opening already numbered."""
        viewers = [None, *(seat for seat, player in enumerate(room.players) if player.kind != "bot")]
        match = cls(game, room, match_id, code, started, state, head, Chance.fair())
        match.audiences = {viewer: Audience() for viewer in viewers}
        match.announce(opening, 0)
        return match

    def perform(
        self, kind: str, seat: int | None, given: Json, time_ms: int, command: str = ""
    ) -> tuple[StepRow, list[Any]]:
        """Let the rules act; return the step to write and what happened. GameError changes nothing.

        In place of the last step that a match may have, whatever it was to be, it is broken off.
        """
        if self.steps >= MOST_STEPS - 1:
            kind, seat, given = "control", None, "abort"
        self.chance.take()
        events = self._act(kind, seat, given, self.chance)
        return self._record(kind, seat, given, self.chance.take(), time_ms, command), events

    def repeat(self, row: StepRow) -> None:
        """Do a step of the log again; RulesBroken when it does not come out as it was written."""
        chance = RecordedChance(jsontext.loads(row.chance))
        given = jsontext.loads(row.input)
        events = self._act(row.kind, row.seat, given, chance)
        if not chance.exhausted():
            raise RulesBroken(f"step {row.number} uses less chance than was written", "replay/chance")
        mine = step_hash(self.head, self.steps + 1, row.time_ms, row.kind, row.seat, row.input, row.chance)
        if mine != row.hash:
            raise RulesBroken(f"step {row.number} does not fit the hash chain", "replay/hash")
        self.steps += 1
        self.head = mine
        self._remember(row.command)
        self.announce(events, row.time_ms)

    def redo(self, kind: str, seat: int | None, given: Json, chance: Sequence[int]) -> StepRow:
        """Do a step of an earlier match as the next one of this; return it as it is written here."""
        events = self._act(kind, seat, given, RecordedChance(chance))
        row = self._record(kind, seat, given, list(chance), 0)
        self.announce(events, 0)
        return row

    def announce(self, events: Sequence[Any], time_ms: int) -> dict[int | None, list[TableMessage]]:
        """Render and number the messages of each audience."""
        stamp = container.timestamp(self.started + timedelta(milliseconds=time_ms))
        told: dict[int | None, list[TableMessage]] = {}
        for viewer, audience in self.audiences.items():
            messages = told[viewer] = []
            for event in events:
                for payload_type, payload in self.game.views.render(self.room, self.state, event, viewer):
                    audience.version += 1
                    message = TableMessage(payload_type, payload, stamp, audience.version)
                    audience.kept.append(message)
                    messages.append(message)
        return told

    def expects(self) -> Sequence[Expectation]:
        """Return who may act; nobody once it is over."""
        return () if self.outcome() is not None else self.game.rules.expects(self.state)

    def outcome(self) -> Outcome | None:
        """Return how it ended, or None."""
        return self.game.rules.outcome(self.state)

    def version(self, viewer: int | None) -> int:
        """Return the last version of an audience."""
        return self._audience(viewer).version

    def missed(self, viewer: int | None, since: int) -> list[TableMessage] | None:
        """Return what an audience was told after a version, or None when only the full state can help."""
        return self._audience(viewer).missed(since)

    def joined(self, viewer: int | None) -> Iterable[tuple[str, Json]]:
        """Return what a protocol client is told on coming back."""
        return self.game.views.joined(self.room, self.state, viewer)

    def _audience(self, viewer: int | None) -> Audience:
        # A person who takes over a bot's seat becomes an audience from here on.
        return self.audiences.setdefault(viewer, Audience())

    def _act(self, kind: str, seat: int | None, given: Json, chance: Chance) -> list[Any]:
        rules = self.game.rules
        match kind:
            case "play" if seat is not None:
                return rules.play(self.state, seat, rules.load_move(given), chance)
            case "expire" | "late":
                return rules.expire(self.state, self._expectation(seat, given), chance, late=kind == "late")
            case "withdraw" if seat is not None:
                return rules.withdraw(self.state, seat, chance)
            case "control":
                return rules.control(self.state, given, chance)
        raise RulesBroken(f"no such step: {kind}", "replay/kind")

    def _expectation(self, seat: int | None, kind: str) -> Expectation:
        for expectation in self.game.rules.expects(self.state):
            if expectation.seat == seat and expectation.kind == kind:
                return expectation
        raise RulesBroken(f"nobody at seat {seat} is expected to {kind}", "replay/expectation")

    def _record(
        self, kind: str, seat: int | None, given: Json, chance: list[int], time_ms: int, command: str = ""
    ) -> StepRow:
        given_text, chance_text = jsontext.dumps(given).decode(), jsontext.dumps(chance).decode()
        self.steps += 1
        self.head = step_hash(self.head, self.steps, time_ms, kind, seat, given_text, chance_text)
        self._remember(command)
        return StepRow(self.match_id, self.steps, time_ms, kind, seat, given_text, chance_text, self.head, command)

    def _remember(self, command: str) -> None:
        if command:
            self.commands.add(command)


def players_to_json(players: Sequence[Player]) -> list[Json]:
    """Return players as they are stored with the match."""
    return [{"name": p.name, "number": p.number, "kind": p.kind, "data": dict(p.data)} for p in players]


def players_from_json(data: Sequence[Json]) -> list[Player]:
    """Return players as stored."""
    return [Player(p["name"], p.get("number", 0), p.get("kind", "client"), p.get("data", {})) for p in data]
