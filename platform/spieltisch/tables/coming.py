"""Connections that come to a table and go: who hears it, and what that means for their seats. Behind the turnstile."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spieltisch.tables import reloading, seats
from spieltisch.tables.delivery import Listener, write
from spieltisch.tables.watching import let_in

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor
    from spieltisch.tables.seating import SeatRecord


async def attach(actor: TableActor, viewer: int | None, listener: Listener, since: int | None) -> None:
    """Let a connection hear the table; a page is brought up to date at once."""
    # While it waited for its turn, its seat may have become somebody else's, whose hand is not for it to see.
    seat = actor.seating.seat_of(viewer, listener.holder, actor.underway)
    if seat != viewer:
        viewer, since = seat, None
        listener.seat_moved(seat)
    let_in(actor, viewer, listener)
    await reloading.if_behind(actor, viewer, since)
    match = actor.shown(viewer)
    if listener.page and match is not None:
        missed = match.missed(viewer, since) if since is not None else None
        state = actor.state_message(viewer) if match is actor.match else actor.delay.state
        write(listener, missed or (), state.prepared)
    record = None if listener.looks_on else actor.seating.find(viewer)
    if record is not None:
        record.connections += 1
        _excuse(actor, record, listener)
        actor.absence.returned(record)
        await actor.absence.take_back(record)
    actor.crowd_changed(record)
    if listener.page:
        # Whoever was ready when the last process went may have been the last who was waited for.
        await seats.begin_if_ready(actor)


def _excuse(actor: TableActor, record: SeatRecord, comer: Listener) -> None:
    """Let the clock of a seat have stood since all who were there went silent with their processes: its owner has come
    back before anybody knew for certain that they are gone."""
    since = unheard_since(actor, record.seat, comer)
    if since is not None:
        actor.clocks.hold(record.seat, since)


def unheard_since(actor: TableActor, seat: int, but: Listener | None = None) -> float | None:
    """Return since when all who are at a seat are silent with their processes; None while one of them can be heard."""
    others = [one for one in actor.around.hub.audience(actor.record.code, seat) if one is not but and not one.looks_on]
    silent = [one.front.silent_since if one.front is not None else None for one in others]
    heard = [since for since in silent if since is not None]
    return max(heard) if heard and len(heard) == len(silent) else None


async def detach(actor: TableActor, viewer: int | None, listener: Listener, ours: bool) -> None:
    """Stop it; `ours`: because a process of ours has gone, not the client."""
    hub, code = actor.around.hub, actor.record.code
    # Its seat may have got another number while it waited for its turn.
    viewer = hub.audience_of(code, viewer, listener)
    was_here = hub.leave(code, viewer, listener)
    actor.last_used = time.monotonic()
    record = None if listener.looks_on else actor.seating.find(viewer)
    if was_here and record is not None and record.connections:
        record.connections -= 1
        if actor.around.leaving:
            # The next process gives everybody time to come back.
            return
        if not record.connections and actor.match is None and record.kind == "client" and not ours:
            await seats.rise(actor, record.seat)
            # He may have been the one who was not ready.
            await seats.begin_if_ready(actor)
        elif not record.connections:
            actor.absence.left(record, ours, listener.front.gone_since if listener.front is not None else None)
    actor.crowd_changed(record)
