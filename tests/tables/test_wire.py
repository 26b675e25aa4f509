"""Messages reach connections in order, at once, and without harm to others: under a real Daphne and without one."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from spieltisch.tables import shortcut, wire
from spieltisch.tables.wire import Outlet, Prepared, QueueOutlet, fan_out, outlet_for, text_frame

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def daphne() -> Iterator[str]:
    """Run the small application under Daphne; give its address."""
    command = [sys.executable, "-m", "tests.tables.wire_server"]
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}", "PATH": ""}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"ws://127.0.0.1:{int(process.stdout.readline())}"
        process.kill()


@contextmanager
def opened(address: str) -> Iterator[ClientConnection]:
    """Give a connection that was welcomed."""
    with connect(address, open_timeout=10, close_timeout=5) as client:
        assert client.recv(timeout=10) == "welcome"
        yield client


@pytest.mark.parametrize(
    ("path", "kind"), [("/", "DaphneOutlet"), ("/wrapped", "DaphneOutlet"), ("/plain", "QueueOutlet")]
)
def test_a_connection_of_daphne_gets_the_short_cut(daphne: str, path: str, kind: str) -> None:
    """Fails when a new Daphne, Autobahn or Twisted moved what the short cut uses."""
    with opened(daphne + path) as client:
        client.send("kind")
        assert client.recv(timeout=10) == kind


@pytest.mark.parametrize("path", ["/", "/plain"])
def test_messages_of_both_ways_keep_their_order(daphne: str, path: str) -> None:
    with opened(daphne + path) as client:
        client.send("order 400")
        for number in range(400):
            text = client.recv(timeout=10)
            assert text == f"{number} " + "x" * (number % 7 * 9000)


def test_a_connection_is_closed_with_code_and_reason_after_its_last_message(daphne: str) -> None:
    with opened(daphne) as client:
        client.send("close 1001 the server stops")
        assert client.recv(timeout=10) == "last"
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "the server stops")


def test_the_ordinary_way_closes_with_the_codes_that_the_server_knows(daphne: str) -> None:
    with opened(daphne + "/plain") as client:
        client.send("close 1013 later")
        assert client.recv(timeout=10) == "last"
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1000


def test_a_client_that_does_not_read_is_cut_off_and_its_memory_freed(daphne: str) -> None:
    with connect(daphne, max_queue=1, open_timeout=10, close_timeout=1) as stalled:
        stalled.send("stall")
        report: dict[str, int] = {}
        with opened(daphne) as other:
            while not report:
                other.send("report")
                report = json.loads(other.recv(timeout=10))
        assert 0 < report["most"] <= 300_000 + 20_004
        assert report["backlog"] == 0
        assert report["count"] < 5000
        with pytest.raises(ConnectionClosedError):
            read_all(stalled)


def read_all(client: ClientConnection) -> None:
    """Read until the connection ends."""
    while True:
        client.recv(timeout=10)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536, 100_000])
def test_a_frame_says_its_length(length: int) -> None:
    data = b"x" * length
    frame = text_frame(data)
    assert frame[0] == 0x81
    head = {126: 4, 127: 10}.get(frame[1], 2)
    announced = int.from_bytes(frame[2:head], "big") if head > 2 else frame[1]
    assert (announced, frame[head:]) == (length, data)


def test_a_message_is_prepared_once() -> None:
    message = Prepared("ü".encode())
    assert message.text == "ü"
    assert message.frame == b"\x81\x02\xc3\xbc"
    assert message.frame is message.frame
    assert message.text is message.text


def test_a_connection_of_the_bridge_brings_its_own_outlet() -> None:
    own = object()

    async def send(event: dict[str, Any]) -> None:
        raise AssertionError("the outlet is used instead")

    assert outlet_for({"spieltisch": {"outlet": own}}, send) is own


class Server:
    """An ASGI server's `send` that can be held up, or fail."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.broken = False

    async def send(self, event: dict[str, Any]) -> None:
        """Remember the event."""
        await self.go_on.wait()
        if self.broken:
            raise OSError("gone")
        self.events.append(event)


async def settle(outlet: QueueOutlet) -> None:
    """Let the outlet's task finish."""
    while outlet._task is not None:
        await asyncio.wait([outlet._task], timeout=10)


def test_the_ordinary_way_sends_in_order_and_then_closes() -> None:
    async def test() -> None:
        server = Server()
        outlet = outlet_for({}, server.send)
        assert isinstance(outlet, QueueOutlet)
        outlet.write(Prepared(b"one"))
        outlet.write(Prepared(b"two"))
        assert outlet.backlog == 6
        outlet.close(4000, "enough")
        outlet.write(Prepared(b"too late"))
        await settle(outlet)
        assert [event.get("text") for event in server.events] == ["one", "two", None]
        assert server.events[-1] == {"type": "websocket.close", "code": 4000, "reason": "enough"}
        assert outlet.backlog == 0

    asyncio.run(test())


def test_the_ordinary_way_is_bounded() -> None:
    async def test() -> None:
        server = Server()
        server.go_on.clear()
        outlet = QueueOutlet(server.send, limit=1000)
        for _ in range(100):
            outlet.write(Prepared(b"x" * 100))
            await asyncio.sleep(0)
        assert outlet.backlog == 0
        server.go_on.set()
        await settle(outlet)
        assert [event.get("code") for event in server.events] == [1013]

    asyncio.run(test())


def test_a_server_that_fails_ends_the_ordinary_way() -> None:
    async def test() -> None:
        server = Server()
        server.broken = True
        outlet = QueueOutlet(server.send)
        outlet.write(Prepared(b"one"))
        await settle(outlet)
        outlet.write(Prepared(b"two"))
        assert (outlet.backlog, outlet._task) == (0, None)

    asyncio.run(test())


class Listed:
    """An outlet that remembers how many were written before the loop had a turn."""

    backlog = 0

    def __init__(self, written: list[int]) -> None:
        self.written = written

    def write(self, message: Prepared) -> None:
        """Count."""
        self.written[-1] += 1

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Do nothing."""


class Broken(Listed):
    """An outlet that fails."""

    def write(self, message: Prepared) -> None:
        """Fail."""
        raise RuntimeError("broken")


def test_fanning_out_gives_the_loop_a_turn_and_passes_over_faults(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> list[int]:
        written = [0]
        outlets: list[Outlet] = [Listed(written) for _ in range(2 * wire.CHUNK)]
        outlets[5] = Broken(written)
        fanning = asyncio.ensure_future(fan_out(Prepared(b"x"), outlets))
        while not fanning.done():
            await asyncio.sleep(0)
            written.append(0)
        return written

    assert [count for count in asyncio.run(test()) if count] == [wire.CHUNK - 1, wire.CHUNK]
    assert "could not be written to" in caplog.text


def test_a_reason_is_cut_between_characters() -> None:
    assert shortcut.shortened("x" * 122 + "ü") == b"x" * 122
    assert shortcut.shortened("kurz") == b"kurz"


def test_what_the_short_cut_misses_is_told_and_the_ordinary_way_taken(caplog: pytest.LogCaptureFixture) -> None:
    class OtherProtocol:
        """A protocol of a server that works in another way."""

        transport = object()
        state = STATE_OPEN = 3

    assert not shortcut.fits(OtherProtocol())
    assert "dataBuffer" in caplog.text
