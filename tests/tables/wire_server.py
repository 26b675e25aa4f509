"""A small application under a real Daphne, for the tests of the way to a connection; prints its port.

Commands, one a message: `kind` (which outlet?), `order N` (messages by both ways in turn), `close CODE REASON`, `stall`
(write until cut off), `report` (what became of the stalled connection).
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from daphne.server import Server
from twisted.internet import reactor as running_reactor

from spieltisch.tables.wire import Outlet, Prepared, Send, outlet_for

reactor: Any = running_reactor

REPORT: dict[str, Any] = {}


class SessionWrapper:
    """Stands where Channels' session middleware does: a bound method around the server's own `send`."""

    def __init__(self, send: Send) -> None:
        self.real_send = send

    async def send(self, event: dict[str, Any]) -> None:
        """Pass on."""
        await self.real_send(event)


async def application(scope: dict[str, Any], receive: Any, send: Send) -> None:
    """Serve one connection; the path chooses how `send` is wrapped."""
    if scope["path"] == "/wrapped":
        send = SessionWrapper(send).send
    elif scope["path"] == "/plain":
        direct = send

        async def send(event: dict[str, Any]) -> None:
            await direct(event)

    await receive()
    await send({"type": "websocket.accept"})
    outlet = outlet_for(scope, send, limit=300_000)
    outlet.write(Prepared(b"welcome"))
    while (event := await receive())["type"] == "websocket.receive":
        await obey(event["text"], outlet, send)


async def obey(text: str, outlet: Outlet, send: Send) -> None:
    """Do what the client asks for."""
    command, *words = text.split(" ", 2)
    match command:
        case "kind":
            outlet.write(Prepared(type(outlet).__name__.encode()))
        case "order":
            await in_turn(int(words[0]), outlet, send)
        case "close":
            outlet.write(Prepared(b"last"))
            outlet.close(int(words[0]), words[1])
            outlet.write(Prepared(b"too late"))
        case "stall":
            await stall(outlet)
        case "report":
            outlet.write(Prepared(json.dumps(REPORT).encode()))


async def in_turn(count: int, outlet: Outlet, send: Send) -> None:
    """Write numbered messages of very different lengths, every third one by Daphne's own way."""
    for number in range(count):
        text = f"{number} " + "x" * (number % 7 * 9000)
        if number % 3 == 2 and type(outlet).__name__ == "DaphneOutlet":
            await send({"type": "websocket.send", "text": text})
        else:
            outlet.write(Prepared(text.encode()))
        while outlet.backlog > 200_000:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def stall(outlet: Outlet) -> None:
    """Write to a client that does not read, and remember how it went."""
    message = Prepared(b"x" * 20_000)
    most = count = 0
    while count < 5000:
        outlet.write(message)
        count += 1
        most = max(most, outlet.backlog)
        if most and not outlet.backlog:
            break
        await asyncio.sleep(0)
    REPORT.update(most=most, count=count, backlog=outlet.backlog)


def main() -> None:
    """Serve until killed."""
    server = Server(application, endpoints=["tcp:port=0:interface=127.0.0.1"], signal_handlers=False)

    def tell() -> None:
        if server.listening_addresses:
            print(server.listening_addresses[0][1], flush=True)
        else:
            reactor.callLater(0.01, tell)

    reactor.callLater(0, tell)
    server.run()


if __name__ == "__main__":
    main()
