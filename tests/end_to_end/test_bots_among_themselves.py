"""However many tables somebody opens for bots alone, those who wait for an answer get it at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tests.support.api import Api
from tests.support.pages import opened
from tests.support.server import Server
from tests.support.waiting import until

OPTIONS = {"timeVisualization": 0}
A_SECOND = 4


def test_bots_among_themselves_share_a_pace_and_those_who_wait_do_not(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_BOT_MOVES_PER_SECOND=str(A_SECOND), BOT_DELAY="0.01").start()
    api = Api(server.ports["web"]).as_guest("Owner")
    opening = {"game": "qwirkle", "seats": 2, "options": OPTIONS}
    tables = [api.post("/api/tables", {**opening, "bots": ["random"] * 2})["id"] for _ in range(3 * A_SECOND)]

    def steps() -> int:
        return sum(api.get(f"/api/tables/{table}")["match"]["steps"] for table in tables)

    async def answered() -> float:
        table = api.post("/api/tables", {**opening, "bots": ["random"]})["id"]
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/?token={api.token}") as page:
            await page.request("table/sit", {})
            began = time.monotonic()
            # The bot sits at the first seat, and begins.
            await page.receive_type("Update", "TileSwapValid", "CurrentPlayer")
            return time.monotonic() - began

    until(lambda: steps() >= 2, "the bots play")
    # In this order: while they are counted they go on.
    began, before = time.monotonic(), steps()
    # In the queue of the others it would be its turn in three seconds; now and then the machine itself takes two.
    assert any(asyncio.run(answered()) < 2 for _ in range(3))
    until(lambda: steps() >= before + 2 * A_SECOND, "they go on")
    # The first of those counted may have been due at once.
    assert time.monotonic() - began > (2 * A_SECOND - 2) / A_SECOND
