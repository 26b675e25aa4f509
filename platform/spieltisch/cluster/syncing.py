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
            _tell_end(actor, front, viewer, version, ended[told])
        if match is not None:
            _tell_missed(actor, front, viewer, version if told == match.code else 0, match)


async def _match(actor: TableActor, code: str) -> LiveMatch | None:
    stored = await asyncio.to_thread(fresh, storage.load_match, code)
    return rebuild(actor.game, actor.record, stored) if stored is not None else None


def _tell_table(actor: TableActor, front: FrontProcess, viewer: int | None) -> None:
    table = TableMessage("table/table", actor.describe(spectator=viewer is None), container.timestamp())
    front.tell(actor.record.code, table, pages=True, protocol=False, only={viewer}, but=None)


def _tell_end(
    actor: TableActor, front: FrontProcess, viewer: int | None, version: int, match: LiveMatch | None
) -> None:
    """The match was over before its last messages were told, and the host died of it: tell them now."""
    outcome = match.outcome() if match is not None else None
    if match is None or outcome is None or not (missed := match.missed(viewer, version)):
        return
    code, stamp = actor.record.code, container.timestamp()
    state = TableMessage("table/state", describe_state(actor, viewer, match), stamp)
    front.repair(code, viewer, missed, state.prepared)
    finished = TableMessage("table/finished", {"outcome": outcome_json(outcome), "replay": match.code}, stamp)
    front.tell(code, finished, pages=True, protocol=False, only={viewer}, but=None)


def _tell_missed(actor: TableActor, front: FrontProcess, viewer: int | None, version: int, match: LiveMatch) -> None:
    missed = match.missed(viewer, version)
    if missed is None:
        # Too long ago for single messages: programs are told as if they came back.
        stamp = container.timestamp()
        missed = [TableMessage(kind, payload, stamp) for kind, payload in match.joined(viewer)]
    state = actor.state_message(viewer) if match is actor.match else actor.delay.state
    front.repair(actor.record.code, viewer, missed, state.prepared)


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
