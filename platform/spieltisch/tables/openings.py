"""The beginning of a match: seats become players, chance deals, and the setup is written before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from gamekit.chance import Chance, RecordedChance
from gamekit.exports import MatchRecord
from gamekit.game import Game
from gamekit.views import Room
from spieltisch.tables import storage, watching
from spieltisch.tables.chain import setup_hash
from spieltisch.tables.livematch import LiveMatch, players_from_json, players_to_json
from spieltisch.tables.reading import in_own_thread
from spieltisch.tables.seating import TableRecord

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

logger = logging.getLogger(__name__)

#: Steps of a log that are played again without a pause.
ROWS_AT_ONCE = 500


async def begin_match(actor: TableActor) -> LiveMatch:
    """Store a new match of those who sit at the table and return it at its first state."""
    record, seating = actor.record, actor.seating
    for held in [seat for seat in seating.all() if seat.kind == "held"]:
        seating.clear(held.seat)
    moved = seating.close_ranks()
    _move_listeners(actor, moved)
    actor.absence.moved(moved)
    source = await _source(record)
    people = [seat.player() for seat in seating.taken()]
    chance: Chance = Chance.fair()
    if source is not None:
        # What the seats brought with them (teams, colours) is part of the old match's course; the names are new.
        people = [replace(player, data=old.data) for player, old in zip(people, source.players, strict=True)]
        chance = RecordedChance(source.chance)
    state, opening = actor.game.rules.start(record.options, people, chance)
    outcomes = chance.take()
    stored = players_to_json(people)
    head = setup_hash(record.game, record.options, stored, outcomes)
    creation = storage.MatchCreation(record, seating.taken(), stored, outcomes, head)
    room = Room(record.number, record.code, record.name, people, record.options)
    match = LiveMatch.begin(actor.game, room, 0, creation.code, creation.started, head, state, opening)
    if source is not None:
        creation.past = [match.redo(step.kind, step.seat, step.input, step.chance) for step in source.steps]
    record.status = "running"
    submit = actor.around.writer.submit
    writes = (storage.seats_rewriter(record.number, seating.all()), creation, storage.status_writer(record))
    for written in [submit(work) for work in writes]:
        await written
    record.matches += 1
    record.match_code = creation.code
    logger.info("table %s: match %s begins", record.code, creation.code)
    match.match_id = creation.match_id
    watching.note(actor, match, actor.around.hub.known_spectators(record.code))
    return match


def goes_on(record: TableRecord) -> bool:
    """Tell whether the table's next match has the past of an earlier one, and its players."""
    return bool(record.extra.get("play_on")) and not record.matches


async def _source(record: TableRecord) -> MatchRecord | None:
    """Return the match whose first steps this table goes on from, cut off where it does."""
    if not goes_on(record):
        return None
    wanted = record.extra["play_on"]
    from spieltisch.replays.services import find_match, record_of

    earlier = await in_own_thread(lambda: record_of(find_match(wanted["match"])))
    return replace(earlier, steps=earlier.steps[: wanted["step"]])


async def rebuild(game: Game, record: TableRecord, stored: storage.StoredMatch) -> LiveMatch:
    """Return a stored match as it stands at the end of its log; a long one leaves the loop to others meanwhile."""
    people = players_from_json(stored.players)
    state, opening = game.rules.start(stored.options, people, RecordedChance(stored.chance))
    room = Room(record.number, record.code, record.name, people, stored.options)
    head = storage.setup_head(record.game, stored)
    match = LiveMatch.begin(game, room, stored.match_id, stored.code, stored.started, head, state, opening)
    for number, row in enumerate(stored.steps, 1):
        match.repeat(row)
        if number % ROWS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return match


def _move_listeners(actor: TableActor, moved: dict[int, int]) -> None:
    """Let connections follow their seat to its new number."""
    hub, code = actor.around.hub, actor.record.code
    for viewer, listener in hub.listeners(code):
        if viewer is not None and moved.get(viewer, viewer) != viewer:
            hub.leave(code, viewer, listener)
            hub.join(code, moved[viewer], listener)
            listener.seat_moved(moved[viewer])
