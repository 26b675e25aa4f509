"""Plays every log again and compares it with what the clients wrote down: `python -m faults.verification < journals`.

A process of its own, because it needs Django with the settings of the deployment at hand. Prints one JSON object: a
record for each game.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")

import django

django.setup()

from faults.alignment import align  # noqa: E402
from gamekit import jsontext, registry  # noqa: E402
from gamekit.chance import RecordedChance  # noqa: E402
from gamekit.errors import GameError  # noqa: E402
from gamekit.game import Game  # noqa: E402
from gamekit.views import Room  # noqa: E402
from spieltisch.tables import storage  # noqa: E402
from spieltisch.tables.chain import setup_hash  # noqa: E402
from spieltisch.tables.livematch import LiveMatch, players_from_json  # noqa: E402
from spieltisch.tables.log import StepRow  # noqa: E402
from spieltisch.tables.models import Match  # noqa: E402

Json = Any


@dataclass
class Record:
    """What was found for one game."""

    tables: int = 0
    moves: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)


class Replay:
    """One match, played again step by step from its stored log, with all that each audience was told."""

    def __init__(self, match: Match) -> None:
        self.stored = match
        self.rows: list[StepRow] = storage.step_rows(match.pk)
        game = registry.game(match.game)
        people = players_from_json(match.players)
        state, opening = game.rules.start(match.options, people, RecordedChance(match.chance))
        table = match.table
        assert table is not None
        room = Room(table.pk, table.code, table.name, people, match.options)
        head = setup_hash(match.game, match.options, match.players, match.chance)
        self.live = LiveMatch.begin(game, room, match.pk, match.code, match.started, head, state, opening)
        self.told: dict[int | None, dict[int, Json]] = {viewer: {} for viewer in self.live.audiences}
        self.states: dict[tuple[int, int | None], tuple[int, Json]] = {}

    def run(self, wanted: set[tuple[int, int | None]]) -> None:
        """Play to the end; `wanted` are the (step, viewer) whose state will be asked for."""
        self._keep(0, wanted)
        for row in self.rows:
            self.live.repeat(row)
            self._keep(row.number, wanted)

    def _keep(self, step: int, wanted: set[tuple[int, int | None]]) -> None:
        for viewer, audience in self.live.audiences.items():
            told = self.told.setdefault(viewer, {})
            for message in audience.kept:
                told[message.version or 0] = [message.payload_type, plain(message.payload)]
            audience.kept.clear()
        for viewer in {viewer for at, viewer in wanted if at == step}:
            shown = self.live.game.views.snapshot(self.live.room, self.live.state, viewer)
            self.states[step, viewer] = self.live.version(viewer), plain(shown)


def plain(value: Json) -> Json:
    """Return the value as a client reads it."""
    return json.loads(jsontext.dumps(value))


def replay(code: str, journals: list[Json], record: Record) -> Replay | None:
    """Play a match again; whatever does not come out as it was written is a fault."""
    match = Match.objects.select_related("table").filter(code=code).first()
    if match is None:
        record.faults.append(f"match {code} was told of, and is not stored")
        return None
    again = Replay(match)
    try:
        again.run({(one["step"], one["seat"]) for one in journals})
    except GameError as error:
        record.faults.append(f"match {code}: {error.code}: {error.message}")
        return None
    if [row.number for row in again.rows] != list(range(1, len(again.rows) + 1)):
        record.faults.append(f"match {code}: its steps are not numbered in order")
    if match.status != Match.Status.RUNNING and match.head != again.live.head:
        record.faults.append(f"match {code}: its end does not fit the hash chain")
    return again


def compare(journal: Json, again: Replay, record: Record) -> None:
    """Compare one client's journal with the replay."""
    who = f"{journal['table']} seat {journal['seat']}"
    seat = journal["seat"]
    if journal["step"] > len(again.rows):
        record.lost += journal["step"] - len(again.rows)
        record.faults.append(f"{who}: step {journal['step']} was told, the log ends with {len(again.rows)}")
        return
    if journal["over"] and journal["step"] < len(again.rows):
        record.faults.append(f"{who}: its match was over at step {journal['step']}, the log has {len(again.rows)}")
    version, state = again.states[journal["step"], seat]
    if journal["version"] != version:
        record.faults.append(f"{who}: at step {journal['step']} its version is {journal['version']}, not {version}")
    if journal["state"] != state:
        record.faults.append(f"{who}: its state at step {journal['step']} is not that of the replay")
    told = again.told.get(seat, {})
    different = [number for number, *said in journal["told"] if told.get(number) != said]
    if different:
        first, *said = next(one for one in journal["told"] if one[0] == different[0])
        record.faults.append(f"{who}: versions {different[:5]} are not those of the replay")
        record.faults.append(f"{who}: version {first} was {_short(said)}, the replay has {_short(told.get(first))}")
    if seat is not None:
        _compare_moves(journal, again, record, who)


