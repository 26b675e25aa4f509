"""Replay files (13.3.2, 14.4.3.2): a finished match done again, told as the standard writes it down."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from gamekit import container, jsontext
from gamekit.chance import RecordedChance
from gamekit.errors import RulesBroken
from gamekit.exports import Export, MatchRecord, Step
from gamekit.rules import Json
from gamekit.views import Room
from games.quidditch.messages import delta_payload, match_start
from games.quidditch.rules.engine import QuidditchRules
from games.quidditch.rules.events import Changed, Event, Opened
from games.quidditch.rules.state import State
from games.quidditch.snapshots import snapshot
from games.quidditch.views import QuidditchViews

_RULES = QuidditchRules()
_VIEWS = QuidditchViews()


def events_of(record: MatchRecord) -> Iterator[tuple[int, State, Event]]:
    """Do the match again; yield each event with its time in milliseconds and the state after its step."""
    state, opening = _RULES.start(record.options, record.players, RecordedChance(record.chance))
    yield from ((0, state, event) for event in opening)
    for step in record.steps:
        yield from ((step.time_ms, state, event) for event in _repeat(state, step))


def _repeat(state: State, step: Step) -> list[Event]:
    chance = RecordedChance(step.chance)
    match step.kind:
        case "play" if step.seat is not None:
            return _RULES.play(state, step.seat, _RULES.load_move(step.input), chance)
        case "withdraw" if step.seat is not None:
            return _RULES.withdraw(state, step.seat, chance)
        case "control":
            return _RULES.control(state, step.input, chance)
        case "expire" | "late":
            for expectation in _RULES.expects(state):
                if (expectation.seat, expectation.kind) == (step.seat, step.input):
                    return _RULES.expire(state, expectation, chance, late=step.kind == "late")
    raise RulesBroken(f"the log has a step {step.kind} that does not fit", "replay/step")


def write_replay(record: MatchRecord) -> bytes:
    """Write the deltas and the end."""
    return _write(record, "replay", with_snapshots=False)


def write_replay_with_snapshot(record: MatchRecord) -> bytes:
    """Write every matchStart, snapshot, next and the end."""
    return _write(record, "replayWithSnapshot", with_snapshots=True)


def _write(record: MatchRecord, kind: str, with_snapshots: bool) -> bytes:
    started = datetime.fromisoformat(record.started)
    room = Room(record.table, record.code, record.name, record.players, record.options, record.spectators)
    first: Json = None
    log: list[Json] = []
    for time_ms, state, event in events_of(record):
        if isinstance(event, Changed) and first is None:
            # The first snapshot stands beside the log: its delta opens the match and changes nothing.
            first = snapshot(event.board, event.delta, state.setup.fans, record.spectators)
            if not with_snapshots:
                continue
        stamp = container.timestamp(started + timedelta(milliseconds=time_ms))
        for payload_type, payload in _told(room, state, event, with_snapshots):
            log.append({"timestamp": stamp, "payloadType": payload_type, "payload": payload})
    stamp = container.timestamp(started)
    start = match_start(record.options, record.players)
    replay = {
        "lobby": record.name,
        "startTimestamp": stamp,
        "startTimeStamp": stamp,
        **start,
        "spectatorUserName": list(record.spectators),
        "firstSnapshot": first,
        "log": log,
    }
    return jsontext.dumps({"timestamp": stamp, "payloadType": kind, "payload": replay})


def _told(room: Room, state: State, event: Event, with_snapshots: bool) -> Iterator[tuple[str, Json]]:
    if isinstance(event, Changed) and not with_snapshots:
        yield "deltaBroadcast", delta_payload(event.delta)
        return
    wanted = ("matchStart", "snapshot", "next", "matchFinish") if with_snapshots else ("matchFinish",)
    if isinstance(event, Opened) and not with_snapshots:
        return
    for payload_type, payload in _VIEWS.render(room, state, event, None):
        if payload_type in wanted:
            yield payload_type, payload


EXPORTS = (
    Export("replay", "FantasticFeasts replay", "application/json", write_replay),
    Export(
        "replaywithsnapshot", "FantasticFeasts replay with snapshots", "application/json", write_replay_with_snapshot
    ),
)
