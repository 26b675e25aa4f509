"""Writes a match as the contest's viewer stored it: every state, an illegal move, the result."""

from __future__ import annotations

import gzip

from gamekit.chance import RecordedChance
from gamekit.exports import MatchRecord, Step
from games.mississippi import documents, messages
from games.mississippi.markup import Element, element, written
from games.mississippi.rules.events import Broken, Event
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.state import State

RULES = MississippiRules()


def write_xml(record: MatchRecord) -> bytes:
    """Return the replay as plain XML."""
    return (written(_stream(record)).lstrip() + "\n").encode()


def write_gzip(record: MatchRecord) -> bytes:
    """Return the replay as the contest's files are: packed. The same match always gives the same bytes."""
    return gzip.compress(write_xml(record), mtime=0)


def _stream(record: MatchRecord) -> Element:
    state, _ = RULES.start(record.options, record.players, RecordedChance(record.chance))
    stream = element("object-stream", None, _state(record, state))
    for step in record.steps:
        turn = state.turn
        events = redo(state, step)
        if state.turn > turn:
            stream.children.append(_state(record, state))
        stream.children += [_error(record, event) for event in events if isinstance(event, Broken)]
    if state.ending is not None:
        result = documents.result_children(messages.result_json(state, record.players))
        stream.children.append(element("result", None, *result))
    return stream


def redo(state: State, step: Step) -> list[Event]:
    """Do a recorded step again."""
    chance = RecordedChance(step.chance)
    match step.kind:
        case "play":
            return RULES.play(state, step.seat or 0, RULES.load_move(step.input), chance)
        case "withdraw":
            return RULES.withdraw(state, step.seat or 0, chance)
        case "control":
            return RULES.control(state, step.input, chance)
        case "expire" | "late":
            return RULES.expire(state, RULES.expects(state)[0], chance, late=step.kind == "late")


def _state(record: MatchRecord, state: State) -> Element:
    return documents.state_element(messages.state_json(state, record.players), typed=False)


def _error(record: MatchRecord, event: Broken) -> Element:
    name = record.players[event.seat].name
    payload = messages.error_json(record.code, name, event.reason, event.move, event.code)
    return element("error", {"message": payload["message"]}, *documents.error_children(payload))
