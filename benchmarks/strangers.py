"""Spectators who stop reading, a byte a second, 1,000 connects a second: what 50 playing tables notice of each.

Beside each are the same tables undisturbed, beside those who stop reading the same tables with as many who read, and
beside the storms a bare asyncio server in the same storm.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from subprocess import Popen
from typing import Any

from benchmarks import measuring, players
from benchmarks.measuring import BUSY, Growth, ask, helper, line_of, product
from tests.support.api import Api
from tests.support.server import Server

#: Seconds in which the tables are looked at, and for which strangers go on, from before that until after it.
SECONDS = float(measuring.scaled(8, 4))
LONGER = SECONDS + 1
HELLO = "3"
RATE = 1000


def among(
    server: Server, *rude: object, seconds: float = SECONDS, tables: int | None = None, think: float = players.THINK
) -> tuple[players.Figures, dict[str, Any], int]:
    """Let the tables play beside strangers; return what became of both, and the most memory that it took."""
    with (
        players.playing(server, seconds, tables, think) as movers,
        Growth(server.pid) as growth,
        helper("rude", *rude) as load,
    ):
        assert line_of(load) == "connected"
        figures = looked_at(movers)
        end = json.loads(line_of(load))
    return figures, end, growth.largest


def looked_at(movers: Popen[str]) -> players.Figures:
    """Return how the tables play from now on, and the cores that everybody at the machine uses meanwhile."""
    began, used = time.monotonic(), measuring.machine_time()
    figures = players.figures_of(movers)
    figures["machine"] = (measuring.machine_time() - used) / (time.monotonic() - began)
    return figures


class Story:
    """Tells what became of the tables, each time beside how they played with a peer of the strangers."""

    def __init__(self, p99: float, peer: str) -> None:
        self._p99, self._peer = p99, peer

    def tell(self, what: str, figures: players.Figures, outcome: str) -> str:
        """Print a line, and return what the limit was, if it was not the server."""
        ratio = figures["p99"] / self._p99
        limit = measuring.limit_of(figures["generator"], figures["machine"])
        print(f"{what:<48}{players.told(figures)}, {ratio:.1f} times {self._peer}{limit}; {outcome}", flush=True)
        return limit


def watched_table(server: Server) -> str:
    """Open a table that moves as fast as it may; return where its spectators connect."""
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "ticker", "seats": 1, "bots": ["ticker"]})["id"]
    return f"/ws/ticker/{table}/"


def readers(server: Server, story: Story) -> Story:
    """Print what as many spectators cost who read: the peer of those who do not."""
    count = measuring.scaled(50, 10)
    place = ("127.0.0.1", server.ports["web"], watched_table(server), count)
    with (
        players.playing(server, SECONDS) as movers,
        Growth(server.pid) as growth,
        helper("spectators", *place) as crowd,
    ):
        assert line_of(crowd) == "connected"
        figures = looked_at(movers)
        after = ask(crowd)
    outcome = f"{after['left']:.0f} of {count} are left, memory grew by at most {growth.largest / 2**20:.0f} MiB"
    story.tell(f"{count} spectators who read", figures, outcome)
    if after["left"] < count:
        raise SystemExit("spectators who read were cut off")
    return Story(figures["p99"], "those with readers")


def stopped_readers(server: Server, story: Story) -> str:
    """Print what spectators who stop reading cost; return what was wrong."""
    count = measuring.scaled(50, 10)
    # Until the last has been cut off: what the system holds for each must be full before.
    words = (server.ports["web"], watched_table(server), count, 3 * LONGER)
    figures, end, grown = among(server, "deaf", *words)
    outcome = f"{end['cut_off']:.0f} of {end['of']:.0f} cut off, memory grew by at most {grown / 2**20:.0f} MiB"
    story.tell(f"{count} spectators stop reading", figures, outcome)
    return "spectators who stopped reading were kept" if end["cut_off"] < end["of"] else ""


def slow_senders(server: Server, story: Story, door: str) -> str:
    """Print what clients that send a byte a second cost; return what was wrong."""
    count, http = measuring.scaled(200, 20), door == "web"
    figures, end, _ = among(server, "slow", server.ports[door], count, LONGER, int(http))
    outcome = (
        f"{end['hung_up']:.0f} of {end['of']:.0f} connections hung up on, after at most {end['after']:.1f} s "
        f"(limit: {HELLO} s)"
    )
    story.tell(f"{count} send a byte a second ({'HTTP' if http else 'TCP'})", figures, outcome)
    return f"clients at the door {door} that send a byte a second were kept" if end["hung_up"] < end["of"] else ""


def storms(server: Server, story: Story, door: str, path: str = "") -> str:
    """Print how many connections (a path: WebSocket handshakes) a second are taken; return what was wrong."""
    words = (RATE, LONGER, *([path] if path else []))
    with helper("bare") as bare:
        port = int(line_of(bare))
        with helper("rude", "storm", port, *words) as load:
            assert line_of(load) == "connected"
            floor = json.loads(line_of(load))
    figures, end, _ = among(server, "storm", server.ports[door], *words)
    outcome = f"{stormed(end)}; bare asyncio {stormed(floor)}"
    kind = "WebSocket handshakes" if path else "TCP connects"
    limit = story.tell(f"{RATE:,} {kind} a second for {LONGER:.0f} s", figures, outcome)
    return f"{kind} were not answered" if unanswered(end, limit) else ""


def unanswered(end: dict[str, float], limit: str) -> bool:
    """Tell whether the server left somebody in a storm without an answer, unless something else was the limit."""
    # A server that shares a full machine hangs up on requests that it has not read within the limit.
    return bool(end["failed"] + end["late"]) and not limit and end["generator"] <= BUSY


def stormed(end: dict[str, float]) -> str:
    """Return what became of those who stormed."""
    limit = ", which is the limit" if end["generator"] > BUSY else ""
    return (
        f"{end['rate']:.0f}/s answered, p99 {end['p99']:.0f} ms, {end['failed']:.0f} failed, "
        f"{end['late']:.0f} too late (generator {end['generator']:.0%}{limit})"
    )


def undisturbed(server: Server) -> Story:
    """Print how the tables play by themselves: the peer of all that follows."""
    with players.playing(server, SECONDS) as movers, Growth(server.pid) as growth:
        figures = players.figures_of(movers)
    what = f"{players.tables()} tables undisturbed"
    print(f"{what:<48}{players.told(figures)}; memory grew by at most {growth.largest / 2**20:.0f} MiB", flush=True)
    return Story(figures["p99"], "the undisturbed")


def run() -> None:
    """Print undisturbed tables first, then each kind of stranger; SystemExit tells what became of one that must not."""
    settings = {
        "HOUSE_QWIRKLE": players.HOUSE,
        "BOT_DELAY": "0.005",
        "LIMIT_HELLO_SECONDS": HELLO,
        "LIMIT_REQUEST_SECONDS": HELLO,
    }
    with product(**settings) as server:
        story = undisturbed(server)
    with product(**settings) as server:
        reading = readers(server, story)
    scenes: tuple[Callable[[Server], str], ...] = (
        partial(stopped_readers, story=reading),
        partial(slow_senders, story=story, door="qwirkle"),
        partial(slow_senders, story=story, door="web"),
        partial(storms, story=story, door="qwirkle"),
        partial(storms, story=story, door="web", path="/ws/qwirkle/"),
    )
    wrong = []
    for scene in scenes:
        with product(**settings) as server:
            wrong.append(scene(server))
    if any(wrong):
        raise SystemExit("; ".join(filter(None, wrong)))


if __name__ == "__main__":
    run()
