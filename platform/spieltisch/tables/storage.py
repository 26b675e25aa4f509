"""Reads and writes of tables in the database. Writes run on the log's thread, in the order they were submitted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone

from gamekit.rules import Json, Outcome
from spieltisch.tables.chain import setup_hash
from spieltisch.tables.log import FencedOff, StepRow, write_steps
from spieltisch.tables.models import Counter, Match, MatchPlayer, Seat, Step, Table, Watcher
from spieltisch.tables.seating import SeatRecord, TableRecord

#: Letters of public ids: none that is mistaken for another.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


_writer = ""


def write_as(host: str) -> None:
    """Write from now on only to tables that are this host's; without a host's name, to all."""
    global _writer
    _writer = host


def own(table_id: int) -> None:
    """Make sure, to the end of the transaction, that the table is ours to write to; FencedOff when it is not.

    A step needs none of this: its number is its fence.
    """
    if _writer and not list(Table.objects.select_for_update().filter(pk=table_id, host=_writer).values_list("pk")):
        raise FencedOff


def new_code(length: int = 8) -> str:
    """Return a public id nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def take_numbers(count: int = 64) -> range:
    """Reserve player numbers, unique on the server and never 0."""
    with transaction.atomic():
        Counter.objects.get_or_create(name="player")
        counter = Counter.objects.select_for_update().get(name="player")
        first = counter.value + 1
        counter.value += count
        counter.save()
    return range(first, first + count)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the database has it."""

    match_id: int
    code: str
    options: Json
    players: Json
    chance: Sequence[int]
    started: datetime
    steps: list[StepRow]
    closed: bool
    """Whether its end was written down, beyond its last step."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its seats and its match: the one that runs, or that was played last and not cleared away."""

    record: TableRecord
    seats: list[SeatRecord]
    match: StoredMatch | None


def load_table(code: str) -> StoredTable | None:
    """Return everything about a table; None when there is none."""
    row = Table.objects.filter(code=code).first()
    if row is None:
        return None
    # Without their setups: there may be many matches, and each has the pictures of its teams.
    matches = list(row.matches.order_by("number").only("code", "number", "status"))
    current = next((match for match in matches if match.status == Match.Status.RUNNING), None)
    if current is None and matches and row.status != Table.Status.OPEN:
        current = matches[-1]
    ended = [match for match in matches if match.status != Match.Status.RUNNING]
    record = TableRecord(
        row.pk, row.code, row.game, row.name, row.status, row.size, row.options, row.private, row.house, row.demo,  # type: ignore[arg-type]
        row.owner_id, row.on_disconnect, row.extra, matches[-1].number if matches else 0,
        current.code if current else "", ended[-1].code if ended else None,
    )  # fmt: skip
    seats = [_seat_record(seat) for seat in row.seats.all()]
    return StoredTable(record, seats, _stored_match(Match.objects.get(pk=current.pk)) if current else None)


def _stored_match(match: Match) -> StoredMatch:
    return StoredMatch(
        match.pk, match.code, match.options, match.players, match.chance, match.started, step_rows(match.pk),
        match.status != Match.Status.RUNNING,
    )  # fmt: skip


def load_match(code: str) -> StoredMatch | None:
    """Return a match by its public id, running or over; None when there is none."""
    match = Match.objects.filter(code=code).first()
    return _stored_match(match) if match is not None else None


def setup_head(game: str, stored: StoredMatch) -> str:
    """Return the beginning of a stored match's hash chain."""
    return setup_hash(game, stored.options, stored.players, stored.chance)


def step_count(match_id: int) -> int:
    """Return how many steps a match's log has."""
    return Step.objects.filter(match_id=match_id).count()


def is_written(code: str, command: str) -> bool:
    """Tell whether a step of any match at a table was asked for by this command."""
    return Step.objects.filter(match__table__code=code, command=command).exists()


def step_rows(match_id: int, after: int = 0, last: int | None = None) -> list[StepRow]:
    """Return a match's log, or the part of it after a step and up to the last one wanted."""
    fields = ("match_id", "number", "time_ms", "kind", "seat", "input", "chance", "hash", "command")
    steps = Step.objects.filter(match_id=match_id, number__gt=after)
    wanted = steps if last is None else steps.filter(number__lte=last)
    return [StepRow(*values) for values in wanted.order_by("number").values_list(*fields)]


def _seat_record(seat: Seat) -> SeatRecord:
    kind: Any = seat.kind
    return SeatRecord(
        seat.seat,
        seat.name,
        seat.number,
        kind,
        seat.bot,
        seat.data,
        seat.ready,
        seat.holder,
        seat.user_id,
        seat.token_hash,
        stand_in=seat.stand_in,
        stepped_out=seat.stepped_out,
    )


def create_table(
    game: str, *, code: str, name: str, size: int, options: Json, private: bool, house: bool, demo: bool,
    owner_id: int | None, on_disconnect: str, extra: Json, held: Sequence[SeatRecord] = (),
) -> int:  # fmt: skip
    """Store a new table and return its number; before anybody finds it, the seats that are held have their owners."""
    with transaction.atomic():
        table = Table.objects.create(
            game=game, code=code, name=name, size=size, options=options, private=private, house=house, demo=demo,
            owner_id=owner_id, on_disconnect=on_disconnect, extra=extra or {},
        )  # fmt: skip
        Seat.objects.bulk_create(Seat(table=table, seat=record.seat, **_seat_values(record)) for record in held)
    return table.pk


