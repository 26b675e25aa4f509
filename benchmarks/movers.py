"""The load of the moves benchmark, in its own process: pairs of clients that swap a tile as soon as it is their turn.

Speaks just enough WebSocket to count: it masks what it sends and reads whole frames. Prints `begun` when all
tables play, counts from a line on its standard input on for so many seconds, and prints a line of JSON in the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from statistics import quantiles
from typing import Any


class Mover(asyncio.Protocol):
    """One client: connects by the protocol, keeps its hand, swaps on its turn."""

    def __init__(self, path: str, tally: list[float], think: float = 0.0) -> None:
        self.path = path
        self.think = think
        self.tally = tally
        self.data = b""
        self.open = False
        self.me: int | None = None
        self.hand: list[Any] = []
        self.asked = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read whole frames."""
        self.data += data
        if not self.open:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.splitlines()[0], head
            self.open, self.data = True, rest
            self.send("ConnectRequest", {"clientName": "Mover", "clientType": "PLAYER"})
        while (text := self._frame()) is not None:
            if text:
                message = json.loads(text)
                self.heard(message["payloadType"], message["payload"])

    def _frame(self) -> bytes | None:
        if len(self.data) < 2:
            return None
        length, start = self.data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(self.data[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(self.data[2:10], "big"), 10
        if len(self.data) < start + length:
            return None
        opcode, text = self.data[0] & 15, self.data[start : start + length]
        self.data = self.data[start + length :]
        return text if opcode == 1 else b""

    def send(self, payload_type: str, payload: Any) -> None:
        """Send a container in a masked frame (with a mask of zeros, which masks nothing)."""
        text = json.dumps({"timestamp": "", "payloadType": payload_type, "payload": payload}).encode()
        length = len(text)
        head = bytes([129, 128 | length]) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + text)

    def heard(self, payload_type: str, payload: Any) -> None:
        """Follow the game and move when it is one's turn."""
        match payload_type:
            case "ConnectAccepted":
                self.me = payload["clientID"]
            case "StartTiles":
                self.hand = payload["tiles"]
            case "SendTiles":
                self.hand += payload["tiles"]
            case "TileSwapValid":
                self.tally.append(time.perf_counter() - self.asked)
                self.hand = self.hand[1:]
            case "TileSwapResponse":
                self.hand += payload["tiles"]
            case "CurrentPlayer" if payload["client"]["clientID"] == self.me:
                if self.think:
                    # Spread over the tables, so that they do not move all at once.
                    asyncio.get_running_loop().call_later(self.think * random.uniform(0.5, 1.5), self.swap)
                else:
                    self.swap()

    def swap(self) -> None:
        """Swap the first tile."""
        self.asked = time.perf_counter()
        self.send("TileSwapRequest", {"tiles": self.hand[:1]})


async def run(host: str, port: int, path: str, tables: int, seconds: float, think: float = 0.0) -> dict[str, float]:
    """Play and return moves a second and the times of an answer in milliseconds."""
    loop = asyncio.get_running_loop()
    tally: list[float] = []
    for number in range(tables * 2):
        await loop.create_connection(lambda n=number: Mover(path.format(table=n // 2), tally, think), host, port)  # type: ignore[misc]
    deadline = time.perf_counter() + 60
    while len(tally) < tables * 4:
        assert time.perf_counter() < deadline, f"only {len(tally)} moves in 60 s"
        await asyncio.sleep(0.1)
    print("begun", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    tally.clear()
    used, begun = os.times(), time.perf_counter()
    await asyncio.sleep(seconds)
    took, now = time.perf_counter() - begun, os.times()
    busy = (now.user + now.system - used.user - used.system) / took
    cuts = quantiles(tally, n=100)
    return {"moves": len(tally) / took, "p50": cuts[49] * 1000, "p99": cuts[98] * 1000, "generator": busy}


if __name__ == "__main__":
    host, port, path, tables, seconds, *think = sys.argv[1:]
    figures = asyncio.run(run(host, int(port), path, int(tables), float(seconds), *map(float, think)))
    print(json.dumps(figures), flush=True)
