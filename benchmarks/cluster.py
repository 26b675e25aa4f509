"""What scaling out costs: a web process, a host, Redis and PostgreSQL, beside one process on the same services.

First fifty tables play, at a walk (what a move costs and how long it takes) and as fast as they can (how many there
are). Then one table is watched by one spectator on each of 0, 1 and 2 web processes: what one more costs for each
packet of views.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from statistics import mean

from benchmarks import measuring, players
from benchmarks.deployments import REST, Deployment, Services, Usage, deployments
from benchmarks.measuring import BUSY, helper, line_of
from tests.support.api import Api
from tests.support.server import Server

SECONDS = 3.0 if measuring.quick() else 8.0
#: Seconds in which the watched table is looked at.
LOOK = 3.0 if measuring.quick() else 5.0
#: Seconds that the watched table's bot waits: the host has time left, so that nothing is done in larger batches.
PACE = "0.005"
FRONTS = 3
ROUNDS = measuring.scaled(2, 1)

Price = dict[str, float]


def priced(usage: Usage, rest: Usage, moves: float) -> Price:
    """Return the microseconds that a move takes of each kind of process, over what it needs at rest."""
    return {kind: (cores - rest.cores[kind]) * usage.time / moves * 1e6 for kind, cores in usage.cores.items()}


def played(deployment: Deployment, web: Server, think: float) -> tuple[players.Figures, Usage]:
    """Let the tables play; return how they did and what that took."""
    with players.playing(web, SECONDS, think=think) as movers:
        before = deployment.used()
        figures = players.figures_of(movers)
        return figures, before.until(deployment.used())


def told(figures: players.Figures, price: Price, usage: Usage) -> str:
    """Return a line of the table, and what ended it where that was not the deployment."""
    parts = ", ".join(f"{kind} {cost:.0f}" for kind, cost in price.items())
    everything = sum(usage.cores.values()) + figures["generator"]
    limit = " (the generator is the limit)" if figures["generator"] > BUSY else ""
    if not limit and everything > BUSY * (os.cpu_count() or 1):
        limit = " (the machine is full: on machines of their own they would do more)"
    return f"{players.told(figures)}; µs a move: {parts} (sum {sum(price.values()):.0f}){limit}"


def moves(deployment: Deployment, web: Server, title: str) -> tuple[list[players.Figures], list[tuple[Price, float]]]:
    """Print how a deployment plays; return figures, and what a move costs with its bytes into Redis, at each pace."""
    found, prices = [], []
    rest = deployment.during(REST)
    for pace, think in (("walking", players.THINK), ("running", 0.0)):
        figures, usage = played(deployment, web, think)
        count = figures["moves"] * usage.time
        found.append(figures)
        prices.append((priced(usage, rest, count), (usage.bytes - rest.bytes / rest.time * usage.time) / count))
        print(f"{title:<11}{pace}: {told(figures, prices[-1][0], usage)}", flush=True)
        # Until those who hung up are gone, and their tables with them.
        time.sleep(REST)
    return found, prices


def compare(on: Services) -> None:
    """Print both deployments, and write down what a move costs the scaled-out one."""
    with on.deployment("allinone") as deployment:
        alone, _ = moves(deployment, deployment.start("server"), "all in one")
    with on.deployment("scaledout") as deployment:
        web = deployment.scaled_out(1)[0]
        host = deployment.processes["host"][0]
        measuring.note("cluster", web_bytes=measuring.resident(web.pid), host_bytes=measuring.resident(host.pid))
        apart, ((walking, size), (running, busy_size)) = moves(deployment, web, "scaled out")
    walk, run = ({key: b[key] / a[key] for key in ("moves", "p50", "p99")} for a, b in zip(alone, apart, strict=True))
    print(
        f"scaled out against all in one: {run['moves']:.2f} of the moves when running; walking, "
        f"{walk['p50']:.1f} times its p50 and {walk['p99']:.1f} times its p99"
    )
    # Dear at a walk, where every move wakes every process; cheap in processes that are full of others' moves.
    measuring.note("cluster", **{f"{kind}_move_us": cost for kind, cost in walking.items()}, redis_move_bytes=size)
    busy = {f"{kind}_move_busy_us": cost for kind, cost in running.items()}
    measuring.note("cluster", **busy, redis_move_busy_bytes=busy_size)
    print(f"through Redis: {size / 1024:.1f} KiB a move when walking, {busy_size / 1024:.1f} when running")


def steps_of(api: Api, table: str) -> int:
    """Return how far the watched table is."""
    return int(api.get(f"/api/tables/{table}")["match"]["steps"])


def packets(on: Services) -> None:
    """Print what a watched table costs for each web process that shows it, and write that down."""
    found: dict[int, list[tuple[Price, float]]] = {}
    with on.deployment("watched") as deployment:
        webs = deployment.scaled_out(FRONTS, BOT_DELAY=PACE)
        api = Api(webs[0].ports["web"]).as_guest("Owner")
        rest = deployment.during(REST)
        table = api.post("/api/tables", {"game": "ticker", "seats": 1, "bots": ["ticker"]})["id"]
        for _ in range(ROUNDS):
            with ExitStack() as stack:
                for watched in range(FRONTS + 1):
                    if watched:
                        place = ("127.0.0.1", webs[watched - 1].ports["web"], f"/ws/ticker/{table}/", 1)
                        assert line_of(stack.enter_context(helper("spectators", *place))) == "connected"
                    time.sleep(1)
                    steps = steps_of(api, table)
                    usage = deployment.during(LOOK)
                    steps = steps_of(api, table) - steps
                    price, size = priced(usage, rest, steps), usage.bytes / steps
                    found.setdefault(watched, []).append((price, size))
                    parts = ", ".join(f"{kind} {cost:.0f}" for kind, cost in price.items())
                    print(
                        f"a bot's table seen by {watched} web processes: {steps / usage.time:.0f} moves/s; µs a move: "
                        f"{parts}; {size / 1024:.1f} KiB into Redis",
                        flush=True,
                    )
    note_packets(found)


def note_packets(found: dict[int, list[tuple[Price, float]]]) -> None:
    """Write down what a move of a bot costs by itself, what it costs to show it, and each packet of views."""
    kinds = found[0][0][0]
    bare, first, seen = ({kind: mean(price[kind] for price, _ in found[n]) for kind in kinds} for n in (0, 1, FRONTS))
    # The first packet is dearer: before it nobody needs the view, and Redis takes several at once.
    packet = {kind: (seen[kind] - first[kind]) / (FRONTS - 1) for kind in ("host", "redis")}
    view = {kind: first[kind] - bare[kind] - packet[kind] for kind in packet}
    # But each web process has its own work with it.
    packet["web"] = (seen["web"] - bare["web"]) / FRONTS
    size = (mean(size for _, size in found[FRONTS]) - mean(size for _, size in found[0])) / FRONTS
    print(
        f"a move that is shown: host {view['host']:.0f} µs, Redis {view['redis']:.0f} µs; and for each web process "
        f"that shows it: host {packet['host']:.0f} µs, Redis {packet['redis']:.0f} µs and {size / 1024:.1f} KiB, "
        f"that web process {packet['web']:.0f} µs (with its first spectator)"
    )
    if min(packet.values()) <= 0:
        raise SystemExit(f"a packet cost nothing ({packet}): the machine was too busy to measure it")
    measuring.note(
        "cluster",
        **{f"packet_{kind}_us": cost for kind, cost in packet.items()},
        **{f"view_{kind}_us": cost for kind, cost in view.items()},
        **{f"bot_{kind}_us": cost for kind, cost in bare.items()},
        packet_bytes=size,
    )


def run() -> None:
    """Print both parts."""
    with deployments() as on:
        compare(on)
        packets(on)


if __name__ == "__main__":
    run()
