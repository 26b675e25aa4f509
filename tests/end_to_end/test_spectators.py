"""A spectator who joins late, drops and returns sees exactly what one from the start sees."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of

#: A bot whose matches are long enough, and options that make them quick.
MATCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "qwirkle": ("random", {"colorShapeCount": 5, "tileCount": 2, "timeVisualization": 0}),
    "mississippi": ("racer", {}),
}


async def follow(page: Page, told: dict[int, bytes], last: dict[str, Any], until_version: int | None = None) -> None:
    """Collect numbered messages, and the newest state, until a version or the end of the match."""
    while True:
        message = await page.receive()
        if "version" in message:
            told[message["version"]] = repr((message["payloadType"], message["payload"])).encode()
            if until_version is not None and message["version"] >= until_version:
                return
        elif message["payloadType"] == "table/state":
            last.clear()
            last.update(message["payload"]["state"])
            if message["payload"]["outcome"]:
                # Not `table/finished`: who returns after the end is shown it by the state alone.
                return


@pytest.mark.parametrize("game", sorted(MATCHES))
def test_late_and_interrupted_spectators_see_the_same(game: str, tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {"BOT_DELAY": "0.1"}).start()
    try:
        bot, options = MATCHES[game]
        owner = Api(server.ports["web"]).as_guest("Owner")
        table = owner.post("/api/tables", {"game": game, "seats": 2, "bots": [bot], "options": options})
        address = f"{server.websocket}/ws/{game}/{table['id']}/"

        async def watch() -> None:
            first: dict[int, bytes] = {}
            late: dict[int, bytes] = {}
            first_state: dict[str, Any] = {}
            late_state: dict[str, Any] = {}
            async with opened(address) as early:
                await early.receive_type("table/hello")
                await asyncio.to_thread(owner.post, f"/api/tables/{table['id']}/bots", {"bots": [bot]})
                await follow(early, first, first_state, until_version=6)
                rest = asyncio.create_task(follow(early, first, first_state))
                async with opened(address) as page:
                    await follow(page, late, late_state, until_version=max(first) + 3)
                    joined, left = min(late), max(late)
                await asyncio.sleep(0)
                async with opened(f"{address}?version={left}") as again:
                    await follow(again, late, late_state)
                await rest
            assert joined > 1
            assert sorted(first) == list(range(1, max(first) + 1))
            assert late == {version: text for version, text in first.items() if version >= joined}
            assert late_state == first_state

        asyncio.run(watch())
    finally:
        server.kill()
