"""Reads and writes of tables in the database. Writes run on the log's thread, in the order they were submitted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from gamekit.rules import Json, Outcome
from spieltisch.tables.chain import setup_hash
from spieltisch.tables.log import StepRow
from spieltisch.tables.models import Counter, Match, MatchPlayer, Seat, Step, Table
from spieltisch.tables.seating import SeatRecord, TableRecord

#: Letters of public ids: none that is mistaken for another.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


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
    """A running match as the database has it."""

    match_id: int
    code: str
    options: Json
    players: Json
    chance: Sequence[int]
    started: datetime
    steps: list[StepRow]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its seats and, if one runs, its match."""

    record: TableRecord
    seats: list[SeatRecord]
    match: StoredMatch | None


def load_table(code: str) -> StoredTable | None:
    """Return everything about a table; None when there is none."""
    row = Table.objects.filter(code=code).first()
    if row is None:
        return None
    matches = list(row.matches.order_by("number"))
    running = next((match for match in matches if match.status == Match.Status.RUNNING), None)
    ended = [match for match in matches if match.status != Match.Status.RUNNING]
    record = TableRecord(
        row.pk, row.code, row.game, row.name, row.status, row.size, row.options, row.private, row.house, row.demo,  # type: ignore[arg-type]
        row.owner_id, row.on_disconnect, row.extra, matches[-1].number if matches else 0,
        running.code if running else "", ended[-1].code if ended else None,
    )  # fmt: skip
    seats = [_seat_record(seat) for seat in row.seats.all()]
    return StoredTable(record, seats, _stored_match(running) if running else None)


def _stored_match(match: Match) -> StoredMatch:
    return StoredMatch(
        match.pk, match.code, match.options, match.players, match.chance, match.started, step_rows(match.pk)
    )


def setup_head(game: str, stored: StoredMatch) -> str:
    """Return the beginning of a stored match's hash chain."""
    return setup_hash(game, stored.options, stored.players, stored.chance)


def step_rows(match_id: int) -> list[StepRow]:
    """Return a match's log."""
    fields = ("match_id", "number", "time_ms", "kind", "seat", "input", "chance", "hash")
    return [
        StepRow(*values) for values in Step.objects.filter(match_id=match_id).order_by("number").values_list(*fields)
    ]


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
    )


def create_table(
    game: str, *, code: str, name: str, size: int, options: Json, private: bool, house: bool, demo: bool,
    owner_id: int | None, on_disconnect: str, extra: Json,
) -> int:  # fmt: skip
    """Store a new table and return its number."""
    return Table.objects.create(
        game=game, code=code, name=name, size=size, options=options, private=private, house=house, demo=demo,
        owner_id=owner_id, on_disconnect=on_disconnect, extra=extra or {},
    ).pk  # fmt: skip


def seat_writer(table_id: int, record: SeatRecord) -> Callable[[], None]:
    """Return the write that stores one seat."""
    values = {
        "name": record.name, "number": record.number, "kind": record.kind, "bot": record.bot, "data": dict(record.data),
        "ready": record.ready, "holder": record.holder, "user_id": record.user_id, "token_hash": record.token_hash,
    }  # fmt: skip
    seat = record.seat

    def write() -> None:
        Seat.objects.update_or_create(table_id=table_id, seat=seat, defaults=values)

    return write


def seat_clearer(table_id: int, seat: int) -> Callable[[], None]:
    """Return the write that frees one seat."""

    def write() -> None:
        Seat.objects.filter(table_id=table_id, seat=seat).delete()

    return write


def seats_rewriter(table_id: int, records: Sequence[SeatRecord]) -> Callable[[], None]:
    """Return the write that stores all seats anew."""
    writers = [seat_writer(table_id, record) for record in records]

    def write() -> None:
        Seat.objects.filter(table_id=table_id).delete()
        for writer in writers:
            writer()

    return write


def status_writer(record: TableRecord) -> Callable[[], None]:
    """Return the write that stores a table's status, size and options."""
    values = {"status": record.status, "size": record.size, "options": record.options}

    def write() -> None:
        Table.objects.filter(pk=record.number).update(**values, changed=timezone.now())

    return write


class MatchCreation:
    """The write that stores a new match; afterwards `match_id` is known."""

    def __init__(self, table: TableRecord, seats: Sequence[SeatRecord], players: Json, chance: Json, head: str) -> None:
        self.match_id = 0
        self.code = new_code(10)
        self.started = timezone.now()
        self._values = {
            "code": self.code, "table_id": table.number, "number": table.matches + 1,
            "game": table.game, "name": table.name,
            "private": table.private, "options": table.options, "players": players, "chance": chance,
            "started": self.started, "head": head,
        }  # fmt: skip
        self._seats = [(record.seat, record.name, record.user_id) for record in seats]

    def __call__(self) -> None:
        """Store match and players."""
        match = Match.objects.create(**self._values)
        self.match_id = match.pk
        MatchPlayer.objects.bulk_create(
            MatchPlayer(match=match, seat=seat, name=name, user_id=user) for seat, name, user in self._seats
        )


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
