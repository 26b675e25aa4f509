"""Processes are stopped as a machine that is shut down stops them, and each is blamed for itself alone."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from threading import Barrier

from faults.deployments import Deployment
from faults.logends import Ends
from faults.results import Slowness
from faults.stopping import Stop, stopped
from tests.support.server import Server


class Companion(Server):
    """A process that stops only while the others are stopping, too."""

    def __init__(self, folder: Path, command: str, barrier: Barrier) -> None:
        super().__init__(folder, {}, command=command)
        self._barrier = barrier

    def start(self) -> Server:
        """Be there at once."""
        return self

    def stop(self) -> int:
        """Wait for all others."""
        self._barrier.wait(20)
        return 0


class Companions(Deployment):
    """More processes than the loop has threads of its own."""

    def start(self) -> None:
        """Make them."""
        barrier = Barrier(40)
        self.processes["server"] = [Companion(self.folder, f"serve{number}", barrier) for number in range(40)]

    def ends(self) -> Ends:
        """Return the end of the one match there is."""
        return {"m": 7}


def test_all_processes_are_stopped_at_the_same_time(tmp_path: Path) -> None:
    deployment = Companions(tmp_path)
    deployment.start()
    outage = asyncio.run(stopped(deployment, random.Random(1), 0.0))
    assert outage.faults == []
    assert outage.ends == {"m": 7}


def test_a_slow_process_is_blamed_for_itself_alone() -> None:
    slow, quick = Stop("serve", 6.0, 0, ""), Stop("runbridge", 0.2, 0, "")
    (fault,) = slow.faults()
    assert isinstance(fault, Slowness)
    assert quick.faults() == []
    wrong = Stop("serve", 0.2, 1, "Traceback (most recent call last)").faults()
    assert len(wrong) == 2
    assert not any(isinstance(fault, Slowness) for fault in wrong)
