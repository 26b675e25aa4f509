"""`manage.py serve` says where it listens, stops in good order, and starts again where it was."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from gamekit import registry
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server
from tests.support.waiting import until

DOORS = {door.name for game in registry.games().values() for door in game.endpoints}


def test_every_door_is_announced_before_ready(server: Server) -> None:
    assert set(server.ports) == {"web", *DOORS}
    listening = [line for line in server.lines[: server.lines.index("ready")] if line.startswith("listening ")]
    assert len(listening) == len(server.ports)
    assert all(port > 0 for port in server.ports.values())


def test_the_announced_ports_take_connections(server: Server) -> None:
    async def scenario() -> None:
        for port in server.ports.values():
            async with connected(port):
                pass

    asyncio.run(scenario())


def test_a_stop_is_clean_and_quick_also_with_clients_connected(make_server: Callable[..., Server]) -> None:
    server = make_server(DEMO="1", BOT_DELAY="0.05").start()

    async def scenario() -> None:
        async with connected(server.ports["web"]) as silent:
            began = time.monotonic()
            status = await asyncio.to_thread(server.stop)
            assert status == 0, server.output
            # Under five seconds where nothing else runs; tests share two noisy cores.
            assert time.monotonic() - began < 15
            await silent.closed()

    asyncio.run(scenario())
    assert "Traceback" not in server.output


def test_the_demonstration_shows_every_game_and_goes_on_after_a_restart(make_server: Callable[..., Server]) -> None:
    server = make_server(DEMO="1").start()

    def running() -> dict[str, int]:
        tables = Api(server.ports["web"]).get("/api/tables?status=running")
        return {table["game"]: table["match"]["steps"] for table in tables if table["demo"] and table["match"]}

    until(lambda: set(running()) == set(registry.games()), "bots play every game")
    server.stop()
    server.start()
    until(lambda: set(running()) == set(registry.games()), "bots play every game again")


def test_data_stays_over_a_restart(server: Server) -> None:
    guest = Api(server.ports["web"]).as_guest("Anna")
    game = next(iter(registry.games()))
    table = guest.post("/api/tables", {"game": game})
    server.stop()
    server.start()
    again = Api(server.ports["web"], guest.token)
    assert again.get(f"/api/tables/{table['id']}")["options"] == table["options"]


@pytest.mark.parametrize(("name", "value"), [("PORT_WEB", "eighty"), ("HOUSE_QWIRKLE", '{"seats": 99}')])
def test_a_wrong_setting_stops_the_start_with_its_name(
    make_server: Callable[..., Server], name: str, value: str
) -> None:
    with pytest.raises(AssertionError, match=f"{name}.*must"):
        make_server(**{name: value}).start()


def test_clients_are_told_the_ports_that_were_bound(server: Server) -> None:
    api = Api(server.ports["web"])
    for slug, game in registry.games().items():
        page = api.call("GET", f"/connect/{slug}/").body.decode()
        told = {door["name"]: door["port"] for door in api.get(f"/api/games/{slug}")["endpoints"]}
        for endpoint in game.endpoints:
            assert f"<code>{server.ports[endpoint.name]}</code>" in page
            assert told[endpoint.name] == server.ports[endpoint.name]
