"""The lobby's connection, /ws/lobby/: tells of tables as they change, and listens to nothing."""

from __future__ import annotations

from gamekit.container import Container
from spieltisch.tables.connection import Connection, Event
from spieltisch.tables.directory import directory


class LobbyConnection(Connection):
    """A page that shows tables."""

    page = True
    kind = "lobby"

    async def opened(self) -> None:
        """Tell everything that is there."""
        await directory().feed.join(self)

    async def received(self, message: Container, event: Event) -> None:
        """Ignore what is said: there is nothing to ask for here."""

    async def closed(self) -> None:
        """Stop telling."""
        directory().feed.leave(self)
