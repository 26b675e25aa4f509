"""The load of a bare server: clients that think, send a line, and wait for its echo, as `movers` wait for their move.

`python -m benchmarks.echoes PORT COUNT SECONDS THINK` prints `begun`, counts from a line on its standard input on, and
prints a line of JSON in the end, with the names that `movers` uses.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from statistics import quantiles

#: As long as a move.
LINE = b"x" * 127 + b"\n"


class Echo(asyncio.Protocol):
    """One client."""

    def __init__(self, tally: list[float], think: float) -> None:
        self._tally, self._think, self._asked, self._missing = tally, think, 0.0, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to think."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Count a whole echo."""
        self._missing -= len(data)
        if not self._missing:
            self._tally.append(time.perf_counter() - self._asked)
            self._wait()

    def _wait(self) -> None:
        asyncio.get_running_loop().call_later(self._think * random.uniform(0.5, 1.5), self._ask)

    def _ask(self) -> None:
        self._asked, self._missing = time.perf_counter(), len(LINE)
        self._transport.write(LINE)


async def run(port: int, count: int, seconds: float, think: float) -> dict[str, float]:
    """Ask, and return echoes a second and how long they took in milliseconds."""
    loop, tally = asyncio.get_running_loop(), list[float]()
    for _ in range(count):
        await loop.create_connection(lambda: Echo(tally, think), "127.0.0.1", port)
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
    port, count, seconds, think = sys.argv[1:]
    print(json.dumps(asyncio.run(run(int(port), int(count), float(seconds), float(think)))), flush=True)
