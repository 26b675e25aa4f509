"""A plain XML client, written from the interface document alone: one document a direction, children are messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import cast
from xml.etree.ElementTree import Element, XMLPullParser

from tests.support.waiting import PATIENCE

JOIN = '<join gameType="swc_2017_mississippi_queen"/>'


class ElementClient:
    """One connection; remembers the names of what it got, and the bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, piecewise: bool) -> None:
        self._reader = reader
        self._writer = writer
        self._piecewise = piecewise
        self._parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
        self._depth = 0
        self._waiting: list[Element] = []
        self.received = b""
        self.names: list[str] = []
        self.ended = False

    async def say(self, element: str) -> None:
        """Send text; a piecewise client sends it byte by byte."""
        for piece in [bytes([byte]) for byte in element.encode()] if self._piecewise else [element.encode()]:
            self._writer.write(piece)
            await self._writer.drain()
            if self._piecewise:
                # Gives the loop, and so the socket, a chance to send each byte alone.
                await asyncio.sleep(0)

    async def message(self, within: float = PATIENCE) -> Element | None:
        """Return the next message; None when the server has ended the document."""
        while not self._waiting:
            data = await asyncio.wait_for(self._reader.read(65536), within)
            if not data:
                return None
            self.received += data
            self._parser.feed(data)
            self._take_events()
        found = self._waiting.pop(0)
        self.names.append(name_of(found))
        return found

    def _take_events(self) -> None:
        for event, node in cast(Iterator[tuple[str, Element]], self._parser.read_events()):
            self._depth += 1 if event == "start" else -1
            if event == "end" and self._depth == 1:
                self._waiting.append(node)
            if event == "end" and self._depth == 0:
                self.ended = True

    async def until(self, *names: str) -> Element:
        """Return the next message of one of the names, passing over others."""
        while True:
            found = await self.message()
            assert found is not None, f"closed before {names}; got {self.names}"
            if name_of(found) in names:
                return found

    async def rest(self) -> list[str]:
        """Return the names of everything until the server closes."""
        before = len(self.names)
        while await self.message() is not None:
            pass
        return self.names[before:]


def name_of(message: Element) -> str:
    """Return what a message is: its data's class, or its own name; only the last part of long ones."""
    data = message.find("data")
    whole = message.tag if message.tag != "room" or data is None else data.attrib["class"]
    return whole.rpartition(".")[2]


@asynccontextmanager
async def connected(port: int, *, piecewise: bool = False) -> AsyncIterator[ElementClient]:
    """Connect, open the document, and close in the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    client = ElementClient(reader, writer, piecewise)
    await client.say("<protocol>")
    try:
        yield client
    finally:
        writer.close()
