"""The lobby's news: which tables changed, told at most twice a second to every page that shows them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from gamekit import container
from gamekit.rules import Json
from spieltisch.lobby.listing import Listing
from spieltisch.tables.actor import TableActor
from spieltisch.tables.describing import listed
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.surroundings import LobbyFeed
from spieltisch.tables.wire import Outlet, Prepared
from spieltisch.upkeep import for_good

if TYPE_CHECKING:
    from spieltisch.tables.directory import Directory

logger = logging.getLogger(__name__)

#: Seconds between two rounds of news.
PERIOD = 0.5


class Reader(Protocol):
    """A connection that shows the lobby."""

    @property
    def outlet(self) -> Outlet:
        """The way to the client."""


class Feed(LobbyFeed):
    """Collects changes and tells them, encoded once for all."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._readers: dict[Reader, None] = {}
        self._changed: dict[str, TableActor] = {}
        self._task: asyncio.Task[None] | None = None
        self.listing = Listing(lambda: self.public())
        self.publish: Callable[[bytes], None] | None = None
        """Told the news, too, when pages of other processes show the lobby."""

    def start(self) -> None:
        """Begin to tell."""
        self._task = for_good(self._run())

    def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()

    def touch(self, actor: TableActor) -> None:
        """Take note of a change; many at once are told as one."""
        if not actor.record.private:
            self._changed[actor.record.code] = actor
            self.listing.change()

    async def join(self, reader: Reader) -> None:
        """Tell the reader all public tables now, and changes from now on."""
        reader.outlet.write(message("lobby/tables", {"tables": await self.public()}).prepared)
        self._readers[reader] = None

    def leave(self, reader: Reader) -> None:
        """Stop telling the reader."""
        self._readers.pop(reader, None)

    def tell(self, payload_type: str, payload: Json) -> None:
        """Tell every reader something that is no table."""
        self.relay(message(payload_type, payload).prepared)

    def relay(self, news: Prepared) -> None:
        """Write news to every reader of this process."""
        for reader in list(self._readers):
            reader.outlet.write(news)

    async def public(self) -> list[Json]:
        """Return the public tables in memory, newest first."""
        shown = [actor for actor in self._directory.actors() if not actor.record.private]
        newest = sorted(shown, key=lambda actor: -actor.record.number)[:100]
        return [listed(await actor.announced()) for actor in newest]

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            changed, self._changed = self._changed, {}
            if not self._readers and self.publish is None:
                continue
            for actor in changed.values():
                if self._directory.loaded(actor.record.code) is actor:
                    await self._tell_of(actor)

    async def _tell_of(self, actor: TableActor) -> None:
        # Waited for, not awaited: a table that is put away meanwhile is cancelled, and must not cancel the news of all.
        asked = asyncio.ensure_future(actor.announced())
        await asyncio.wait((asked,))
        if asked.cancelled():
            return
        if (error := asked.exception()) is not None:
            logger.error("table %s cannot be told of", actor.record.code, exc_info=error)
            return
        news = message("lobby/table", listed(asked.result())).prepared
        self.relay(news)
        if self.publish is not None:
            self.publish(news.data)


def message(payload_type: str, payload: Json) -> TableMessage:
    """Return an unversioned message of now."""
    return TableMessage(payload_type, payload, container.timestamp())
