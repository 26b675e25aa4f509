"""The end of a match outlives the process that told of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of

OPTIONS = {"colorShapeCount": 4, "tileCount": 2, "timeVisualization": 0}


async def shown_end(page: Page) -> tuple[list[int], dict[str, Any]]:
    """Return the versions told before the first state, and that state."""
    versions: list[int] = []
    while True:
        message = await page.receive()
        if message["payloadType"] == "table/state":
            return versions, message["payload"]
        if "version" in message:
            versions.append(message["version"])


@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_who_returns_after_a_restart_is_shown_the_end(how: str, tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {}).start()
    try:
        owner = Api(server.ports["web"]).as_guest("Owner")
        setup = {"game": "qwirkle", "seats": 2, "bots": ["random"], "options": OPTIONS}
        table = owner.post("/api/tables", setup)["id"]

        async def play() -> None:
            async with opened(f"{server.websocket}/ws/qwirkle/{table}/?token={owner.token}") as page:
                for request in ("table/sit", "table/resign"):
                    assert (await page.request(request, {}))["payloadType"] == "table/done"
                if not any(message["payloadType"] == "table/finished" for message in page.messages):
                    await page.receive_type("table/finished")

        asyncio.run(play())

        async def come(known: int) -> tuple[list[int], dict[str, Any]]:
            async with opened(f"{server.websocket}/ws/qwirkle/{table}/?version={known}") as page:
                return await shown_end(page)

        versions, before = asyncio.run(come(0))
        assert before["outcome"]
        assert versions == list(range(1, before["version"] + 1))
        if how == "stopped":
            assert server.stop() == 0
        else:
            server.kill()
        server.start()
        last = before["version"]
        told, after = asyncio.run(come(last - 2))
        assert told == [last - 1, last]
        # The time played is read from the log, which keeps whole milliseconds of each step.
        assert {**after, "total_ms": None} == {**before, "total_ms": None}
        again = Api(server.ports["web"])
        again.token = owner.token
        assert again.get(f"/api/tables/{table}")["replay"] == before["match"]

        async def play_again() -> None:
            async with opened(f"{server.websocket}/ws/qwirkle/{table}/?token={owner.token}") as page:
                answer = await page.request("table/rematch", {})
                assert answer["payloadType"] == "table/done", answer
                _, state = await shown_end(page)
                assert state["match"] != before["match"]
                assert not state["outcome"]

        asyncio.run(play_again())
    finally:
        server.kill()
