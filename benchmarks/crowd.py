"""2,000 spectators on one table while 50 tables play: deliveries a second and p99 of a move, beside no spectators."""

from __future__ import annotations

import time

from benchmarks import measuring, players
from benchmarks.measuring import ask, helper, line_of, processor_time, product
from tests.support.api import Api
from tests.support.server import Server

SECONDS = 8.0
#: Seconds between two moves at the table that is watched; each is two messages of 5 KB to every spectator.
PACE = 0.2


def alone(server: Server) -> tuple[players.Figures, float]:
    """Return how the tables play when nobody watches, and the share of a core that takes."""
    with players.playing(server, SECONDS) as movers:
        began, used = time.monotonic(), processor_time(server.pid)
        figures = players.figures_of(movers)
        return figures, (processor_time(server.pid) - used) / (time.monotonic() - began)


def watched(server: Server, spectators: int) -> None:
    """Print how the tables play, and what the crowd gets, while a table is watched."""
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "ticker", "seats": 1})["id"]
    address = ("127.0.0.1", server.ports["web"], f"/ws/ticker/{table}/")
    with helper("spectators", *address, spectators) as crowd:
        assert line_of(crowd) == "connected"
        owner.post(f"/api/tables/{table}/bots", {"bot": "ticker"})
        with players.playing(server, SECONDS) as movers:
            before, used = ask(crowd), processor_time(server.pid)
            figures = players.figures_of(movers)
            after, used = ask(crowd), processor_time(server.pid) - used
    seconds = after["time"] - before["time"]
    size = (after["first_bytes"] - before["first_bytes"]) / (after["first_frames"] - before["first_frames"])
    deliveries = (after["bytes"] - before["bytes"]) / size / seconds
    print(f"{spectators:,} spectators:  {players.told(figures)}; {deliveries:,.0f} deliveries/s of {size:,.0f} bytes")
    print(f"{'':18}{used / seconds:.0%} of a core; {spectators - after['left']:.0f} spectators were cut off")


def run() -> None:
    """Print both."""
    with product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY=str(PACE)) as server:
        figures, share = alone(server)
        measuring.note(move_us=share / figures["moves"] * 1e6)
        print(f"{players.tables()} tables, nobody watches: {players.told(figures)}; {share:.0%} of a core", flush=True)
    with product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY=str(PACE)) as server:
        watched(server, measuring.scaled(2000, 200))


if __name__ == "__main__":
    run()
