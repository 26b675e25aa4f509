"""A table whose memory is worth nothing any more: it is read from the log again, and everybody hears what he missed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from gamekit.errors import Unavailable
from gamekit.rules import Outcome
from spieltisch.tables import storage
from spieltisch.tables.livematch import LiveMatch, TableMessage
from spieltisch.tables.log import FencedOff
from spieltisch.tables.reading import fresh

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

logger = logging.getLogger(__name__)


@asynccontextmanager
async def when_fenced(actor: TableActor) -> AsyncIterator[None]:
    """Believe the log when a write fails, whatever memory says; the caller still hears of it."""
    try:
        yield
    except FencedOff:
        logger.warning("table %s: another process plays it now", actor.record.code)
        await reload(actor)
        raise
    except Unavailable:
        # The process stops: the next one reads the log.
        raise
    except Exception:
        logger.exception("table %s: a write failed", actor.record.code)
        await reload(actor)
        raise Unavailable("this could not be written because of an error of ours", "table/internal") from None


async def if_behind(actor: TableActor, viewer: int | None, since: int | None) -> None:
    """Reload when a client has heard more than we told: another process has played on. Only behind the turnstile."""
    match = actor.match
    if match is None or since is None or actor.shown(viewer) is not match or since <= match.version(viewer):
        return
    if await asyncio.to_thread(fresh, storage.step_count, match.match_id) > match.steps:
        await reload(actor)


async def reload(actor: TableActor) -> None:
    """Rebuild the match from the log and go on from there. Only behind the turnstile."""
    before, code = actor.match, actor.record.code
    actor.astray = True
    stored = await asyncio.to_thread(fresh, storage.load_table, code)
    if stored is None:
        return
    match = stored.match
    if match is None and before is not None:
        # Another process has played it to its end and cleared it away, which was not told here.
        match = await asyncio.to_thread(fresh, storage.load_match, before.code)
    if match is not None:
        await actor.restore(match)
    actor.record.status, actor.record.replay = stored.record.status, stored.record.replay
    actor.astray = False
    if match is None:
        return
    actor.tell_table_changed()
    # What another process played meanwhile was not told here; then whoever is expected now goes on, bots included.
    await actor.announce(_missed(before, actor.running()))
    await actor.go_on()


async def resume(actor: TableActor, closed: bool) -> None:
    """Go on with a match that was just loaded. Only behind the turnstile."""
    match = actor.running()
    outcome = match.outcome()
    if outcome is not None:
        await close_match(actor, match, outcome, closed)
    for record in actor.seating.taken():
        actor.absence.after_restart(record)
    if outcome is None:
        await actor.go_on_or_hold()
    else:
        await actor.go_on()
    actor.delay.resume()


async def close_match(actor: TableActor, match: LiveMatch, outcome: Outcome, closed: bool) -> None:
    """Write what a process that died after a match's last step may have left unwritten of its end."""
    submit = actor.around.writer.submit
    if not closed:
        await submit(storage.match_finisher(match.match_id, match.steps, match.head, outcome))
    if actor.record.status in ("running", "paused"):
        actor.record.status = "aborted" if outcome.reason == "aborted" else "finished"
        await submit(storage.status_writer(actor.record))


def _missed(before: LiveMatch | None, now: LiveMatch) -> dict[int | None, list[TableMessage]]:
    same = before is not None and before.code == now.code
    told = {viewer: audience.version for viewer, audience in before.audiences.items()} if before and same else {}
    return {viewer: now.missed(viewer, told.get(viewer, 0)) or [] for viewer in now.audiences}
