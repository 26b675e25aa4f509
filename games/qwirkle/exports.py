"""Formats in which a Qwirkle match can be downloaded."""

from __future__ import annotations

from collections.abc import Iterator

from gamekit.chance import RecordedChance
from gamekit.container import Container
from gamekit.exports import Export, MatchRecord, Step
from gamekit.views import Room
from games.qwirkle.configuration import write_configuration
from games.qwirkle.dialects.connection import QwirkleDialect
from games.qwirkle.rules.events import Event
from games.qwirkle.rules.referee import QwirkleRules
from games.qwirkle.rules.state import State
from games.qwirkle.views import QwirkleViews

_RULES = QwirkleRules()
_VIEWS = QwirkleViews()


def message_stream(record: MatchRecord) -> bytes:
    """Return every line that a spectator who speaks 1.0.1 got, from StartGame to Winner."""
    room = Room(record.table, record.code, record.name, record.players, record.options)
    dialect = QwirkleDialect()
    lines = []
    for state, events in _replayed(record):
        for event in events:
            for payload_type, payload in _VIEWS.render(room, state, event, None):
                lines.append(dialect.encode(Container(payload_type, payload)))
    return b"".join(lines)


def configuration_file(record: MatchRecord) -> bytes:
    """Return the match's Configuration as a file."""
    return write_configuration(record.options)


def _replayed(record: MatchRecord) -> Iterator[tuple[State, list[Event]]]:
    state, events = _RULES.start(record.options, record.players, RecordedChance(record.chance))
    yield state, events
    for step in record.steps:
        yield state, _repeat(state, step)


def _repeat(state: State, step: Step) -> list[Event]:
    chance = RecordedChance(step.chance)
    if step.kind == "play" and step.seat is not None:
        return _RULES.play(state, step.seat, _RULES.load_move(step.input), chance)
    if step.kind == "withdraw" and step.seat is not None:
        return _RULES.withdraw(state, step.seat, chance)
    if step.kind == "control":
        return _RULES.control(state, step.input, chance)
    return _RULES.expire(state, _RULES.expects(state)[0], chance)


EXPORTS = (
    Export("qwirkle", "Qwirkle messages (interface 1.0.1, JSON lines)", "application/x-ndjson", message_stream),
    Export("config", "Qwirkle configuration file", "application/json", configuration_file),
)
