"""Connections that are open in this process, described for this one and for others."""

from __future__ import annotations

from gamekit.rules import Json
from spieltisch.inspector.tap import OPEN, WireTap
from spieltisch.tables.log import LogWriter


def wires(owner: int | None) -> list[dict[str, Json]]:
    """Return the open connections of an owner; None: everybody's."""
    return [described(tap) for tap in list(OPEN.values()) if owner is None or tap.owner_id == owner]


def wire(number: int, after: int = 0) -> dict[str, Json] | None:
    """Return an open connection with its messages after a number; None when it is not open here."""
    tap = OPEN.get(number)
    return None if tap is None else {**described(tap), "entries": tap.entries(after)}


def described(tap: WireTap) -> dict[str, Json]:
    """Return what lists and pages show of a connection."""
    return {
        "number": tap.number,
        "owner_id": tap.owner_id,
        "game": tap.game.slug,
        "endpoint": tap.endpoint,
        "name": tap.name,
        "table": tap.table,
        "match": tap.match,
        "started": tap.started.isoformat(),
        "messages": tap.count,
    }


def keep_all(writer: LogWriter) -> None:
    """Keep what is open now: the process is about to end, and its connections with it."""
    for tap in list(OPEN.values()):
        if tap.table:
            writer.submit(tap.writer())
    OPEN.clear()
