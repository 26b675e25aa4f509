"""A Quidditch client for tests: it remembers what it heard, and waits for facts."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from clients.quidditch.player import ArtificialPlayer
from gamekit.rules import Json

#: Seconds; the machine may be small and busy.
PATIENCE = 60.0


class Talker:
    """One connection, read in the background; `player` answers by itself if there is one."""

    def __init__(self, socket: ClientConnection, player: ArtificialPlayer | None = None) -> None:
        self._socket = socket
        self._player = player
        self.heard: list[tuple[str, Json]] = []
        self.times: list[datetime] = []
        """What the server wrote as the time of each message heard."""
        self._counts: Counter[str] = Counter()
        self.closed = False
        self._news = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def to(cls, port: int, player: ArtificialPlayer | None = None) -> Talker:
        """Connect."""
        return cls(await connect(f"ws://127.0.0.1:{port}/", max_size=None), player)

    async def _read(self) -> None:
        if self._player is not None:
            for kind, payload in self._player.hello():
                await self.say(kind, payload)
        try:
            async for text in self._socket:
                message = json.loads(text)
                self.times.append(datetime.strptime(message["timestamp"], "%Y-%m-%d %H:%M:%S.%f"))
                await self._take(message["payloadType"], message["payload"])
        except ConnectionClosed:
            pass
        async with self._news:
            self.closed = True
            self._news.notify_all()

    async def _take(self, kind: str, payload: Json) -> None:
        async with self._news:
            self.heard.append((kind, payload))
            self._counts[kind] += 1
            self._news.notify_all()
        if self._player is not None:
            for answer, words in self._player.hear(kind, payload):
                await self.say(answer, words)

    async def say(self, kind: str, payload: Json) -> None:
        """Send a container."""
        await self.write(json.dumps({"timestamp": "2019-05-18 10:00:00.000", "payloadType": kind, "payload": payload}))

    async def write(self, text: str) -> None:
        """Send anything."""
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            self.closed = True

    async def join(self, name: str, lobby: str, *mods: str) -> None:
        """Log in and wait until it is accepted."""
        await self.say(
            "joinRequest",
            {
                "lobby": lobby,
                "userName": name,
                "password": "secret",
                "isArtificialIntelligence": False,
                "mods": list(mods),
            },
        )
        await self.hear("loginGreeting")

    async def hear(self, kind: str) -> Json:
        """Wait for a message of the type (heard before or not) and return the newest."""
        await self.until(lambda: self.count(kind) > 0, kind)
        return self.last(kind)

    def last(self, kind: str) -> Json:
        """Return the newest payload of the type."""
        return next(payload for heard, payload in reversed(self.heard) if heard == kind)

    def count(self, kind: str) -> int:
        """Return how many messages of the type came."""
        return self._counts[kind]

    def all(self, kind: str) -> list[Json]:
        """Return every payload of the type."""
        return [payload for heard, payload in self.heard if heard == kind]

    async def until(self, fact: Callable[[], bool], what: str) -> None:
        """Wait for a fact about what was heard."""

        async def wait() -> None:
            async with self._news:
                await self._news.wait_for(lambda: fact() or self.closed)

        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(
                f"{what}: not within {PATIENCE:g} s; heard {[k for k, _ in self.heard][-8:]}"
            ) from None
        assert fact(), f"{what}: the connection was closed; heard {self.heard[-2:]}"

    async def until_closed(self) -> None:
        """Wait for the server to close the connection."""
        await asyncio.wait_for(asyncio.shield(self._reader), PATIENCE)

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()
        await self._reader
