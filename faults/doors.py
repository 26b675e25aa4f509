"""Clients of the games' own doors: programs that know only host and port, and play one house match after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from clients.quidditch.player import ArtificialPlayer
from faults.journal import DoorJournal
from games.quidditch.team import default_team
from tests.end_to_end.catan.player import Player as CatanPlayer
from tests.end_to_end.catan.spelling import A
from tests.end_to_end.mississippi.elements import JOIN, ElementClient
from tests.end_to_end.mississippi.elements import connected as element_client
from tests.end_to_end.mississippi.pilot import Pilot
from tests.end_to_end.quidditch.talking import Talker
from tests.end_to_end.qwirkle.grammar import OLD
from tests.end_to_end.qwirkle.player import Player as QwirklePlayer
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.lines import Closed, LineClient
from tests.support.lines import connected as line_client

#: Seconds between a program's messages: these programs would otherwise use up the machine.
PACE = 0.1
COLOURS = ("Rot", "Weiss", "Blau")
#: What a program's conversation ends with when the server goes away under it.
BROKEN = (OSError, Closed, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError, AssertionError)

Journals = list[DoorJournal]
Ports = Callable[[], dict[str, int]]
_numbers = count(1)


def _names(game: str, how_many: int) -> Journals:
    return [DoorJournal(game, f"{game}{next(_numbers)}") for _ in range(how_many)]


def paced(client: LineClient) -> LineClient:
    """Let the client take its time before each line."""
    send = client.send_bytes

    async def slowly(data: bytes) -> None:
        await asyncio.sleep(PACE)
        await send(data)

    client.send_bytes = slowly  # type: ignore[method-assign]
    return client


def paced_elements(client: ElementClient) -> ElementClient:
    """Let the client take its time before each element."""
    say = client.say

    async def slowly(element: str) -> None:
        await asyncio.sleep(PACE)
        await say(element)

    client.say = slowly  # type: ignore[method-assign]
    return client


# --- one match of each game -----------------------------------------------------------------------------------------
class CountingWire(LineWire):
    """Counts moves and their confirmations."""

    journal: DoorJournal

    async def send(self, number: int, **fields: Any) -> None:
        """Send; 411 and 414 are moves."""
        self.journal.sent += number in (411, 414)
        await super().send(number, **fields)

    async def receive(self, within: float = 60.0) -> dict[str, Any]:
        """Receive; 412 and 415 confirm."""
        message = await super().receive(within)
        self.journal.acknowledged += message["uniqueID"] in (412, 415)
        return message


async def qwirkle(ports: dict[str, int], journals: Journals) -> None:
    """Two programs play."""
    async with AsyncExitStack() as stack:
        players = []
        for journal in journals:
            wire = CountingWire(paced(await stack.enter_async_context(line_client(ports["qwirkle"]))), OLD)
            wire.journal = journal
            player = QwirklePlayer(wire, journal.name)
            await player.connect()
            players.append(player)
        for player in players:
            await player.joined()
        await asyncio.gather(*(player.play() for player in players))


class CountingSettler(CatanPlayer):
    """Counts moves and their confirmations."""

    journal: DoorJournal

    async def ask(self, word: str, content: dict[str, Any] | None = None) -> str:
        """Ask; everything but one's name and one's readiness is a move, and OK confirms it."""
        move = word not in ("Spieler", "Spiel starten")
        self.journal.sent += move
        refused = await super().ask(word, content)
        self.journal.acknowledged += move and not refused
        return refused


async def catan(ports: dict[str, int], journals: Journals) -> None:
    """Three programs play."""
    async with AsyncExitStack() as stack:
        players = []
        for journal, colour in zip(journals, COLOURS, strict=True):
            wire = paced(await stack.enter_async_context(line_client(ports["catan"])))
            player = CountingSettler(wire, A, journal.name, colour)
            player.journal = journal
            await player.join()
            players.append(player)
        for player in players:
            await player.must("Spiel starten")
        await asyncio.gather(*(player.play() for player in players))


async def mississippi(ports: dict[str, int], journals: Journals) -> None:
    """Two programs play."""
    async with AsyncExitStack() as stack:
        pilots = []
        for _ in journals:
            client = await stack.enter_async_context(element_client(ports["mississippi"]))
            await client.say(JOIN)
            pilots.append(Pilot(paced_elements(client)))
        try:
            await asyncio.gather(*(pilot.play() for pilot in pilots))
        finally:
            for journal, pilot in zip(journals, pilots, strict=True):
                journal.name = pilot.room + "/" + pilot.colour
                journal.sent, journal.acknowledged = _answered(pilot.client)


def _answered(client: ElementClient) -> tuple[int, int]:
    """Return how many requests there were and how many of them were followed by a new state."""
    names = client.names
    last = max((at for at, name in enumerate(names) if name == "memento"), default=-1)
    return names.count("MoveRequest"), names[: last + 1].count("MoveRequest")


class CountingTalker(Talker):
    """Counts moves, and the snapshots that answer them."""

    journal: DoorJournal | None = None

    async def say(self, kind: str, payload: Any) -> None:
        """Say; formations and answers are moves."""
        if self.journal is not None and kind in ("teamFormation", "deltaRequest"):
            await asyncio.sleep(PACE)
            self.journal.sent += 1
        await super().say(kind, payload)

    async def _take(self, kind: str, payload: Any) -> None:
        if kind == "snapshot" and self.journal is not None:
            # Nothing else happens between a question to us and our answer.
            self.journal.acknowledged = self.journal.sent
        await super()._take(kind, payload)


async def quidditch(ports: dict[str, int], journals: Journals) -> None:
    """Two programs play in a lobby of their own."""
    lobby = f"lobby{journals[0].name}"
    talkers: list[CountingTalker] = []
    try:
        for side, journal in enumerate(journals):
            player = ArtificialPlayer(default_team(side), journal.name, "secret", lobby, 2)
            talker = await CountingTalker.to(ports["quidditch"], player)
            assert isinstance(talker, CountingTalker)
            talker.journal = journal
            talkers.append(talker)
        await asyncio.gather(*(talker.until(lambda: False, "the end") for talker in talkers))
    finally:
        for talker in talkers:
            await talker.close()


PROGRAMS: dict[str, tuple[int, Callable[[dict[str, int], Journals], Awaitable[None]]]] = {
    "catan": (3, catan),
    "qwirkle": (2, qwirkle),
    "mississippi": (2, mississippi),
    "quidditch": (2, quidditch),
}


async def play_on(game: str, ports: Ports, kept: Journals) -> None:
    """Play house matches until cancelled; whatever ends one (the server's death too), the next one is begun."""
    how_many, play = PROGRAMS[game]
    while True:
        journals = _names(game, how_many)
        kept.extend(journals)
        try:
            await play(ports(), journals)
        except BROKEN:
            await asyncio.sleep(0.2)
