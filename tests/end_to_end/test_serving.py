"""`manage.py serve` says where it listens, stops in good order, and starts again where it was."""

from __future__ import annotations

import asyncio
import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gamekit import registry
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import ROOT, Server, quiet_environment
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


def test_nobody_else_on_the_machine_reads_its_data_and_everybody_its_static_files(tmp_path: Path) -> None:
    data, static = tmp_path / "made" / "data", tmp_path / "static"
    server = Server(data, {"STATIC_DIR": str(static)}).start()
    try:
        page = Api(server.ports["web"]).call("GET", "/").body.decode()
        (style, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page)
        assert Api(server.ports["web"]).call("GET", style).status == 200
        assert {"spieltisch.sqlite3", "spieltisch.sqlite3-wal", "secret-key"} <= {path.name for path in data.iterdir()}
        assert rights(data) == 0o700
        assert {rights(path) for path in data.rglob("*")} == {0o600}
        collected = list(static.rglob("*"))
        assert all(rights(path) & 0o055 == (0o055 if path.is_dir() else 0o044) for path in collected)
    finally:
        server.kill()


def test_what_a_command_makes_in_a_folder_that_others_see_is_private_all_the_same(tmp_path: Path) -> None:
    data, kept = tmp_path / "data", tmp_path / "kept"
    data.mkdir(mode=0o755)
    server = Server(data, {})
    server.manage("migrate", "--verbosity", "0")
    assert rights(data / "spieltisch.sqlite3") == 0o600
    server.manage("createtoken", "robot")
    server.manage("backup", str(kept))
    again = tmp_path / "again"
    again.mkdir(mode=0o755)
    Server(again, {}).manage("restore", str(kept))
    made = [path for folder in (data, kept, again) for path in folder.rglob("*")]
    assert {rights(path) & 0o077 for path in made} == {0}


def test_an_asgi_server_writes_privately_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    show = "import os; import spieltisch.asgi; print(oct(os.umask(0)))"
    environment = {**quiet_environment(data), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
    asked = [sys.executable, "-c", show]
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["0o77"], done.stderr


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
