"""What is broken is watched: a process that ended by itself is told of, though others may have taken over from it."""

from __future__ import annotations

import sys
from pathlib import Path

from faults.deployments import Deployment
from tests.support.server import Server
from tests.support.waiting import until


class Idle(Server):
    """A process that waits, or ends at once."""

    def begin(self, program: str) -> Server:
        """Start it."""
        self.launch([sys.executable, "-c", program])
        return self


def test_a_process_that_ended_by_itself_is_told_of(tmp_path: Path) -> None:
    deployment = Deployment(tmp_path)
    living = Idle(tmp_path, {}, "runtables").begin("import time; time.sleep(600)")
    dead = Idle(tmp_path, {}, "runbridge").begin("print('no more'); raise SystemExit(3)")
    deployment.processes = {"tables": [living], "bridge": [dead]}
    try:
        [told] = until(deployment.ended, "one process has ended")
        assert "runbridge" in told
        assert "status 3" in told
    finally:
        deployment.stop()
