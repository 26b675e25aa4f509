"""The load of the database benchmark: tables that write steps, each the next when the last is durable.

`python -m benchmarks.steps KIND NAME TABLES WRITERS SECONDS PAUSE` on the database of its environment. KIND is
`together` (the product's log writer) or `single` (the same thread, one transaction a step); WRITERS are threads, each
with its connection; PAUSE is how many seconds a table waits before its next step. Prints `ready`, begins with a
line on its standard input, and prints a line of JSON in the end.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import quantiles

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from gamekit import jsontext, registry, testing  # noqa: E402
from gamekit.chance import Chance  # noqa: E402
from spieltisch.tables.log import COMMITS, INSERT, LogWriter, StepRow  # noqa: E402
from spieltisch.tables.models import Match  # noqa: E402

#: Steps of one real match, which every table's log repeats.
LENGTH = 60


class Together:
    """The product's log writer."""

    def __init__(self) -> None:
        self._writer = LogWriter()
        self._writer.start()

    async def write(self, row: StepRow) -> None:
        """Return when the step is durable."""
        await self._writer.submit(row)

    def stop(self) -> None:
        """End the thread."""
        self._writer.stop()


class Single:
    """The peer: a thread that writes each step in a transaction of its own, in the order of submission."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)

    async def write(self, row: StepRow) -> None:
        """Return when the step is durable."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._insert, row)

    def stop(self) -> None:
        """End the thread."""
        self._thread.submit(connection.close)
        self._thread.shutdown()

    def _insert(self, row: StepRow) -> None:
        began = time.perf_counter()
        with connection.cursor() as cursor:
            cursor.execute(INSERT, row.values())
        COMMITS.observe(time.perf_counter() - began)


KINDS: dict[str, type[Together] | type[Single]] = {"together": Together, "single": Single}


def real_steps() -> list[tuple[str, int | None, str, str]]:
    """Return kind, seat, input and chance of the steps of a match at Qwirkle, as they are stored."""
    playout, rng, chance = testing.begin(registry.game("qwirkle"), 1), random.Random(1), Chance.seeded(1)
    found = [testing.advance(playout, rng, chance) for _ in range(LENGTH)]
    return [
        (step.kind, step.seat, jsontext.dumps(step.input).decode(), jsontext.dumps(list(step.chance)).decode())
        for step in found
    ]


def matches(name: str, count: int) -> list[int]:
    """Make the matches whose logs are written."""
    now = timezone.now()
    rows = [Match(code=f"{name}-{number}", game="qwirkle", started=now, head="") for number in range(count)]
    return [match.pk for match in Match.objects.bulk_create(rows)]


async def run(writers: Sequence[Together | Single], ids: list[int], seconds: float, pause: float) -> dict[str, float]:
    """Write, and return how much was durable how soon."""
    steps, waits = real_steps(), list[float]()
    deadline = time.perf_counter() + seconds

    async def table(match: int, writer: Together | Single) -> None:
        # Hash and command are as long as real ones; that they are right is the replay's to check, not the database's.
        for number, (kind, seat, given, chance) in enumerate(itertools.cycle(steps), 1):
            began = time.perf_counter()
            if began > deadline:
                return
            row = StepRow(match, number, number * 1000, kind, seat, given, chance, f"{number:064}", f"{number:024}")
            await writer.write(row)
            waits.append(time.perf_counter() - began)
            if pause:
                await asyncio.sleep(pause)

    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(table(match, writers[number % len(writers)]) for number, match in enumerate(ids)))
    took, used = time.perf_counter() - began, time.process_time() - used
    cuts = quantiles(waits, n=100)
    return {
        "steps": len(waits) / took, "commits": COMMITS.count() / took,
        "p50": cuts[49] * 1000, "p99": cuts[98] * 1000, "busy": used / took, "written": len(waits),
        "commit": commit_seconds(),
    }  # fmt: skip


def commit_seconds() -> float:
    """Return how long a commit took on average."""
    total = next(line for line in COMMITS.samples() if line.startswith(f"{COMMITS.name}_sum"))
    return float(total.split()[-1]) / COMMITS.count()


def main(kind: str, name: str, tables: int, count: int, seconds: float, pause: float) -> None:
    """Prepare, wait for the word, write."""
    ids, writers = matches(name, tables), [KINDS[kind]() for _ in range(count)]
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(asyncio.run(run(writers, ids, seconds, pause))), flush=True)
    for writer in writers:
        writer.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]), float(sys.argv[6]))
