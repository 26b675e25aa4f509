"""A table as the HTTP API, the pages and the lobby show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.rules import Json
from spieltisch.tables.seating import SeatRecord

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor


def describe(actor: TableActor) -> dict[str, Json]:
    """Return the table as JSON."""
    record, match = actor.record, actor.match
    return {
        "id": record.code,
        "number": record.number,
        "game": record.game,
        "name": record.name,
        "status": record.status,
        "private": record.private,
        "house": record.house,
        "demo": record.demo,
        "options": record.options,
        "size": record.size,
        "seats": [_seat(seat) for seat in actor.seating.all()],
        "spectators": actor.spectators(),
        "match": None if match is None else {"id": match.code, "steps": match.steps, "version": match.version(None)},
        "replay": record.replay,
        "summary": None if match is None else actor.game.views.summary(match.room, match.state),
        "url": f"/{record.game}/{record.code}/",
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
