"""2,000 spectators on one table while 50 tables play: deliveries a second and p99 of a move, beside floor and silence.

Beside it are the same tables when nobody watches, and a bare asyncio server that echoes fifty clients' lines while it
tells as many spectators as much at the same pace.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from subprocess import Popen

from benchmarks import measuring, players
from benchmarks.measuring import ask, helper, line_of, processor_time, product
from tests.support.api import Api
from tests.support.server import Server

SECONDS = 8.0
#: Seconds between two moves at the table that is watched; each is two messages of 5 KB to every spectator.
PACE = 0.2
#: Seconds in which is measured what a server needs that has nothing to do.
REST = 2.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How tables played beside a crowd."""

    figures: players.Figures
    deliveries: float
    """A second."""
    size: float
    """Bytes of one."""
    share: float
    """Of a core, used by the server."""
    lost: float
    """Spectators who were cut off."""
    counting: float
    """Of a core, used by the spectators."""

    def told(self) -> str:
        """Return the outcome as words."""
        playing = self.figures["generator"]
        limit = measuring.limit_of(max(playing, self.counting), self.share + playing + self.counting)
        return (
            f"{players.told(self.figures)}; {self.deliveries:,.0f} deliveries/s of {self.size:,.0f} bytes; "
            f"{self.share:.0%} of a core; {self.lost:.0f} spectators were cut off{limit}"
        )


def alone(server: Server) -> tuple[players.Figures, float, float]:
    """Return how the tables play when nobody watches, the share of a core that takes, and that of an idle server."""
    used = processor_time(server.pid)
    time.sleep(REST)
    rest = (processor_time(server.pid) - used) / REST
    with players.playing(server, SECONDS) as movers:
        began, used = time.monotonic(), processor_time(server.pid)
        figures = players.figures_of(movers)
        return figures, (processor_time(server.pid) - used) / (time.monotonic() - began), rest


def beside(
    pid: int, port: int, path: str, spectators: int, begin: Callable[[], object],
    playing: Callable[[], AbstractContextManager[Popen[str]]],
) -> Outcome:  # fmt: skip
    """Let some play while others watch."""
    with helper("spectators", "127.0.0.1", port, path, spectators) as crowd:
        assert line_of(crowd) == "connected"
        begin()
        with playing() as load:
            before, used = ask(crowd), processor_time(pid)
            figures = players.figures_of(load)
            after, used = ask(crowd), processor_time(pid) - used
    gained = {name: after[name] - before[name] for name in after}
    size, seconds = gained["first_bytes"] / gained["first_frames"], gained["time"]
    rate = gained["bytes"] / size / seconds
    return Outcome(figures, rate, size, used / seconds, spectators - after["left"], gained["cpu"] / seconds)


def watched(
    server: Server, spectators: int, seconds: float = SECONDS, tables: int | None = None, think: float = players.THINK
) -> Outcome:
    """Return how the tables play while one is watched."""
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "ticker", "seats": 1})["id"]
    return beside(
        server.pid, server.ports["web"], f"/ws/ticker/{table}/", spectators,
        lambda: owner.post(f"/api/tables/{table}/bots", {"bot": "ticker"}),
        lambda: players.playing(server, seconds, tables, think),
    )  # fmt: skip


def floor(spectators: int, pace: float, size: float) -> Outcome:
    """Return how a bare server does the same."""
    with helper("bare", pace, int(size)) as bare:
        port = int(line_of(bare))
        return beside(bare.pid, port, "/", spectators, bool, lambda: players.echoing(port, SECONDS))


def run() -> None:
    """Print all three, and their ratios."""
    count = measuring.scaled(2000, 200)
    with product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY=str(PACE)) as server:
        figures, share, rest = alone(server)
        measuring.note("crowd", move_us=(share - rest) / figures["moves"] * 1e6)
        print(f"{players.tables()} tables, nobody watches: {players.told(figures)}; {share:.0%} of a core", flush=True)
    with product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY=str(PACE)) as server:
        found = watched(server, count)
        print(f"{count:,} spectators:        {found.told()}", flush=True)
    # At the pace that the table really had, which is the bot's and what a move takes.
    bare = floor(count, 2 * count / found.deliveries, found.size)
    print(f"bare asyncio, the same:   {bare.told()}")
    p99, work = found.figures["p99"], found.share - share
    print(
        f"p99 {p99 / figures['p99']:.1f} times that without spectators, {p99 / bare.figures['p99']:.1f} times the bare "
        f"server's; {found.deliveries / bare.deliveries:.2f} of its deliveries/s, {work / bare.share:.2f} of its "
        "processor time beside that of the moves"
    )
    check_kept(found, bare)


def check_kept(ours: Outcome, bare: Outcome) -> None:
    """SystemExit when a spectator was lost: the figures are those of a smaller crowd then."""
    for who, lost in (("Spieltisch", ours.lost), ("the bare server", bare.lost)):
        if lost:
            raise SystemExit(f"{lost:.0f} spectators of {who} were cut off")


if __name__ == "__main__":
    run()
