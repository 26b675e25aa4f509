"""A client that cannot be served because of us is told to come back, and is no error in the application."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.db import OperationalError

from gamekit.errors import Unavailable
from spieltisch.tables.connection import COME_BACK, CONNECTED, Connection
from spieltisch.tables.page import PageConnection
from spieltisch.tables.wire import Prepared

pytestmark = pytest.mark.django_db(transaction=True)


class Newcomer(Connection):
    """Comes when nobody runs its table, as while a web process stops."""

    async def opened(self) -> None:
        """Find out where it wants to go."""
        raise Unavailable("the table cannot be reached at the moment", "server/away")


class Waiting(Connection):
    """Waits for something that fails, and says nothing meanwhile."""

    async def opened(self) -> None:
        """Wait for a seat."""
        self.spawn(self._find_seat())

    async def _find_seat(self) -> None:
        raise OperationalError("the database is away")


class AwayTable:
    """A table whose host cannot be reached."""

    async def announced(self, viewer: int | None = None) -> dict[str, Any]:
        """Find nobody who knows."""
        raise Unavailable("the table cannot be reached at the moment", "server/away")


class Closing:
    """The way to a client, who is only told that it ends."""

    backlog = 0

    def __init__(self) -> None:
        self.code: int | None = None

    def write(self, message: Prepared) -> None:
        """Nobody looks at it."""

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Take note."""
        self.code = code


def test_a_page_that_is_left_between_two_places_is_told_to_come_back() -> None:
    async def never(*event: Any) -> Any:
        raise AssertionError("nothing is received or sent")

    async def scenario() -> None:
        scope = {"type": "websocket", "path": "/", "url_route": {"kwargs": {"game": "qwirkle", "table": "abcd"}}}
        page, outlet = PageConnection(scope, never, never), Closing()
        page.actor, page._outlet = AwayTable(), outlet  # type: ignore[assignment]
        with pytest.raises(Unavailable):
            await page.take_place(1)
        assert outlet.code == COME_BACK

    asyncio.run(scenario())


def test_who_waits_for_what_has_failed_is_told_to_come_back() -> None:
    sent: list[dict[str, Any]] = []

    async def scenario() -> None:
        closed, connects = asyncio.Event(), [{"type": "websocket.connect"}]

        async def receive() -> dict[str, Any]:
            if not connects:
                await closed.wait()
                return {"type": "websocket.disconnect", "code": 1006}
            return connects.pop()

        async def send(event: dict[str, Any]) -> None:
            sent.append(event)
            if event["type"] == "websocket.close":
                closed.set()

        scope = {"type": "websocket", "path": "/", "headers": [], "client": ("127.0.0.1", 1)}
        await asyncio.wait_for(Waiting(scope, receive, send).run(), 10)

    asyncio.run(scenario())
    assert sent[-1]["type"] == "websocket.close"
    assert sent[-1]["code"] == COME_BACK


def test_who_comes_when_nobody_can_be_asked_is_told_to_come_back() -> None:
    sent: list[dict[str, Any]] = []

    async def scenario() -> None:
        closed = asyncio.Event()

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(event: dict[str, Any]) -> None:
            sent.append(event)
            if event["type"] == "websocket.close":
                closed.set()

        scope = {"type": "websocket", "path": "/", "headers": [], "client": ("127.0.0.1", 1)}
        await Newcomer(scope, receive, send).run()
        await asyncio.wait_for(closed.wait(), 10)

    asyncio.run(scenario())
    assert [event["type"] for event in sent] == ["websocket.accept", "websocket.close"]
    assert sent[1]["code"] == COME_BACK
    assert not CONNECTED
