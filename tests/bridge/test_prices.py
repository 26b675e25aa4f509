"""What a client's messages cost it, and when they count as said: over real sockets."""

from __future__ import annotations

import pytest

from bridge import protocol
from bridge.framing.elements import PARTS_FREE
from bridge.limits import Limits
from gamekit.dialect import Endpoint
from tests.bridge.echo import ELEMENTS, LINES, Client, Echo, run, serving, sockets_of, until

#: Work that makes no message, for each kind of endpoint, and what comes before it.
IDLE = {
    "empty lines": (LINES, b"", b"\r\n"),
    "comments": (ELEMENTS, b"<protocol>", b"<!-- -->"),
    "declarations": (ELEMENTS, b"", b"<?xml version='1.0'?>"),
    "parts of one element": (ELEMENTS, b"<protocol><a>", b"<b/>" * PARTS_FREE),
}


@pytest.mark.parametrize("kind", IDLE)
def test_what_makes_no_message_is_not_for_nothing(kind: str) -> None:
    endpoint, first, idle = IDLE[kind]
    calm, storm = (first + idle * times for times in (15, 17))

    async def test() -> None:
        async with serving(Echo(), Limits(messages_burst=4, messages_per_second=0.01), endpoint) as (_, port):
            for data, refused in ((calm, []), (storm, ["limit/rate"])):
                client = await Client.connect(port)
                client.writer.write(data)
                client.writer.write_eof()
                assert [line for line in await client.rest() if line not in ("[", "]")] == refused

    run(test())


def test_what_comes_after_too_much_is_not_looked_at() -> None:
    async def test() -> None:
        async with serving(Echo(), Limits(messages_burst=5, messages_per_second=0.01), ELEMENTS) as (bridge, port):
            client = await Client.connect(port)
            client.writer.write(b"<protocol>" + b"<a/>" * 6 + b"<nonsense <")
            [wire] = await sockets_of(bridge)
            assert await client.rest() == ["[", *["<a/>"] * 5, "limit/rate", "]"]
            assert wire._framer.error is None

    run(test())


def test_a_frame_of_several_messages_costs_as_much_as_they_do() -> None:
    async def test() -> None:
        async with serving(Echo(), Limits(messages_burst=5, messages_per_second=0.01)) as (_, port):
            for said, heard in (
                (["5 times ok"], ["ok"] * 5),
                (["2 times ok", "3 times ok"], ["ok"] * 5),
                (["6 times ok"], ["limit/rate"]),
                (["ok", "5 times ok", "ok"], ["ok", "limit/rate"]),
            ):
                for ends in (False, True):
                    client = await Client.connect(port)
                    client.say(*said)
                    if ends or heard[-1] == "ok":
                        client.writer.write_eof()
                    assert await client.rest() == ["[", *heard, "]"]

    run(test())


def test_a_client_is_read_again_when_the_messages_of_its_frames_are_taken() -> None:
    async def test() -> None:
        echo = Echo()
        async with serving(echo, Limits(messages_per_second=0)) as (_, port):
            client = await Client.connect(port)
            for _ in range(20):
                client.say("50 times ok")
            await until(lambda: len(echo.events) == 1001)
            client.say("on")
            await until(lambda: len(echo.events) == 1002)

    run(test())


def test_a_blank_line_and_a_comment_beside_each_message_are_not_noticed() -> None:
    async def test() -> None:
        for endpoint, first, words in ((LINES, b"", b"ok\r\n\r\n"), (ELEMENTS, b"<p>", b"<!-- a move -->\n<ok/>\n")):
            async with serving(Echo(), endpoint=endpoint) as (_, port):
                client = await Client.connect(port)
                client.writer.write(first + words * 150)
                client.writer.write_eof()
                lines = await client.rest()
                assert [line.strip("</>") for line in lines] == ["[", *["ok"] * 150, "]"]

    run(test())


@pytest.mark.parametrize("burst", [0, 1])
def test_what_comes_with_the_first_message_does_not_cost_it_where_no_bursts_are_allowed(burst: int) -> None:
    async def test() -> None:
        limits = Limits(messages_burst=burst, messages_per_second=0.01)
        for endpoint, words in ((LINES, b"\r\nok\n"), (ELEMENTS, b"<?xml version='1.0'?><p><ok/>")):
            async with serving(Echo(), limits, endpoint) as (_, port):
                client = await Client.connect(port)
                client.writer.write(words)
                client.writer.write_eof()
                assert [line.strip("</>") for line in await client.rest()] == ["[", "ok", "]"]

    run(test())


class Clock:
    """Stands for the module `time`, in the protocol alone."""

    now = 1000.0

    def monotonic(self) -> float:
        """Return the time that the test has set."""
        return self.now


@pytest.mark.parametrize(
    ("endpoint", "half", "rest"),
    [(LINES, b"hel", b"lo\n"), (LINES, b"hello", b""), (ELEMENTS, b"<p><hel", b"lo/>")],
)
@pytest.mark.parametrize(("seconds", "credit"), [(0.1, 0.1), (30.0, protocol.CREDIT)])
def test_a_frame_on_its_way_is_credited_with_its_first_bytes_but_not_with_thinking(
    monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint, half: bytes, rest: bytes, seconds: float, credit: float
) -> None:
    clock = Clock()
    monkeypatch.setattr(protocol, "time", clock)

    async def test() -> None:
        echo = Echo()
        async with serving(echo, endpoint=endpoint) as (bridge, port):
            client = await Client.connect(port)
            client.writer.write(half)
            [wire] = await sockets_of(bridge)
            await until(lambda: wire._framer.pending)
            clock.now += seconds
            client.writer.write(rest)
            # A last line without an end is whole when the client's side ends.
            if not rest:
                client.writer.write_eof()
            await until(lambda: len(echo.events) >= 2)
            assert echo.events[1]["received"] == pytest.approx(clock.now - credit)

    run(test())


def test_a_frame_began_with_its_first_bytes_whatever_was_counted_within_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "time", Clock())

    async def test() -> None:
        echo = Echo()
        async with serving(echo, endpoint=ELEMENTS) as (bridge, port):
            client = await Client.connect(port)
            client.writer.write(b"<protocol><a>")
            [wire] = await sockets_of(bridge)
            await until(lambda: wire._framer.pending)
            began = wire._began
            client.writer.write(b"<b/>" * PARTS_FREE)
            await until(lambda: wire._framer._parts > PARTS_FREE)
            client.writer.write(b"</a>")
            await until(lambda: len(echo.events) == 2)
            assert echo.events[1]["received"] == began

    run(test())
