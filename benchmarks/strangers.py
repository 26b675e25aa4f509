"""Spectators who stop reading, a byte a second, 1,000 connects a second: what 50 playing tables notice of each."""

from __future__ import annotations

import json
from typing import Any

from benchmarks import measuring, players
from benchmarks.measuring import helper, line_of, product, resident
from tests.support.api import Api
from tests.support.server import Server

SECONDS = 8.0
HELLO = "3"
RATE = 1000


def among(server: Server, *rude: object) -> tuple[players.Figures, dict[str, Any], int]:
    """Let the tables play beside strangers; return what became of both, and the memory that it took."""
    with players.playing(server, SECONDS) as movers:
        before = resident(server.pid)
        with helper("rude", *rude) as load:
            assert line_of(load) == "connected"
            figures = players.figures_of(movers)
            grown = resident(server.pid) - before
            return figures, json.loads(line_of(load)), grown


def tell(what: str, figures: players.Figures, outcome: str = "") -> None:
    """Print a line."""
    print(f"{what:<34}{players.told(figures)}{'; ' if outcome else ''}{outcome}", flush=True)


def stopped_readers(server: Server) -> None:
    """Print what spectators who stop reading cost."""
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "ticker", "seats": 1, "bots": ["ticker"]})["id"]
    count = measuring.scaled(50, 10)
    figures, end, grown = among(server, "deaf", server.ports["web"], f"/ws/ticker/{table}/", count, 3 * SECONDS)
    outcome = f"{end['cut_off']:.0f} of {end['of']:.0f} cut off, memory grew by {grown / 2**20:.0f} MiB"
    tell(f"{count} spectators stop reading", figures, outcome)


def slow_senders(server: Server, door: str) -> None:
    """Print what clients that send a byte a second cost."""
    count, http = measuring.scaled(200, 20), door == "web"
    figures, end, _ = among(server, "slow", server.ports[door], count, 2 * SECONDS, int(http))
    outcome = f"{end['hung_up']:.0f} of {end['of']:.0f} hung up on after {end['after']:.1f} s (limit: {HELLO} s)"
    tell(f"{count} send a byte a second ({'HTTP' if http else 'TCP'})", figures, outcome)


def storms(server: Server) -> None:
    """Print how many connections a second are taken, beside a bare server."""
    seconds = measuring.scaled(8, 3)
    with helper("bare") as bare:
        port = int(line_of(bare))
        with helper("rude", "storm", port, RATE, seconds) as load:
            assert line_of(load) == "connected"
            floor = json.loads(line_of(load))
    figures, end, _ = among(server, "storm", server.ports["qwirkle"], RATE, seconds)
    outcome = (
        f"{end['rate']:.0f} connects/s answered, p99 {end['p99']:.0f} ms, {end['failed']:.0f} failed; "
        f"bare asyncio {floor['rate']:.0f}/s, p99 {floor['p99']:.0f} ms (generator {end['generator']:.0%})"
    )
    tell(f"{RATE:,} connects a second for {seconds} s", figures, outcome)


def run() -> None:
    """Print undisturbed tables first, then each kind of stranger."""
    settings = {
        "HOUSE_QWIRKLE": players.HOUSE,
        "BOT_DELAY": "0.005",
        "LIMIT_HELLO_SECONDS": HELLO,
        "LIMIT_REQUEST_SECONDS": HELLO,
    }
    for scene in (
        undisturbed,
        stopped_readers,
        lambda s: slow_senders(s, "qwirkle"),
        lambda s: slow_senders(s, "web"),
        storms,
    ):
        with product(**settings) as server:
            scene(server)


def undisturbed(server: Server) -> None:
    """Print how the tables play by themselves: the peer of all that follows."""
    before = resident(server.pid)
    with players.playing(server, SECONDS) as movers:
        figures = players.figures_of(movers)
        grown = resident(server.pid) - before
    tell(f"{players.tables()} tables undisturbed", figures, f"memory grew by {grown / 2**20:.0f} MiB")


if __name__ == "__main__":
    run()
