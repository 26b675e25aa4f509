"""The capacity model adds up: what is scarce decides, views cross once a web process, no Redis is asked too much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import model
from benchmarks.model import ClusterCosts, Costs, Load, Machine

COSTS = Costs(move_us=1000, delivery_us=10, table_bytes=50_000, spectator_bytes=20_000, idle_tcp_bytes=20_000)
CLUSTER = ClusterCosts(
    web_move_us=500,
    host_move_us=800,
    redis_move_us=50,
    redis_move_bytes=2000,
    view_host_us=60,
    view_redis_us=10,
    packet_web_us=100,
    packet_host_us=40,
    packet_redis_us=20,
    packet_bytes=10_000,
    web_bytes=100_000_000,
    host_bytes=100_000_000,
    database_step_us=30,
    database_commit_us=120,
    database_commit_seconds=0.002,
    database_steps=20_000,
    database_step_bytes=300,
)
MACHINE = Machine(cores=4, memory=8, network=1)
WIDE = replace(MACHINE, network=100)


@pytest.mark.parametrize(("per_table", "scarce"), [(0, "processor"), (100, "network")])
def test_what_one_machine_holds_needs_one_machine(per_table: int, scarce: str) -> None:
    tables, first = model.most(MACHINE, COSTS, per_table)
    needed = model.needs(Load.of(tables, tables * per_table), COSTS, MACHINE)
    assert first == scarce == max(needed, key=lambda name: needed[name])
    assert needed[scarce] == pytest.approx(1)


def test_the_processor_pays_for_moves_and_deliveries() -> None:
    load = Load.of(tables=100, spectators=1000, pace=2)
    assert (load.moves, load.deliveries) == (200, 4000)
    assert model.cores_for(load, COSTS) == pytest.approx(0.2 + 0.04)


@pytest.mark.parametrize(("spectators", "webs", "packets"), [(0, 5, 0), (300, 5, 300), (1000, 5, 500), (50, 5, 50)])
def test_views_cross_once_for_each_web_process_that_has_a_spectator(spectators: int, webs: int, packets: float) -> None:
    assert model.packets_for(Load.of(100, spectators), webs) == packets


def test_a_packets_first_spectator_is_not_paid_for_twice() -> None:
    load = Load.of(tables=100, spectators=1000)
    every, one = (model.web_cores(load, packets, COSTS, CLUSTER) for packets in (1000, 100))
    assert every == pytest.approx(100 * 500e-6 + 1000 * 100e-6)
    assert one == pytest.approx(100 * 500e-6 + 100 * 100e-6 + 1800 * 10e-6)


def test_a_move_is_made_a_view_once_and_only_where_somebody_watches() -> None:
    assert [model.shown_for(Load.of(100, spectators)) for spectators in (0, 40, 100, 900)] == [0, 40, 100, 100]
    unseen, seen = (model.host_cores(Load.of(100, 900), shown, 500, CLUSTER) for shown in (0, 100))
    assert seen - unseen == pytest.approx(100 * 60e-6)


def test_every_kind_of_machine_has_a_resource_that_is_scarce_first() -> None:
    found = model.fleet(Load.of(10_000, 100_000), COSTS, CLUSTER, MACHINE)
    assert list(found.needs) == ["web", "host", "Redis", "PostgreSQL"]
    assert found.packets == 100_000, "ten spectators of a table, all on different web processes"
    assert found.scarce("web") == found.scarce("Redis") == "network"
    assert found.needs["host"]["processor"] == pytest.approx((10_000 * 860e-6 + 100_000 * 40e-6) / (4 * 0.6))
    assert found.processes == {"web": 25, "host": 21}
    assert found.count("PostgreSQL") == 1


def test_there_are_no_more_packets_than_the_web_processes_that_they_ask_for() -> None:
    found = model.fleet(Load.of(1000, 100_000), COSTS, CLUSTER, WIDE)
    assert found.packets == 1000 * found.processes["web"] < 100_000
    assert found.needs["web"]["processor"] * WIDE.cores <= found.processes["web"]


def test_a_balancer_that_keeps_spectators_together_saves_packets() -> None:
    load = Load.of(10_000, 100_000)
    spread, together = (model.fleet(load, COSTS, CLUSTER, MACHINE, one) for one in (False, True))
    assert together.packets == 10_000
    for kind in ("web", "host", "Redis"):
        assert (
            together.needs[kind]["processor" if kind != "Redis" else "its one core"]
            < spread.needs[kind]["processor" if kind != "Redis" else "its one core"]
        )


def test_steps_share_a_commit_only_where_a_host_has_many() -> None:
    load = Load.of(10_000, 0)
    assert model.steps_a_commit(load, hosts=100, cluster=CLUSTER) == 1
    assert model.steps_a_commit(load, hosts=5, cluster=CLUSTER) == 4
    assert model.database_cores(load, 1, CLUSTER) == pytest.approx(1.5)
    assert model.database_cores(load, 4, CLUSTER) == pytest.approx(0.6)


def test_a_load_is_divided_until_one_redis_and_one_postgresql_hold_each_part() -> None:
    load = Load.of(10_000, 100_000)
    whole = model.fleet(load, COSTS, CLUSTER, WIDE)
    assert whole.count("Redis") > 1
    count, part = model.deployments_for(load, COSTS, CLUSTER, WIDE)
    assert count > 1
    assert part.count("Redis") == part.count("PostgreSQL") == 1
    before = model.fleet(load.part(count - 1), COSTS, CLUSTER, WIDE)
    assert max(before.count("Redis"), before.count("PostgreSQL")) > 1
    assert model.deployments_for(Load.of(10, 100), COSTS, CLUSTER, MACHINE)[0] == 1


def test_more_steps_than_were_measured_are_not_promised() -> None:
    found = model.fleet(Load.of(15_000, 0), COSTS, CLUSTER, WIDE)
    assert found.scarce("PostgreSQL") == "the steps/s that were measured"
    assert found.count("PostgreSQL") == 2


def test_full_processes_have_prices_of_their_own() -> None:
    busy = {f"{kind}_move_busy_us": price for kind, price in (("web", 1.0), ("host", 2.0), ("redis", 3.0))}
    found = model.at_busy_prices(CLUSTER, {**busy, "database_commit_busy_us": 4.0, "redis_move_busy_bytes": 5.0})
    assert (found.web_move_us, found.host_move_us, found.redis_move_us) == (1.0, 2.0, 3.0)
    assert (found.database_commit_us, found.redis_move_bytes) == (4.0, 5.0)
    assert found.packet_web_us == CLUSTER.packet_web_us
