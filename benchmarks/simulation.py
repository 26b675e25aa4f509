"""Checks the capacity model: plays on a small scale, and prints predicted beside measured use of processors and bytes.

The load is another one than the costs were measured under: fewer tables that play faster, several that are watched by
some, instead of one by thousands.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmarks import measuring, players
from benchmarks.deployments import REST, deployments
from benchmarks.measuring import BUSY, processor_time, product
from benchmarks.model import (
    MESSAGE_BYTES,
    ClusterCosts,
    Costs,
    Load,
    at_busy_prices,
    cores_for,
    database_cores,
    host_cores,
    packets_for,
    redis_cores,
    steps_a_commit,
    web_cores,
)
from benchmarks.watching import PACE, WATCHED, Seen, crowd

#: Tables that play, and seconds that a client thinks: neither is as in `crowd` and `cluster`.
PLAYING, THINK = measuring.scaled(30, 8), 0.2
#: A prediction that is wrong by more than this factor, and by more than so much of a core, is of no use to a planner.
FACTOR, OF_A_CORE = 2.0, 0.05
#: Bytes are counted: no other process at the machine makes more of them, and a message too many is half as much again.
FACTOR_OF_BYTES = 1.25
SECONDS = 3.0 if measuring.quick() else 8.0
WEBS = 2


def loads(figures: players.Figures, before: Seen, after: Seen) -> tuple[Load, Load]:
    """Return what was played and what was watched; the deliveries of these moves are the model's."""
    if after.left < before.left:
        raise SystemExit(f"{before.left - after.left:.0f} spectators were cut off")
    pace = (after.moves - before.moves) / (after.time - before.time) / WATCHED
    return Load(PLAYING, 0, figures["moves"], 0), Load.of(WATCHED, before.left, pace)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the model says, at the prices of processes that are full and of those that are hardly busy."""

    low: float
    high: float

    @classmethod
    def of(cls, *prices: float) -> Prediction:
        """Return the prediction between these."""
        return cls(min(prices), max(prices))

    def holds(self, measured: float, factor: float, near: float = 0.0) -> bool:
        """Tell whether it is good enough to plan with: what was measured lies between both, or not far away."""
        return min(self.low / factor, self.low - near) <= measured <= max(self.high * factor, self.high + near)

    def told(self, form: Callable[[float], str]) -> str:
        """Return it as words."""
        return form(self.low) if self.low == self.high else f"{form(self.low)} to {form(self.high)}"


def tell(what: str, predicted: Prediction, measured: float) -> bool:
    """Print one comparison of processors and return whether the prediction holds."""
    good = predicted.holds(measured, FACTOR, OF_A_CORE)
    _tell(what, predicted.told("{:.1%}".format), f"{measured:.1%} of a core", good)
    return good


def tell_bytes(what: str, predicted: Prediction, measured: float) -> bool:
    """Print one comparison of bytes a second and return whether the prediction holds."""
    good = predicted.holds(measured, FACTOR_OF_BYTES)
    _tell(what, predicted.told(lambda rate: f"{rate / 1e6:.2f}"), f"{measured / 1e6:.2f} MB/s", good)
    return good


def tell_deliveries(watched: Load, before: Seen, after: Seen) -> bool:
    """Compare what reached the spectators with what the model sends them."""
    measured = (after.bytes - before.bytes) / (after.time - before.time)
    return tell_bytes("to spectators", Prediction.of(watched.deliveries * MESSAGE_BYTES), measured)


def _tell(what: str, predicted: str, measured: str, good: bool) -> None:
    verdict = "" if good else "  THE MODEL DOES NOT HOLD"
    print(f"  {what:<15}predicted {predicted:<16} measured {measured}{verdict}", flush=True)


def introduce(title: str, figures: players.Figures, watched: Load) -> None:
    """Print what the load was."""
    limit = " (the generator is the limit)" if figures["generator"] > BUSY else ""
    print(
        f"simulation, {title}: {PLAYING} tables with {figures['moves']:.0f} moves/s{limit}; {WATCHED} watched by "
        f"{watched.spectators:.0f}, with {watched.moves:.0f} moves/s"
    )


def all_in_one(costs: Costs, others: dict[str, float]) -> bool:
    """Check the model of one process and return whether it holds; `others` are costs that only a check needs."""
    with product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY=PACE) as server, crowd([server]) as watching:
        time.sleep(1)
        used = processor_time(server.pid)
        time.sleep(REST)
        rest = (processor_time(server.pid) - used) / REST
        watching.begin()
        with players.playing(server, SECONDS, PLAYING, THINK) as movers:
            before, used = watching.counted(), processor_time(server.pid)
            figures = players.figures_of(movers)
            after, used = watching.counted(), processor_time(server.pid) - used
    played, watched = loads(figures, before, after)
    introduce("all in one on SQLite", figures, watched)
    both = replace(played, deliveries=watched.deliveries)
    # A bot's move is what it is for a host whose tables nobody watches: nobody sends it, and no player is answered.
    predicted = rest + cores_for(both, costs) + watched.moves / 1e6 * others["bot_host_us"]
    measured = used / (after.time - before.time)
    return all([tell("server", Prediction.of(predicted), measured), tell_deliveries(watched, before, after)])


def scaled_out(costs: Costs, cluster: ClusterCosts, others: dict[str, float]) -> bool:
    """Check the model of each kind of process and return whether all hold."""
    with deployments() as on, on.deployment("simulation") as deployment:
        webs = deployment.scaled_out(WEBS, BOT_DELAY=PACE)
        with crowd(webs) as watching:
            time.sleep(1)
            rest = deployment.during(REST)
            watching.begin()
            with players.playing(webs[0], SECONDS, PLAYING, THINK) as movers:
                before, used = watching.counted(), deployment.used()
                figures = players.figures_of(movers)
                after, usage = watching.counted(), used.until(deployment.used())
    played, watched = loads(figures, before, after)
    introduce(f"scaled out, {WEBS} web processes", figures, watched)
    walking, full = (
        asked(played, watched, costs, prices, others) for prices in (cluster, at_busy_prices(cluster, others))
    )
    told = [
        tell(kind, Prediction.of(rest.cores[kind] + full[kind], rest.cores[kind] + walking[kind]), usage.cores[kind])
        for kind in usage.cores
    ]
    at_rest = rest.bytes / rest.time
    bytes_a_second = Prediction.of(at_rest + full["bytes"], at_rest + walking["bytes"])
    told += [
        tell_deliveries(watched, before, after),
        tell_bytes("through Redis", bytes_a_second, usage.bytes / usage.time),
    ]
    return all(told)


def asked(
    played: Load, watched: Load, costs: Costs, cluster: ClusterCosts, others: dict[str, float]
) -> dict[str, float]:
    """Return the cores of each kind of process, and the bytes through Redis, over what they need at rest."""
    packets, ticks = packets_for(watched, WEBS), watched.moves / 1e6
    both = Load(PLAYING + WATCHED, watched.spectators, played.moves, watched.deliveries)
    # Bots' moves are steps as good as players'.
    written = replace(both, moves=played.moves + watched.moves)
    return {
        "web": web_cores(both, packets, costs, cluster) + ticks * others["bot_web_us"],
        "host": host_cores(both, watched.moves, packets, cluster) + ticks * others["bot_host_us"],
        # Heartbeats are in what it needs at rest.
        "redis": redis_cores(both, watched.moves, packets, 0, cluster) + ticks * others["bot_redis_us"],
        "postgres": database_cores(written, steps_a_commit(written, 1, cluster), cluster),
        "bytes": packets * cluster.packet_bytes + played.moves * cluster.redis_move_bytes,
    }
