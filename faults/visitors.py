"""Clients of table pages that come back after every outage: spectators, and players who keep a journal."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from faults.choosing import CHOOSERS, Move
from faults.journal import Fate, Journal, SentMove

Json = Any

#: Seconds between two attempts to connect, and for a handshake.
AGAIN = 0.1
HANDSHAKE = 15.0

#: Codes with which the server says that it does not know whether a move was done: a process of its own is in the way.
IN_THE_WAY = frozenset({"server/unavailable", "server/away", "server/stopping", "table/moved", "table/internal"})

#: Seconds a player takes for a move.
THINKING = (0.05, 0.3)

#: Close code of a server that lets nobody in at the moment.
COME_BACK = 1012


class Visitor:
    """One client at one table; `run` returns when the match is over or nobody wants it any more."""

    def __init__(self, journal: Journal, address: Callable[[], str], token: str = "") -> None:
        self.journal = journal
        self._address = address
        self._token = token
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._last_id = 0
        self._open = False
        self.gaps = 0
        """How often a version was missing and the client came again to get it, as the browser does."""
        self.farewells: list[int] = []
        """The close code of each connection that ended."""

    async def run(self) -> None:
        """Come, stay, and come back until the match is over."""
        while not self.journal.over:
            try:
                async with connect(
                    self._url(), max_size=None, open_timeout=HANDSHAKE, close_timeout=1, ping_interval=None, proxy=None
                ) as socket:
                    await self._stay(socket)
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                pass
            await asyncio.sleep(AGAIN)

    def _url(self) -> str:
        token = f"&token={self._token}" if self._token else ""
        known = f"version={self.journal.version}"
        return f"{self._address()}/ws/{self.journal.game}/{self.journal.table}/?{known}{token}"

    async def _stay(self, socket: ClientConnection) -> None:
        self._socket, self._open, since = socket, True, time.monotonic()
        self.arrived()
        acting = asyncio.create_task(self._act())
        acting.add_done_callback(self._note_death)
        try:
            async for text in socket:
                message = json.loads(text)
                if self._misses(message):
                    self.gaps += 1
                    return
                self._take(message)
                if self.journal.over:
                    return
        finally:
            self._open = False
            let_in = self.journal.heard and self.journal.heard[-1] > since
            if socket.close_code is not None and (let_in or socket.close_code != COME_BACK):
                # Otherwise it was the client who left: the match was over. Whoever is asked to come again before he was
                # told anything has lost nothing.
                self.farewells.append(socket.close_code)
            self._hang_up()
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    def _hang_up(self) -> None:
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the connection is gone"))
                # Whoever waited may be cancelled before it looks.
                waiting.exception()
        self._answers.clear()

    def _note_death(self, acting: asyncio.Task[None]) -> None:
        """A player that died with its connection open would look like a table that does not go on."""
        if not acting.cancelled() and acting.exception() is not None:
            self.journal.faults.append(f"the scripted player died: {acting.exception()!r}")

    def _misses(self, message: Json) -> bool:
        """Tell whether something was told before this message that did not reach us."""
        known = self.journal.version
        if message["payloadType"] == "table/state":
            return bool(message["payload"]["version"] > known)
        return not message["payloadType"].startswith("table/") and message.get("version", 0) > known + 1

    def _take(self, message: Json) -> None:
        self.journal.heard.append(time.monotonic())
        if "id" in message:
            waiting = self._answers.pop(message["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        else:
            self.journal.note(message)
            self.heard(message)
        self._news.set()

    def arrived(self) -> None:
        """A new connection is there, and nothing was heard on it yet."""

    def heard(self, message: Json) -> None:
        """Look at a message that answers nobody."""

    async def _act(self) -> None:
        """Do nothing: a spectator watches."""

    async def request(self, kind: str, payload: Json) -> Json:
        """Send a message and return its answer; ConnectionError when the connection breaks before it."""
        assert self._socket is not None
        self._last_id += 1
        waiting = self._answers[self._last_id] = asyncio.get_running_loop().create_future()
        text = json.dumps({"timestamp": "", "payloadType": kind, "payload": payload, "id": self._last_id})
        await self._socket.send(text)
        return await waiting


class Seated(Visitor):
    """A player: sits down, and moves whenever it is expected to."""

    def __init__(self, journal: Journal, address: Callable[[], str], token: str) -> None:
        super().__init__(journal, address, token)
        self._expected = False
        self._acted_at = -1
        self._status = ""
        self._rng = random.Random(journal.table)

    def arrived(self) -> None:
        """Forget what the last connection told."""
        self._acted_at, self._status, self._expected = -1, "", False

    def heard(self, message: Json) -> None:
        """Look for the table's status and one's turn."""
        payload = message["payload"]
        if message["payloadType"] == "table/hello":
            self._status = payload["table"]["status"]
        elif message["payloadType"] == "table/state":
            self._expected = any(one["seat"] == self.journal.seat is not None for one in payload["expected"])

    async def _act(self) -> None:
        try:
            await self._until(lambda: bool(self._status))
            if self._status == "open":
                await self.request("table/sit", {})
            while not self.journal.over:
                await self._until(lambda: self._expected and self.journal.step != self._acted_at)
                await asyncio.sleep(self._rng.uniform(*THINKING))
                await self._move()
        except (ConnectionError, ConnectionClosed):
            return

    async def _until(self, fact: Callable[[], bool]) -> None:
        while not fact():
            self._news.clear()
            await self._news.wait()

    async def _ask(self, question: str, data: Json) -> Json:
        answer = await self.request("table/ask", {"question": question, "data": data})
        if answer["payloadType"] != "table/answer":
            raise Refused(answer["payload"])
        return answer["payload"]["answer"]

    async def _move(self) -> None:
        journal, step = self.journal, self.journal.step
        assert journal.seat is not None
        try:
            move: Move = await CHOOSERS[journal.game](self._ask, journal.state, journal.seat)
        except Refused:
            # The table has gone on while we asked, or could not answer just now: look again.
            await asyncio.sleep(AGAIN)
            return
        sent = SentMove(*move)
        journal.sent.append(sent)
        answer = await self.request(*move)
        sent.fate = fate_of(answer)
        if sent.fate == "acknowledged":
            self._acted_at = step
        else:
            await asyncio.sleep(AGAIN)


def fate_of(answer: Json) -> Fate:
    """Return what an answer to a move says of it."""
    if answer["payloadType"] == "table/done":
        return "acknowledged"
    return "unknown" if answer["payload"]["code"] in IN_THE_WAY else "refused"


class Refused(Exception):
    """The table did not answer a question."""
