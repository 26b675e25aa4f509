"""The floor of connection benchmarks: an asyncio server whose Protocol does nothing. Prints its port.

`python -m benchmarks.bare [PACE BYTES]`: with a pace, who was upgraded is told two messages every so many seconds, as a
table's spectators are told a move.
"""

from __future__ import annotations

import asyncio
import sys

from benchmarks import measuring
from benchmarks.fan_out_servers import UPGRADE
from spieltisch.tables.wire import CHUNK, Prepared

#: As a move at a table.
MESSAGES = 2


class Nothing(asyncio.Protocol):
    """Keeps the transport, and answers an upgrade."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep it."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Upgrade who asks for it, and echo a line."""
        self.transport.write(UPGRADE if data.startswith(b"GET ") else data)


class Watching(Nothing):
    """Is told what happens, once it was upgraded."""

    everybody: set[asyncio.Transport] = set()

    def data_received(self, data: bytes) -> None:
        """Take note of who watches."""
        super().data_received(data)
        if data.startswith(b"GET "):
            self.everybody.add(self.transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Forget it."""
        self.everybody.discard(self.transport)


async def keep_telling(pace: float, size: int) -> None:
    """Tell everybody two messages at every tick, and let others have their turn in between."""
    frame, loop = Prepared(b"x" * size).frame, asyncio.get_running_loop()
    due = loop.time()
    while True:
        due += pace
        await asyncio.sleep(due - loop.time())
        for _ in range(MESSAGES):
            for number, transport in enumerate(tuple(Watching.everybody), 1):
                transport.write(frame)
                if number % CHUNK == 0:
                    await asyncio.sleep(0)


async def serve(pace: float, size: int) -> None:
    """Serve until killed."""
    measuring.open_many_files()
    kind = Watching if pace else Nothing
    server = await asyncio.get_running_loop().create_server(kind, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    if pace:
        await keep_telling(pace, size)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(*(float(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (0.0, 0)))
