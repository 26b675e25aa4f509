"""A table as the HTTP API, the pages and the lobby show it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gamekit import jsontext
from gamekit.rules import Json, Outcome
from spieltisch.tables.delivery import Listener
from spieltisch.tables.livematch import LiveMatch
from spieltisch.tables.seating import SeatRecord

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

#: Bytes of an option that lists show: whoever looks into the lobby gets those of a hundred tables at once.
LARGEST_LISTED = 1_000


def describe(actor: TableActor, spectator: bool = False) -> dict[str, Json]:
    """Return the table as JSON, as it is or as those see it who may see it only later."""
    record, match = actor.record, actor.shown(None) if spectator else actor.match
    status, replay = actor.delay.standing if spectator else (record.status, record.replay)
    return {
        "id": record.code,
        "number": record.number,
        "game": record.game,
        "name": record.name,
        "status": status,
        "private": record.private,
        "house": record.house,
        "demo": record.demo,
        "options": actor.game.shown_options(record.options),
        "size": record.size,
        "seats": [_seat(seat) for seat in actor.seating.all()],
        "spectators": actor.spectators(),
        "spectator_delay": actor.delay.seconds,
        "match": None if match is None else {"id": match.code, "steps": match.steps, "version": match.version(None)},
        "replay": replay,
        "summary": None if match is None else actor.game.views.summary(match.room, match.state),
        "url": f"/{record.game}/{record.code}/",
    }


def listed(table: dict[str, Json]) -> dict[str, Json]:
    """Return a table's description as lists have it: without options (positions, say) that are long."""
    options: dict[str, Json] = table["options"]
    short = {name: value for name, value in options.items() if len(jsontext.dumps(value)) <= LARGEST_LISTED}
    return {**table, "options": short}


def describe_state(actor: TableActor, viewer: int | None, ended: LiveMatch | None = None) -> dict[str, Json]:
    """Return the whole state of the match (or of one that has ended here) as the viewer may see it."""
    match = ended or actor.running()
    outcome = match.outcome()
    return {
        "state": actor.game.views.snapshot(match.room, match.state, viewer),
        "version": match.version(viewer),
        "match": match.code,
        "step": match.steps,
        "expected": actor.clocks.expected(time.monotonic()) if outcome is None else [],
        "paused": actor.game.rules.paused(match.state),
        "total_ms": actor.total_ms(),
        "outcome": outcome_json(outcome) if outcome else None,
    }


def _seat(seat: SeatRecord) -> dict[str, Json]:
    info = seat.info()
    return {
        "seat": seat.seat,
        "name": seat.name,
        "kind": info.kind,
        "bot": seat.bot_now or None,
        "connected": info.connected,
        "ready": seat.ready,
        "held": seat.kind == "held",
    }


async def inspected(actor: TableActor) -> dict[str, Json]:
    """Return what staff may see: the table, the whole state, and who is connected, how, and how far behind."""
    match = actor.match
    return {
        "table": describe(actor),
        "state": actor.game.rules.dump(match.state) if match is not None else None,
        "listeners": [
            _listener(viewer, listener) for viewer, listener in actor.around.hub.listeners(actor.record.code)
        ],
    }


def _listener(viewer: int | None, listener: Listener) -> dict[str, Json]:
    return {
        "viewer": viewer,
        "kind": "page" if listener.page else "program",
        "address": listener.address,
        "number": getattr(getattr(listener, "tap", None), "number", None),
        "backlog": listener.outlet.backlog,
    }


def outcome_json(outcome: Outcome) -> dict[str, Json]:
    """Return an outcome for pages and the API."""
    return {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason}
