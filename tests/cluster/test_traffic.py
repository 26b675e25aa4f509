"""What crosses Redis: a table's messages once for each process that shows it, however many spectators that one has."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from redis import Redis
from redis.exceptions import ConnectionError as RedisGone

from spieltisch.cluster.packets import unpack
from tests.cluster.test_scaled_out import BOTS, LONG, follow
from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.scaled import Scaled

#: Spectators at each of the web processes.
CROWDS = (49, 1)
LINES = 5
READING = ("look", "announced", "sync", "attach", "detach")


class Tap:
    """Hears everything that is sent to any inbox, beside those whose inbox it is."""

    def __init__(self, url: str) -> None:
        self.packets: list[tuple[str, dict[str, Any]]] = []
        self._pubsub: Any = Redis.from_url(url).pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        self._pubsub.psubscribe("st:inbox:*")
        # The confirmation: from here on nothing is missed.
        self._pubsub.get_message(timeout=5)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for message in self._pubsub.listen():
                self.packets.append((message["channel"].decode(), unpack(message["data"])[0]))
        except (RedisGone, ValueError):
            # Redis was stopped at the end of the test.
            return

    def versions_to_fronts(self, table: str) -> dict[str, Counter[int]]:
        """Return how often each version for spectators was sent to each front."""
        sent: dict[str, Counter[int]] = {}
        for inbox, head in list(self.packets):
            if head["t"] == "deliver" and head["code"] == table and head["viewer"] is None:
                versions = [version for _, version in head["messages"] if version is not None]
                sent.setdefault(inbox, Counter()).update(versions)
        return sent

    def chat_to_fronts(self, table: str) -> Counter[str]:
        """Return how many lines of the chat were sent to each front."""
        return Counter(
            inbox
            for inbox, head in list(self.packets)
            if head["t"] == "tell" and head["code"] == table and head["messages"][0][0] == "table/chat"
        )

    def commands(self, table: str) -> Counter[str]:
        """Return the calls to hosts that are about this table, by what they ask for; one that is not answered within a
        second is sent again under its number, and is still one."""
        calls = [head for _, head in list(self.packets) if head["t"] == "call" and head["code"] == table]
        return Counter({head["id"]: head["op"] for head in calls}.values())


def test_a_table_crosses_redis_once_for_each_process(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(BOT_DELAY="0.15")
    deployment.process("tables")
    webs = [deployment.process("web") for _ in CROWDS]
    owner = Api(webs[0].ports["web"]).as_guest()
    table = owner.post("/api/tables", {**LONG, "bots": BOTS[1:]})["id"]
    tap = Tap(deployment.redis.url)
    pages: list[Page] = []

    async def watch() -> None:
        async with AsyncExitStack() as stack:
            for web, size in zip(webs, CROWDS, strict=True):
                address = f"{web.websocket}/ws/qwirkle/{table}/?version=0"
                for _ in range(size):
                    pages.append(await stack.enter_async_context(opened(address)))
            for page in pages:
                # Answered when it has been let in at the table: from here on it is one of the crowd.
                await page.request("table/nothing", {})
            # The last player comes when everybody watches: of the whole match nobody has to be told twice.
            await asyncio.to_thread(owner.post, f"/api/tables/{table}/bots", {"bots": BOTS[:1]})
            for number in range(LINES):
                await pages[0].send("table/chat", {"text": f"line {number}"})
            await asyncio.gather(*(follow(page, []) for page in pages))

    asyncio.run(watch())
    told = [[message["version"] for message in page.messages if "version" in message] for page in pages]
    everything = list(range(1, len(told[0]) + 1))
    assert told == [everything] * sum(CROWDS)
    lines = [sum(message["payloadType"] == "table/chat" for message in page.messages) for page in pages]
    assert lines == [LINES] * sum(CROWDS)

    sent = tap.versions_to_fronts(table)
    assert len(sent) == len(CROWDS)
    for versions in sent.values():
        assert set(versions.values()) == {1}, "a version went to the same process more than once"
        assert sorted(versions) == everything, "not all of the match went to this process"
    assert set(tap.chat_to_fronts(table).values()) == {LINES}
    assert len(tap.chat_to_fronts(table)) == len(CROWDS)
    done = {op: count for op, count in tap.commands(table).items() if op not in READING}
    # A line is told to pages, and in the words of the game's protocol to programs; the last player sits down once.
    assert done == {"sit": 1, "settle": 1, "tell": 2 * LINES}, "a command crossed more than once"
