"""Two programs play Mississippi Queen, whose protocol confirms a move by showing what has become of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from xml.etree.ElementTree import Element

from faults.journal import DoorJournal
from faults.programs.pace import PACE, SILENCE, Journals, Ports
from games.mississippi.dialects.contest import ContestDialect
from tests.end_to_end.mississippi.elements import JOIN, ElementClient, name_of
from tests.end_to_end.mississippi.pilot import Pilot
from tests.support.lines import Closed

#: What the server says of a move for a room in which no match is going on.
STRAY = "Der Raum ist unbekannt"


class NotingElements(ElementClient):
    """Notes moves. The protocol confirms none in words: what does is a state in which the turn has passed on."""

    turn = -1
    asked_at = -1

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, journal: DoorJournal) -> None:
        super().__init__(reader, writer, piecewise=False)
        self.journal = journal
        self.complaints: list[str] = []

    async def say(self, element: str) -> None:
        """Say; a room's data is a move."""
        if element.startswith("<room"):
            await asyncio.sleep(PACE)
            (move,) = ContestDialect().decode(element.encode())
            self.asked_at = self.turn
            self.journal.say(move.payload_type, move.payload)
        await super().say(element)

    async def message(self, within: float = SILENCE) -> Element | None:
        """Return the next message; who leaves or is thrown out ends the match without a new turn."""
        found = await super().message(within)
        if found is not None:
            self.learn(name_of(found), found)
        return found

    def learn(self, name: str, message: Element) -> None:
        """Take note of what a message says of the match."""
        self.journal.words.append(name)
        if name == "memento":
            self.journal.begin()
            state = message.find("data/state")
            assert state is not None
            self.turn = int(state.attrib["turn"])
            if self.turn > self.asked_at:
                self.journal.hear("acknowledged")
        elif name == "error":
            data = message.find("data")
            assert data is not None
            self.complaints.append(data.attrib["message"])
            # A move against the rules is written, too: it ends the match. One for which there is no match is not.
            self.journal.hear("refused" if STRAY in self.complaints[-1] else "acknowledged")


@asynccontextmanager
async def element_client(port: int, journal: DoorJournal) -> AsyncIterator[NotingElements]:
    """Connect, open the document, and hang up in the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    client = NotingElements(reader, writer, journal)
    try:
        await client.say("<protocol>")
        yield client
    finally:
        writer.close()


async def play(ports: Ports, journals: Journals) -> None:
    """Two programs play."""
    async with AsyncExitStack() as stack:
        pilots = []
        clients = []
        for journal in journals:
            client = await stack.enter_async_context(element_client(ports["mississippi"], journal))
            await client.say(JOIN)
            clients.append(client)
            pilots.append(Pilot(client))
        try:
            await asyncio.gather(*(_fly(*one) for one in zip(clients, pilots, strict=True)))
        finally:
            for journal, pilot in zip(journals, pilots, strict=True):
                # Nobody has a name in this protocol.
                journal.name = pilot.room + "/" + pilot.colour


async def _fly(client: NotingElements, pilot: Pilot) -> None:
    """Play to the result, or to a move against the rules: this simple pilot does not always know a right one."""
    await pilot.play()
    assert not any(STRAY in complaint for complaint in client.complaints), client.complaints[-1]
    if pilot.result is None and not client.complaints:
        assert "CloseConnection" not in client.names, f"thrown out after {client.names[-5:]}"
        raise Closed(f"the connection ended after {client.names[-5:]}")
