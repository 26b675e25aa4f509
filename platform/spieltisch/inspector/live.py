"""Connections that are open in this process, described for this one and for others."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable

from gamekit.rules import Json
from spieltisch.inspector.tap import OPEN, WireTap
from spieltisch.tables.log import LogWriter

logger = logging.getLogger(__name__)

#: Seconds of the end of a process in which messages are made ready; meanwhile it does nothing else.
KEEP_SECONDS = 1.0


def wires(owner: int | None) -> list[dict[str, Json]]:
    """Return the open connections of an owner; None: everybody's."""
    return [described(tap) for tap in list(OPEN.values()) if owner is None or tap.owner_id == owner]


def wire(number: int, after: int = 0) -> dict[str, Json] | None:
    """Return an open connection with its messages after a number; None when it is not open here."""
    tap = OPEN.get(number)
    return None if tap is None else {**described(tap), "entries": tap.entries(after)}


def described(tap: WireTap) -> dict[str, Json]:
    """Return what lists and pages show of a connection."""
    return {
        "number": tap.number,
        "owner_id": tap.owner_id,
        "game": tap.game.slug,
        "endpoint": tap.endpoint,
        "name": tap.name,
        "table": tap.table,
        "seat": tap.seat,
        "match": tap.match,
        "started": tap.started.isoformat(),
        "messages": tap.count,
    }


def take_all() -> list[WireTap]:
    """Take over what is open: the process is about to end, and its connections no longer keep it themselves."""
    taps = list(OPEN.values())
    OPEN.clear()
    return taps


def keep_all(writer: LogWriter, taps: Iterable[WireTap] | None = None) -> None:
    """Keep what was taken over, by default what is open now, as far as KEEP_SECONDS reach."""
    deadline = time.monotonic() + KEEP_SECONDS
    wanted = [tap for tap in (take_all() if taps is None else taps) if tap.table]
    # Those first that belong to somebody, and of them the short ones, so that as many as can be are kept.
    wanted.sort(key=lambda tap: (tap.owner_id is None, tap.size))
    for number, tap in enumerate(wanted):
        if time.monotonic() > deadline:
            logger.warning("the messages of %d of %d connections are not kept", len(wanted) - number, len(wanted))
            return
        writer.submit(tap.writer(deadline))
