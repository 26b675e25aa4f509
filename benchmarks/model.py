"""The arithmetic of the capacity model: what a load asks of one kind of machine, and of a scaled-out deployment.

docs/capacity.md explains it. Nothing is measured here and no cost is known: they come from `var/costs.json`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace

from spieltisch.cluster.bus import BEAT_SECONDS

#: Of each core, of memory and of the network, what is planned with: the rest is for bursts, system and neighbours.
USABLE = 0.6
#: Moves a second at a table: bots take 0.8 s for one, people longer.
PACE = 1.0
#: Messages a move to every spectator (the game's own and the table's state), and bytes of each.
MESSAGES, MESSAGE_BYTES = 2, 5 * 1024
GIB, GBIT = 2**30, 1e9 / 8

Needs = dict[str, float]
"""How many machines each resource asks for."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What one of each takes in one process that does everything: microseconds of a core, bytes of memory."""

    move_us: float
    delivery_us: float
    table_bytes: float
    spectator_bytes: float
    idle_tcp_bytes: float


@dataclass(frozen=True, slots=True)
class ClusterCosts:
    """What one of each takes of web process, table host, Redis and PostgreSQL."""

    web_move_us: float
    host_move_us: float
    redis_move_us: float
    redis_move_bytes: float
    view_host_us: float
    """To show a move to anybody at all."""
    view_redis_us: float
    packet_web_us: float
    """A packet of views to a web process, what its first spectator is sent included."""
    packet_host_us: float
    packet_redis_us: float
    packet_bytes: float
    web_bytes: float
    """Memory of a process that serves nobody yet."""
    host_bytes: float
    database_step_us: float
    database_commit_us: float
    database_commit_seconds: float
    database_steps: float
    """The most steps a second that one PostgreSQL was seen to make durable."""
    database_step_bytes: float


