"""Steps a second that the log makes durable, on SQLite and PostgreSQL, beside one transaction a step and the bare disk.

Every table submits a step and waits for it before the next, as tables do. PostgreSQL is one of its own that waits for
the disk (fsync). `python -m benchmarks.steps` is the load; its processes share the machine with PostgreSQL.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg

from benchmarks import measuring
from benchmarks.measuring import BUSY, family_time, helper, line_of
from tests.support.server import ROOT, quiet_environment
from tools import services

TABLES = (50,) if measuring.quick() else (50, 1000)
SECONDS = 1.5 if measuring.quick() else 4.0
#: How many more connections than processes: as many table hosts as two machines may have.
CONNECTIONS = 16
#: Seconds between the steps of a table that walks: PostgreSQL has gone to sleep by then.
WALK = 0.005
#: A page of a database's log.
PAGE = b"x" * 8192


@dataclass(frozen=True, slots=True)
class Scene:
    """How many processes write with how many connections, and how."""

    kind: str
    processes: int
    connections: int

    @property
    def title(self) -> str:
        """What stands in the table."""
        how = {"together": "group commit", "single": "one transaction a step"}[self.kind]
        return f"{self.processes} process{'es' if self.processes > 1 else ''}, {self.connections} writing, {how}"


SCENES = {
    "SQLite": (Scene("together", 1, 1), Scene("single", 1, 1)),
    "PostgreSQL": (
        Scene("together", 1, 1),
        Scene("single", 1, 1),
        Scene("together", 2, 2),
        Scene("single", 2, 2),
        Scene("together", 2, CONNECTIONS),
    ),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a scene."""

    steps: float
    """A second."""
    commits: float
    """A second."""
    commit: float
    """Seconds that one takes; of the slower process, as the next two."""
    p50: float
    """Milliseconds."""
    p99: float
    writers: float
    """Cores that the writing processes used."""
    server: float
    """Cores that the database's own processes used."""

    @property
    def server_us(self) -> float:
        """The database's processor time a step."""
        return self.server / self.steps * 1e6


