"""What the application gets to see of a client, on a wire that is only a list."""

from __future__ import annotations

import asyncio

import pytest

from bridge import connection as module
from bridge.connection import Connection
from bridge.encoding import Phrasebook
from tests.bridge.echo import EchoDialect, payload, run, said, text_of


class ListWire:
    """A wire that remembers."""

    def __init__(self) -> None:
        self.ids: dict[str, object] = {"kind": "list"}
        self.written: list[bytes] = []
        self.hung_up = 0
        self.takes = 0
        self.charged: list[int] = []
        self.allowed = True

    def write(self, data: bytes) -> None:
        """Remember the bytes."""
        self.written.append(data)

    async def drained(self) -> None:
        """Never wait."""

    def backlog(self) -> int:
        """Return a number to recognise."""
        return 42

    def hang_up(self) -> None:
        """Count."""
        self.hung_up += 1

    def taken(self) -> None:
        """Count."""
        self.takes += 1

    def charge(self, messages: int) -> bool:
        """Remember what was to be paid."""
        self.charged.append(messages)
        return self.allowed


class Message:
    """A prepared message."""

    def __init__(self, text: str) -> None:
        self.text = said(text)


def connected() -> tuple[Connection, ListWire]:
    """Return a connection and its wire."""
    wire = ListWire()
    return Connection("echo", EchoDialect(), wire, Phrasebook()), wire


def test_frames_become_events_in_order() -> None:
    async def test() -> None:
        client, wire = connected()
        client.deliver(b"one", 1.5)
        client.deliver(b"nothing", 2.0)
        client.deliver(b"twice", 2.5)
        client.lost(1006)
        assert (await client.receive())["type"] == "websocket.connect"
        event = await client.receive()
        assert (text_of(event), event["raw"], event["received"], event["variant"]) == ("one", b"one", 1.5, "quiet")
        assert [text_of(await client.receive()) for _ in range(2)] == ["twice", "twice"]
        assert wire.charged == [1]
        # The beginning, three frames, three messages.
        assert wire.takes == 7
        assert await client.receive() == {"type": "websocket.disconnect", "code": 1006, "reason": ""}
        assert (await client.receive())["type"] == "websocket.disconnect"

    run(test())


def test_the_messages_of_a_frame_wait_like_frames() -> None:
    async def test() -> None:
        client, _ = connected()
        await client.receive()
        client.deliver(b"5 times ok", 0.0)
        client.deliver(b"next", 0.0)
        assert client.waiting == 2
        await client.receive()
        assert client.waiting == 5

    run(test())


def test_between_the_messages_of_a_frame_others_have_their_turn() -> None:
    async def test() -> None:
        client, _ = connected()
        client.deliver(b"50 times ok", 0.0)
        told: list[int] = []

        async def hear() -> None:
            for number in range(51):
                await client.receive()
                told.append(number)

        hearing, turns = asyncio.ensure_future(hear()), 0
        while not hearing.done():
            await asyncio.sleep(0)
            turns += 1
        assert len(told) == 51
        assert turns >= 49

    run(test())


def test_nothing_is_heard_of_a_frame_that_holds_too_much_nor_of_what_came_after_it() -> None:
    async def test() -> None:
        client, wire = connected()
        for frame in (b"ok", b"50 times ok", b"later"):
            client.deliver(frame, 0.0)
        await client.receive()
        assert text_of(await client.receive()) == "ok"
        wire.allowed = False
        client.lost(1000)
        assert (await client.receive())["type"] == "websocket.disconnect"
        assert wire.charged == [49]

    run(test())


def test_the_variant_is_the_one_the_frame_showed() -> None:
    async def test() -> None:
        client, wire = connected()
        client.deliver(b"LOUD", 0.0)
        await client.receive()
        assert (await client.receive())["variant"] == "loud"
        await client.send({"type": "websocket.send", "text": said("hello")})
        assert wire.written == [b"[\nHELLO\n"]

    run(test())


def test_receive_waits_for_news() -> None:
    async def test() -> None:
        client, _ = connected()
        await client.receive()
        waiting = asyncio.ensure_future(client.receive())
        await asyncio.sleep(0)
        assert not waiting.done()
        client.deliver(b"late", 0.0)
        assert text_of(await waiting) == "late"

    run(test())


def test_what_is_sent_and_what_is_written_keep_their_order() -> None:
    async def test() -> None:
        client, wire = connected()
        await client.send({"type": "websocket.accept"})
        await client.send({"type": "websocket.send", "text": said("a")})
        client.write(Message("b"))
        await client.send({"type": "websocket.send", "text": '{"payloadType": "other", "payload": {}}'})
        await client.send({"type": "websocket.send", "text": said("c")})
        assert wire.written == [b"[\na\n", b"b\n", b"c\n"]
        assert client.backlog == 42

    run(test())


def test_closing_writes_the_end_and_nothing_after_it() -> None:
    async def test() -> None:
        client, wire = connected()
        await client.send({"type": "websocket.close", "code": 4000, "reason": "enough"})
        client.write(Message("too late"))
        client.close()
        assert wire.written == [b"[\n]\n"]
        assert wire.hung_up
        await client.receive()
        assert await client.receive() == {"type": "websocket.disconnect", "code": 4000, "reason": "enough"}

    run(test())


def test_a_dialect_that_fails_costs_one_message(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        client, _ = connected()
        client.deliver(b"broken dialect", 0.0)
        client.deliver(b"next", 0.0)
        await client.receive()
        event = await client.receive()
        assert (payload(event)["code"], payload(event)["fatal"]) == ("message/unreadable", False)
        assert text_of(await client.receive()) == "next"

    run(test())
    assert "the dialect failed" in caplog.text


def test_a_fault_comes_after_the_frames_before_it_and_ends_when_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_WITHIN", 60.0)

    async def test() -> None:
        client, wire = connected()
        client.deliver(b"good", 0.0)
        client.fail("frame/too_long", "a line may have at most 5 bytes", 1009, 1.0)
        await client.receive()
        assert text_of(await client.receive()) == "good"
        client.write(Message("not an answer yet"))
        fault = await client.receive()
        assert payload(fault) == {
            "reason": "a line may have at most 5 bytes",
            "code": "frame/too_long",
            "field": "",
            "cause": None,
            "fatal": True,
        }
        await client.send({"type": "websocket.send", "text": said("sorry")})
        assert not wire.hung_up
        await client.send({"type": "websocket.send", "text": said("really")})
        event = await client.receive()
        assert (event["type"], event["code"]) == ("websocket.disconnect", 1009)
        assert wire.written == [b"[\nnot an answer yet\n", b"sorry\n", b"really\n", b"]\n"]
        assert wire.hung_up

    run(test())


def test_a_fault_that_nobody_answers_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_WITHIN", 0.01)

    async def test() -> None:
        client, wire = connected()
        client.fail("limit/rate", "too fast", 1008, 0.0)
        client.fail("limit/hello", "a second fault is not told", 1008, 0.0)
        await client.receive()
        assert text_of(await client.receive()) == "limit/rate"
        event = await client.receive()
        assert (event["type"], event["code"], event["reason"]) == ("websocket.disconnect", 1008, "too fast")
        assert wire.hung_up == 1

    run(test())


def test_an_unknown_event_is_refused() -> None:
    async def test() -> None:
        client, _ = connected()
        with pytest.raises(ValueError, match=r"http\.response\.start"):
            await client.send({"type": "http.response.start"})

    run(test())
