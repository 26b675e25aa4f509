"""Lanes of programs that know only host and port: each lane plays one house match after the other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from faults.journal import DoorJournal, End
from faults.programs import PROGRAMS
from faults.programs.pace import TurnedAway
from tests.support.lines import Closed

#: What ends a conversation when the server goes away under it. Everything else is the server's fault, or ours.
LOST = (OSError, Closed, ConnectionClosed, InvalidHandshake, EOFError, TurnedAway)
#: Seconds in which a match begins when all its players are there; seats of those who are gone may be in the way.
START = 15.0
#: Seconds between two attempts.
AGAIN = 0.2

Journals = list[DoorJournal]
Ports = Callable[[int], dict[str, int]]
_names = count(1)
_lanes = count(1)


class Lane:
    """Players who begin the next match whatever ended the last one, the server's death too."""

    def __init__(self, game: str, ports: Ports, kept: Journals, entrance: asyncio.Lock) -> None:
        self.game = game
        self.number = next(_lanes)
        self._ports = ports
        self._turn = self.number // len(PROGRAMS)
        """Which process it comes to: after one that is gone another, and the lanes of a game to different ones."""
        self._kept = kept
        self._entrance = entrance
        """Players of other lanes come one lane after the other: otherwise they would share a match."""

    async def play_on(self) -> None:
        """Play until cancelled."""
        how_many, _ = PROGRAMS[self.game]
        while True:
            names = [f"{self.game}{next(_names)}" for _ in range(how_many)]
            party = [DoorJournal(self.game, name, self.number) for name in names]
            self._kept.extend(party)
            end = await self._conversation(party)
            for journal in party:
                journal.leave(end)
            if end != "over":
                await asyncio.sleep(AGAIN)

    async def _conversation(self, party: Journals) -> End:
        """Play one match; what must not happen goes into the journals."""
        try:
            return await self._match(party)
        except LOST as error:
            if isinstance(error, TimeoutError) and _begun(party):
                return self._broken(party, "its match stood still")
            for journal in party:
                journal.words.append(repr(error)[:200])
            return "cut"
        except Exception as error:
            return self._broken(party, repr(error))

    def _broken(self, party: Journals, what: str) -> End:
        party[0].faults.append(what)
        return "broken"

    async def _match(self, party: Journals) -> End:
        _, play = PROGRAMS[self.game]
        async with AsyncExitStack() as stack:
            async with self._entrance:
                self._turn += 1
                playing = asyncio.ensure_future(play(self._ports(self._turn), party))
                stack.push_async_callback(_ended, playing)
                if not await _seated(playing, party):
                    return "unseated"
            await playing
            return "over"


async def _ended(playing: asyncio.Future[None]) -> None:
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def _seated(playing: asyncio.Future[None], party: Journals) -> bool:
    """Wait until everybody's match has begun (or will never, because the conversation has ended)."""
    deadline = time.monotonic() + START
    while not playing.done() and not _begun(party):
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.05)
    return True


def _begun(party: Journals) -> bool:
    return all(journal.begun is not None for journal in party)
