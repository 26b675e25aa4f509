"""What one machine holds and how many are needed, from the measured costs; checked against a small simulation.

The costs come from `var/costs.json` (of quick runs: `var/costs-quick.json`), which `cluster`, `crowd`, `database`,
`fan_out`, `idle` and `tables` write; docs/capacity.md explains the model. `python -m benchmarks.capacity --cores 4
--memory 8 --network 1` asks for other machines, `--no-check` leaves the simulation out.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields

from benchmarks import measuring, simulation
from benchmarks.model import (
    USABLE,
    ClusterCosts,
    Costs,
    Fleet,
    Load,
    Machine,
    at_busy_prices,
    deployments_for,
    fleet,
    most,
    needs,
)

SPECTATORS, TABLES = 100_000, 10_000
DAY = 24 * 60 * 60

#: What measures which cost; the rest is measured by `cluster`.
MEASURED_BY = {"move_us": "crowd", "delivery_us": "fan_out", "table_bytes": "tables"}


def costs_of(ledger: dict[str, float]) -> Costs:
    """Return the costs of one process as measured last; SystemExit names what is missing and what measures it."""
    return Costs(*_wanted(ledger, Costs))


def cluster_costs_of(ledger: dict[str, float]) -> ClusterCosts:
    """Return the costs of the scaled-out processes in the same way."""
    return ClusterCosts(*_wanted(ledger, ClusterCosts))


def _wanted(ledger: dict[str, float], kind: type[Costs | ClusterCosts]) -> list[float]:
    names = [field.name for field in fields(kind)]
    missing = sorted({measurer(name) for name in names if name not in ledger})
    if missing:
        words = [*(["--quick"] if measuring.quick() else []), *missing]
        raise SystemExit(f"not measured yet: run `python -m benchmarks {' '.join(words)}` first")
    return [float(ledger[name]) for name in names]


def measurer(cost: str) -> str:
    """Return the benchmark that measures a cost."""
    if cost.startswith("database_"):
        return "database"
    if cost in ("spectator_bytes", "idle_tcp_bytes"):
        return "idle"
    return MEASURED_BY.get(cost, "cluster")


def read_ledger() -> dict[str, float]:
    """Return what was measured, whoever measured it."""
    return {name: cost for costs in measuring.noted().values() for name, cost in costs.items()}


def report_one(costs: Costs, machine: Machine) -> None:
    """Print what one machine holds on which every process does everything."""
    rough = " (rough: of a quick run)" if measuring.quick() else ""
    print(
        f"costs{rough}: {costs.move_us:,.0f} µs a move, {costs.delivery_us:.1f} µs a delivery, "
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
    print(f"{SPECTATORS:,} spectators and {TABLES:,} tables, if machines shared nothing: {parts}")


def report_cluster(costs: Costs, cluster: ClusterCosts, machine: Machine, title: str) -> None:
    """Print how many machines of each kind are needed, in one deployment and in as many as it takes."""
    load = Load.of(TABLES, SPECTATORS)
    print(
        f"\n{SPECTATORS:,} spectators and {TABLES:,} tables, scaled out, {title}\n"
        f" costs: a move {cluster.web_move_us:.0f} µs of a web process, {cluster.host_move_us:.0f} of a host, "
        f"{cluster.redis_move_us:.0f} of Redis; to show it "
        f"{cluster.view_host_us:.0f} of a host and {cluster.view_redis_us:.0f} of Redis; a packet of views "
        f"{cluster.packet_web_us:.0f}, "
        f"{cluster.packet_host_us:.0f} and {cluster.packet_redis_us:.0f}, with {cluster.packet_bytes / 1024:.1f} KiB; "
        f"PostgreSQL {cluster.database_step_us:.0f} µs a step and {cluster.database_commit_us:.0f} a commit"
    )
    for together in (False, True):
        print(f" {'a table’s spectators together on one' if together else 'spectators on any'} web process")
        found = fleet(load, costs, cluster, machine, together)
        for line in lines_of(found, load):
            print(f"  {line}")
        count, part = deployments_for(load, costs, cluster, machine, together)
        if count == 1:
            print(f"  one deployment holds it: {sum(found.count(kind) for kind in found.needs)} machines")
            continue
        each = ", ".join(f"{part.count(kind)} {kind}" for kind in part.needs)
        print(
            f"  a deployment has one Redis and one PostgreSQL, and this asks for {found.count('Redis')} and "
            f"{found.count('PostgreSQL')}: {count} deployments side by side, each with {each}, are "
            f"{count * sum(part.count(kind) for kind in part.needs)} machines"
        )
    step_bytes = load.moves * cluster.database_step_bytes * DAY
    print(f" PostgreSQL's log of moves grows by {step_bytes / 2**30:,.0f} GiB a day at this pace")


def lines_of(found: Fleet, load: Load) -> list[str]:
    """Return a line a kind of machine, and what crosses Redis."""
    lines = []
    for kind, asked in found.needs.items():
        parts = ", ".join(f"{name} {count:.2f}" for name, count in asked.items())
        share = f"one holds {load.tables / max(asked.values()):,.0f} tables"
        lines.append(f"{kind:<11}{found.count(kind):>4}  first scarce: {found.scarce(kind)} ({parts}); {share}")
    processes = ", ".join(f"{count} {kind}" for kind, count in found.processes.items())
    lines.append(
        f"{found.packets:,.0f} packets of views/s; processes: {processes}; {found.steps_a_commit:.1f} steps a commit"
    )
    return lines


def run() -> None:
    """Print the model for the machines asked for, and check it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capacity")
    for name, default in (("cores", 4.0), ("memory", 8.0), ("network", 1.0)):
        parser.add_argument(f"--{name}", type=float, default=default)
    parser.add_argument("--no-check", action="store_true", help="leave the simulation out")
    given = parser.parse_args(sys.argv[1:] if sys.argv[0].endswith("capacity.py") else [])
    ledger = read_ledger()
    costs, cluster = costs_of(ledger), cluster_costs_of(ledger)
    machine = Machine(given.cores, given.memory, given.network)
    report_one(costs, machine)
    report_cluster(costs, cluster, machine, "a move at the price of processes that are hardly busy")
    report_cluster(costs, at_busy_prices(cluster, ledger), machine, "a move at the price of full processes")
    if not given.no_check:
        print()
        checked = [simulation.all_in_one(costs, ledger), simulation.scaled_out(costs, cluster, ledger)]
        if not all(checked):
            raise SystemExit("the model does not predict what the simulation measured")


if __name__ == "__main__":
    run()
