"""Whose connections may be looked at: one's own, and all for staff. Open ones may be in any process."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync
from django.db.models import Q
from django.http import Http404

from gamekit.rules import Json
from spieltisch.inspector import live
from spieltisch.inspector.models import WireLog
from spieltisch.inspector.tap import unpacked
from spieltisch.tables.directory import directory

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
    owner_id: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which connections to list."""

    game: str = ""
    text: str = ""
    match: str = ""

    def fits(self, seen: Seen) -> bool:
        """Tell whether an open connection is among them."""
        named = self.text.lower() in f"{seen.name} {seen.table} {seen.number} {seen.endpoint}".lower()
        return self.game in ("", seen.game) and self.match in ("", seen.match) and named

    def narrowed(self, kept: Any) -> Any:
        """Return the kept ones among them."""
        if self.game:
            kept = kept.filter(game=self.game)
        if self.match:
            kept = kept.filter(match=self.match)
        if self.text:
            number = Q(number=int(self.text)) if self.text.isdecimal() and len(self.text) < 18 else Q()
            kept = kept.filter(Q(name__icontains=self.text) | Q(table__icontains=self.text) | number)
        return kept


def connections(user: Any, wanted: Wanted = Wanted()) -> list[Seen]:
    """Return the connections the user may look at, open ones first, then the newest."""
    owner = None if user.is_staff else user.pk
    elsewhere = async_to_sync(directory().ask_fronts)("wires", owner=owner)
    seen = [_of_live(found) for found in live.wires(owner) + [one for answer in elsewhere for one in answer]]
    kept = WireLog.objects.defer("entries")
    if owner is not None:
        kept = kept.filter(owner=owner)
    opened = sorted(filter(wanted.fits, seen), key=lambda one: -one.number)
    return opened + [_of_log(log) for log in wanted.narrowed(kept)[:MOST]]


def connection(user: Any, number: int, after: int = 0) -> tuple[Seen, list[dict[str, Json]]]:
    """Return one connection with its messages; 404 for what is not there or not one's own."""
    found = live.wire(number, after) or _elsewhere(number, after)
    if found is not None and _may_see(user, found["owner_id"]):
        return _of_live(found), found["entries"]
    log = WireLog.objects.filter(number=number).first()
    if log is None or not _may_see(user, log.owner_id):
        raise Http404
    entries = unpacked(bytes(log.entries))
    return _of_log(log), [entry for entry in entries if entry["number"] > after]


def _elsewhere(number: int, after: int) -> dict[str, Json] | None:
    answers = async_to_sync(directory().ask_fronts)("wire", number=number, after=after)
    return next((answer for answer in answers if answer is not None), None)


def _may_see(user: Any, owner_id: int | None) -> bool:
    return bool(user.is_staff or (owner_id is not None and owner_id == user.pk))


def _of_live(found: dict[str, Json]) -> Seen:
    known = {name: value for name, value in found.items() if name not in ("entries", "started")}
    return Seen(**known, started=datetime.fromisoformat(found["started"]), refused=None, live=True)


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
        log.owner_id,
    )
