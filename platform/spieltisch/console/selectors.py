"""What the console shows of running tables and their connections."""

from __future__ import annotations

from typing import Any

from gamekit.rules import Json
from spieltisch.console.models import AuditEntry, Ban
from spieltisch.tables import storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.connection import CONNECTED
from spieltisch.tables.directory import directory

#: Steps of the log shown on a table's page.
LAST_STEPS = 40


def tables(game: str = "", status: str = "", text: str = "") -> list[dict[str, Json]]:
    """Return every table in memory, private ones too, newest first."""
    shown = []
    for actor in sorted(directory().actors(), key=lambda actor: -actor.record.number):
        table = actor.describe()
        names = " ".join([table["id"], table["name"], *(seat["name"] for seat in table["seats"])])
        if game in ("", table["game"]) and status in ("", table["status"]) and text.lower() in names.lower():
            shown.append(table)
    return shown


def listeners(actor: TableActor) -> list[dict[str, Json]]:
    """Return who is connected to a table, how, and how far behind."""
    return [
        {
            "viewer": viewer,
            "kind": "page" if listener.page else "program",
            "address": (getattr(listener, "scope", {}).get("client") or ("?",))[0],
            "number": getattr(getattr(listener, "tap", None), "number", None),
            "backlog": listener.outlet.backlog,
        }
        for viewer, listener in actor.around.hub.listeners(actor.record.code)
    ]


def last_steps(actor: TableActor) -> list[Any]:
    """Return the end of the running match's log, newest first."""
    return storage.step_rows(actor.match.match_id)[-LAST_STEPS:][::-1] if actor.match is not None else []


def figures() -> dict[str, Json]:
    """Return the numbers at the head of the console."""
    actors = directory().actors()
    return {
        "tables": len(actors),
        "running": sum(1 for actor in actors if actor.record.status == "running"),
        "connections": len(CONNECTED),
        "waiting": directory().writer.backlog(),
        "draining": directory().draining,
    }


def bans() -> list[Ban]:
    """Return the bans, newest first."""
    return list(Ban.objects.select_related("user"))


def audit() -> list[AuditEntry]:
    """Return the latest acts of staff."""
    return list(AuditEntry.objects.select_related("staff")[:200])
