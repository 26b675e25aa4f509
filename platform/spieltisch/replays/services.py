"""Finished matches: read from the log, rebuilt, verified, written in every format, and taken in from files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from gamekit import jsontext, registry
from gamekit.chance import RecordedChance
from gamekit.errors import GameError, MalformedMessage, Refused, RulesBroken
from gamekit.exports import MOST_SPECTATORS, MatchRecord, Step
from gamekit.game import Game
from gamekit.rules import Json, Outcome
from gamekit.views import Room
from spieltisch.replays import jsonlines
from spieltisch.replays.progress import CountedSteps, Report, silent
from spieltisch.replays.scrutiny import check_scores, checked
from spieltisch.replays.selectors import is_shown_late, unseen_matches
from spieltisch.replays.workbench import at_work
from spieltisch.tables import storage
from spieltisch.tables.chain import setup_hash, step_hash
from spieltisch.tables.livematch import LiveMatch, players_from_json, players_to_json
from spieltisch.tables.log import StepRow
from spieltisch.tables.models import Match, MatchPlayer
from spieltisch.tables.models import Step as StoredStep


@dataclass(frozen=True, slots=True)
class Download:
    """A file to hand out."""

    name: str
    content_type: str
    content: bytes


def find_match(code: str, may_read: Callable[[Match], bool] = lambda match: True) -> Match:
    """Return a finished match; Refused when there is none (for whoever asks) or it still runs."""
    match = Match.objects.filter(code=code).first()
    if match is None or not may_read(match):
        raise Refused(f"there is no replay {code!r}", "replay/unknown", "id")
    running = match.status == Match.Status.RUNNING
    if match.pk in unseen_matches() or (running and is_shown_late(match)):
        # The same before the end and behind it: when that is, those who are shown it late are not to hear from us.
        raise Refused("spectators have not seen the end of the match yet", "replay/delayed", "id")
    if running:
        # A running match's log holds what players may not know yet.
        raise Refused("the match is not over yet", "replay/running", "id")
    return match


def record_of(match: Match) -> MatchRecord:
    """Return the match as a record that exports understand."""
    steps = [
        Step(row.kind, row.seat, jsontext.loads(row.input), jsontext.loads(row.chance), row.time_ms)  # type: ignore[arg-type]
        for row in storage.step_rows(match.pk)
    ]
    return setup_of(match, steps)


def setup_of(match: Match, steps: Sequence[Step] = ()) -> MatchRecord:
    """Return how the match began, with those of its steps that are wanted."""
    outcome = match.outcome
    return MatchRecord(
        match.game,
        match.table_id or 0,
        match.table.code if match.table else match.code,
        match.name,
        match.options,
        players_from_json(match.players),
        match.chance,
        match.started.isoformat(),
        list(steps),
        Outcome(tuple(outcome["winners"]), tuple(outcome["scores"]), outcome["reason"]) if outcome else None,
        tuple(match.watchers.order_by("pk").values_list("name", flat=True)[:MOST_SPECTATORS]),
    )


def formats(game: Game) -> list[str]:
    """Return the names of the formats a game's replays can be had in."""
    return ["jsonl", *(export.name for export in game.exports)]


def export(code: str, format_name: str, report: Report = silent) -> Download:
    """Return a finished match in a format; Refused names those there are."""
    match = find_match(code)
    game = registry.game(match.game)
    with at_work():
        file = _written(match, game, format_name, report)
    report(1, 1)
    return file


def _written(match: Match, game: Game, format_name: str, report: Report) -> Download:
    code, record = match.code, record_of(match)
    counted = replace(record, steps=CountedSteps(list(record.steps), report))
    if format_name == "jsonl":
        content = jsonlines.write(counted, match.head)
        return Download(f"{match.game}-{code}.jsonl", "application/x-ndjson", content)
    for kind in game.exports:
        if kind.name == format_name:
            return Download(f"{match.game}-{code}.{kind.name}", kind.content_type, kind.write(counted))
    raise Refused(f"{format_name} is none of {', '.join(formats(game))}", "replay/format", "format")


def opening(record: MatchRecord, code: str = "", match_id: int = 0) -> LiveMatch:
    """Return the match at its first state, ready to be replayed."""
    game = registry.game(record.game)
    chance = RecordedChance(record.chance)
    state, events = game.rules.start(record.options, record.players, chance)
    if not chance.exhausted():
        raise RulesBroken("the setup uses less chance than recorded", "replay/chance")
    room = Room(record.table, record.code, record.name, record.players, record.options)
    head = setup_hash(record.game, record.options, players_to_json(record.players), list(record.chance))
    started = datetime.fromisoformat(record.started)
    return LiveMatch.begin(game, room, match_id, code, started, head, state, events)


def rows_of(record: MatchRecord) -> Iterator[StepRow]:
    """Yield the record's steps as rows of a log, with the hash chain over them."""
    head = setup_hash(record.game, record.options, players_to_json(record.players), list(record.chance))
    for number, step in enumerate(record.steps, 1):
        given, chance = jsontext.dumps(step.input).decode(), jsontext.dumps(list(step.chance)).decode()
        head = step_hash(head, number, step.time_ms, step.kind, step.seat, given, chance)
        yield StepRow(0, number, step.time_ms, step.kind, step.seat, given, chance, head)


