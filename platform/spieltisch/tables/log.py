"""The log's writer: one thread that owns its database connection and commits the steps of all tables together.

Group commit without a timer: whatever gathered while the last commit ran goes into the next one. A single step is
written at once, a thousand cost one transaction.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db import IntegrityError, InterfaceError, InternalError, OperationalError, connection, transaction

from gamekit.errors import Unavailable
from spieltisch import metrics
from spieltisch.brevity import keep_brief

logger = logging.getLogger(__name__)

INSERT = (
    "INSERT INTO tables_step (match_id, number, time_ms, kind, seat, input, chance, hash, command)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
SELECT = "SELECT hash, command FROM tables_step WHERE match_id = %s AND number = %s"
#: Pause before a commit is tried again when the database is away.
RETRY_SECONDS = 0.25

COMMITS = metrics.histogram(
    "spieltisch_commit_seconds", "Time of one group commit.", (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
)
STEPS = metrics.counter("spieltisch_steps_total", "Steps written to the log.")
DURABLE = metrics.histogram("spieltisch_durable_seconds", "Time a table waits until its write is durable.")


class FencedOff(Exception):
    """Another process has written this match's next step: we do not own its table any more."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step as it is stored."""

    match_id: int
    number: int
    time_ms: int
    kind: str
    seat: int | None
    input: str
    chance: str
    hash: str
    command: str = ""
    """Id of the command, if it came from another process: sent again, it is known. Not part of the hash."""

    def values(self) -> tuple[int | str | None, ...]:
        """Return the values in the order of INSERT."""
        return (
            self.match_id, self.number, self.time_ms, self.kind, self.seat, self.input, self.chance, self.hash,
            self.command,
        )  # fmt: skip


@dataclass(slots=True)
class Job:
    """Something to write, and the future that waits for it."""

    work: StepRow | Callable[[], object]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]
    error: BaseException | None = None
    submitted: float = field(default_factory=time.perf_counter)


class LogWriter:
    """Writes in the order of submission; a future is done when its transaction is committed."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._writing = 0
        """Writes of the batch that is being committed."""
        self._failing = False
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, work: StepRow | Callable[[], object]) -> asyncio.Future[None]:
        """Queue a step, or a function that writes through the ORM; FencedOff when the step's number is taken.

        Unavailable once the log was asked to stop.
        """
        loop = asyncio.get_running_loop()
        job = Job(work, loop, loop.create_future())
        with self._wake:
            if self._stopping:
                raise Unavailable("the server is being restarted; try again in a moment", "server/stopping")
            self._jobs.append(job)
            self._wake.notify()
        return job.future

    def stop(self) -> None:
        """Write what is queued, then end; blocks until done."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def backlog(self) -> int:
        """Return how many writes wait, those included that are being committed or tried again."""
        return len(self._jobs) + self._writing

    async def check(self) -> None:
        """Unavailable as long as nothing can be written: a database on a full disk still answers questions."""
        if self._failing:
            raise Unavailable("the log cannot be written at the moment", "table/internal")

    def _run(self) -> None:
        keep_brief()
        while True:
            with self._wake:
                while not self._jobs and not self._stopping:
                    self._wake.wait()
                if not self._jobs:
                    break
                batch = list(self._jobs)
                self._writing = len(batch)
                self._jobs.clear()
            self._commit_until_written(batch)
            self._writing, self._failing = 0, False
            _resolve(batch)
        connection.close()

    def _commit_until_written(self, batch: list[Job], again: bool = False) -> None:
        while True:
            try:
                started = time.perf_counter()
                self._commit(batch, again)
                COMMITS.observe(time.perf_counter() - started)
                STEPS.inc(sum(isinstance(job.work, StepRow) for job in batch))
                return
            except (OperationalError, InterfaceError, InternalError) as error:
                # The database is away, full or read-only. Nothing was acknowledged, so waiting loses nothing.
                logger.warning("the log cannot be written, trying again: %s", error)
                self._failing = True
                connection.close()
                again = True
                with self._wake:
                    self._wake.wait(RETRY_SECONDS)
                    if self._stopping:
                        for job in batch:
                            job.error = error
                        return
            except Exception as error:
                # A write that fails in itself is its submitter's to hear of; the thread must live on for all others.
                if len(batch) == 1:
                    batch[0].error = FencedOff() if isinstance(error, IntegrityError) else error
                    return
                # One of them is refused: find out which, and let the others through.
                for job in batch:
                    self._commit_until_written([job], again)
                return

    def _commit(self, batch: list[Job], again: bool) -> None:
        with transaction.atomic():
            for is_step, jobs in groupby(batch, lambda job: isinstance(job.work, StepRow)):
                if is_step:
                    rows = [job.work for job in jobs if isinstance(job.work, StepRow)]
                    if again:
                        # The answer to an earlier commit may have been lost, and not the commit.
                        rows = [row for row in rows if not _is_written(row)]
                    write_steps(rows)
                else:
                    for job in jobs:
                        assert callable(job.work)
                        job.work()


def write_steps(rows: Sequence[StepRow]) -> None:
    """Insert steps within the transaction that is under way."""
    with connection.cursor() as cursor:
        cursor.executemany(INSERT, [row.values() for row in rows])


def _is_written(row: StepRow) -> bool:
    """Tell whether the log has this very step already."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT, (row.match_id, row.number))
        found = cursor.fetchone()
    return found is not None and tuple(found) == (row.hash, row.command)


def _resolve(batch: Iterable[Job]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in batch:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, jobs in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell, jobs)


def _tell(jobs: list[Job]) -> None:
    for job in jobs:
        if job.future.cancelled():
            continue
        DURABLE.observe(time.perf_counter() - job.submitted)
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(None)
