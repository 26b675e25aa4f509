"""A WebSocket client that speaks containers, as the table page and any program may."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.support.waiting import PATIENCE

Message = dict[str, Any]


class Page:
    """One connection; remembers every container it got."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[Message] = []
        self._last_id = 0

    async def send(self, payload_type: str, payload: Any, **fields: Any) -> None:
        """Send a container."""
        message = {"timestamp": "", "payloadType": payload_type, "payload": payload, **fields}
        await self.socket.send(json.dumps(message))

    async def receive(self, within: float = PATIENCE) -> Message:
        """Return the next container."""
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), within))
        self.messages.append(message)
        return message

    async def receive_type(self, *payload_types: str, within: float = PATIENCE) -> Message:
        """Return the next container of one of these types."""
        async with asyncio.timeout(within):
            while True:
                message = await self.receive(within)
                if message["payloadType"] in payload_types:
                    return message

    async def request(self, payload_type: str, payload: Any, within: float = PATIENCE) -> Message:
        """Send with an id and return the answer to it (`table/done`, `table/answer` or `table/error`)."""
        self._last_id += 1
        await self.send(payload_type, payload, id=self._last_id)
        async with asyncio.timeout(within):
            while True:
                message = await self.receive(within)
                if message.get("id") == self._last_id:
                    return message


@asynccontextmanager
async def opened(url: str, headers: Mapping[str, str] | None = None) -> AsyncIterator[Page]:
    """Give a connection that is closed in the end."""
    async with connect(url, additional_headers=headers, max_size=2**24, open_timeout=PATIENCE, proxy=None) as socket:
        yield Page(socket)
