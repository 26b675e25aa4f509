"""Two servers of the fan-out benchmark: `python -m benchmarks.fan_out_servers floor|daphne BYTES`.

Each prints its port and, as long as it has connections, writes one message after the other to all of them: as fast as
it can, but not faster than they are read. `floor` is a bare asyncio server that writes a frame made beforehand: what
the machine gives at best. `daphne` is Daphne with the platform's outlets and nothing behind them.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from collections.abc import Callable
from typing import Any

from spieltisch.tables.wire import CHUNK, Outlet, Prepared, fan_out, outlet_for

#: Bytes that may wait for the slowest spectator before the next message.
MOST_WAITING = 64 * 1024

#: Messages between two looks at what waits, so that looking costs next to nothing.
MESSAGES_AT_ONCE = 8

#: Seconds without new connections after which writing begins: so all of them are there.
SETTLED = 0.3

UPGRADE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n"


async def keep_writing(count: Callable[[], int], write: Callable[[], Any], waiting: Callable[[], int]) -> None:
    """Write to all connections for ever, waiting for those to come and for those that are slow."""
    before = 0
    while True:
        if not count() or count() != before:
            before = count()
            await asyncio.sleep(SETTLED)
            continue
        for _ in range(MESSAGES_AT_ONCE):
            await write()
        while waiting() > MOST_WAITING:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


class Floor(asyncio.Protocol):
    """A connection of the bare server."""

    everybody: set[asyncio.Transport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer the upgrade; the request of our spectators comes in one piece."""
        if self.transport not in self.everybody:
            self.transport.write(UPGRADE)
            self.everybody.add(self.transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Forget it."""
        self.everybody.discard(self.transport)


async def serve_floor(message: Prepared) -> None:
    """Serve the floor."""
    everybody, frame = Floor.everybody, message.frame
    server = await asyncio.get_running_loop().create_server(Floor, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)

    async def write() -> None:
        for number, transport in enumerate(tuple(everybody), 1):
            transport.write(frame)
            if number % CHUNK == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(0)

    def waiting() -> int:
        return max((transport.get_write_buffer_size() for transport in everybody), default=0)

    await keep_writing(lambda: len(everybody), write, waiting)


def serve_daphne(message: Prepared) -> None:
    """Serve Daphne with outlets."""
    from daphne.server import Server
    from twisted.internet import reactor as running_reactor

    reactor: Any = running_reactor
    everybody: dict[Outlet, None] = {}
    tasks: list[asyncio.Future[None]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        outlet = outlet_for(scope, send)
        everybody[outlet] = None
        while (await receive())["type"] != "websocket.disconnect":
            pass
        everybody.pop(outlet, None)

    async def write() -> None:
        await fan_out(message, everybody)
        await asyncio.sleep(0)

    def waiting() -> int:
        return max((outlet.backlog for outlet in everybody), default=0)

    server = Server(application, endpoints=["tcp:port=0:interface=127.0.0.1:backlog=4096"], signal_handlers=False)

    def begin() -> None:
        if not server.listening_addresses:
            reactor.callLater(0.01, begin)
            return
        print(server.listening_addresses[0][1], flush=True)
        tasks.append(asyncio.ensure_future(keep_writing(lambda: len(everybody), write, waiting)))

    reactor.callLater(0, begin)
    server.run()


def main(kind: str, size: int) -> None:
    """Serve until killed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    message = Prepared(b"x" * size)
    if kind == "floor":
        asyncio.run(serve_floor(message))
    else:
        serve_daphne(message)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
