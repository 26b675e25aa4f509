"""The same server on PostgreSQL and Redis: only DATABASE_URL and REDIS_URL differ."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from tests.end_to_end.mississippi.elements import JOIN, connected
from tests.support.api import Api
from tests.support.longmatches import long_match
from tests.support.server import Server
from tests.support.waiting import until
from tools.services import Postgres, Redis

MATCHES = 6
#: Programs at a house table of Mississippi Queen.
SEATS = 2


def open_matches(api: Api) -> list[str]:
    """Open tables of bots and return their ids."""
    request = {"game": "nim", "seats": 4, "bots": ["taker"] * 4, "options": {"heaps": 9, "most": 20}}
    return [api.post("/api/tables", request)["id"] for _ in range(MATCHES)]


def finished(api: Api, tables: list[str]) -> list[Any]:
    """Wait for the tables' matches to end and return the tables."""
    shown = [api.get(f"/api/tables/{table}") for table in tables]
    return shown if all(table["status"] == "finished" for table in shown) else []


def check(api: Api, tables: list[str]) -> None:
    """Check that every match ended and its replay is what was played."""
    for table in until(lambda: finished(api, tables), "all matches end"):
        replay = api.get(f"/api/replays/{table['replay']}")
        assert replay["verified"] is True
        assert replay["steps"] == table["match"]["steps"]


def steps(api: Api, tables: list[str]) -> list[int]:
    """Return how far each match is."""
    return [api.get(f"/api/tables/{table}")["match"]["steps"] for table in tables]


def test_matches_survive_a_killed_server_and_a_restarted_database(
    make_server: Callable[..., Server], own_postgres: Postgres, own_redis: Redis
) -> None:
    settings = {"DATABASE_URL": own_postgres.url, "REDIS_URL": own_redis.url, "BOT_DELAY": "0.1"}
    server = make_server(dummies=True, **settings)
    server.start()
    api = Api(server.ports["web"]).as_guest()
    assert set(api.get("/healthz")["parts"]) >= {"database", "redis"}
    tables = open_matches(api)
    until(lambda: min(steps(api, tables)) >= 3, "every match has begun")
    told = steps(api, tables)
    server.kill()
    server.start()
    api.port = server.ports["web"]
    assert all(now >= before for now, before in zip(steps(api, tables), told, strict=True))
    own_postgres.stop(signal.SIGINT)
    until(lambda: api.call("GET", "/healthz").status == 503, "the missing database is noticed")
    own_postgres.start()
    until(lambda: api.call("GET", "/healthz").status == 200, "the database is back")
    check(api, tables)
    assert server.stop() == 0


def test_programs_that_come_after_a_restart_of_the_database_are_let_in(
    make_server: Callable[..., Server], own_postgres: Postgres
) -> None:
    # Nothing but programs: requests for pages would replace the connection that broke while it was idle.
    server = make_server(DATABASE_URL=own_postgres.url, LIMIT_HELLO_SECONDS="0").start()

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(SEATS):
                await come(stack)
            await asyncio.to_thread(own_postgres.stop, signal.SIGINT)
            await asyncio.to_thread(own_postgres.start)
            # The table is full: a new one has to be stored for the very first who comes.
            await come(stack)

    async def come(stack: AsyncExitStack) -> None:
        client = await stack.enter_async_context(connected(server.ports["mississippi"]))
        await client.say(JOIN)
        await client.until("joined")

    asyncio.run(scenario())


def test_a_score_beyond_four_bytes_is_kept(make_server: Callable[..., Server], own_postgres: Postgres) -> None:
    server = make_server(DATABASE_URL=own_postgres.url).start()
    api = Api(server.ports["web"]).as_guest()
    answer = api.call("POST", "/api/replays", long_match(9999, penalty=1_000_000))
    assert answer.status == 201, answer.body
    assert answer.json["result"]["scores"] == [-2_500_000_000, 0]
    page = api.call("GET", answer.json["url"])
    assert page.status == 200
    assert b"2500000000" in page.body