@dataclass(frozen=True, slots=True)
class Machine:
    """What there is."""

    cores: float
    memory: float
    """GiB."""
    network: float
    """Gbit a second, each way."""


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

    def part(self, of: int) -> Load:
        """Return one of so many equal parts."""
        return Load(*(getattr(self, field.name) / of for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Fleet:
    """What a load asks of a scaled-out deployment."""

    needs: dict[str, Needs]
    """Of each kind of machine, how many each resource asks for."""
    packets: float
    """Packets of views a second through Redis."""
    processes: dict[str, int]
    """Web processes and hosts."""
    steps_a_commit: float

    def scarce(self, kind: str) -> str:
        """Return which resource of a kind of machine is used up first."""
        return max(self.needs[kind], key=lambda name: self.needs[kind][name])

    def count(self, kind: str) -> int:
        """Return how many machines of a kind are needed."""
        return math.ceil(max(self.needs[kind].values()))


def cores_for(load: Load, costs: Costs) -> float:
    """Return the cores' worth of work when everything is in one process."""
    return (load.moves * costs.move_us + load.deliveries * costs.delivery_us) / 1e6


def needs(load: Load, costs: Costs, machine: Machine) -> Needs:
    """Return how many machines each resource asks for, of machines on which everything is in one process."""
    memory = load.tables * (costs.table_bytes + 2 * costs.idle_tcp_bytes) + load.spectators * costs.spectator_bytes
    return {
        "processor": cores_for(load, costs) / (machine.cores * USABLE),
        "memory": memory / GIB / (machine.memory * USABLE),
        "network": load.deliveries * MESSAGE_BYTES / GBIT / (machine.network * USABLE),
    }


def most(machine: Machine, costs: Costs, per_table: float) -> tuple[float, str]:
    """Return how many tables one machine holds, each with so many spectators, and what ends it."""
    asked = needs(Load.of(1, per_table), costs, machine)
    scarce = max(asked, key=lambda name: asked[name])
    return 1 / asked[scarce], scarce


def packets_for(load: Load, webs: float) -> float:
    """Return the packets of views a second: one a move for each web process that has a spectator of the table."""
    return load.moves * min(load.spectators / load.tables, webs) if load.tables else 0.0


def web_cores(load: Load, packets: float, costs: Costs, cluster: ClusterCosts) -> float:
    """Return the web processes' work: moves, packets, and deliveries to all but a packet's first spectator."""
    others = max(0.0, load.deliveries - MESSAGES * packets)
    used = load.moves * cluster.web_move_us + packets * cluster.packet_web_us + others * costs.delivery_us
    return used / 1e6


def shown_for(load: Load) -> float:
    """Return the moves a second that anybody watches."""
    return packets_for(load, 1)


def host_cores(load: Load, shown: float, packets: float, cluster: ClusterCosts) -> float:
    """Return the hosts' work."""
    used = load.moves * cluster.host_move_us + shown * cluster.view_host_us + packets * cluster.packet_host_us
    return used / 1e6


def redis_cores(load: Load, shown: float, packets: float, processes: float, cluster: ClusterCosts) -> float:
    """Return Redis' work; a heartbeat to each process from each is put down as a packet, which is larger."""
    beats = processes * processes / BEAT_SECONDS
    used = load.moves * cluster.redis_move_us + shown * cluster.view_redis_us
    return (used + (packets + beats) * cluster.packet_redis_us) / 1e6


def steps_a_commit(load: Load, hosts: float, cluster: ClusterCosts) -> float:
    """Return how many steps gather at a host while its last commit runs."""
    return max(1.0, load.moves / hosts * cluster.database_commit_seconds)


def database_cores(load: Load, steps: float, cluster: ClusterCosts) -> float:
    """Return PostgreSQL's work when so many steps share a commit."""
    return load.moves * (cluster.database_step_us + cluster.database_commit_us / steps) / 1e6


def fleet(load: Load, costs: Costs, cluster: ClusterCosts, machine: Machine, together: bool = False) -> Fleet:
    """Return what a load asks of a deployment.

    A table's spectators are spread over all web processes, or `together` on one, which takes a balancer that sends by
    the table in the address.
    """
    webs = 1
    # More web processes are more packets, which may ask for more web processes; spectators a table end it.
    while True:
        packets = packets_for(load, 1 if together else webs)
        wanted = math.ceil(max(1.0, web_cores(load, packets, costs, cluster) / USABLE))
        if wanted <= webs:
            break
        webs = wanted
    at_hosts = host_cores(load, shown_for(load), packets, cluster)
    hosts = math.ceil(max(1.0, at_hosts / USABLE))
    steps = steps_a_commit(load, hosts, cluster)
    network = machine.network * GBIT * USABLE
    through_redis = packets * cluster.packet_bytes + load.moves * cluster.redis_move_bytes
    return Fleet(
        {
            "web": {
                "processor": web_cores(load, packets, costs, cluster) / (machine.cores * USABLE),
                "memory": (load.spectators * costs.spectator_bytes + 2 * load.tables * costs.idle_tcp_bytes)
                / _room(machine, cluster.web_bytes),
                "network": max(load.deliveries * MESSAGE_BYTES, through_redis) / network,
            },
            "host": {
                "processor": at_hosts / (machine.cores * USABLE),
                "memory": load.tables * costs.table_bytes / _room(machine, cluster.host_bytes),
                "network": through_redis / network,
            },
            "Redis": {
                # One thread: whatever else the machine has, a core is all it uses.
                "its one core": redis_cores(load, shown_for(load), packets, webs + hosts, cluster) / USABLE,
                "network": through_redis / network,
            },
            "PostgreSQL": {
                "processor": database_cores(load, steps, cluster) / (machine.cores * USABLE),
                "the steps/s that were measured": load.moves / (cluster.database_steps * USABLE),
            },
        },
        packets,
        {"web": webs, "host": hosts},
        steps,
    )


def deployments_for(
    load: Load, costs: Costs, cluster: ClusterCosts, machine: Machine, together: bool = False
) -> tuple[int, Fleet]:
    """Return into how many deployments a load must be divided, so that one Redis and one PostgreSQL hold each."""
    count = 1
    while True:
        found = fleet(load.part(count), costs, cluster, machine, together)
        if found.count("Redis") <= 1 and found.count("PostgreSQL") <= 1:
            return count, found
        count += 1


def at_busy_prices(cluster: ClusterCosts, busy: dict[str, float]) -> ClusterCosts:
    """Return the costs with those of a move, and of its commit, in processes that are full of them."""
    names = ("web_move", "host_move", "redis_move", "database_commit")
    prices = {f"{name}_us": busy[f"{name}_busy_us"] for name in names}
    return replace(cluster, **prices, redis_move_bytes=busy["redis_move_busy_bytes"])


def _room(machine: Machine, process_bytes: float) -> float:
    """Return the memory that the processes of a machine, one a core, leave to what they hold."""
    return machine.memory * GIB * USABLE - machine.cores * process_bytes
