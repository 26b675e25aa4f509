"""A load of strangers without manners, in a process of its own. Prints one JSON line when it is done.

deaf PORT PATH COUNT SECONDS     spectators who never read: how many were cut off
slow PORT COUNT SECONDS HTTP     clients that send a byte a second, and come again when they were hung up on: how often
                                 that was, and after how long
storm PORT RATE SECONDS [PATH]   so many connections a second (a path: WebSocket handshakes), each hung up when it was
                                 answered: how many were, and how fast; how many failed, and how many waited too long
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import sys
import time
from statistics import quantiles

from benchmarks import measuring
from benchmarks.spectators import connected

REQUEST = b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"


def deaf(port: int, path: str, count: int, seconds: float) -> dict[str, float]:
    """Watch without reading."""
    sockets = []
    for _ in range(count):
        one, _ = connected("127.0.0.1", port, path)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sockets.append(one)
    print("connected", flush=True)
    time.sleep(seconds)
    return {"cut_off": sum(is_dead(one) for one in sockets), "of": count}


def is_dead(one: socket.socket) -> bool:
    """Tell whether the server has hung up, without reading: sending fails then."""
    try:
        one.send(b"\x8a\x80\0\0\0\0")
        time.sleep(0.01)
        one.send(b"\x8a\x80\0\0\0\0")
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


async def slow(port: int, count: int, seconds: float, http: bool) -> dict[str, float]:
    """Send a byte a second for so many seconds, and again to whoever hung up; then see who hangs up on the last."""
    lasted: list[float] = []
    kept, over = 0, time.monotonic() + seconds

    async def one() -> None:
        nonlocal kept
        while time.monotonic() < over:
            time_of_it = await dawdled(port, seconds, http)
            if time_of_it < seconds:
                lasted.append(time_of_it)
            else:
                kept += 1

    print("connected", flush=True)
    await asyncio.gather(*(one() for _ in range(count)))
    return {"hung_up": len(lasted), "of": len(lasted) + kept, "after": max(lasted, default=0.0)}


async def dawdled(port: int, most: float, http: bool) -> float:
    """Return after how long one that sends a byte a second was hung up on, or the most that it waits for that."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.monotonic()
    writer.write(REQUEST if http else b'{"x": "')
    try:
        while (passed := time.monotonic() - began) < most:
            try:
                writer.write(b"x")
                if not await asyncio.wait_for(reader.read(4096), 1.0):
                    return time.monotonic() - began
            except TimeoutError:
                continue
            except ConnectionError:
                return time.monotonic() - began
        return passed
    finally:
        writer.close()


def upgrade(path: str) -> bytes:
    """Return the request for a WebSocket."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: c3BlY3RhdG9yIGF0IHRhYg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


async def storm(port: int, rate: float, seconds: float, path: str = "") -> dict[str, float]:
    """Connect, wait for an answer, and hang up."""
    times: list[float] = []
    failed = late = 0

    async def one() -> None:
        nonlocal failed, late
        began = time.perf_counter()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(upgrade(path) if path else b"?\n")
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n") if path else reader.readexactly(1), 10)
            finally:
                writer.close()
        except TimeoutError:
            # Perhaps it is us who are too busy to read in time.
            late += 1
            return
        except (OSError, EOFError) as error:
            if isinstance(error, OSError) and error.errno == errno.EMFILE:
                raise SystemExit("the storm has no files left: raise the limit of open files") from None
            failed += 1
            return
        if path and b" 101 " not in answer:
            failed += 1
            return
        times.append(time.perf_counter() - began)

    print("connected", flush=True)
    tasks: set[asyncio.Task[None]] = set()
    began = time.perf_counter()
    used = os.times()
    while (passed := time.perf_counter() - began) < seconds:
        while len(tasks) < passed * rate:
            tasks.add(asyncio.create_task(one()))
        await asyncio.sleep(0.002)
    await asyncio.gather(*tasks)
    took, now = time.perf_counter() - began, os.times()
    busy = (now.user + now.system - used.user - used.system) / took
    p99 = quantiles(times, n=100)[98] * 1000 if len(times) > 1 else 0.0
    return {"rate": len(times) / took, "failed": failed, "late": late, "p99": p99, "generator": busy}


def main(kind: str, words: list[str]) -> dict[str, float]:
    """Be rude in one way."""
    measuring.open_many_files()
    if kind == "deaf":
        return deaf(int(words[0]), words[1], int(words[2]), float(words[3]))
    if kind == "slow":
        return asyncio.run(slow(int(words[0]), int(words[1]), float(words[2]), words[3] == "1"))
    return asyncio.run(storm(int(words[0]), float(words[1]), float(words[2]), *words[3:]))


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2:])), flush=True)
