"""Two ways to the same game: lines of a dialect on the TCP port, containers on the WebSocket; in words of 1.0.1."""

from __future__ import annotations

import re
from typing import Any, Protocol

from tests.end_to_end.qwirkle import grammar
from tests.end_to_end.qwirkle.grammar import OLD, Words
from tests.support.lines import LineClient
from tests.support.pages import Page
from tests.support.waiting import PATIENCE

#: The interface document's names; containers carry them as payload types.
NAMES = {
    100: "ConnectRequest", 101: "ConnectAccepted", 200: "DisconnectSignal", 300: "GameListRequest",
    301: "GameListResponse", 302: "GameJoinRequest", 303: "GameJoinAccepted", 304: "SpectatorJoinRequest",
    305: "SpectatorJoinAccepted", 306: "MessageSend", 307: "MessageSignal", 400: "StartGame", 401: "EndGame",
    402: "AbortGame", 403: "PauseGame", 404: "ResumeGame", 405: "LeavingRequest", 406: "LeavingPlayer", 407: "Winner",
    408: "StartTiles", 409: "CurrentPlayer", 410: "SendTiles", 411: "TileSwapRequest", 412: "TileSwapValid",
    413: "TileSwapResponse", 414: "PlayTiles", 415: "MoveValid", 416: "Update", 417: "ScoreRequest",
    418: "ScoreResponse", 419: "TurnTimeLeftRequest", 420: "TurnTimeLeftResponse", 421: "TotalTimeRequest",
    422: "TotalTimeResponse", 423: "BagRequest", 424: "BagResponse", 425: "PlayerHandsRequest",
    426: "PlayerHandsResponse", 498: "GameDataRequest", 499: "GameDataResponse", 900: "AccessDenied",
    910: "ParsingError", 920: "NotAllowed",
}  # fmt: skip
NUMBERS = {name: number for number, name in NAMES.items()}

Message = dict[str, Any]


class Wire(Protocol):
    """A connection to the game, whatever it speaks."""

    async def send(self, number: int, **fields: Any) -> None:
        """Send a message."""

    async def receive(self, within: float = PATIENCE) -> Message:
        """Return the next message; AssertionError when the reader could not read it."""


class LineWire:
    """A plain TCP client of one dialect."""

    def __init__(self, client: LineClient, words: Words) -> None:
        self.client = client
        self.words = words
        self._known = grammar.messages(words)

    async def send(self, number: int, **fields: Any) -> None:
        """Send a message."""
        await self.client.send(grammar.renamed({**fields, "uniqueID": number}, OLD, self.words))

    async def receive(self, within: float = PATIENCE) -> Message:
        """Return the next message."""
        return grammar.read_line(await self.client.receive_line(within), self.words, self._known)


class ContainerWire:
    """A WebSocket client that speaks containers on /ws/<game>/."""

    STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}")

    def __init__(self, page: Page) -> None:
        self.page = page

    async def send(self, number: int, **fields: Any) -> None:
        """Send a message."""
        await self.page.send(NAMES[number], fields)

    async def receive(self, within: float = PATIENCE) -> Message:
        """Return the next message."""
        container = await self.page.receive(within)
        assert set(container) <= {"timestamp", "payloadType", "payload", "version"}, container
        assert self.STAMP.fullmatch(container["timestamp"]), container
        assert container["payloadType"] in NUMBERS, container
        return {**container["payload"], "uniqueID": NUMBERS[container["payloadType"]]}
