"""How fast the programs are, and how long they wait."""

from __future__ import annotations

import asyncio

from faults.journal import DoorJournal
from tests.support.lines import LineClient

#: Seconds between a program's messages: these programs would otherwise use up the machine.
PACE = 0.1
#: Seconds without a word after which a match stands.
SILENCE = 60.0

Journals = list[DoorJournal]
#: Name of a door -> its port.
Ports = dict[str, int]


#: What the server says when a process of its own is in the way: what became of a move is not known then.
IN_THE_WAY = ("whether this was done is not known", "try again")


class TurnedAway(Exception):
    """The server could not tell what became of a move; these programs cannot go on without knowing."""


def check_known(complaint: str) -> None:
    """Raise TurnedAway where the server says that it does not know."""
    if any(words in complaint for words in IN_THE_WAY):
        raise TurnedAway(complaint)


def paced(client: LineClient) -> LineClient:
    """Let the client take its time before each line."""
    send = client.send_bytes

    async def slowly(data: bytes) -> None:
        await asyncio.sleep(PACE)
        await send(data)

    client.send_bytes = slowly  # type: ignore[method-assign]
    return client
