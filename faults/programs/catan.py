"""Three programs play Catan; each request has exactly one answer."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from faults.journal import DoorJournal
from faults.programs.pace import Journals, Ports, check_known, paced
from games.catan.dialects.document import DocumentDialect
from games.catan.messages import MOVE_TYPES
from tests.end_to_end.catan.player import Player as CatanPlayer
from tests.end_to_end.catan.spelling import A
from tests.support.lines import connected as line_client

COLOURS = ("Rot", "Weiss", "Blau")


class NotingSettler(CatanPlayer):
    """Notes moves as the dialect reads them; OK confirms one, Fehler refuses it."""

    journal: DoorJournal

    async def ask(self, word: str, content: dict[str, Any] | None = None) -> str:
        """Ask; one's name and one's readiness are no moves."""
        (read,) = DocumentDialect().decode(self.dialect.write(word, content or {}))
        move = read.payload_type in MOVE_TYPES
        if move:
            self.journal.say(read.payload_type, read.payload)
        refused = await super().ask(word, content)
        check_known(refused)
        if move:
            self.journal.hear("refused" if refused else "acknowledged")
        return refused

    def learn(self, word: str, content: Any) -> None:
        """Learn; and see the match begin."""
        self.journal.words.append(word)
        super().learn(word, content)
        if word == "Spiel gestartet":
            self.journal.begin()


async def play(ports: Ports, journals: Journals) -> None:
    """Three programs play."""
    async with AsyncExitStack() as stack:
        players = []
        for journal, colour in zip(journals, COLOURS, strict=True):
            wire = paced(await stack.enter_async_context(line_client(ports["catan"])))
            player = NotingSettler(wire, A, journal.name, colour)
            player.journal = journal
            await player.join()
            players.append(player)
        for player in players:
            await player.must("Spiel starten")
        await asyncio.gather(*(player.play() for player in players))
