"""The log's writer commits in order, together, and keeps a second owner out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from django.db import InternalError, OperationalError, connection
from django.utils import timezone

from gamekit.errors import Refused
from spieltisch.tables import log
from spieltisch.tables.log import FencedOff, Job, LogWriter, StepRow
from spieltisch.tables.models import Match, Step

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def writer() -> Iterator[LogWriter]:
    writer = LogWriter()
    writer.start()
    yield writer
    writer.stop()
    connection.close()


def new_match() -> int:
    return Match.objects.create(code="abc", game="nim", started=timezone.now(), head="").pk


def row(match_id: int, number: int) -> StepRow:
    return StepRow(match_id, number, number, "play", 0, "{}", "[]", f"{number:064d}")


def test_steps_are_stored_when_their_future_is_done(writer: LogWriter) -> None:
    match_id = new_match()

    async def scenario() -> None:
        await asyncio.gather(*[writer.submit(row(match_id, number)) for number in range(1, 201)])

    asyncio.run(scenario())
    assert list(Step.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 201))


def test_a_number_that_is_taken_fences_off_its_writer_and_nobody_else(writer: LogWriter) -> None:
    match_id = new_match()

    async def scenario() -> list[object]:
        await writer.submit(row(match_id, 1))
        waiting = [writer.submit(row(match_id, number)) for number in (2, 1, 3)]
        return await asyncio.gather(*waiting, return_exceptions=True)

    results = asyncio.run(scenario())
    assert [type(result) for result in results] == [type(None), FencedOff, type(None)]
    assert Step.objects.count() == 3


def test_other_writes_keep_their_place_between_steps(writer: LogWriter) -> None:
    match_id = new_match()
    seen: list[int] = []

    async def scenario() -> None:
        await asyncio.gather(
            writer.submit(row(match_id, 1)),
            writer.submit(lambda: seen.append(Step.objects.count())),
            writer.submit(row(match_id, 2)),
        )

    asyncio.run(scenario())
    assert seen == [1]


def test_a_write_that_fails_is_told_to_its_submitter_and_the_others_go_on(writer: LogWriter) -> None:
    match_id = new_match()

    def fail() -> None:
        raise KeyError("mine")

    async def scenario() -> list[object]:
        waiting = [writer.submit(row(match_id, 1)), writer.submit(fail), writer.submit(row(match_id, 2))]
        return await asyncio.gather(*waiting, return_exceptions=True)

    results = asyncio.run(scenario())
    assert [type(result) for result in results] == [type(None), KeyError, type(None)]
    assert Step.objects.count() == 2


def test_a_closed_log_takes_nothing_more(writer: LogWriter) -> None:
    writer.stop()

    async def scenario() -> None:
        await writer.submit(row(1, 1))

    with pytest.raises(Refused, match="restarted"):
        asyncio.run(scenario())


class Interrupted(LogWriter):
    """A log whose database answers its first commit with an error: before it, or when it is done already."""

    def __init__(self, error: Exception, *, committed: bool) -> None:
        super().__init__()
        self.errors = [error]
        self.committed = committed

    def _commit(self, batch: list[Job], again: bool) -> None:
        if self.errors and not self.committed:
            raise self.errors.pop()
        super()._commit(batch, again)
        if self.errors:
            raise self.errors.pop()


@pytest.mark.parametrize("committed", [False, True], ids=["refused", "answer-lost"])
@pytest.mark.parametrize("error", [OperationalError("gone"), InternalError("read-only")], ids=["gone", "read-only"])
def test_a_step_is_written_once_whatever_the_database_answers_at_first(
    error: Exception, committed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "RETRY_SECONDS", 0.01)
    match_id, writer = new_match(), Interrupted(error, committed=committed)
    writer.start()

    async def scenario() -> list[object]:
        waiting = [writer.submit(row(match_id, 1)), writer.submit(row(match_id, 2))]
        return await asyncio.gather(*waiting, return_exceptions=True)

    assert asyncio.run(scenario()) == [None, None]
    writer.stop()
    assert Step.objects.count() == 2


def test_another_owners_step_fences_off_even_after_a_lost_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "RETRY_SECONDS", 0.01)
    match_id, writer = new_match(), Interrupted(OperationalError("gone"), committed=False)
    theirs = StepRow(match_id, 1, 1, "play", 1, "{}", "[]", "f" * 64)
    Step.objects.create(**{name: getattr(theirs, name) for name in theirs.__slots__})
    writer.start()

    async def scenario() -> None:
        await writer.submit(row(match_id, 1))

    with pytest.raises(FencedOff):
        asyncio.run(scenario())
    writer.stop()
