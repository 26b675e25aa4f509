"""What is true for the whole platform is true in each of its processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack

from tests.cluster.test_scaled_out import HOUSE
from tests.end_to_end.qwirkle.grammar import OLD
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import opened
from tests.support.scaled import Scaled

CROWD = 8


def test_all_who_come_at_once_by_several_doors_are_seated_in_pairs(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(HOUSE_QWIRKLE=json.dumps(HOUSE))
    for _ in range(2):
        deployment.process("tables")
    bridges = [deployment.process("bridge", deployment.process("web")) for _ in range(2)]

    async def come() -> None:
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(connected(bridges[number % 2].ports["qwirkle"]))
                for number in range(CROWD)
            ]
            players = [Player(LineWire(client, OLD), f"Player{number}") for number, client in enumerate(clients)]
            await asyncio.gather(*(player.connect() for player in players))
            await asyncio.gather(*(player.joined() for player in players))
            await asyncio.gather(*(player.play() for player in players))
            assert all(player.winner is not None for player in players)

    asyncio.run(come())


def test_the_lobby_of_one_process_shows_what_another_opened(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    deployment.process("tables")
    webs = [deployment.process("web") for _ in range(2)]
    api = Api(webs[0].ports["web"]).as_guest()

    async def look() -> None:
        async with opened(f"{webs[1].websocket}/ws/lobby/") as page:
            first = await page.receive_type("lobby/tables")
            assert first["payload"]["tables"] == []
            opened_table = await asyncio.to_thread(api.post, "/api/tables", {"game": "qwirkle", "seats": 2})
            shown = await page.receive_type("lobby/table")
            assert shown["payload"]["id"] == opened_table["id"]

    asyncio.run(look())
