"""Lobbies (4.5, 14.5): tables that are found by their name."""

from __future__ import annotations

from gamekit.errors import Refused
from gamekit.reception import Desk, TableInfo
from gamekit.rules import Json
from games.quidditch.login import DEFAULT_LOBBY, LOBBY


def is_under_way(table: TableInfo) -> bool:
    """Return whether a match is being played at the table."""
    return table.status in ("running", "paused")


def is_closed(table: TableInfo) -> bool:
    """Return whether nobody can play at the table any more."""
    return table.status in ("finished", "aborted")


async def find_lobby(desk: Desk, name: str) -> TableInfo:
    """Return the table of that name, opened when there is none; two who open it at the same moment meet in it."""
    found = await _known(desk, name)
    if found is not None:
        return found
    try:
        opened, _ = await desk.open_table(name=name)
    except Refused:
        # Somebody else was quicker by a moment.
        found = await _known(desk, name)
        if found is None:
            raise
        return found
    return opened


async def _known(desk: Desk, name: str) -> TableInfo | None:
    """Return the oldest open table of that name, or the one whose name or code it is."""
    named = [table for table in await desk.tables() if table.name == name and not is_closed(table)]
    if named:
        return min(named, key=lambda table: table.table)
    try:
        table = await desk.table(name)
    except Refused:
        return None
    return None if is_closed(table) else table


async def lobby_list(desk: Desk) -> list[Json]:
    """Return the lobbies as the list on connecting shows them; the default lobby is always open."""
    shown: dict[str, Json] = {}
    for table in sorted(await desk.tables(), key=lambda table: table.table):
        if LOBBY.fullmatch(table.name) and table.name not in shown and not is_closed(table):
            shown[table.name] = {
                "name": table.name,
                "matchStarted": is_under_way(table),
                "connectedUsers": table.watching + sum(seat.connected for seat in table.seats),
            }
    shown.setdefault(DEFAULT_LOBBY, {"name": DEFAULT_LOBBY, "matchStarted": False, "connectedUsers": 0})
    return list(shown.values())
