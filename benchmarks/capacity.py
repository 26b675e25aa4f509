"""What one machine holds and how many are needed, from the measured costs; checked against a small simulation.

The costs come from `var/costs.json`, which `idle`, `tables`, `crowd` and `fan_out` write; docs/capacity.md explains the
model. `python -m benchmarks.capacity --cores 4 --memory 8 --network 1` asks for another machine.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass

from benchmarks import measuring, players
from benchmarks.measuring import ask, helper, line_of, processor_time, product
from tests.support.api import Api

#: Of each core and of the memory, what is planned with: the rest is for bursts, the system and the neighbours.
USABLE = 0.6
#: Moves a second at a table: bots take 0.8 s for one, people longer.
PACE = 1.0
#: Messages a move to every spectator (the game's own and the table's state), and bytes of each.
MESSAGES, MESSAGE_BYTES = 2, 5 * 1024

SPECTATORS, TABLES = 100_000, 10_000


@dataclass(frozen=True, slots=True)
class Costs:
    """What one of each takes: microseconds of a core, bytes of memory."""

    move_us: float
    delivery_us: float
    table_bytes: float
    spectator_bytes: float
    idle_tcp_bytes: float


@dataclass(frozen=True, slots=True)
class Machine:
    """What there is."""

    cores: float
    memory: float
    """GiB."""
    network: float
    """Gbit a second."""


@dataclass(frozen=True, slots=True)
class Load:
    """What is wanted of all machines together."""

    tables: float
    spectators: float
    moves: float
    """A second at all tables."""
    deliveries: float
    """A second to all spectators."""

    @classmethod
    def of(cls, tables: float, spectators: float, pace: float = PACE) -> Load:
        """Return the load of so many tables, watched by so many evenly."""
        return cls(tables, spectators, tables * pace, spectators * pace * MESSAGES)


def cores_for(load: Load, costs: Costs) -> float:
    """Return the cores' worth of work."""
    return (load.moves * costs.move_us + load.deliveries * costs.delivery_us) / 1e6


def needs(load: Load, costs: Costs, machine: Machine) -> dict[str, float]:
    """Return how many machines each resource asks for."""
    memory = load.tables * costs.table_bytes + load.spectators * costs.spectator_bytes
    memory += 2 * load.tables * costs.idle_tcp_bytes
    return {
        "processor": cores_for(load, costs) / (machine.cores * USABLE),
        "memory": memory / 2**30 / (machine.memory * USABLE),
        "network": load.deliveries * MESSAGE_BYTES * 8 / 1e9 / (machine.network * USABLE),
    }


def most(machine: Machine, costs: Costs, per_table: float) -> tuple[float, str]:
    """Return how many tables one machine holds, each with so many spectators, and what ends it."""
    asked = needs(Load.of(1, per_table), costs, machine)
    scarce = max(asked, key=lambda name: asked[name])
    return 1 / asked[scarce], scarce


def simulate(costs: Costs) -> None:
    """Play on a small scale, and print predicted and measured processor use."""
    spectators, seconds = measuring.scaled(300, 100), 8.0
    with product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY="0.1") as server:
        owner = Api(server.ports["web"]).as_guest("Owner")
        table = owner.post("/api/tables", {"game": "ticker", "seats": 1})["id"]
        with helper("spectators", "127.0.0.1", server.ports["web"], f"/ws/ticker/{table}/", spectators) as crowd:
            assert line_of(crowd) == "connected"
            time.sleep(1)
            used = processor_time(server.pid)
            time.sleep(2)
            still = (processor_time(server.pid) - used) / 2
            owner.post(f"/api/tables/{table}/bots", {"bot": "ticker"})
            with players.playing(server, seconds) as movers:
                before, used = ask(crowd), processor_time(server.pid)
                figures = players.figures_of(movers)
                after, used = ask(crowd), processor_time(server.pid) - used
    took = after["time"] - before["time"]
    size = (after["first_bytes"] - before["first_bytes"]) / (after["first_frames"] - before["first_frames"])
    deliveries = (after["bytes"] - before["bytes"]) / size / took
    watched = deliveries / spectators / MESSAGES
    load = Load(players.tables() + 1, spectators, figures["moves"] + watched, deliveries)
    predicted, measured = still + cores_for(load, costs), used / took
    print(
        f"simulation, {load.tables:.0f} tables and {spectators} spectators, {load.moves:.0f} moves/s and "
        f"{deliveries:,.0f} deliveries/s: predicted {predicted:.1%} of a core, measured {measured:.1%}, "
        f"ratio {measured / predicted:.2f}"
    )


def report(costs: Costs, machine: Machine) -> None:
    """Print what the model says."""
    print(
        f"costs: {costs.move_us:,.0f} µs a move, {costs.delivery_us:.1f} µs a delivery, "
        f"{costs.table_bytes / 1024:.0f} KiB a table, {costs.spectator_bytes / 1024:.1f} KiB a spectator, "
        f"{costs.idle_tcp_bytes / 1024:.1f} KiB an idle TCP client"
    )
    size = f"{machine.cores:g} cores, {machine.memory:g} GiB, {machine.network:g} Gbit/s"
    print(f"a machine: {size}; {USABLE:.0%} of each planned with")
    for per_table in (0, 10, 100):
        tables, scarce = most(machine, costs, per_table)
        print(f"holds {tables:>9,.0f} tables with {per_table:>3} spectators each; first scarce: {scarce}")
    asked = needs(Load.of(TABLES, SPECTATORS), costs, machine)
    parts = ", ".join(f"{name} {count:.1f}" for name, count in asked.items())
    print(f"{SPECTATORS:,} spectators and {TABLES:,} tables: {math.ceil(max(asked.values()))} machines ({parts})")


def known_costs() -> Costs:
    """Return the costs as measured last; SystemExit names what is missing and what measures it."""
    measured = json.loads(measuring.LEDGER.read_text()) if measuring.LEDGER.exists() else {}
    wanted = {"move_us": "crowd", "delivery_us": "fan_out", "table_bytes": "tables", "spectator_bytes": "idle"}
    missing = sorted({wanted[name] for name in wanted if name not in measured})
    if missing:
        raise SystemExit(f"not measured yet: run `python -m benchmarks {' '.join(missing)}` first")
    return Costs(*(float(measured[name]) for name in (*wanted, "idle_tcp_bytes")))


def run() -> None:
    """Print the model for the machine asked for, and check it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capacity")
    for name, default in (("cores", 4.0), ("memory", 8.0), ("network", 1.0)):
        parser.add_argument(f"--{name}", type=float, default=default)
    given = parser.parse_args(sys.argv[1:] if sys.argv[0].endswith("capacity.py") else [])
    costs = known_costs()
    report(costs, Machine(given.cores, given.memory, given.network))
    simulate(costs)


if __name__ == "__main__":
    run()
