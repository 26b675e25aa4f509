"""Whoever asks all web processes waits for those that live, and not for one that has just died."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from django.conf import settings

from spieltisch.cluster import remotedirectory
from spieltisch.cluster.bus import QUIET_SECONDS, Peer
from spieltisch.cluster.remotedirectory import RemoteDirectory
from tests.support.waiting import PATIENCE, until_async


@pytest.fixture
def front(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[tuple[str, dict[str, Any]]]]:
    """A directory of a web process whose packets are kept, and the packets."""
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")

    async def made() -> RemoteDirectory:
        return RemoteDirectory()

    directory, sent = asyncio.run(made()), []
    monkeypatch.setattr(remotedirectory, "ALL_SECONDS", PATIENCE)
    monkeypatch.setattr(directory.bus, "send", lambda to, head, bodies=(): sent.append((to, head)))
    return directory, sent


def test_one_that_has_fallen_silent_is_told_and_not_waited_for(front: Any) -> None:
    directory, sent = front
    directory.bus.peers["dead"] = Peer("dead", "front", time.monotonic() - QUIET_SECONDS)
    began = time.monotonic()
    assert asyncio.run(directory.ask_fronts("claim", game="x", key="anna", ticket=[1, 2])) == []
    assert time.monotonic() - began < PATIENCE
    assert [(to, head["op"]) for to, head in sent] == [("dead", "claim")]


def test_one_that_falls_silent_meanwhile_is_waited_for_no_longer(front: Any) -> None:
    directory, _ = front
    directory.bus.peers["dying"] = Peer("dying", "front", time.monotonic())
    began = time.monotonic()
    assert asyncio.run(directory.ask_fronts("present", game="x")) == []
    assert QUIET_SECONDS <= time.monotonic() - began < PATIENCE


def test_one_that_lives_is_waited_for_until_it_answers(front: Any) -> None:
    directory, sent = front
    directory.bus.peers["slow"] = Peer("slow", "front", time.monotonic())

    async def scenario() -> list[Any]:
        asking = asyncio.create_task(directory.ask_fronts("present", game="x"))

        async def asked() -> bool:
            return bool(sent)

        await until_async(asked, "the question to be sent")
        answer = {"id": sent[0][1]["id"], "value": ["Anna"]}
        asyncio.get_running_loop().call_later(0.6, directory.calls.answered, answer, ())
        return list(await asking)

    assert asyncio.run(scenario()) == [["Anna"]]
