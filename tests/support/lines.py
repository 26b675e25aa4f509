"""A plain TCP client that speaks lines of JSON, as the programs of those years did."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.support.waiting import PATIENCE

#: Longer than any line the server may write.
LONGEST_LINE = 4 * 1024 * 1024


class Closed(Exception):
    """The server closed the connection."""


class LineClient:
    """One connection; remembers every line it got."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.raw: list[bytes] = []

    async def send(self, message: Any) -> None:
        """Write a message as one line."""
        await self.send_bytes(json.dumps(message).encode() + b"\n")

    async def send_bytes(self, data: bytes) -> None:
        """Write bytes as they are."""
        self._writer.write(data)
        await self._writer.drain()

    async def receive_line(self, within: float = PATIENCE) -> bytes:
        """Return the next line without its end; Closed when there is none."""
        try:
            line = await asyncio.wait_for(self._reader.readline(), within)
        except ConnectionError as error:
            raise Closed(str(error)) from None
        if not line.endswith(b"\n"):
            raise Closed(f"the connection ended with {line!r}")
        self.raw.append(line)
        return line.rstrip(b"\r\n")

    async def receive(self, within: float = PATIENCE) -> Any:
        """Return the next message."""
        return json.loads(await self.receive_line(within))

    async def receive_until(self, wanted: Callable[[Any], bool], within: float = PATIENCE) -> list[Any]:
        """Return all messages up to and including the first wanted one."""
        messages: list[Any] = []
        async with asyncio.timeout(within):
            while not messages or not wanted(messages[-1]):
                messages.append(await self.receive(within))
        return messages

    async def closed(self, within: float = PATIENCE) -> None:
        """Return when the server has closed; what it still says before is kept in `raw`."""
        async with asyncio.timeout(within):
            try:
                while True:
                    await self.receive_line(within)
            except Closed:
                return

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()
        try:
            await self._writer.wait_closed()
        except ConnectionError:
            # The server was quicker, or is dead: hung up all the same.
            return


@asynccontextmanager
async def connected(port: int, host: str = "127.0.0.1") -> AsyncIterator[LineClient]:
    """Give a client that is hung up in the end."""
    reader, writer = await asyncio.open_connection(host, port, limit=LONGEST_LINE)
    client = LineClient(reader, writer)
    try:
        yield client
    finally:
        await client.close()
