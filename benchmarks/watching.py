"""The watched half of the simulation: tables at which bots move, their spectators, and what these and the API count."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from subprocess import Popen

from benchmarks import measuring
from benchmarks.cluster import steps_of
from benchmarks.measuring import ask, helper, line_of
from tests.support.api import Api
from tests.support.server import Server

#: Tables that are watched, the seconds between their moves, and spectators of each.
WATCHED, PACE, SPECTATORS = 3, "0.15", measuring.scaled(100, 20)


@dataclass(frozen=True, slots=True)
class Seen:
    """What was counted until now."""

    time: float
    bytes: float
    """That reached spectators."""
    left: float
    """Spectators who are still there."""
    moves: float
    """As the API tells, of all watched tables."""


class Crowd:
    """Spectators of some tables, spread evenly over web processes."""

    def __init__(self, helpers: Sequence[Popen[str]], tables: Sequence[str], api: Api) -> None:
        self._helpers, self._tables, self._api = helpers, tables, api

    def begin(self) -> None:
        """Let the watched tables' bots move."""
        for table in self._tables:
            self._api.post(f"/api/tables/{table}/bots", {"bot": "ticker"})

    def counted(self) -> Seen:
        """Return what they have seen, and how far their tables are."""
        moves = sum(steps_of(self._api, table) for table in self._tables)
        found = [ask(one) for one in self._helpers]
        return Seen(time.monotonic(), sum(one["bytes"] for one in found), sum(one["left"] for one in found), moves)


@contextmanager
def crowd(servers: Sequence[Server]) -> Iterator[Crowd]:
    """Open the watched tables and let everybody look at them."""
    api = Api(servers[0].ports["web"]).as_guest("Owner")
    tables = [api.post("/api/tables", {"game": "ticker", "seats": 1})["id"] for _ in range(WATCHED)]
    each = SPECTATORS // len(servers)
    with ExitStack() as stack:
        helpers = [
            stack.enter_context(helper("spectators", "127.0.0.1", server.ports["web"], f"/ws/ticker/{table}/", each))
            for table in tables
            for server in servers
        ]
        for one in helpers:
            assert line_of(one) == "connected"
        yield Crowd(helpers, tables, api)
