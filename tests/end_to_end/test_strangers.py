"""Strangers who stop reading, send a byte now and then, or come by the hundred disturb nobody else."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import Page, opened
from tests.support.server import ROOT, Server
from tests.support.waiting import PATIENCE, until, until_async

OPTIONS = {"turnTime": 600_000, "timeVisualization": 0, "colorShapeCount": 12, "tileCount": 3}


def metric(server: Server, line: str) -> float:
    """Return one sample of the metrics; 0 when it is not there yet."""
    text = Api(server.ports["web"]).call("GET", "/metrics").body.decode()
    return next((float(row.rpartition(" ")[2]) for row in text.splitlines() if row.startswith(line + " ")), 0)


def resident(server: Server) -> int:
    """Return the server's memory in bytes."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def deaf_spectator(server: Server, path: str) -> socket.socket:
    """Return a spectator who never reads, with as little room as the system gives."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.ports["web"]))
    key = base64.b64encode(os.urandom(16)).decode()
    client.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return client


async def play_on(page: Page, states: int) -> None:
    for _ in range(states):
        await page.receive_type("table/state")


class Reader:
    """Reads a page all the while, as browsers do, whatever else the test waits for; counts the states."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.states = 0
        self._enough = False
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while not self._enough:
            await play_on(self._page, 1)
            self.states += 1

    async def see(self, states: int) -> None:
        """Return when so many more were seen."""
        wanted = self.states + states

        async def seen() -> bool:
            if self._reading.done():
                self._reading.result()
            return self.states >= wanted

        await until_async(seen, f"{states} more states")

    async def stop(self) -> None:
        """Read one more and then no more; raise what ended it before."""
        # Not cancelled: a wait for a message that is just there passes over that.
        self._enough = True
        await self._reading


def test_a_spectator_who_stops_reading_is_cut_off_and_the_others_see_on(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_WRITE_BUFFER="65536", BOT_DELAY="0.001", LOG_FORMAT="json")
    # A game that goes on for ever, in messages of 5 KB: the system's own buffers take megabytes first.
    server.program = [sys.executable, "-m", "benchmarks.shelved"]
    server.environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    owner = Api(server.start().ports["web"]).as_guest("Owner")

    async def scenario() -> None:
        table = owner.post("/api/tables", {"game": "ticker", "seats": 1})["id"]
        path = f"/ws/ticker/{table}/"
        async with opened(server.websocket + path) as page:
            await page.receive_type("table/hello")
            deaf = [deaf_spectator(server, path) for _ in range(10)]
            await asyncio.to_thread(until, lambda: metric(server, "spieltisch_spectators") == 11, "all watch")
            before = resident(server)
            reader = Reader(page)
            await asyncio.to_thread(owner.post, f"/api/tables/{table}/bots", {"bot": "ticker"})
            dropped = 'spieltisch_dropped_total{reason="unread"}'
            await asyncio.to_thread(until, lambda: metric(server, dropped) == 10, "all who do not read are cut off")
            await reader.see(50)
            assert await asyncio.to_thread(metric, server, "spieltisch_spectators") == 1
            assert await asyncio.to_thread(metric, server, 'spieltisch_unread_bytes{of="all"}') < 65536
            assert resident(server) - before < 32 * 1024 * 1024
            await reader.stop()
            for client in deaf:
                client.close()
        told = [json.loads(line) for line in server.lines if "a client was cut off" in line]
        # Whoever wrote to them was busy for somebody else.
        assert [(record["kind"], record["table"]) for record in told] == [("page", table)] * 10
        assert len({record["connection"] for record in told}) == 10

    asyncio.run(scenario())


def trickle(port: int, data: bytes, pause: float) -> tuple[bytes, float]:
    """Send a byte at a time until the server hangs up; return what it said and when."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.settimeout(pause)
        said = b""
        for byte in data:
            try:
                client.sendall(bytes([byte]))
                got = client.recv(65536)
            except TimeoutError:
                continue
            except ConnectionError:
                break
            if not got:
                break
            said += got
        return said, time.monotonic() - began


@pytest.mark.parametrize("door", ["headers", "body", "qwirkle", "mississippi", "catan"])
def test_a_client_that_sends_a_byte_now_and_then_is_hung_up_on(make_server: Callable[..., Server], door: str) -> None:
    server = make_server(LIMIT_REQUEST_SECONDS="1.5", LIMIT_HELLO_SECONDS="1.5").start()
    port = server.ports["web" if door in ("headers", "body") else door]
    if door == "body":
        data = b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n" + b" " * 1000
    elif door == "headers":
        data = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Slow: 1\r\n" * 300
    else:
        data = b'{"' + b"x" * 3000 if door != "mississippi" else b"<protocol><" + b"x" * 3000
    said, lasted = trickle(port, data, 0.02)
    assert 1.0 < lasted < 30
    if door in ("headers", "body"):
        assert said.startswith(b"HTTP/1.1 408 ")
        assert metric(server, 'spieltisch_dropped_total{reason="limit/request"}') == 1
    else:
        assert metric(server, 'spieltisch_bridge_dropped_total{reason="limit/hello"}') == 1
    # Somebody with manners is served meanwhile and afterwards.
    assert Api(server.ports["web"]).call("GET", "/api/games").status == 200


def test_a_storm_of_connections_leaves_the_house_standing(make_server: Callable[..., Server]) -> None:
    server = make_server(BOT_DELAY="0.02").start()
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]

    async def knock(port: int) -> None:
        async with connected(port) as client:
            await client.send_bytes(b"?\n")

    async def scenario() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/") as page:
            await page.receive_type("table/hello")
            for _ in range(2):
                await asyncio.to_thread(owner.post, f"/api/tables/{table}/bots", {"bot": "random"})
            for _ in range(5):
                await asyncio.gather(
                    *(knock(server.ports[door]) for door in ("qwirkle", "catan", "web") for _ in range(70))
                )
                await play_on(page, 1)
            await asyncio.to_thread(
                until, lambda: metric(server, 'spieltisch_connections{kind="protocol"}') == 0, "all are gone"
            )

    asyncio.run(scenario())
    server.check_alive()
    assert "Traceback" not in server.output
