"""A front answers its clients in the order of one process: what was missed, what came of the move, then the answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.conf import settings

from spieltisch.cluster import remotedirectory
from spieltisch.cluster.calls import Reply
from spieltisch.cluster.remotedirectory import RemoteDirectory
from spieltisch.cluster.remotetable import RemoteTable


class SlowNews:
    """Answers every call at once, but for the one by which the host tells what was missed."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.given: list[dict[str, Any]] = []
        self.told = asyncio.Event()
        self.wanted = asyncio.Event()
        """Set when the host was asked for what was missed."""

    def new_id(self) -> str:
        """Return any id."""
        return str(len(self.asked))

    async def ask(self, host: str, number: str, head: dict[str, Any]) -> Reply:
        """Answer."""
        self.asked.append(head["op"])
        self.given.append(head["given"])
        if head["op"] == "sync":
            self.wanted.set()
            await self.told.wait()
        return Reply({"id": number, "value": None}, ())

    def forget(self, number: str) -> None:
        """Nothing is remembered."""


class Client:
    """A connection at the table."""

    class outlet:  # noqa: N801
        @staticmethod
        def write(message: Any) -> None:
            """Nobody looks at it."""

    page = False
    known_as = address = holder = ""
    front = None
    looks_on = False
    listens_to: frozenset[str] = frozenset()


