"""The commands and environments of docker-compose.yml, as local processes: clients and spectators notice nothing."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from tests.end_to_end.qwirkle.grammar import NEW, OLD
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import Page, opened
from tests.support.scaled import COMPOSE, Process, Scaled
from tests.support.waiting import until

SMALL = {"colorShapeCount": 4, "tileCount": 2, "maxHandTiles": 4, "timeVisualization": 0}
HOUSE = {"seats": 2, "assign_after": 0.1, "options": SMALL}
BOTS = ["random"] * 3
LONG = {"game": "qwirkle", "seats": 3, "bots": BOTS, "options": {"timeVisualization": 0}}
#: Such a match then takes some ten seconds: what is to happen to its host happens in time on a busy machine as well.
SLOW = {"BOT_DELAY": "0.1"}
#: Seconds in which a process must have stopped.
STOP = 5.0
#: What a host says that a table is led to.
TAKEN_OVER = "is run here now"


async def follow(page: Page, told: list[int], versions: int | None = None) -> None:
    """Collect the versions told, to the end of the match or until there are so many."""
    while versions is None or len(told) < versions:
        message = await page.receive()
        if "version" in message:
            told.append(message["version"])
        if message["payloadType"] == "table/finished":
            return


def verified(api: Api, table: str) -> Any:
    """Wait for the table's match to end and return its replay."""
    shown = until(lambda: api.get(f"/api/tables/{table}")["replay"], "the match ends")
    replay = api.get(f"/api/replays/{shown}")
    assert replay["verified"] is True
    return replay


def times_to_stop(started: dict[str, Process]) -> dict[str, float]:
    """Stop one process after the other, in good order, and return the seconds that each needed."""
    needed = {}
    for name, process in started.items():
        begun = time.monotonic()
        assert process.stop() in (0, -signal.SIGTERM), (name, process.output[-2000:])
        needed[name] = time.monotonic() - begun
    return needed


def test_the_compose_file_runs_every_part(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    services = set(COMPOSE["services"])
    assert services == {"migrate", "web", "bridge", "tables", "redis", "postgres"}
    started = {"tables": deployment.process("tables"), "web": deployment.process("web")}
    started["bridge"] = deployment.process("bridge", started["web"])
    published = [port.split(":")[-1] for name in started for port in COMPOSE["services"][name].get("ports", ())]
    doors = {name: port for one in ("web", "bridge") for name, port in started[one].ports.items() if name != "monitor"}
    assert len(published) == len(doors) == 7
    started["tables"].manage("runtables", "--check")
    assert {"database", "redis", "hosts"} <= set(Api(doors["web"]).get("/healthz")["parts"])
    needed = times_to_stop(started)
    if max(needed.values()) >= STOP:
        # Everything else on the machine may have been busy at once; what is slow by itself is so every time.
        for process in started.values():
            process.start()
        needed = times_to_stop(started)
    assert {name: seconds for name, seconds in needed.items() if seconds >= STOP} == {}


def test_clients_of_two_dialects_and_spectators_of_two_web_processes_share_a_table(
    scaled: Callable[..., Scaled],
) -> None:
    deployment = scaled(HOUSE_QWIRKLE=json.dumps(HOUSE))
    for _ in range(2):
        deployment.process("tables")
    webs = [deployment.process("web") for _ in range(2)]
    bridges = [deployment.process("bridge", web) for web in webs]

    async def play() -> tuple[list[Player], list[list[int]]]:
        async with AsyncExitStack() as stack:
            players = []
            told: list[list[int]] = [[], []]
            for bridge, words, name in zip(bridges, (OLD, NEW), ("Old", "New"), strict=True):
                client = await stack.enter_async_context(connected(bridge.ports["qwirkle"]))
                players.append(Player(LineWire(client, words), name))
                await players[-1].connect()
            for player in players:
                await player.joined()
            tables = await asyncio.to_thread(Api(webs[0].ports["web"]).get, "/api/tables")
            watching = []
            for web, versions in zip(webs, told, strict=True):
                address = f"{web.websocket}/ws/qwirkle/{tables[0]['id']}/?version=0"
                page = await stack.enter_async_context(opened(address))
                watching.append(asyncio.create_task(follow(page, versions)))
            await asyncio.gather(*(player.play() for player in players), *watching)
            return players, told

    players, told = asyncio.run(play())
    assert all(player.winner is not None for player in players)
    assert told[0] == told[1] == list(range(1, len(told[0]) + 1))


def killed_while_watched(deployment: Scaled, how: Callable[[], None], others: int = 0) -> list[int]:
    """Watch a table of bots while something happens to its host; return the versions told to the spectator.

    Other hosts start while a seat is still free: a match that is played meanwhile may be over when they are ready.
    """
    web = next(process for process in deployment.all if process.service == "web")
    owner = Api(web.ports["web"]).as_guest()
    table = owner.post("/api/tables", {**LONG, "bots": BOTS[1:]})["id"]
    for _ in range(others):
        deployment.process("tables")
    told: list[int] = []

    def happen() -> None:
        owner.post(f"/api/tables/{table}/bots", {"bots": BOTS[:1]})
        until(lambda: len(told) >= 8, "the spectator is told of the match")
        assert owner.get(f"/api/tables/{table}")["status"] == "running", "the match ended before anything happened"
        how()

    async def watch() -> None:
        async with opened(f"{web.websocket}/ws/qwirkle/{table}/?version=0") as page:
            await asyncio.gather(follow(page, told), asyncio.to_thread(happen))

    asyncio.run(watch())
    verified(owner, table)
    return told


def test_a_spectator_misses_nothing_when_the_host_is_killed(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(**SLOW)
    victim = deployment.process("tables")
    deployment.process("web")
    told = killed_while_watched(deployment, victim.kill, others=1)
    assert told == list(range(1, len(told) + 1))
    assert TAKEN_OVER in deployment.all[-1].output


def test_a_spectator_misses_nothing_when_redis_starts_again(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(**SLOW)
    deployment.process("tables")
    deployment.process("web")

    def restart() -> None:
        deployment.redis.stop(signal.SIGKILL)
        deployment.redis.start()

    told = killed_while_watched(deployment, restart)
    assert told == list(range(1, len(told) + 1))


def test_a_host_that_was_stopped_for_long_leaves_its_tables_to_the_other(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(**SLOW)
    victim = deployment.process("tables")
    deployment.process("web")

    def stop_for_long() -> None:
        other = deployment.all[-1]
        assert TAKEN_OVER not in other.output
        victim.send_signal(signal.SIGSTOP)
        until(lambda: TAKEN_OVER in other.output, "the other host takes over")
        victim.send_signal(signal.SIGCONT)

    told = killed_while_watched(deployment, stop_for_long, others=1)
    assert told == list(range(1, len(told) + 1))


def test_a_newer_login_wins_in_another_process(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    deployment.process("tables")
    webs = [deployment.process("web") for _ in range(2)]
    login = {
        "lobby": "one",
        "userName": "harry",
        "password": "alohomora",
        "isArtificialIntelligence": False,
        "mods": [],
    }

    async def log_in_twice() -> None:
        async with AsyncExitStack() as stack:
            pages = []
            for web in webs:
                address = f"ws://127.0.0.1:{web.ports['quidditch']}/"
                pages.append(await stack.enter_async_context(opened(address)))
                await pages[-1].send("joinRequest", login)
                await pages[-1].receive_type("joinResponse")
            async with asyncio.timeout(20):
                await pages[0].socket.wait_closed()
            assert pages[1].socket.close_code is None

    asyncio.run(log_in_twice())
