"""Two programs play Quidditch, whose standard confirms a move by the snapshot that shows it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from clients.quidditch.player import ArtificialPlayer
from faults.journal import DoorJournal
from faults.programs.pace import PACE, SILENCE, Journals, Ports, check_known
from games.quidditch.team import default_team
from tests.end_to_end.quidditch.talking import Talker
from tests.support.lines import Closed


class NotingTalker(Talker):
    """Notes formations and answers to questions; the next snapshot confirms one, an error refuses it."""

    journal: DoorJournal | None = None

    async def say(self, kind: str, payload: Any) -> None:
        """Say, and note a move when it is said."""
        if self.journal is not None and kind in ("teamFormation", "deltaRequest"):
            await asyncio.sleep(PACE)
            self.journal.say(kind, payload)
        await super().say(kind, payload)

    async def _take(self, kind: str, payload: Any) -> None:
        if self.journal is not None:
            self.learn(self.journal, kind, payload)
        await super()._take(kind, payload)

    def learn(self, journal: DoorJournal, kind: str, payload: Any) -> None:
        """Take note of what a message says of the match."""
        journal.words.append(kind)
        if kind == "matchStart":
            journal.begin()
        elif kind == "snapshot" and confirms(journal, payload["lastDeltaBroadcast"]):
            journal.hear("acknowledged")
        elif kind == "privateError":
            journal.hear("refused")


def confirms(journal: DoorJournal, delta: Any) -> bool:
    """Tell whether a snapshot answers the last move: the first one of all the formation, later ones what they show."""
    if not journal.moves:
        return False
    last = journal.moves[-1]
    if last.kind == "teamFormation":
        return True
    # Fans have no names in requests (10.4.6 to 10.4.12); a request can fail and be shown as something else.
    wanted = last.payload.get("activeEntity")
    return wanted is None or delta.get("activeEntity") in (wanted, None) or delta["deltaType"] == "ban"


def check_welcome(rejected: Any) -> None:
    """Raise for a program that was thrown out: TurnedAway where it is only to come again."""
    if rejected is not None:
        check_known(rejected["information"])
        raise AssertionError(f"rejected: {rejected}")


async def play(ports: Ports, journals: Journals) -> None:
    """Two programs play in a lobby of their own."""
    lobby = f"lobby{journals[0].name}"
    talkers: list[NotingTalker] = []
    try:
        players = []
        for side, journal in enumerate(journals):
            player = ArtificialPlayer(default_team(side), journal.name, "secret", lobby, 2)
            talker = await NotingTalker.to(ports["quidditch"], player)
            assert isinstance(talker, NotingTalker)
            talker.journal = journal
            talkers.append(talker)
            players.append(player)
        await asyncio.gather(*(_talk(*one) for one in zip(talkers, players, strict=True)))
    finally:
        for talker in talkers:
            await talker.close()


async def _talk(talker: Talker, player: ArtificialPlayer) -> None:
    """Return when the match is over, however long it takes."""
    known, since = 0, time.monotonic()
    while player.finished is None:
        check_welcome(player.rejected)
        if talker.closed:
            raise Closed(f"the connection ended after {[kind for kind, _ in talker.heard[-3:]]}")
        if len(talker.heard) > known:
            known, since = len(talker.heard), time.monotonic()
        elif time.monotonic() - since > SILENCE:
            raise TimeoutError(f"not a word for {SILENCE:g} s")
        await asyncio.sleep(0.05)
