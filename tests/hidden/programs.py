"""How programs sit, watch, move and ask at their games' own doors, for those games that have doors of one dialect."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from gamekit.errors import GameError, NotYourTurn
from games.quidditch.team import default_team
from games.qwirkle.vocabulary import NUMBERS
from tests.hidden import audience
from tests.hidden.audience import Speaker, StreamWitness

Said = tuple[str, Any]
Coming = AbstractAsyncContextManager[Speaker]


@dataclass(frozen=True)
class Program:
    """What a program of a game says, and what it is answered."""

    sit: Callable[[int, str, str], Coming]
    """Given port, table and seat token: come, or come back, and take the seat."""
    watch: Callable[[int, str], Coming]
    """Given port and table: come as the protocol's own kind of spectator."""
    ends: str
    """What is told last of a match."""
    back: str
    """What shows that somebody who came back was told how things stand."""
    ping: Said | None
    """Something that changes nothing; its answer shows that all before it has been heard."""
    answer: str
    """A pattern of what `ping`, and whatever is refused, are answered; without one, of what each move brings."""
    bears: Callable[[GameError], bool]
    """Whether a refusal leaves the program at its seat."""
    asks: tuple[Said, ...] = ()
    """What the protocol's spectator says that he may not."""
    stray: Callable[[str], bytes] | None = None
    """Given a table: a stranger's move there, which is answered, and ends the connection."""


class Lines(StreamWitness):
    """A program of Qwirkle: a line of JSON a message."""

    async def say(self, payload_type: str, payload: Any) -> None:
        """Send a line."""
        await self.write(json.dumps({**payload, "uniqueID": NUMBERS[payload_type]}).encode() + b"\n")


def _qwirkle(port: int, table: str, token: str) -> Coming:
    hello = {"clientName": f"Ada#{token}", "clientType": "PLAYER", "uniqueID": 100}
    return audience.stream(port, json.dumps(hello).encode() + b"\n", Lines)


@asynccontextmanager
async def _watch_qwirkle(port: int, table: str) -> AsyncIterator[Speaker]:
    hello = {"clientName": "Bob", "clientType": "SPECTATOR", "uniqueID": 100}
    async with audience.stream(port, json.dumps(hello).encode() + b"\n", Lines) as watcher:
        await watcher.say("GameListRequest", {})
        await watcher.hears('"uniqueID":301')
        listed = next(line for line in watcher.text.splitlines() if '"uniqueID":301' in line)
        newest = max(game["gameID"] for game in json.loads(listed)["games"])
        await watcher.say("SpectatorJoinRequest", {"gameID": newest})
        await watcher.hears('"uniqueID":305')
        yield watcher


def _mississippi(port: int, table: str, token: str) -> Coming:
    return audience.stream(port, f'<protocol><joinPrepared reservationCode="{token}"/>'.encode(), StreamWitness)


@asynccontextmanager
async def _watch_mississippi(port: int, table: str) -> AsyncIterator[Speaker]:
    async with audience.stream(port, f'<protocol><observe roomId="{table}"/>'.encode(), StreamWitness) as watcher:
        await watcher.hears("<observed")
        yield watcher


def _stray(table: str) -> bytes:
    move = '<acceleration order="0" acc="1"/><advance order="1" distance="2"/>'
    return f'<protocol><room roomId="{table}"><data class="move">{move}</data></room>'.encode()


def _login(table: str, name: str, password: str) -> Said:
    mods: list[str] = []
    login = {"lobby": table, "userName": name, "password": password, "isArtificialIntelligence": True, "mods": mods}
    return "joinRequest", login


_TEAM: Said = ("teamConfig", default_team(1))


@asynccontextmanager
async def _quidditch(port: int, table: str, token: str) -> AsyncIterator[Speaker]:
    async with audience.page(f"ws://127.0.0.1:{port}/") as player:
        await player.say(*_login(table, "Ada", token))
        # Who comes back has a team already, and is warned after all else he is told.
        await player.say(*_TEAM)
        yield player


@asynccontextmanager
async def _watch_quidditch(port: int, table: str) -> AsyncIterator[Speaker]:
    async with audience.page(f"ws://127.0.0.1:{port}/") as watcher:
        await watcher.say(*_login(table, "Bob", "wordless"))
        await watcher.hears("loginGreeting")
        yield watcher


#: Game -> its program. Catan's three dialects have a test of their own (tests/end_to_end/catan/test_hidden.py); a game
#: that is not here is looked at by pages.
PROGRAMS: dict[str, Program] = {
    "qwirkle": Program(
        _qwirkle, _watch_qwirkle, '"uniqueID":407}', '"uniqueID":416}', ("ScoreRequest", {}),
        r'"uniqueID":(?:418|9[012]0)}', lambda error: True,
        (("BagRequest", {}), ("PlayerHandsRequest", {}), ("TileSwapRequest", {"tiles": []}), ("ScoreRequest", {})),
    ),
    # Whatever is refused there ends the connection, and a player's match with it.
    "mississippi": Program(
        _mississippi, _watch_mississippi, "<left roomId=", 'class="memento"', None, 'class="memento"',
        lambda error: False, stray=_stray,
    ),
    "quidditch": Program(
        _quidditch, _watch_quidditch, '"payloadType":"matchFinish"', '"payloadType":"privateWarning"', _TEAM,
        '"payloadType":"privateWarning"', lambda error: isinstance(error, NotYourTurn),
    ),
}  # fmt: skip
