"""A web process that stood still for so long that its host forgot it: whoever is connected to it misses nothing."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from tests.cluster.test_scaled_out import BOTS, LONG, follow
from tests.support.api import Api
from tests.support.pages import opened
from tests.support.scaled import Scaled
from tests.support.waiting import until

#: Such a match takes some forty seconds: it goes on while the process stands still, and after that.
SLOW = {"BOT_DELAY": "0.5"}
#: What a host says when it forgets a web process.
FORGOTTEN = "is gone with 1 connections"


def test_a_spectator_misses_nothing_of_a_web_process_that_stood_still(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(**SLOW)
    host = deployment.process("tables")
    web, other = (deployment.process("web") for _ in range(2))
    owner = Api(other.ports["web"]).as_guest()
    table = owner.post("/api/tables", {**LONG, "bots": BOTS[1:]})["id"]
    told: list[int] = []

    def stand_still() -> None:
        owner.post(f"/api/tables/{table}/bots", {"bots": BOTS[:1]})
        until(lambda: len(told) >= 8, "the spectator is told of the match")
        web.send_signal(signal.SIGSTOP)
        until(lambda: FORGOTTEN in host.output, "the host forgets the web process")
        web.send_signal(signal.SIGCONT)

    async def watch() -> None:
        async with opened(f"{web.websocket}/ws/qwirkle/{table}/?version=0") as page:
            await asyncio.gather(follow(page, told, 8), asyncio.to_thread(stand_still))
            match = (await asyncio.to_thread(owner.get, f"/api/tables/{table}"))["match"]
            # All that was told meanwhile, and what comes after that.
            await follow(page, told, match["version"] + 5)

    asyncio.run(watch())
    assert told == list(range(1, len(told) + 1))
