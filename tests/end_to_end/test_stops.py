"""A process that stops or dies takes nobody's seat with it: the match of programs that were cut off goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.qwirkle.grammar import OLD
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.api import Api
from tests.support.lines import Closed, connected
from tests.support.pages import opened
from tests.support.server import Server
from tests.support.waiting import until, until_async

HOUSE = {"seats": 2, "assign_after": 0.1, "options": {"turnTime": 60_000, "timeVisualization": 0}}
#: Moves that each program makes before the process goes.
MOVES = 2


async def cut_off(port: int, go: Callable[[], object]) -> None:
    """Let two programs play until the process goes under them."""
    async with AsyncExitStack() as stack:
        players = []
        for name in ("One", "Two"):
            client = await stack.enter_async_context(connected(port))
            players.append(Player(LineWire(client, OLD), name))
            await players[-1].connect()
        for player in players:
            await player.joined()
        playing = [asyncio.create_task(player.play()) for player in players]
        await until_async(lambda: moved(players), "everybody has moved")
        await asyncio.to_thread(go)
        for broken in await asyncio.gather(*playing, return_exceptions=True):
            assert isinstance(broken, (Closed, ConnectionError, EOFError, AssertionError)), broken


async def moved(players: list[Player]) -> bool:
    """Tell whether each has made some moves."""
    return all(player.moves >= MOVES for player in players)


def only_table(web: Server) -> Any:
    """Return the one table there is."""
    [table] = Api(web.ports["web"]).get("/api/tables?game=qwirkle")
    return table


@pytest.mark.parametrize("how", [Server.stop, Server.kill], ids=["stopped", "killed"])
def test_programs_that_were_cut_off_by_the_server_have_not_given_up(
    make_server: Callable[..., Server], how: Callable[[Server], object]
) -> None:
    server = make_server(HOUSE_QWIRKLE=json.dumps(HOUSE)).start()
    asyncio.run(cut_off(server.ports["qwirkle"], lambda: how(server)))
    server.start()
    table = only_table(server)
    assert table["status"] == "running"
    assert table["match"]["steps"] >= 2 * MOVES - 1


@pytest.mark.parametrize("how", [Server.stop, Server.kill], ids=["stopped", "killed"])
def test_programs_that_were_cut_off_by_their_bridge_have_not_given_up(
    make_server: Callable[..., Server], how: Callable[[Server], object]
) -> None:
    web = make_server(HOUSE_QWIRKLE=json.dumps(HOUSE)).start()
    bridge = Server(Path(web.data), {"WEB_URL": f"ws://127.0.0.1:{web.ports['web']}"}, command="runbridge").start()
    try:
        asyncio.run(cut_off(bridge.ports["qwirkle"], lambda: how(bridge)))
        # Their sockets are gone, their seats are not.
        table = until(lambda: disconnected(web), "the web server has noticed")
        assert table["status"] == "running"
    finally:
        bridge.kill()


def disconnected(web: Server) -> Any:
    """Return the table as soon as nobody is connected to it."""
    table = only_table(web)
    return table if not any(seat["connected"] for seat in table["seats"]) else None


def test_a_program_that_goes_by_itself_gives_its_seat_up(make_server: Callable[..., Server]) -> None:
    web = make_server(HOUSE_QWIRKLE=json.dumps(HOUSE)).start()
    bridge = Server(Path(web.data), {"WEB_URL": f"ws://127.0.0.1:{web.ports['web']}"}, command="runbridge").start()

    async def leave() -> None:
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(connected(bridge.ports["qwirkle"])) for _ in range(2)]
            players = [Player(LineWire(client, OLD), f"P{number}") for number, client in enumerate(clients)]
            for player in players:
                await player.connect()
            for player in players:
                await player.joined()
                await player.expect(400)
            await clients[0].close()
            while (await players[1].next())["uniqueID"] != 406:
                pass

    try:
        asyncio.run(leave())
    finally:
        bridge.kill()


@pytest.mark.parametrize("how", [Server.stop, Server.kill], ids=["stopped", "killed"])
def test_a_stand_in_plays_on_after_a_restart(
    make_server: Callable[..., Server], how: Callable[[Server], object]
) -> None:
    server = make_server(BOT_DELAY="0.05").start()
    owner = Api(server.ports["web"]).as_guest("Owner")
    setup = {"game": "qwirkle", "seats": 2, "bots": ["random"], "options": {"timeVisualization": 0}}
    table = owner.post("/api/tables", setup)["id"]

    async def step_out() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/?token={owner.token}") as page:
            for request, payload in (("table/sit", {}), ("table/stand_in", {"on": True})):
                assert (await page.request(request, payload))["payloadType"] == "table/done"
            await page.receive_type("table/state")
            await asyncio.to_thread(how, server)

    asyncio.run(step_out())
    server.start()
    owner.port = server.ports["web"]
    # Nobody comes back, and nobody is waited for: two bots play the match to its end.
    until(lambda: owner.get(f"/api/tables/{table}")["status"] == "finished", "the stand-in plays")
