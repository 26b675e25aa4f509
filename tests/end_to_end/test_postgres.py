"""The same server on PostgreSQL and Redis: only DATABASE_URL and REDIS_URL differ."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

from tests.support.api import Api
from tests.support.server import Server
from tests.support.waiting import until
from tools.services import Postgres, Redis

MATCHES = 6


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
