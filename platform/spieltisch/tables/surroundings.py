"""What all tables of a process share: the log, the listeners, the lobby's news, and how the server is run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spieltisch.tables.delivery import Hub
from spieltisch.tables.log import LogWriter

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor


class LobbyFeed:
    """What a table tells the lobby; the real feed overrides it, tests may do without."""

    def touch(self, actor: TableActor) -> None:
        """Take note that the table looks different now."""


async def _at_once() -> None:
    """Nobody else plays our tables."""


@dataclass(slots=True)
class Surroundings:
    """What all tables of a process share."""

    writer: LogWriter
    hub: Hub
    feed: LobbyFeed
    bot_delay: float = 0.0
    draining: Callable[[], bool] = lambda: False
    """Tells whether no new match may begin because the server is about to stop."""
    leaving: bool = False
    """Set when the process stops: who goes now goes because of us, and finds the table with the next process."""
    until_sure: Callable[[], Awaitable[None]] = _at_once
    """Waited for by what a table does of itself: a process that stood still may have lost it to another meanwhile."""
    fenced: Callable[[TableActor], None] = lambda actor: None
    """Told when another process has written a step of a table that this one believed to be its own."""
