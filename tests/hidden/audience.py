"""Those who look at a staged match, each over a real socket, and what they were told without the times in it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.support.waiting import PATIENCE

#: What tells when something was said or drawn at random for this connection, and nothing of the match.
TIMES = re.compile(
    r'"(?:timestamp|total_ms|time|started|finished|left_ms|left|since|elapsed)":(?:"[^"]*"|[\d.]+)'
    r'|<time [^<]*</time>|csrfmiddlewaretoken" value="[^"]*"'
    # A name is thought up for each guest who has none.
    r'|value="[A-Z][a-z]+ \d+"'
    # The names of static files change when somebody works on them between two starts.
    r"|(?<=\.)[0-9a-f]{12}(?=\.\w+\")"
)
#: Told a moment after people come and go, sooner or later; the table is asked for at the API in any case.
CROWD = ('"payloadType":"table/spectators"', '"payloadType":"table/table"')


def timeless(text: str, codes: dict[str, str]) -> str:
    """Return the text without times; codes are drawn anew for each table and match, all of one length."""
    text = TIMES.sub('"a time"', text)
    for code, name in codes.items():
        text = text.replace(code, name)
    return text


class Witness:
    """Reads one socket to its end and remembers everything."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._news = asyncio.Event()

    async def read(self, receive: Callable[[], Any]) -> None:
        """Take what comes until it ends."""
        with suppress(ConnectionError, EOFError):
            while data := await receive():
                self.heard.append(data if isinstance(data, str) else data.decode())
                self._news.set()

    async def until(self, fact: Callable[[str], bool], since: int = 0) -> str:
        """Return the first message of which it is true, waiting for it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for text in self.heard[since:]:
                    if fact(text):
                        return text
                self._news.clear()
                await self._news.wait()

    async def at_step(self, step: int) -> None:
        """Wait until the state after a step has come."""
        await self.until(lambda text: '"payloadType":"table/state"' in text and _step(text) >= step)

    def told(self, codes: dict[str, str]) -> list[str]:
        """Return everything of the match."""
        return [timeless(text, codes) for text in self.heard if not any(mark in text for mark in CROWD)]


def _step(text: str) -> int:
    number: int = json.loads(text)["payload"]["step"]
    return number


class PageWitness(Witness):
    """A page at a table, which may also speak."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket
        self._asked = 0

    async def ask(self, payload_type: str, payload: Any) -> str:
        """Say something and return the answer."""
        self._asked += 1
        number, since = self._asked, len(self.heard)
        said = {"timestamp": "", "payloadType": payload_type, "payload": payload, "id": number}
        await self._socket.send(json.dumps(said))
        return await self.until(lambda text: json.loads(text).get("id") == number, since)


@asynccontextmanager
async def page(url: str) -> AsyncIterator[PageWitness]:
    """Give a page that reads all the time."""
    async with connect(url, max_size=2**24, open_timeout=PATIENCE, proxy=None) as socket:
        witness = PageWitness(socket)

        async def receive() -> str | bytes:
            from websockets.exceptions import ConnectionClosed

            try:
                return await socket.recv()
            except ConnectionClosed:
                return ""

        reading = asyncio.create_task(witness.read(receive))
        yield witness
        reading.cancel()


@asynccontextmanager
async def stream(port: int, said: list[bytes]) -> AsyncIterator[Witness]:
    """Give a program at a game's own TCP port, which has said hello."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    witness = Witness()
    for chunk in said:
        writer.write(chunk)
        await writer.drain()
    reading = asyncio.create_task(witness.read(lambda: reader.read(1 << 20)))
    yield witness
    writer.close()
    await reading
