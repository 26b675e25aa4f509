"""Two programs play Qwirkle; lines that judge a move confirm it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from faults.journal import DoorJournal
from faults.programs.pace import SILENCE, Journals, Ports, check_known, paced
from tests.end_to_end.qwirkle.grammar import OLD
from tests.end_to_end.qwirkle.player import Player as QwirklePlayer
from tests.end_to_end.qwirkle.wire import NAMES, LineWire
from tests.support.lines import connected as line_client


class NotingWire(LineWire):
    """Notes moves and what the server finds of them."""

    journal: DoorJournal

    async def send(self, number: int, **fields: Any) -> None:
        """Send; 411 and 414 are moves."""
        if number in (411, 414):
            self.journal.say(NAMES[number], fields)
        await super().send(number, **fields)

    async def receive(self, within: float = SILENCE) -> dict[str, Any]:
        """Receive; 412 and 415 tell whether the move was right. 200 is told to everybody whenever a stranger goes."""
        while (message := await super().receive(within))["uniqueID"] == 200:
            continue
        self.journal.words.append(str(message["uniqueID"]))
        match message["uniqueID"]:
            case 400:
                self.journal.begin()
            case 920:
                check_known(message["message"])
            case 412 | 415:
                self.journal.hear("acknowledged" if message["validation"] else "refused")
        return message


async def play(ports: Ports, journals: Journals) -> None:
    """Two programs play."""
    async with AsyncExitStack() as stack:
        players = []
        for journal in journals:
            wire = NotingWire(paced(await stack.enter_async_context(line_client(ports["qwirkle"]))), OLD)
            wire.journal = journal
            player = QwirklePlayer(wire, journal.name)
            await player.connect()
            players.append(player)
        for player in players:
            await player.joined()
        await asyncio.gather(*(player.play() for player in players))
