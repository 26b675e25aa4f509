"""Memory of 5,000 idle TCP connections and of idle spectators, beside a bare asyncio Protocol."""

from __future__ import annotations

import subprocess
import time

from benchmarks import measuring
from benchmarks.measuring import helper, line_of, product, resident
from tests.support.api import Api

TCP = (5000, 500)
SPECTATORS = (2000, 300)

#: Seconds of quiet before memory is read, and in which processor time of idleness is taken.
SETTLE = 1.0
LOOK = 3.0


def grown(pid: int, port: int, count: int, path: str = "", look: float = LOOK) -> tuple[float, float]:
    """Return bytes a connection, and the share of a core that all of them need while they are idle."""
    first = max(20, count // 20)
    with helper("idlers", port, first, path) as early:
        # The first ones pay for buffers and pools that all others share.
        wait(early)
        before = resident(pid)
        with helper("idlers", port, count, path) as load:
            wait(load)
            gained = resident(pid) - before
            used = measuring.processor_time(pid)
            time.sleep(look)
            idle = (measuring.processor_time(pid) - used) / look
            left = measuring.ask(load)["left"]
    if left < count:
        raise SystemExit(f"only {left} of {count} idle connections were left")
    return gained / count, idle


def wait(load: subprocess.Popen[str]) -> None:
    """Return when all are connected and the server has come to rest."""
    assert line_of(load) == "connected"
    time.sleep(SETTLE)


def run() -> None:
    """Print a line a kind of connection."""
    tcp, watching = (measuring.scaled(*counts) for counts in (TCP, SPECTATORS))
    # A server of its own for each: what one kind of connection gave back, the next would be given.
    floors = []
    for count, path in ((tcp, ""), (watching, "/")):
        with helper("bare") as bare:
            floors.append(grown(bare.pid, int(line_of(bare)), count, path))
    with product(LIMIT_HELLO_SECONDS="0") as server:
        ours, idle = grown(server.pid, server.ports["qwirkle"], tcp)
    tell(f"{tcp:,} idle TCP connections (Qwirkle)", ours, idle, *floors[0])
    with product() as server:
        owner = Api(server.ports["web"]).as_guest("Owner")
        table = owner.post("/api/tables", {"game": "ticker", "seats": 1})["id"]
        watcher, idle_watching = grown(server.pid, server.ports["web"], watching, f"/ws/ticker/{table}/")
    tell(f"{watching:,} idle spectators (WebSocket)", watcher, idle_watching, *floors[1])
    measuring.note(
        "idle",
        idle_tcp_bytes=ours,
        spectator_bytes=watcher,
        idle_tcp_cores=idle / tcp,
        idle_ws_cores=idle_watching / watching,
    )


def tell(what: str, ours: float, idle: float, floor: float, floor_idle: float) -> None:
    """Print one comparison."""
    print(
        f"{what:<42}{ours / 1024:>8.1f} KiB each, bare asyncio Protocol {floor / 1024:.1f} KiB "
        f"({ours / max(floor, 1):.1f} times); all of them idle need {idle:.1%} of a core, there "
        f"{floor_idle:.1%}",
        flush=True,
    )


if __name__ == "__main__":
    run()
