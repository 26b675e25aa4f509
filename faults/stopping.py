"""The faults that are none: processes are asked to stop, and must do so in good order."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from faults.deployments import Deployment
from faults.outage import DOWN, Outage
from faults.results import Slowness
from tests.support.server import Server

#: Seconds in which a process must have stopped.
STOP = 5.0


async def host_stopped(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Stop one table host with SIGTERM: the others go on with its tables."""
    process = rng.choice(deployment.processes["tables"])
    since = time.monotonic()
    status = await asyncio.to_thread(process.stop)
    took = time.monotonic() - since
    faults: list[str] = [f"the host stopped with status {status}"] if status else []
    if took >= STOP:
        faults.append(Slowness(f"the host needed {took:.1f} s to stop"))
    ends = await asyncio.to_thread(deployment.ends)
    await asyncio.sleep(min(DOWN, out))
    await asyncio.to_thread(process.start)
    return Outage(since, ends, notes=[f"stopped in {took:.1f} s"], faults=faults)


async def stopped(deployment: Deployment, rng: random.Random, out: float) -> Outage:
    """Stop every process with SIGTERM at the same time, as a machine that is shut down does, then start all again."""
    processes = deployment.all()
    rng.shuffle(processes)
    loop = asyncio.get_running_loop()
    # A thread for each: in the loop's own pool one could have to wait for another.
    with ThreadPoolExecutor(len(processes)) as threads:
        stops = await asyncio.gather(*(loop.run_in_executor(threads, Stop.of, process) for process in processes))
    ends = await asyncio.to_thread(deployment.ends)
    await asyncio.sleep(min(DOWN, out))
    since = time.monotonic()
    for process in reversed(deployment.all()):
        # Hosts first: a web process is ready only when there is one.
        await asyncio.to_thread(process.start)
    slowest = max(stop.took for stop in stops)
    faults = [fault for stop in stops for fault in stop.faults()]
    return Outage(since, ends, frozenset({1001, 1012}), [f"stopped in {slowest:.1f} s"], faults)


@dataclass(frozen=True)
class Stop:
    """How one process stopped."""

    command: str
    took: float
    status: int
    output: str

    @classmethod
    def of(cls, process: Server) -> Stop:
        """Stop a process with SIGTERM."""
        begun = time.monotonic()
        try:
            status = process.stop()
        except AssertionError:
            # It was killed for not stopping; how long that took is told below.
            status = -signal.SIGKILL
        return cls(process.command, time.monotonic() - begun, status, process.output)

    def faults(self) -> list[str]:
        """Return what was wrong with it."""
        found: list[str] = []
        if self.took >= STOP:
            found.append(Slowness(f"{self.command} needed {self.took:.1f} s to stop"))
        if self.status:
            found.append(f"{self.command} stopped with status {self.status}")
        if "Traceback" in self.output:
            found.append(f"{self.command} stopped with an error:\n{self.output[-2000:]}")
        return found
