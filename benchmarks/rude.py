"""A load of strangers without manners, in a process of its own. Prints one JSON line when it is done.

deaf PORT PATH COUNT SECONDS     spectators who never read: how many were cut off
slow PORT COUNT SECONDS HTTP     clients that send a byte a second: how many were hung up on, and after how long
storm PORT RATE SECONDS          so many connections a second, each hung up at once: how many were made, and how fast
"""

from __future__ import annotations

import asyncio
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
    """Send a byte a second."""
    lasted: list[float] = []

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began = time.monotonic()
        writer.write(REQUEST if http else b'{"x": "')
        while time.monotonic() - began < seconds:
            try:
                writer.write(b"x")
                if not await asyncio.wait_for(reader.read(4096), 1.0):
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            writer.close()
            return
        lasted.append(time.monotonic() - began)
        writer.close()

    print("connected", flush=True)
    await asyncio.gather(*(one() for _ in range(count)))
    return {"hung_up": len(lasted), "of": count, "after": max(lasted, default=0.0)}


async def storm(port: int, rate: float, seconds: float) -> dict[str, float]:
    """Connect and hang up."""
    times: list[float] = []
    failed = 0

    async def one() -> None:
        nonlocal failed
        began = time.perf_counter()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"?\n")
            await asyncio.wait_for(reader.read(1), 10)
            times.append(time.perf_counter() - began)
            writer.close()
        except (OSError, TimeoutError):
            failed += 1

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
    return {"rate": len(times) / took, "failed": failed, "p99": p99, "generator": busy}


def main(kind: str, words: list[str]) -> dict[str, float]:
    """Be rude in one way."""
    measuring.open_many_files()
    if kind == "deaf":
        return deaf(int(words[0]), words[1], int(words[2]), float(words[3]))
    if kind == "slow":
        return asyncio.run(slow(int(words[0]), int(words[1]), float(words[2]), words[3] == "1"))
    return asyncio.run(storm(int(words[0]), float(words[1]), float(words[2])))


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2:])), flush=True)
