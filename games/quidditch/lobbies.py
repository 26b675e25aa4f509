"""Lobbies (4.5, 14.5): tables that are found by their name."""

from __future__ import annotations

from gamekit.errors import Refused
from gamekit.reception import Desk, TableInfo
from gamekit.rules import Json
from games.quidditch.login import DEFAULT_LOBBY, LOBBY


def is_under_way(table: TableInfo) -> bool:
    """Return whether a match is being played at the table."""
    return table.status in ("running", "paused")


async def find_lobby(desk: Desk, name: str) -> TableInfo:
    """Return the table of that name, opened when there is none.

    Two clients may open it at the same moment: the older table counts, and both find it by looking again.
    """
    found = await _oldest(desk, name)
    if found is not None:
        return found
    try:
        return await desk.table(name)
    except Refused:
        opened, _ = await desk.open_table(name=name)
        return await _oldest(desk, name) or opened


async def _oldest(desk: Desk, name: str) -> TableInfo | None:
    named = [table for table in await desk.tables() if table.name == name]
    return min(named, key=lambda table: table.table, default=None)


async def lobby_list(desk: Desk) -> list[Json]:
    """Return the lobbies as the list on connecting shows them; the default lobby is always open."""
    shown: dict[str, Json] = {}
    for table in sorted(await desk.tables(), key=lambda table: table.table):
        if LOBBY.fullmatch(table.name) and table.name not in shown:
            shown[table.name] = {
                "name": table.name,
                "matchStarted": is_under_way(table),
                "connectedUsers": table.watching + sum(seat.connected for seat in table.seats),
            }
    shown.setdefault(DEFAULT_LOBBY, {"name": DEFAULT_LOBBY, "matchStarted": False, "connectedUsers": 0})
    return list(shown.values())
