"""Short trials: a few tables of every game, one fault after the other. `make faults` runs them at forty tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from faults.deployments import Deployment, deployed
from faults.injuries import DISK_FULL, INJURIES, Injury
from faults.report import remarks
from faults.scaledout import ScaledOut
from faults.smalldisk import OnSmallDisk
from faults.trial import run_trial
from spieltisch.cluster.bus import DEAF_SECONDS
from spieltisch.cluster.leases import LEASE_SECONDS

TABLES = 8
#: Seconds that a service is out.
OUT = 1.5
#: Seconds that it is out where many processes are to find out: longer than a lease lasts, and than Redis is trusted.
LONG_OUT = 4.0
NOTICED = {"redis-pause", "postgres-restart", "postgres-refuse", "postgres-pause"}
ON_ONE_MACHINE = [injury for injury in INJURIES if injury.fits(Deployment)]
SCALED_OUT = [injury for injury in INJURIES if injury.fits(ScaledOut)]


@pytest.fixture(scope="module")
def one_machine() -> Iterator[Deployment]:
    """Everything in one process, for one trial after the other."""
    with deployed(Deployment) as deployment:
        yield deployment


@pytest.fixture(scope="module")
def many_processes() -> Iterator[Deployment]:
    """Two processes of each kind, for one trial after the other."""
    with deployed(ScaledOut) as deployment:
        yield deployment


def check(deployment: Deployment, injury: Injury, out: float = OUT) -> None:
    """Run one trial; every promise must be kept, and all games must have been played."""
    result = asyncio.run(run_trial(deployment, injury, TABLES, out, seed=1))
    if result.merely_slow:
        # Everything else on the machine may have been busy at once; what is slow by itself is so every time.
        print(remarks([result]))
        result = asyncio.run(run_trial(deployment, injury, TABLES, out, seed=1))
    told = remarks([result])
    for figures in result.games.values():
        assert figures.good, told
        assert figures.moves > 0, told


def test_every_kind_of_fault_is_tried() -> None:
    assert {injury.name for injury in SCALED_OUT} > NOTICED
    assert max(LEASE_SECONDS, DEAF_SECONDS) + 1 < LONG_OUT
    assert {*ON_ONE_MACHINE, *SCALED_OUT} == set(INJURIES)


@pytest.mark.parametrize("injury", ON_ONE_MACHINE, ids=lambda injury: injury.name)
def test_every_promise_is_kept_on_one_machine(one_machine: Deployment, injury: Injury) -> None:
    check(one_machine, injury)


@pytest.mark.parametrize("injury", SCALED_OUT, ids=lambda injury: injury.name)
def test_every_promise_is_kept_by_many_processes(many_processes: Deployment, injury: Injury) -> None:
    check(many_processes, injury, LONG_OUT if injury.name in NOTICED else OUT)


def test_every_promise_is_kept_on_a_full_disk() -> None:
    if not OnSmallDisk.possible():
        pytest.skip("a small disk may not be mounted here")
    with deployed(OnSmallDisk) as deployment:
        check(deployment, DISK_FULL)
