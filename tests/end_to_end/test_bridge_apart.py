"""The bridge in a process of its own serves the same clients, and outlives a web server that is started again."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from tests.end_to_end.qwirkle.grammar import NEW, OLD
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server
from tests.support.waiting import PATIENCE, until
from tools.ports import free_port

HOUSE = {
    "seats": 2,
    "assign_after": 0.1,
    "options": {"colorShapeCount": 3, "tileCount": 2, "maxHandTiles": 4, "timeVisualization": 0},
}


#: How a web process says that no program is connected to it.
NOBODY = 'spieltisch_connections{kind="protocol"} 0'
#: A bridge for which the name server never says where the web server is.
WITHOUT_NAMES = """
import runpy, socket, sys, time
known = socket.getaddrinfo
def silent(host, *more, **named):
    if host != "web":
        return known(host, *more, **named)
    print("looked up", flush=True)
    time.sleep(30)
socket.getaddrinfo = silent
sys.argv = ["manage.py", "runbridge"]
runpy.run_path("manage.py", run_name="__main__")
"""


def test_a_bridge_that_looks_for_its_web_server_stops_in_time(tmp_path: Path) -> None:
    bridge = Server(tmp_path / "data", {"WEB_URL": "ws://web:8000"})
    bridge.launch([sys.executable, "-c", WITHOUT_NAMES])
    try:
        until(lambda: "ready" in bridge.lines, "the bridge is ready")
        with socket.create_connection(("127.0.0.1", bridge.ports["qwirkle"])):
            until(lambda: "looked up" in bridge.lines, "it looks for its web server")
            begun = time.monotonic()
            assert bridge.stop() == 0
            # Under five seconds where nothing else runs; the name server is silent for much longer.
            assert time.monotonic() - begun < 15
    finally:
        bridge.kill()


def test_two_clients_of_both_dialects_finish_a_game_through_it(make_server: Callable[..., Server]) -> None:
    # The same port after each start, so that the bridge finds it.
    web = make_server(HOUSE_QWIRKLE=json.dumps(HOUSE), PORT_WEB=str(free_port())).start()
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
            web.start()
        assert bridge.stop() == 0
    finally:
        bridge.kill()


def test_a_client_that_ends_its_side_still_gets_its_answers(make_server: Callable[..., Server]) -> None:
    web = make_server().start()
    bridge = Server(Path(web.data), {"WEB_URL": web.websocket}, command="runbridge").start()
    hello = {"clientName": "Anna", "clientType": "SPECTATOR", "uniqueID": 100}
    question = {"clientID": 1, "uniqueID": 300}
    try:
        with socket.create_connection(("127.0.0.1", bridge.ports["qwirkle"]), timeout=PATIENCE) as client:
            # As a line of shell does it: everything said at once, and then only heard.
            client.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in (hello, *[question] * 20)))
            client.shutdown(socket.SHUT_WR)
            heard = [json.loads(line)["uniqueID"] for line in client.makefile("rb")]
        assert heard == [101, *[301] * 20]
        figures = Api(web.ports["web"])
        until(
            lambda: NOBODY in figures.call("GET", "/metrics").body.decode().splitlines(), "the web process lets it go"
        )
        assert "Traceback" not in web.output + bridge.output
    finally:
        bridge.kill()