class Database:
    """A migrated database and the process that serves it, if it has one."""

    def __init__(self, folder: Path, url: str, pid: int | None) -> None:
        self.pid = pid
        self.environment = quiet_environment(folder, LOG_LEVEL="WARNING", **({"DATABASE_URL": url} if url else {}))
        command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True, timeout=120)

    def used(self) -> float:
        """Return the processor time of the server so far."""
        return 0.0 if self.pid is None else family_time(self.pid)

    def measured(self, scene: Scene, tables: int, pause: float = 0.0) -> Result:
        """Let the tables write."""
        name, parts = f"{scene.kind}{scene.processes}of{scene.connections}at{tables}in{pause:g}", scene.processes
        with ExitStack() as stack:
            loads = [
                stack.enter_context(helper("steps", scene.kind, f"{name}-{number}", tables // parts,
                                           scene.connections // parts, SECONDS, pause, **self.environment))
                for number in range(parts)
            ]  # fmt: skip
            for load in loads:
                assert line_of(load) == "ready"
            used = self.used()
            for load in loads:
                assert load.stdin is not None
                load.stdin.write("\n")
                load.stdin.flush()
            found = [json.loads(line_of(load)) for load in loads]
            used = self.used() - used
        total = {key: sum(one[key] for one in found) for key in ("steps", "commits", "busy", "written")}
        # A step's share of all that was written: the processes need not begin and end together.
        server = used / total["written"] * total["steps"]
        slowest = {key: max(one[key] for one in found) for key in ("commit", "p50", "p99")}
        return Result(total["steps"], total["commits"], **slowest, writers=total["busy"], server=server)


def bare_disk(folder: Path) -> float:
    """Return how often a second a page is appended to a file and waited for: the most commits one after the other."""
    count, began = 0, time.monotonic()
    with (folder / "bare").open("wb", buffering=0) as file:
        while time.monotonic() - began < SECONDS / 2:
            file.write(PAGE)
            os.fdatasync(file.fileno())
            count += 1
    return count / (time.monotonic() - began)


def tell_disk(folder: Path) -> None:
    """Print the floor."""
    rate = bare_disk(folder)
    print(
        f"the bare disk: {rate:,.0f} times a second a page of {len(PAGE):,} bytes appended and waited for", flush=True
    )


def limit_of(result: Result, processes: int) -> str:
    """Return what ended the measurement, where it was not the database."""
    if result.writers > BUSY * processes:
        return " (the writing process is the limit)"
    if result.writers + result.server > BUSY * (os.cpu_count() or 1):
        return " (the machine is full)"
    return ""


def told(scene: Scene, tables: int, result: Result, peer: Result | None, served: bool) -> str:
    """Return a line of the table."""
    server = f", PostgreSQL {result.server:.0%} and {result.server_us:.0f} µs a step" if served else ""
    beside = f"; {result.steps / peer.steps:.1f} times the steps of one transaction each" if peer else ""
    return (
        f"{tables:>5} tables, {scene.title:<50}{result.steps:>8,.0f} steps/s, {result.steps / result.commits:6.1f} a "
        f"commit, p50 {result.p50:7.2f} ms, p99 {result.p99:7.2f} ms; writers {result.writers:.0%} of a core{server}"
        f"{beside}{limit_of(result, scene.processes)}"
    )


def measure_all(name: str, database: Database) -> dict[tuple[Scene, int], Result]:
    """Measure and print every scene of a database."""
    found: dict[tuple[Scene, int], Result] = {}
    for tables in TABLES:
        for scene in SCENES[name]:
            found[scene, tables] = database.measured(scene, tables)
        for scene in SCENES[name]:
            single = Scene("single", scene.processes, scene.connections)
            peer = found.get((single, tables)) if scene.kind == "together" else None
            print(f"{name:<11}{told(scene, tables, found[scene, tables], peer, database.pid is not None)}", flush=True)
    return found


def measure_one(database: Database, pause: float) -> Result:
    """Measure and print one table by itself: each step has a commit of the log writer's to itself."""
    scene = SCENES["PostgreSQL"][0]
    result = database.measured(scene, 1, pause)
    print(f"{'walking' if pause else 'running':<11}{told(scene, 1, result, None, True)}", flush=True)
    return result


def note_costs(found: dict[tuple[Scene, int], Result], walking: Result, running: Result, step_bytes: float) -> None:
    """Write down for the model what a step and a commit cost the server of the database, and the most it took."""
    best = max((result for (scene, _), result in found.items() if scene.kind == "together"), key=lambda r: r.steps)
    # server time a step = commit / steps a commit + step, once with many steps a commit and once with one.
    share = best.commits / best.steps
    busy_us = (running.server_us - best.server_us) / (1 - share)
    step_us = best.server_us - busy_us * share
    walk_us = walking.server_us - step_us
    if min(busy_us, walk_us, step_us) <= 0:
        raise SystemExit("a step or a commit cost the database nothing: the machine was too busy to measure it")
    measuring.note(
        "database",
        database_steps=best.steps,
        database_step_us=step_us,
        # As the prices of a move: dear where each wakes PostgreSQL.
        database_commit_us=walk_us,
        database_commit_busy_us=busy_us,
        database_commit_seconds=running.commit,
        database_step_bytes=step_bytes,
    )
    print(
        f"PostgreSQL for the model: at most {best.steps:,.0f} steps/s; a commit takes {busy_us:.0f} µs of its "
        f"processor ({walk_us:.0f} when it was asleep) and {running.commit * 1000:.2f} ms, a step in it "
        f"{step_us:.0f} µs; {step_bytes:.0f} bytes a step with its indexes"
    )


def bytes_of_a_step(url: str) -> float:
    """Return what a step takes on the disk."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_total_relation_size('tables_step'), count(*) FROM tables_step").fetchone()
    assert row is not None
    return float(row[0]) / float(row[1])


def run() -> None:
    """Print a line a scene."""
    with tempfile.TemporaryDirectory() as folder:
        tell_disk(Path(folder))
        measure_all("SQLite", Database(Path(folder), "", None))
    with tempfile.TemporaryDirectory() as folder, services.postgres(durable=True) as postgres:
        assert postgres.process is not None
        # Once more: what the disk does besides may have changed.
        tell_disk(Path(folder))
        database = Database(Path(folder), postgres.url, postgres.process.pid)
        found = measure_all("PostgreSQL", database)
        walking, running = measure_one(database, WALK), measure_one(database, 0.0)
        note_costs(found, walking, running, bytes_of_a_step(postgres.url))


if __name__ == "__main__":
    run()
