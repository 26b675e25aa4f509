"""Those who look at a staged match, each over a real socket, and what they were told without the times in it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect

from tests.support.waiting import PATIENCE

#: What tells when something was said or drawn at random for this connection, and nothing of the match.
TIMES = re.compile(
    r'"(?:timestamp|total_ms|time|started|finished|left_ms|left|since|elapsed|ms)": ?(?:"[^"]*"|[\d.]+)'
    # What is left for the question put to somebody, and how long a match has lasted, in Quidditch's answers.
    r'|"timeout": ?\d+|"total": ?\d+(?=, ?"paused")'
    # The same within a message that the inspector quotes.
    r'|\\"(?:timestamp|total_ms|time|left_ms|left)\\":(?:\\"[^"\\]*\\"|[\d.]+)'
    r'|<time [^<]*</time>|csrfmiddlewaretoken" value="[^"]*"'
    # A name is thought up for each guest who has none.
    r'|value="[A-Z][a-z]+ \d+"'
    # The names of static files change when somebody works on them between two starts.
    r"|(?<=\.)[0-9a-f]{12}(?=\.\w+\")"
)
#: Told a moment after people come and go, sooner or later; the table is asked for at the API in any case.
CROWD = ('"payloadType":"table/spectators"', '"payloadType":"table/table"')
#: The same in Qwirkle's own words: at the end all hang up, and who of them hears it of whom is chance.
HANGING_UP = re.compile(r'\{"reason":"connection closed",[^\n]*\n')


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

    @property
    def text(self) -> str:
        """Everything, in however many pieces it came."""
        return "".join(self.heard)

    def count(self, pattern: str) -> int:
        """Return how often it was said."""
        return len(re.findall(pattern, self.text))

    async def hears(self, pattern: str, times: int = 1) -> None:
        """Wait until it was said so often."""
        async with asyncio.timeout(PATIENCE):
            while self.count(pattern) < times:
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


class Speaker(Witness):
    """Somebody who may also speak."""

    async def say(self, payload_type: str, payload: Any) -> None:
        """Say something."""
        raise NotImplementedError("this one only listens")

    async def tell(self, payload_type: str, payload: Any, answer: str) -> None:
        """Say something and wait for one more answer that looks like this."""
        before = self.count(answer)
        await self.say(payload_type, payload)
        await self.hears(answer, before + 1)


class StreamWitness(Speaker):
    """A program at a plain socket."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        super().__init__()
        self._writer = writer

    async def write(self, data: bytes) -> None:
        """Write bytes."""
        self._writer.write(data)
        await self._writer.drain()


class PageWitness(Speaker):
    """A page at a table, or a program that speaks as pages do."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket
        self._asked = 0

    async def say(self, payload_type: str, payload: Any, **more: Any) -> None:
        """Say something."""
        said = {"timestamp": "2019-05-18 10:00:00.000", "payloadType": payload_type, "payload": payload, **more}
        await self._socket.send(json.dumps(said))

    async def ask(self, payload_type: str, payload: Any) -> str:
        """Say something and return the answer."""
        self._asked += 1
        number, since = self._asked, len(self.heard)
        await self.say(payload_type, payload, id=number)
        return await self.until(lambda text: json.loads(text).get("id") == number, since)


@asynccontextmanager
async def page(url: str, cookie: str = "") -> AsyncIterator[PageWitness]:
    """Give a page that reads all the time."""
    headers = {"Cookie": cookie} if cookie else None
    async with connect(url, additional_headers=headers, max_size=2**24, open_timeout=PATIENCE, proxy=None) as socket:
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


Kind = TypeVar("Kind", bound=StreamWitness)


@asynccontextmanager
async def stream(port: int, said: bytes, kind: Callable[[asyncio.StreamWriter], Kind]) -> AsyncIterator[Kind]:
    """Give a program of that kind at a game's own TCP port, which has said hello."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    witness = kind(writer)
    await witness.write(said)
    reading = asyncio.create_task(witness.read(lambda: reader.read(1 << 20)))
    yield witness
    writer.close()
    await reading


async def dialogue(port: int, said: bytes) -> str:
    """Return what is answered to bytes on a connection that the server ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return answer.decode()
