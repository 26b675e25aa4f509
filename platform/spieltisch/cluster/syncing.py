"""Brings a front's connections at a table up to date after something was lost: a host, a packet, Redis itself."""

from __future__ import annotations

import asyncio
from typing import Any

from gamekit import container
from spieltisch.cluster.fronts import FrontProcess
from spieltisch.tables import storage
from spieltisch.tables.actor import TableActor
from spieltisch.tables.describing import describe_state, outcome_json
from spieltisch.tables.livematch import LiveMatch, TableMessage
from spieltisch.tables.openings import rebuild
from spieltisch.tables.reading import fresh


async def sync(actor: TableActor, front: FrontProcess, given: dict[str, Any]) -> None:
    """Take over the front's own list of who is at the table, and tell each audience what it missed.

    Behind the turnstile. The front has put all of them aside until it hears that they joined.
    """
    code, hub = actor.record.code, actor.around.hub
    for viewer, listener in hub.listeners(code):
        if listener.front is front:
            hub.leave(code, viewer, listener)
            _count(actor, viewer, -1)
    for described in given["listeners"]:
        listener = front.listener(described)
        before = described["viewer"]
        viewer = _seat_now(actor, before, described["holder"])
        hub.join(code, viewer, listener)
        _count(actor, viewer, +1)
        if viewer != before and viewer is not None:
            listener.seat_moved(viewer)
    ended: dict[str, LiveMatch | None] = {}
    for viewer in {viewer for viewer, listener in hub.listeners(code) if listener.front is front}:
        told, version = given["told"].get(str(viewer), ("", 0))
        match = actor.shown(viewer)
        _tell_table(actor, front, viewer)
        if told and (match is None or match.code != told):
            if told not in ended:
                ended[told] = await _match(actor, told)
            _tell_missed(actor, front, viewer, version, ended[told])
        _tell_missed(actor, front, viewer, version if match is not None and told == match.code else 0, match)


async def _match(actor: TableActor, code: str) -> LiveMatch | None:
    stored = await asyncio.to_thread(fresh, storage.load_match, code)
    return rebuild(actor.game, actor.record, stored) if stored is not None else None


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
    front.repair(code, viewer, missed, state.prepared)
    if outcome is not None and missed:
        # The host died before it could say so.
        finished = TableMessage("table/finished", {"outcome": outcome_json(outcome), "replay": match.code}, stamp)
        front.tell(code, finished, pages=True, protocol=False, only={viewer}, but=None)


def _seat_now(actor: TableActor, viewer: int | None, holder: str) -> int | None:
    if viewer is None:
        return None
    record = actor.seating.of_holder(holder)
    return viewer if record is None else record.seat


def _count(actor: TableActor, viewer: int | None, by: int) -> None:
    record = actor.seating.find(viewer)
    if record is None:
        return
    record.connections = max(0, record.connections + by)
    if record.connections:
        actor.absence.returned(record)
    else:
        actor.absence.left(record)