def house_table(game: str, *, size: int, options: Json, on_disconnect: str, extra: Json) -> str:
    """Return the code of a house table with a free seat, made when there is none; safe with many who ask at once."""
    with transaction.atomic():
        Counter.objects.get_or_create(name=f"house:{game}")
        # One after the other, in all processes.
        Counter.objects.select_for_update().get(name=f"house:{game}")
        waiting = Table.objects.filter(game=game, house=True, name="", status=Table.Status.OPEN)
        free = waiting.annotate(taken=Count("seats")).filter(taken__lt=F("size")).order_by("pk")
        code: str | None = free.values_list("code", flat=True).first()
        if code is None:
            code = new_code()
            create_table(
                game, code=code, name="", size=size, options=options, private=False, house=True, demo=False,
                owner_id=None, on_disconnect=on_disconnect, extra=extra,
            )  # fmt: skip
        return code


def _seat_values(record: SeatRecord) -> dict[str, Any]:
    return {
        "name": record.name, "number": record.number, "kind": record.kind, "bot": record.bot, "data": dict(record.data),
        "ready": record.ready, "holder": record.holder, "user_id": record.user_id, "token_hash": record.token_hash,
        "stand_in": record.stand_in, "stepped_out": record.stepped_out,
    }  # fmt: skip


def seat_writer(table_id: int, record: SeatRecord) -> Callable[[], None]:
    """Return the write that stores one seat."""
    seat, values = record.seat, _seat_values(record)

    def write() -> None:
        own(table_id)
        Seat.objects.update_or_create(table_id=table_id, seat=seat, defaults=values)

    return write


def seat_clearer(table_id: int, seat: int) -> Callable[[], None]:
    """Return the write that frees one seat."""

    def write() -> None:
        own(table_id)
        Seat.objects.filter(table_id=table_id, seat=seat).delete()

    return write


def seats_rewriter(table_id: int, records: Sequence[SeatRecord]) -> Callable[[], None]:
    """Return the write that stores all seats anew."""
    writers = [seat_writer(table_id, record) for record in records]

    def write() -> None:
        own(table_id)
        Seat.objects.filter(table_id=table_id).delete()
        for writer in writers:
            writer()

    return write


def status_writer(record: TableRecord) -> Callable[[], None]:
    """Return the write that stores what a table changes of itself: status, size, options, and its own notes."""
    values = {"status": record.status, "size": record.size, "options": record.options, "extra": dict(record.extra)}

    def write() -> None:
        own(record.number)
        Table.objects.filter(pk=record.number).update(**values, changed=timezone.now())

    return write


class MatchCreation:
    """The write that stores a new match; afterwards `match_id` is known."""

    def __init__(self, table: TableRecord, seats: Sequence[SeatRecord], players: Json, chance: Json, head: str) -> None:
        self.match_id = 0
        self.code = new_code(10)
        self.started = timezone.now()
        self._table_id = table.number
        self._values = {
            "code": self.code, "table_id": table.number, "number": table.matches + 1,
            "game": table.game, "name": table.name,
            "private": table.private, "options": table.options, "players": players, "chance": chance,
            "started": self.started, "head": head,
        }  # fmt: skip
        kinds = [player["kind"] for player in players]
        self._seats = [
            (record.seat, record.name, kind, record.user_id) for record, kind in zip(seats, kinds, strict=True)
        ]
        self.past: Sequence[StepRow] = ()
        """Steps that the match begins with, of an earlier one: all of them are there, or no match."""

    def __call__(self) -> None:
        """Store match and players; done again, because the answer to the first time was lost, it finds them."""
        own(self._table_id)
        stored = Match.objects.filter(code=self.code).first()
        if stored is not None:
            self.match_id = stored.pk
            return
        match = Match.objects.create(**self._values)
        self.match_id = match.pk
        MatchPlayer.objects.bulk_create(
            MatchPlayer(match=match, seat=seat, name=name, kind=kind, user_id=user)
            for seat, name, kind, user in self._seats
        )
        write_steps([replace(row, match_id=match.pk) for row in self.past])


def watcher_writer(match_id: int, names: Sequence[str]) -> Callable[[], None]:
    """Return the write that stores who watches a match."""

    def write() -> None:
        rows = [Watcher(match_id=match_id, name=name[:80]) for name in names]
        Watcher.objects.bulk_create(rows, ignore_conflicts=True)

    return write


def after_step(row: StepRow, work: Callable[[], object]) -> Callable[[], None]:
    """Return the write that belongs to a step: without that very step in the log it is fenced off as the step was."""

    def write() -> None:
        if not Step.objects.filter(match_id=row.match_id, number=row.number, hash=row.hash).exists():
            raise FencedOff
        work()

    return write


def match_finisher(match_id: int, steps: int, head: str, outcome: Outcome) -> Callable[[], None]:
    """Return the write that closes a match."""
    aborted = outcome.reason == "aborted"
    stored = {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason}
    finished = timezone.now()

    def write() -> None:
        Match.objects.filter(pk=match_id).update(
            status=Match.Status.ABORTED if aborted else Match.Status.FINISHED,
            finished=finished, outcome=stored, steps_count=steps, head=head,
        )  # fmt: skip
        for player in MatchPlayer.objects.filter(match_id=match_id):
            player.score = outcome.scores[player.seat]
            player.won = player.seat in outcome.winners
            player.save()

    return write
