"""A language made up for tests: a line is a text, and the application may echo it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from bridge.connection import Application, Event
from bridge.limits import Limits
from bridge.server import Bridge
from gamekit import jsontext
from gamekit.container import MALFORMED, Container, decode
from gamekit.dialect import Endpoint, LineEndpoint, XmlEndpoint
from tests.support.waiting import PATIENCE


class EchoDialect:
    """Texts to containers of type `said` and back; a first line LOUD makes a client that is answered in capitals."""

    encodings = 0

    def __init__(self) -> None:
        self.variant = "quiet"

    def decode(self, frame: bytes) -> Sequence[Container]:
        """Return one container, two for `twice`, none for `nothing`, and so many for `50 times ok`."""
        if frame == b"LOUD":
            self.variant = "loud"
        if frame == b"broken dialect":
            raise RuntimeError("broken")
        times, _, text = frame.partition(b" times ")
        if text:
            return [Container("said", {"text": text.decode()})] * int(times)
        container = Container("said", {"text": frame.decode()})
        return {b"twice": [container, container], b"nothing": []}.get(frame, [container])

    def encode(self, container: Container) -> bytes:
        """Return the text as a line; b"" for what is not said."""
        EchoDialect.encodings += 1
        if container.payload_type != "said":
            return b""
        text: str = container.payload["text"]
        return (text.upper() if self.variant == "loud" else text).encode() + b"\n"

    def opening(self) -> bytes:
        """Begin with a mark, to see when it is written."""
        return b"[\n"

    def closing(self) -> bytes:
        """End with a mark."""
        return b"]\n"


LINES = LineEndpoint("echo", 0, "PORT_ECHO", EchoDialect)
ELEMENTS = XmlEndpoint("echo-xml", 0, "PORT_ECHO_XML", EchoDialect)


def run(test: Awaitable[None]) -> None:
    """Run a test's coroutine with a bound on its time."""

    async def bounded() -> None:
        await asyncio.wait_for(test, PATIENCE)

    asyncio.run(bounded())


async def until(condition: Callable[[], bool]) -> None:
    """Return when the condition has come about; `run` bounds the time."""
    while not condition():  # noqa: ASYNC110
        await asyncio.sleep(0.002)


def said(text: str) -> str:
    """Return the text of a container that says it."""
    return Container("said", {"text": text}).encode().decode()


def text_of(event: Event) -> str:
    """Return what a client said, or the code of what was wrong with it."""
    container = decode(event["text"])
    return str(container.payload["code"] if container.payload_type == MALFORMED else container.payload["text"])


class Echo:
    """An application that answers every text with itself, and remembers scopes and events."""

    def __init__(self) -> None:
        self.scopes: list[Any] = []
        self.events: list[Event] = []
        self.ended = asyncio.Event()

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Event]], send: Any) -> None:
        """Serve one connection."""
        self.scopes.append(scope)
        while True:
            event = await receive()
            self.events.append(event)
            match event["type"]:
                case "websocket.connect":
                    await send({"type": "websocket.accept"})
                case "websocket.receive" if text_of(event) == "quit":
                    await send({"type": "websocket.close", "code": 4000, "reason": "asked"})
                case "websocket.receive" if text_of(event) == "crash":
                    raise RuntimeError("crash")
                case "websocket.receive":
                    await send({"type": "websocket.send", "text": said(text_of(event))})
                case "websocket.disconnect":
                    self.ended.set()
                    return


@asynccontextmanager
async def serving(
    application: Application, limits: Limits | None = None, endpoint: Endpoint = LINES
) -> AsyncIterator[tuple[Bridge, int]]:
    """Run a bridge on a free port."""
    bridge = Bridge(application, limits or Limits())
    [(_, _, port)] = await bridge.start([("echo", endpoint, 0)])
    try:
        yield bridge, port
    finally:
        await Client.close_all()
        await bridge.stop()


class Client:
    """A socket with a bounded patience."""

    everybody: list[Client] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, port: int, **options: Any) -> Client:
        """Open a connection."""
        client = cls(*await asyncio.open_connection("127.0.0.1", port, **options))
        cls.everybody.append(client)
        return client

    @classmethod
    async def close_all(cls) -> None:
        """Close every socket, so that none outlives its loop."""
        for client in cls.everybody:
            client.writer.transport.abort()
            with suppress(OSError):
                await client.writer.wait_closed()
        cls.everybody.clear()

    def say(self, *lines: str) -> None:
        """Write lines."""
        self.writer.write("".join(f"{line}\n" for line in lines).encode())

    async def hear(self) -> str:
        """Return the next line; an empty string at the end."""
        return (await asyncio.wait_for(self.reader.readline(), PATIENCE)).decode().rstrip("\n")

    async def rest(self) -> list[str]:
        """Return every line until the end."""
        return (await asyncio.wait_for(self.reader.read(), PATIENCE)).decode().splitlines()

    def close(self) -> None:
        """Close the socket."""
        self.writer.close()


def payload(event: Event) -> Any:
    """Return the payload of a received container."""
    return jsontext.loads(event["text"])["payload"]


async def sockets_of(bridge: Bridge) -> list[Any]:
    """Return the open sockets as soon as there are any."""
    await until(lambda: bool(bridge.clients))
    return list(bridge.clients)
