"""The bridge over real sockets: conversation, limits, flow control, orderly stop."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from typing import Any

import pytest

from bridge import protocol, server
from bridge.limits import Limits
from bridge.server import Bridge
from gamekit.dialect import WebSocketEndpoint
from tests.bridge.echo import ELEMENTS, LINES, Client, Echo, payload, run, said, serving, sockets_of, until


def test_a_line_client_talks_with_the_application() -> None:
    async def test() -> None:
        echo = Echo()
        async with serving(echo) as (_, port):
            client = await Client.connect(port)
            client.say("hello", "", "twice")
            assert [await client.hear() for _ in range(4)] == ["[", "hello", "twice", "twice"]
            host, own_port = client.writer.get_extra_info("sockname")
            client.close()
            await asyncio.wait_for(echo.ended.wait(), 5)
        [scope] = echo.scopes
        assert (scope["type"], scope["path"], scope["query_string"]) == ("websocket", "/ws/echo/", b"")
        assert (scope["client"], scope["server"]) == ([host, own_port], ["127.0.0.1", port])
        assert scope["spieltisch"]["endpoint"] == "echo"
        assert scope["spieltisch"]["bridge"] is True

    run(test())


def test_an_xml_client_talks_with_the_application() -> None:
    async def test() -> None:
        async with serving(Echo(), endpoint=ELEMENTS) as (_, port):
            client = await Client.connect(port)
            client.writer.write(b"<protocol><join")
            client.writer.write(b"/><room>\n</room></protocol>")
            assert [await client.hear() for _ in range(5)] == ["[", "<join/>", "<room>", "</room>", "</protocol>"]

    run(test())


def test_a_client_that_ends_its_side_still_gets_its_answers() -> None:
    async def test() -> None:
        async with serving(Echo()) as (_, port):
            client = await Client.connect(port)
            client.say("first")
            client.writer.write(b"last without newline")
            client.writer.write_eof()
            assert await client.rest() == ["[", "first", "last without newline", "]"]

    run(test())


def test_nothing_is_kept_of_a_client_that_has_gone() -> None:
    async def test() -> None:
        echo = Echo()
        async with serving(echo) as (bridge, port):
            client = await Client.connect(port)
            client.say("in")
            assert await client.hear() == "["
            (wire,) = map(weakref.ref, bridge.clients)
            client.writer.write_eof()
            await client.rest()
            client.close()
            await until(lambda: not bridge.clients)
            echo.scopes.clear()
            async with asyncio.timeout(protocol.LAST_ANSWERS / 2):
                await until(lambda: gc.collect() >= 0 and wire() is None)

    run(test())


def test_the_application_may_close() -> None:
    async def test() -> None:
        echo = Echo()
        async with serving(echo) as (_, port):
            client = await Client.connect(port)
            client.say("quit", "ignored")
            assert await client.rest() == ["[", "]"]
            client.close()
            await asyncio.wait_for(echo.ended.wait(), 5)
            assert (echo.events[-1]["code"], echo.events[-1]["reason"]) == (4000, "asked")

    run(test())


def test_an_application_that_fails_costs_one_connection(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(Echo()) as (_, port):
            other, client = await Client.connect(port), await Client.connect(port)
            client.say("crash")
            assert await client.rest() == ["[", "]"]
            other.say("still here")
            assert [await other.hear(), await other.hear()] == ["[", "still here"]

    run(test())
    assert "the application failed" in caplog.text


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"x" * 2000, "frame/too_long"),
        (b"\xff\xfe\n", "frame/not_utf8"),
        (b"ok\n" * 6, "limit/rate"),
        (b"", "limit/hello"),
    ],
)
def test_a_client_that_breaks_a_limit_is_told_and_closed(data: bytes, code: str) -> None:
    async def test() -> None:
        echo = Echo()
        # Only who says nothing is to run out of time, even when this process stands still for a moment.
        hello = 0.05 if code == "limit/hello" else 10
        limits = Limits(line_bytes=1000, messages_burst=5, messages_per_second=0.01, hello_seconds=hello)
        async with serving(echo, limits) as (_, port):
            client = await Client.connect(port)
            client.writer.write(data)
            lines = await client.rest()
            assert lines[-2:] == [code, "]"]
            assert lines[1:-2] == ["ok"] * (5 if code == "limit/rate" else 0)
            client.close()
        assert payload(echo.events[-2])["fatal"] is True
        assert echo.events[-1]["type"] == "websocket.disconnect"

    run(test())


def test_bad_xml_is_told_and_closed() -> None:
    async def test() -> None:
        async with serving(Echo(), endpoint=ELEMENTS) as (_, port):
            client = await Client.connect(port)
            client.writer.write(b"<protocol><a/><!DOCTYPE x>")
            assert await client.rest() == ["[", "<a/>", "xml/not_allowed", "]"]

    run(test())


def test_an_endless_line_is_bounded_and_its_answer_arrives() -> None:
    """The client never stops writing; closing without reading on would reset the connection under the answer."""

    async def test() -> None:
        async with serving(Echo(), Limits(line_bytes=1000)) as (_, port):
            client = await Client.connect(port)

            async def flood() -> None:
                while True:
                    client.writer.write(b"x" * 10_000)
                    await client.writer.drain()

            flooding = asyncio.ensure_future(flood())
            assert [await client.hear() for _ in range(3)] == ["[", "frame/too_long", "]"]
            assert await client.hear() == ""
            flooding.cancel()

    run(test())


def test_a_hello_in_time_switches_the_clock_off() -> None:
    async def test() -> None:
        async with serving(Echo(), Limits(hello_seconds=2)) as (bridge, port):
            client = await Client.connect(port)
            client.say("hello")
            assert [await client.hear(), await client.hear()] == ["[", "hello"]
            # Long enough for this process to stand still for a moment before it says hello.
            await asyncio.sleep(2.1)
            assert len(bridge.clients) == 1
            client.say("still here")
            assert await client.hear() == "still here"

    run(test())


def test_an_address_has_only_so_many_sockets() -> None:
    async def test() -> None:
        async with serving(Echo(), Limits(sockets_per_address=2)) as (bridge, port):
            clients = [await Client.connect(port) for _ in range(2)]
            for client in clients:
                client.say("in")
                assert [await client.hear(), await client.hear()] == ["[", "in"]
            refused = await Client.connect(port)
            assert await refused.rest() == []
            clients[0].close()
            await until(lambda: len(bridge.clients) <= 1)
            again = await Client.connect(port)
            again.say("in again")
            assert [await again.hear(), await again.hear()] == ["[", "in again"]

    run(test())


def test_a_client_is_not_read_while_the_application_is_behind() -> None:
    async def test() -> None:
        go_on = asyncio.Event()
        seen: list[Any] = []

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await go_on.wait()
            while (event := await receive())["type"] != "websocket.disconnect":
                seen.append(event["raw"])

        async with serving(slow, Limits(messages_per_second=0)) as (bridge, port):
            client = await Client.connect(port)
            lines = [b"%06d" % number for number in range(500_000)]
            client.writer.write(b"\n".join(lines) + b"\n")
            client.writer.write_eof()
            [wire] = await sockets_of(bridge)
            await until(lambda: not wire._reading)
            waiting = bridge.clients[wire].connection.waiting
            await asyncio.sleep(0.05)
            assert protocol.INBOX_FULL <= bridge.clients[wire].connection.waiting == waiting < len(lines) // 2
            go_on.set()
            await until(lambda: not bridge.tasks)
            assert seen == lines

    run(test())


def test_a_client_that_does_not_read_is_not_read_either_and_then_cut_off() -> None:
    async def test() -> None:
        codes: list[int] = []

        async def talkative(scope: Any, receive: Any, send: Any) -> None:
            outlet = scope["spieltisch"]["outlet"]
            message = type("Message", (), {"text": said("x" * 20_000)})()
            await receive()
            while bridge.clients:
                outlet.write(message)
                await asyncio.sleep(0)
            event = await receive()
            codes.append(event["code"])

        async with serving(talkative, Limits(write_buffer=200_000)) as (bridge, port):
            client = await Client.connect(port, limit=1000)
            [wire] = await sockets_of(bridge)
            await until(lambda: not wire._reading)
            assert wire.backlog() <= 200_000
            await until(lambda: not bridge.clients)
            assert wire.backlog() == 0
            await until(lambda: not bridge.tasks)
            client.close()
        assert codes == [1013]

    run(test())


def test_send_waits_for_a_slow_reader() -> None:
    async def test() -> None:
        sent = 0

        async def talkative(scope: Any, receive: Any, send: Any) -> None:
            nonlocal sent
            for _ in range(2000):
                await send({"type": "websocket.send", "text": said("x" * 20_000)})
                sent += 1

        async with serving(talkative) as (bridge, port):
            client = await Client.connect(port, limit=1000)
            before = -1
            while sent == 0 or sent != before:
                before = sent
                await asyncio.sleep(0.1)
            assert sent < 2000
            assert [wire for wire in bridge.clients if wire.backlog() <= 200_000]
            data = await client.reader.read()
            assert len(data) == 2000 * 20_001 + len(b"[\n]\n")

    run(test())


def test_stopping_says_goodbye_to_everybody() -> None:
    async def test() -> None:
        echo = Echo()
        async with serving(echo) as (bridge, port):
            clients = [await Client.connect(port) for _ in range(5)]
            for client in clients:
                client.say("hello")
                assert [await client.hear(), await client.hear()] == ["[", "hello"]
            stopping = asyncio.ensure_future(bridge.stop())
            for client in clients:
                assert await client.rest() == ["]"]
                client.close()
            await stopping
            assert not bridge.clients
            assert not bridge.tasks
            with pytest.raises(OSError, match=r"refused|failed"):
                await Client.connect(port)
        codes = [event["code"] for event in echo.events if event["type"] == "websocket.disconnect"]
        assert codes == [1001] * 5

    run(test())


def test_stopping_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "STOP_WITHIN", 0.05)
    monkeypatch.setattr(server, "CLOSE_WITHIN", 0.05)

    async def test() -> None:
        async def stubborn(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.Event().wait()

        async with serving(stubborn) as (bridge, port):
            client = await Client.connect(port)
            client.say("hello")
            await sockets_of(bridge)
            await bridge.stop()
            assert not bridge.tasks

    run(test())


def test_an_application_that_outlives_its_client_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "APPLICATION_GRACE", 0.01)
    monkeypatch.setattr(protocol, "LAST_ANSWERS", 0.01)

    async def test() -> None:
        async def stubborn(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.Event().wait()

        async with serving(stubborn) as (bridge, port):
            client = await Client.connect(port)
            await sockets_of(bridge)
            client.close()
            await until(lambda: not bridge.tasks)
            assert not bridge.clients

    run(test())


def test_a_port_that_is_taken_is_named_and_nothing_stays_open() -> None:
    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            bridge = Bridge(Echo(), Limits())
            with pytest.raises(OSError, match=f"cannot listen for echo on 127.0.0.1:{port}"):
                await bridge.start([("echo", ELEMENTS, 0), ("echo", LINES, port)])
            assert not bridge._entrances

    run(test())


def test_only_plain_tcp_endpoints_are_served() -> None:
    async def test() -> None:
        with pytest.raises(TypeError, match="web is a WebSocketEndpoint"):
            await Bridge(Echo(), Limits()).start([("echo", WebSocketEndpoint("web", 0, "PORT_WEB"), 0)])

    run(test())


def test_dead_peers_are_noticed_by_the_system() -> None:
    with socket.socket() as plain:
        protocol.keep_alive(plain)
        assert plain.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
