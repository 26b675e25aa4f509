"""The floor of connection benchmarks: an asyncio server whose Protocol does nothing. Prints its port."""

from __future__ import annotations

import asyncio

from benchmarks import measuring
from benchmarks.fan_out_servers import UPGRADE


class Nothing(asyncio.Protocol):
    """Keeps the transport, and answers an upgrade."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep it."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Upgrade who asks for it, and echo a line."""
        self.transport.write(UPGRADE if data.startswith(b"GET ") else data)


async def serve() -> None:
    """Serve until killed."""
    measuring.open_many_files()
    server = await asyncio.get_running_loop().create_server(Nothing, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())
