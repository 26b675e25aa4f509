"""While PostgreSQL is away nobody at a table loses his connection, and who cannot be let in is asked to come again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed

from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.scaled import Scaled

#: Close code of a server that lets nobody in at the moment.
COME_BACK = 1012
TABLE = {"game": "qwirkle", "seats": 3, "bots": ["random"]}


async def turned_away(address: str) -> int | None:
    """Return the code with which somebody who comes now is sent away."""
    async with opened(address) as page:
        try:
            await page.receive_type("nothing that is ever said")
        except ConnectionClosed:
            return page.socket.close_code
    return None


async def asks(page: Page) -> str:
    """Want a seat with a name, which the database must know, and return what the answer is."""
    answer = await page.request("table/sit", {"name": "Anna"})
    return str(answer["payload"].get("code", "done"))


def test_pages_stay_while_the_database_is_away(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    deployment.process("tables")
    web = deployment.process("web")
    owner = Api(web.ports["web"]).as_guest()
    address, other = (f"{web.websocket}/ws/qwirkle/{owner.post('/api/tables', TABLE)['id']}/" for _ in range(2))

    async def visit() -> None:
        async with opened(address) as page:
            # Answered when it has been let in.
            await page.request("table/nothing", {})
            await asyncio.to_thread(deployment.postgres.stop, signal.SIGINT)
            assert await turned_away(other) == COME_BACK
            async with opened(address) as watching:
                assert (await watching.receive())["payloadType"] == "table/hello", "this table is known here"
            assert await asks(page) == "server/unavailable"
            await asyncio.to_thread(deployment.postgres.start)
            # The same connection goes on as if nothing had been.
            while (code := await asks(page)) in ("server/unavailable", "server/away"):
                await page.receive_type("table/table", "table/hello")
            assert code == "done"

    asyncio.run(visit())
    assert "Traceback" not in web.output
