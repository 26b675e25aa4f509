"""The server is killed in the middle of twenty tables and goes on: nothing told is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server
from tests.support.waiting import PATIENCE, until, until_async

TABLES = 20
KILLS = 2
#: Steps that every table must have told of before the server is killed again.
STEPS_BETWEEN = 6


@dataclass
class Spectator:
    """Somebody who watches a table, comes back after each crash, and remembers all that was told."""

    table: str
    version: int = 0
    step: int = 0
    told: dict[int, Any] = field(default_factory=dict)
    state: Any = None
    outcome: Any = None

    async def watch(self, server: Server) -> None:
        """Follow the table until the match ends or the connection breaks."""
        url = f"{server.websocket}/ws/qwirkle/{self.table}/?version={self.version}"
        async with opened(url) as page:
            try:
                while self.outcome is None:
                    self._note(await self._next(page))
            except ConnectionClosed:
                return

    async def _next(self, page: Page) -> dict[str, Any]:
        return await page.receive(PATIENCE)

    def _note(self, message: dict[str, Any]) -> None:
        kind, payload = message["payloadType"], message["payload"]
        if kind == "table/state":
            assert payload["step"] >= self.step, "a step that was told is gone"
            self.step, self.state, self.outcome = payload["step"], payload["state"], payload["outcome"]
        elif not kind.startswith("table/"):
            version = message["version"]
            if version in self.told:
                assert self.told[version] == (kind, payload), "the same version tells something else now"
            else:
                assert version == self.version + 1, f"version {version} after {self.version}"
                self.told[version] = (kind, payload)
                self.version = version


async def watch_until_killed(server: Server, spectators: list[Spectator], rng: random.Random) -> None:
    """Watch all tables, and kill the server once each has told of some more steps."""
    goals = {one.table: one.step + STEPS_BETWEEN for one in spectators}
    async with asyncio.TaskGroup() as group:
        for one in spectators:
            group.create_task(one.watch(server))
        await until_async(lambda: _reached(spectators, goals), "every table goes on")
        # Not a wait for anything: the moment of death is to be any.
        await asyncio.sleep(rng.random() / 10)
        await asyncio.to_thread(server.kill)


async def _reached(spectators: list[Spectator], goals: dict[str, int]) -> bool:
    return all(one.step >= goals[one.table] or one.outcome is not None for one in spectators)


async def watch_to_the_end(server: Server, spectators: list[Spectator]) -> None:
    """Watch all tables until their matches have ended."""
    async with asyncio.TaskGroup() as group:
        for one in spectators:
            group.create_task(one.watch(server))


def placed(spectator: Spectator) -> list[Any]:
    """Return all tiles the spectator was told of."""
    return [tile for kind, payload in spectator.told.values() if kind == "Update" for tile in payload["updates"]]


def test_twenty_tables_survive_a_killed_server(make_server: Callable[..., Server]) -> None:
    server = make_server(BOT_DELAY="0.1").start()
    rng = random.Random(4)
    owner = Api(server.ports["web"]).as_guest()
    request = {"game": "qwirkle", "seats": 2, "bots": ["greedy", "random"], "options": {"timeVisualization": 0}}
    spectators = [Spectator(owner.post("/api/tables", request)["id"]) for _ in range(TABLES)]
    for _ in range(KILLS):
        asyncio.run(watch_until_killed(server, spectators, rng))
        assert any(one.outcome is None for one in spectators)
        server.start()
        owner.port = server.ports["web"]
        for one in spectators:
            table = owner.get(f"/api/tables/{one.table}")
            assert table["match"]["steps"] >= one.step, "a step that was told was not written"
    server.kill()
    server.environment["BOT_DELAY"] = "0"
    server.start()
    owner.port = server.ports["web"]
    asyncio.run(watch_to_the_end(server, spectators))
    for one in spectators:
        table = until(lambda one=one: _ended(owner, one.table), "the table is done")  # type: ignore[misc]
        replay = owner.get(f"/api/replays/{table['replay']}")
        assert replay["verified"] is True, "the hash chain or the replayed outcome does not fit"
        assert replay["steps"] == one.step == table["match"]["steps"]
        assert replay["result"] == one.outcome
        assert sorted(one.told) == list(range(1, one.version + 1))
        cells = [(tile["x"], tile["y"]) for tile in placed(one)]
        assert len(cells) == len(set(cells)), "a move was made twice"


def _ended(api: Api, table: str) -> Any:
    shown = api.get(f"/api/tables/{table}")
    return shown if shown["status"] == "finished" and shown["replay"] else None
