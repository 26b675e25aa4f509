"""Memory of a running table in every game, beside the bare state of its rules."""

from __future__ import annotations

import json
import os
import sys
from statistics import mean

from benchmarks import measuring
from benchmarks.measuring import helper, line_of, product, resident
from gamekit import registry, testing
from tests.support.api import Api
from tests.support.waiting import until

COUNT = (100, 20)

#: Bots wait this long for their move: the tables stand still while memory is read.
STANDSTILL = "600"


def bare(slug: str, count: int) -> float:
    """Return the bytes of one state of a game in a process that has nothing else."""
    game = registry.game(slug)
    kept = [testing.begin(game, 0).state]
    before = resident(os.getpid())
    kept += [testing.begin(game, number).state for number in range(count * 10)]
    return (resident(os.getpid()) - before) / (len(kept) - 1)


def of_tables(slug: str, count: int) -> float:
    """Return the bytes that one more running table takes in the whole server."""
    game = registry.game(slug)
    request = {"game": slug, "seats": game.default_seats, "bots": [game.bots[0].name] * game.default_seats}
    with product(BOT_DELAY=STANDSTILL) as server:
        api = Api(server.ports["web"]).as_guest("Owner")
        first = [api.post("/api/tables", request)["id"] for _ in range(5)]
        until(lambda: api.get(f"/api/tables/{first[-1]}")["match"], "a match begins")
        before = resident(server.pid)
        made = [api.post("/api/tables", request)["id"] for _ in range(count)]
        until(lambda: api.get(f"/api/tables/{made[-1]}")["match"], "the last match begins")
        return (resident(server.pid) - before) / count


def run() -> None:
    """Print a line a game."""
    count, found = measuring.scaled(*COUNT), []
    for slug in registry.games():
        if slug == "ticker":
            continue
        with helper("tables", slug, count) as process:
            floor = json.loads(line_of(process))
        found.append(of_tables(slug, count))
        print(f"{slug:<14}{found[-1] / 1024:>8.0f} KiB a table, its bare state {floor / 1024:.1f} KiB", flush=True)
    measuring.note("tables", table_bytes=mean(found))


if __name__ == "__main__":
    print(bare(sys.argv[1], int(sys.argv[2])))