@pytest.mark.parametrize("op", ["play", "settle"])
def test_after_a_change_of_hosts_news_come_before_the_answer(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")

    async def scenario() -> None:
        front = RemoteDirectory()
        calls: Any = SlowNews()
        front.calls, front.ready = calls, True
        table, client = RemoteTable(front, "abcd"), Client()
        # It is known who is here, and that another host has the table now.
        table.members[client] = 0  # type: ignore[index]
        table.home, table.host = "host-a", "host-b"
        answer = asyncio.create_task(table.play(0, {}) if op == "play" else table.settle())
        await calls.wanted.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        assert op in calls.asked
        assert not answer.done(), "the answer must not overtake what was missed"
        calls.told.set()
        await asyncio.wait_for(answer, 5)

    asyncio.run(scenario())


def test_who_comes_does_not_wait_for_news_that_wait_for_him(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")

    async def scenario() -> None:
        front = RemoteDirectory()
        calls: Any = SlowNews()
        front.calls, front.ready = calls, True
        table, client, other = RemoteTable(front, "abcd"), Client(), Client()
        table.members[client] = 0  # type: ignore[index]
        table.home, table.host = "host-a", "host-b"
        await asyncio.wait_for(table.attach(None, other), 5)  # type: ignore[arg-type]
        calls.told.set()

    asyncio.run(scenario())


def test_a_host_that_could_not_be_reached_is_told_later_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setattr(remotedirectory, "CALL_SECONDS", 0.01)

    class Silent(SlowNews):
        async def ask(self, host: str, number: str, head: dict[str, Any]) -> Any:
            """Give no answer before the host is back."""
            answer = await super().ask(host, number, head)
            return answer if self.told.is_set() else await asyncio.sleep(0.02)

    async def scenario() -> None:
        front = RemoteDirectory()
        calls: Any = Silent()
        front.calls, front.ready = calls, True
        monkeypatch.setattr(front, "_search", found)
        table, client = RemoteTable(front, "abcd"), Client()
        table.members[client] = None  # type: ignore[index]
        await asyncio.wait_for(table.detach(None, client), 5)  # type: ignore[arg-type]
        assert set(calls.asked) == {"detach"}
        calls.told.set()
        await asyncio.wait_for(asyncio.gather(*table._tasks), 5)
        number = front.number_of(client)  # type: ignore[arg-type]
        assert calls.given[-1]["conn"] == number
        # Let in at last what came before it went: it is not here any more.
        table._gone.add(client)  # type: ignore[arg-type]
        front._remote["abcd"] = table
        await front._on_packet(packet("joined", number, match="", version=0), [])
        assert not table.members

    asyncio.run(scenario())


async def found(table: RemoteTable) -> str:
    """Return the table's host."""
    return "host-a"


def packet(kind: str, number: int, **more: Any) -> dict[str, Any]:
    """Return what a host sends about a connection."""
    return {"t": kind, "from": "host-a", "code": "abcd", "viewer": None, "conn": number, **more}


def greeting() -> tuple[dict[str, Any], list[bytes]]:
    """Return words for everybody at the table."""
    head = {"pages": True, "protocol": True, "only": None, "but": None, "messages": [("hello", None)], "state": False}
    return packet("tell", 0, **head), [b"{}"]


def test_a_host_that_let_somebody_in_need_not_be_told_who_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")

    async def scenario() -> None:
        front = RemoteDirectory()
        calls: Any = SlowNews()
        front.calls, front.ready = calls, True
        table, client = RemoteTable(front, "abcd"), Client()
        front._remote["abcd"], table.host = table, "host-a"
        number = front.number_of(client)  # type: ignore[arg-type]
        # The answer to its coming is not here yet, and somebody else asks for something.
        await front._on_packet(packet("joined", number, match="", version=0), [])
        await table.call("look")
        assert calls.asked == ["look"]

    asyncio.run(scenario())


def test_words_that_come_while_news_are_told_anew_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")
    written: list[str] = []

    class Listening(Client):
        class outlet:  # noqa: N801
            @staticmethod
            def write(message: Any) -> None:
                """Take note."""
                written.append(message.text)

    async def scenario() -> None:
        front = RemoteDirectory()
        calls: Any = SlowNews()
        front.calls, front.ready = calls, True
        table, client = RemoteTable(front, "abcd"), Listening()
        front._remote["abcd"] = table
        number = front.number_of(client)  # type: ignore[arg-type]
        await front._on_packet(packet("joined", number, match="", version=0), [])
        front._lost_touch("host-a")
        table.host = "host-b"
        await asyncio.wait_for(calls.wanted.wait(), 5)
        await front._on_packet(*greeting())
        assert written == []
        await front._on_packet(packet("joined", number, match="", version=0), [])
        calls.told.set()
        await asyncio.wait_for(table.in_step.wait(), 5)
        await asyncio.sleep(0)
        assert written == ["{}"]

    asyncio.run(scenario())


def news(kind: str, *versions: int) -> tuple[dict[str, Any], list[bytes]]:
    """Return what a host tells an audience: now, or because it was missed."""
    head = {"match": "m", "messages": [("step", version) for version in versions], "state": False}
    return packet(kind, 0, **head, version=versions[-1]), [b"{}" for _ in versions]


@pytest.mark.parametrize("lost", [True, False])
def test_what_was_missed_is_asked_for_until_it_has_come(lost: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")

    async def scenario() -> None:
        front = RemoteDirectory()
        calls: Any = SlowNews()
        front.calls, front.ready = calls, True
        table, client = RemoteTable(front, "abcd"), Client()
        front._remote["abcd"], table.host = table, "host-a"
        number = front.number_of(client)  # type: ignore[arg-type]
        await front._on_packet(packet("joined", number, match="m", version=3), [])
        await front._on_packet(*news("deliver", 4))
        for known in (4, 4 if lost else 6):
            front._lost_touch("host-a")
            table.host = "host-a"
            await asyncio.wait_for(calls.wanted.wait(), 5)
            assert calls.given[-1]["told"] == {"None": ("m", known)}
            # It is let in again at version 6; what it missed may be lost on its way.
            await front._on_packet(packet("joined", number, match="m", version=6), [])
            if not lost:
                await front._on_packet(*news("repair", 5, 6))
            calls.told.set()
            await asyncio.wait_for(table.in_step.wait(), 5)
            calls.told.clear()
            calls.wanted.clear()

    asyncio.run(scenario())