def _short(said: Json) -> str:
    return json.dumps(said, ensure_ascii=False)[:200]


def _compare_moves(journal: Json, again: Replay, record: Record, who: str) -> None:
    sent = moves_of(again.live.game, journal["sent"])
    own = [row for row in again.rows if row.seat == journal["seat"]]
    verdict = align(sent, [row.input for row in own if row.kind == "play"])
    record.acknowledged += sum(acknowledged for _, acknowledged in sent)
    record.lost += verdict.lost
    record.doubled += verdict.doubled
    others = Counter(row.kind for row in own if row.kind != "play")
    if others:
        record.faults.append(f"{who}: {dict(others)} happened to a player who was there")


def compare_door(journal: Json, record: Record) -> None:
    """Compare what a client of a game's own door said with what the log has of its seats."""
    places = _places_of(journal)
    rows = [(match.code, row) for match, seat in places for row in storage.step_rows(match.pk) if row.seat == seat]
    compare_seat(journal, registry.game(journal["game"]), rows, record)


def compare_seat(journal: Json, game: Game, rows: list[tuple[str, StepRow]], record: Record) -> None:
    """Compare with (match, step) of one's own, in order; what happened to the seat after it was left is nobody's."""
    sent = moves_of(game, journal["moves"])
    verdict = align(sent, [row.input for _, row in rows if row.kind == "play"])
    record.acknowledged += sum(acknowledged for _, acknowledged in sent)
    record.lost += verdict.lost
    record.doubled += verdict.doubled
    if verdict.lost or verdict.doubled:
        record.faults.append(f"{journal['name']}: {verdict.lost} moves lost, {verdict.doubled} doubled")
    until = journal["until"]
    if until is None:
        # It saw the end of its match; another that it was let into it left at once.
        until = {code: row.number for code, row in rows if code == rows[0][0]}
    others = Counter(row.kind for code, row in rows if row.kind != "play" and row.number <= until.get(code, 0))
    if others:
        record.faults.append(f"{journal['name']}: {dict(others)} happened to a program that was there")


def moves_of(game: Game, said: list[Json]) -> list[tuple[str, bool]]:
    """Return the moves that may be in the log, as it writes them, and whether each must be."""
    return [
        (jsontext.dumps(game.rules.dump_move(game.read_move(kind, payload))).decode(), fate == "acknowledged")
        for kind, payload, fate in said
        if fate != "refused"
    ]


def _places_of(journal: Json) -> list[tuple[Match, int]]:
    """Find matches and seats by the client's name, or (where clients have none) by room and colour.

    A client that stays after its match is let into the next one, so one name may have several.
    """
    room, slash, colour = journal["name"].partition("/")
    if slash:
        match = Match.objects.filter(table__code=room).first()
        return [(match, ("red", "blue").index(colour))] if match and colour else []
    matches = Match.objects.filter(played_by__name=journal["name"]).distinct().order_by("pk")
    return [
        (match, seat)
        for match in matches
        for seat, player in enumerate(match.players)
        if player["name"] == journal["name"]
    ]


def verify(given: Json) -> dict[str, Json]:
    """Return a record for each game."""
    records = {game: Record() for game in registry.games()}
    by_match: dict[tuple[str, str], list[Json]] = {}
    for journal in given["journals"]:
        if journal["match"]:
            by_match.setdefault((journal["game"], journal["match"]), []).append(journal)
    for (game, code), journals in by_match.items():
        again = replay(code, journals, records[game])
        for journal in journals if again else ():
            assert again is not None
            compare(journal, again, records[game])
    for journal in given["doors"]:
        compare_door(journal, records[journal["game"]])
    for match in Match.objects.filter(table__isnull=False):
        records[match.game].tables += 1
        records[match.game].moves += len(storage.step_rows(match.pk))
        if (match.game, match.code) not in by_match:
            replay(match.code, [], records[match.game])
    return {game: asdict(record) for game, record in records.items()}


if __name__ == "__main__":
    print(json.dumps(verify(json.load(sys.stdin))))