def execute(record: MatchRecord, report: Report = silent) -> tuple[LiveMatch, list[StepRow]]:
    """Play the whole record again; MalformedMessage names the step at which the rules refuse."""
    try:
        live, rows = opening(record), list(rows_of(record))
    except (GameError, KeyError, TypeError, ValueError, IndexError) as error:
        reason = error.message if isinstance(error, GameError) else repr(error)
        raise MalformedMessage(f"line 1: the match cannot begin so: {reason}", "replay/setup", "line 1") from None
    for row in rows:
        report(row.number - 1, len(rows))
        try:
            live.repeat(row)
        except (GameError, KeyError, TypeError, ValueError, IndexError) as error:
            reason = error.message if isinstance(error, GameError) else repr(error)
            raise MalformedMessage(
                f"line {row.number + 1}: step {row.number} is against the rules: {reason}",
                "replay/step",
                f"line {row.number + 1}",
            ) from None
    report(1, 1)
    return live, rows


def verify(code: str, report: Report = silent) -> bool:
    """Play the stored match again, compare outcome and hash chain, and remember whether they fit."""
    match = find_match(code)
    with at_work():
        good = _fits(match, report)
    Match.objects.filter(pk=match.pk).update(verified=good)
    return good


def _fits(match: Match, report: Report) -> bool:
    try:
        live, rows = execute(record_of(match), report)
        stored = storage.step_rows(match.pk)
        outcome = live.outcome()
        return (
            [row.hash for row in rows] == [row.hash for row in stored]
            and live.head == match.head
            and outcome is not None
            and match.outcome is not None
            and list(outcome.winners) == match.outcome["winners"]
            and list(outcome.scores) == match.outcome["scores"]
        )
    except (GameError, RulesBroken):
        return False


def take_in(
    content: bytes, game: str | None, format_name: str, side: bytes | None = None, report: Report = silent
) -> Match:
    """Read a file, play it again, and store it; MalformedMessage names the line at fault."""
    with at_work():
        played = examine(content, game, format_name, side, report)
    return _store(*played)


def examine(
    content: bytes, game: str | None, format_name: str, side: bytes | None = None, report: Report = silent
) -> tuple[MatchRecord, LiveMatch, list[StepRow]]:
    """Read a file and play it again without storing anything; MalformedMessage names the line at fault."""
    record = checked(_read(content, game, format_name, side))
    live, rows = execute(record, report)
    check_scores(live.outcome())
    return record, live, rows


def _read(content: bytes, game: str | None, format_name: str, side: bytes | None) -> MatchRecord:
    kinds = () if format_name == "jsonl" else registry.game(game or "").exports
    kind = next((kind for kind in kinds if kind.name == format_name), None)
    if side is not None:
        if kind is None or kind.read_with_side is None:
            raise Refused(f"{format_name} has no side file", "replay/side", "side")
        return kind.read_with_side(content, side)
    if format_name == "jsonl":
        return jsonlines.read(content)
    if kind is None or kind.read is None:
        raise Refused(f"{format_name} cannot be read", "replay/format", "format")
    return kind.read(content)


def _store(record: MatchRecord, live: LiveMatch, rows: list[StepRow]) -> Match:
    outcome = live.outcome()
    stored: dict[str, Any] = (
        {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason}
        if outcome
        else {"winners": [], "scores": [0] * len(record.players), "reason": "unfinished"}
    )
    with transaction.atomic():
        match = Match.objects.create(
            code=storage.new_code(10), game=record.game, name=record.name[:80], status=Match.Status.FINISHED,
            imported=True, options=record.options, players=players_to_json(record.players), chance=list(record.chance),
            started=live.started, finished=timezone.now(), outcome=stored, steps_count=len(rows),
            head=live.head, verified=True,
        )  # fmt: skip
        MatchPlayer.objects.bulk_create(
            MatchPlayer(
                match=match,
                seat=seat,
                name=player.name[:80],
                kind=player.kind,
                score=stored["scores"][seat],
                won=seat in stored["winners"],
            )
            for seat, player in enumerate(record.players)
        )
        storage.watcher_writer(match.pk, record.spectators)()
        StoredStep.objects.bulk_create(
            StoredStep(
                match=match, number=row.number, time_ms=row.time_ms, kind=row.kind, seat=row.seat, input=row.input,
                chance=row.chance, hash=row.hash,
            )
            for row in rows
        )  # fmt: skip
    return match


def replay_json(match: Match) -> dict[str, Json]:
    """Return a replay as the HTTP API shows it."""
    return {
        "id": match.code,
        "game": match.game,
        "name": match.name,
        "players": [player.name for player in sorted(match.played_by.all(), key=lambda player: player.seat)],
        "result": match.outcome,
        "steps": match.steps_count,
        "verified": match.verified,
        "imported": match.imported,
        "status": match.status,
        "started": match.started.isoformat(),
        "finished": match.finished.isoformat() if match.finished else None,
        "formats": formats(registry.game(match.game)),
        "url": f"/replays/{match.code}/",
    }
