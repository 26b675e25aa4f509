"""Who is connected, in whichever process: for the staff's pages."""

from __future__ import annotations

from spieltisch.tables.connection import CONNECTED


def present() -> list[tuple[int | None, str]]:
    """Return account and address of every connection of this process."""
    found = []
    for connection in list(CONNECTED):
        user = connection.scope.get("user")
        found.append((user.pk if user is not None and user.is_authenticated else None, connection.address))
    return found
