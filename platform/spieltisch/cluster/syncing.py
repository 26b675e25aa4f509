"""Brings a front's connections at a table up to date after something was lost: a host, a packet, Redis itself."""

from __future__ import annotations

import asyncio
from typing import Any

from gamekit import container
from spieltisch.cluster.fronts import FrontProcess
from spieltisch.tables import chat, storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.delivery import Listener
from spieltisch.tables.describing import describe_state, outcome_json
from spieltisch.tables.livematch import LiveMatch, TableMessage
from spieltisch.tables.openings import rebuild
from spieltisch.tables.reading import fresh
from spieltisch.tables.seats import begin_if_ready


async def sync(actor: TableActor, front: FrontProcess, given: dict[str, Any]) -> None:
    """Take over the front's own list of who is at the table, and tell each audience what it missed.

    Behind the turnstile. The front has put all of them aside until it hears that they joined.
    """
    code, hub = actor.record.code, actor.around.hub
    for viewer, listener in hub.listeners(code):
        if listener.front is front:
            hub.leave(code, viewer, listener)
            _count(actor, viewer, listener, -1)
    for described in given["listeners"]:
        listener = front.listener(described)
        before = described["viewer"]
        viewer = actor.seating.seat_of(before, described["holder"], actor.underway)
        hub.join(code, viewer, listener)
        _count(actor, viewer, listener, +1)
        if viewer != before:
            listener.seat_moved(viewer)
    ended: dict[str, LiveMatch | None] = {}
    for viewer in {viewer for viewer, listener in hub.listeners(code) if listener.front is front}:
        told, version = given["told"].get(str(viewer), ("", 0))
        match = actor.shown(viewer)
        _tell_table(actor, front, viewer)
        # What spectators have not been shown yet of a table that is shown to them late is not missed.
        late = viewer is None and actor.delay.on
        if told and (match is None or match.code != told) and not late:
            if told not in ended:
                ended[told] = await _match(actor, told)
            _tell_missed(actor, front, viewer, version, ended[told])
        _tell_missed(actor, front, viewer, version if match is not None and told == match.code else 0, match)
    await _tell_chat(actor, front)
    for record in actor.seating.taken():
        if record.connections:
            await actor.absence.take_back(record)
    # Whoever was ready when the last process went may have been the last who was waited for.
    await begin_if_ready(actor)


async def _match(actor: TableActor, code: str) -> LiveMatch | None:
    stored = await asyncio.to_thread(fresh, storage.load_match, code)
    return await rebuild(actor.game, actor.record, stored) if stored is not None else None


async def _tell_chat(actor: TableActor, front: FrontProcess) -> None:
    """Tell pages the last words again, as they are told when they come: they know each by its number."""
    pages = {viewer for viewer, one in actor.around.hub.listeners(actor.record.code) if one.front is front and one.page}
    for hidden, only in ((0.0, pages - {None}), (actor.delay.seconds, pages & {None})):
        for line in await asyncio.to_thread(fresh, chat.recent, actor.record.number, hidden) if only else ():
            told = TableMessage("table/chat", line, container.timestamp())
            front.tell(actor.record.code, told, pages=True, protocol=False, only=only, but=None)


def _tell_table(actor: TableActor, front: FrontProcess, viewer: int | None) -> None:
    table = TableMessage("table/table", actor.describe(spectator=viewer is None), container.timestamp())
    front.tell(actor.record.code, table, pages=True, protocol=False, only={viewer}, but=None)


def _tell_missed(
    actor: TableActor, front: FrontProcess, viewer: int | None, version: int, match: LiveMatch | None
) -> None:
    """Tell what was missed of a match; of one that was cleared away already only if it was its end."""
    if match is None:
        return
    outcome, missed = match.outcome(), match.missed(viewer, version)
    earlier = match is not actor.shown(viewer)
    if earlier and (outcome is None or not missed):
        return
    code, stamp = actor.record.code, container.timestamp()
    if missed is None:
        # Too long ago for single messages: programs are told as if they came back.
        missed = [TableMessage(kind, payload, stamp) for kind, payload in match.joined(viewer)]
    delayed = not earlier and match is not actor.match
    state = actor.delay.state if delayed else TableMessage("table/state", describe_state(actor, viewer, match), stamp)
    front.repair(code, viewer, match, missed, state.prepared)
    if outcome is not None and missed:
        # The host died before it could say so.
        finished = TableMessage("table/finished", {"outcome": outcome_json(outcome), "replay": match.code}, stamp)
        front.tell(code, finished, pages=True, protocol=False, only={viewer}, but=None)


def _count(actor: TableActor, viewer: int | None, listener: Listener, by: int) -> None:
    record = actor.seating.find(viewer)
    if record is None or listener.looks_on:
        return
    record.connections = max(0, record.connections + by)
    if record.connections:
        actor.absence.returned(record)
    else:
        actor.absence.left(record)
