"""The bridge in a process of its own serves the same clients, and outlives a web server that is started again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from tests.end_to_end.qwirkle.grammar import NEW, OLD
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.lines import connected
from tests.support.server import Server

HOUSE = {
    "seats": 2,
    "assign_after": 0.1,
    "options": {"colorShapeCount": 3, "tileCount": 2, "maxHandTiles": 4, "timeVisualization": 0},
}


def test_two_clients_of_both_dialects_finish_a_game_through_it(make_server: Callable[..., Server]) -> None:
    web = make_server(HOUSE_QWIRKLE=json.dumps(HOUSE)).start()
    bridge = Server(Path(web.data), {"WEB_URL": f"ws://127.0.0.1:{web.ports['web']}"}, command="runbridge").start()

    async def play(number: int) -> list[Player]:
        async with AsyncExitStack() as stack:
            players = []
            for words, name in ((OLD, "Old"), (NEW, "New")):
                client = await stack.enter_async_context(connected(bridge.ports["qwirkle"]))
                player = Player(LineWire(client, words), f"{name} {number}")
                await player.connect()
                players.append(player)
            for player in players:
                await player.joined()
            await asyncio.gather(*(player.play() for player in players))
            return players

    try:
        for number in (1, 2):
            assert all(player.winner is not None for player in asyncio.run(play(number)))
            web.stop()
            # The same port again, so that the bridge finds it.
            web.environment["PORT_WEB"] = str(web.ports["web"])
            web.start()
        assert bridge.stop() == 0
    finally:
        bridge.kill()
