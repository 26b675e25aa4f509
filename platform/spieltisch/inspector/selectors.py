"""Whose connections may be looked at: one's own, and all for staff."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404

from gamekit.rules import Json
from spieltisch.inspector.models import WireLog
from spieltisch.inspector.tap import OPEN, WireTap, unpacked

#: Connections shown in the list.
MOST = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """A connection as the pages show it."""

    number: int
    game: str
    endpoint: str
    name: str
    table: str
    match: str
    started: datetime
    messages: int
    refused: int | None
    live: bool


def connections(user: Any) -> list[Seen]:
    """Return the connections the user may look at, newest first."""
    live = [_of_tap(tap) for tap in OPEN.values() if _may_see(user, tap.owner_id)]
    kept = WireLog.objects.defer("entries")
    if not user.is_staff:
        kept = kept.filter(owner=user)
    return sorted(live, key=lambda seen: -seen.number) + [_of_log(log) for log in kept[:MOST]]


def connection(user: Any, number: int) -> tuple[Seen, list[dict[str, Json]]]:
    """Return one connection with its messages; 404 for what is not there or not one's own."""
    tap = OPEN.get(number)
    if tap is not None and _may_see(user, tap.owner_id):
        return _of_tap(tap), tap.entries()
    log = WireLog.objects.filter(number=number).first()
    if log is None or not _may_see(user, log.owner_id):
        raise Http404
    return _of_log(log), unpacked(bytes(log.entries))


def _may_see(user: Any, owner_id: int | None) -> bool:
    return bool(user.is_staff or (owner_id is not None and owner_id == user.pk))


def _of_tap(tap: WireTap) -> Seen:
    return Seen(
        tap.number, tap.game.slug, tap.endpoint, tap.name, tap.table, tap.match, tap.started, tap.count, None, True
    )


def _of_log(log: WireLog) -> Seen:
    return Seen(
        log.number,
        log.game,
        log.endpoint,
        log.name,
        log.table,
        log.match,
        log.started,
        log.messages,
        log.refused,
        False,
    )
