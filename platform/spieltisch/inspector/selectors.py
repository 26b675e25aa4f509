"""Whose connections may be looked at: one's own, and all for staff. Open ones may be in any process."""

from __future__ import annotations

from collections.abc import Iterator
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
from spieltisch.tables.models import Match, Seat

#: Connections shown in the list.
MOST = 100
#: No connection has a larger number, and no other process can be asked about one: it would not fit into a message.
LARGEST_NUMBER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Seen:
    """A connection as the pages show it."""

    number: int
    game: str
    endpoint: str
    name: str
    table: str
    seat: int | None
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
    seen = [_of_live(found) for found in _open(owner)]
    kept = WireLog.objects.defer("entries")
    if owner is not None:
        kept = kept.filter(owner=owner)
    opened = sorted(filter(wanted.fits, seen), key=lambda one: -one.number)
    return opened + [_of_log(log) for log in wanted.narrowed(kept)[:MOST]]


def connection(user: Any, number: int, after: int = 0) -> tuple[Seen, list[dict[str, Json]]]:
    """Return one connection with its messages; 404 for what is not there or not one's own."""
    if number > LARGEST_NUMBER:
        raise Http404
    # Its messages only when it is one of his: they take long to be made ready, and anybody may name any number.
    found = (live.wire(number, after) or _elsewhere(number, after)) if _is_open(user, number) else None
    if found is not None and _may_see(user, found["owner_id"]) and not _plays_against(user, found):
        return _of_live(found), found["entries"]
    log = WireLog.objects.filter(number=number).first()
    if log is None or not _may_see(user, log.owner_id) or _is_played_against(user, log):
        raise Http404
    entries = unpacked(bytes(log.entries))
    return _of_log(log), [entry for entry in entries if entry["number"] > after]


def _is_open(user: Any, number: int) -> bool:
    """Tell whether this is an open connection that belongs to the user, or any open one for staff."""
    return any(one["number"] == number for one in _open(None if user.is_staff else user.pk))


def _open(owner: int | None) -> Iterator[dict[str, Json]]:
    """Yield the open connections of an owner; None: everybody's. Other processes are asked behind this one."""
    yield from live.wires(owner)
    for answer in async_to_sync(directory().ask_fronts)("wires", owner=owner):
        yield from answer


def _elsewhere(number: int, after: int) -> dict[str, Json] | None:
    answers = async_to_sync(directory().ask_fronts)("wire", number=number, after=after)
    return next((answer for answer in answers if answer is not None), None)


def _may_see(user: Any, owner_id: int | None) -> bool:
    return bool(user.is_staff or (owner_id is not None and owner_id == user.pk))


def _plays_against(user: Any, found: dict[str, Json]) -> bool:
    """Tell whether somebody who may see a wire sits at another seat of its table: he would see his opponent's hand.

    The database is asked, because what this process knows of the table may be older than that.
    """
    sitting = Seat.objects.filter(table__code=found["table"], user=user, kind=Seat.Kind.PERSON)
    return not user.is_staff and sitting.exclude(seat=found["seat"]).exists()


def _is_played_against(user: Any, log: WireLog) -> bool:
    """Tell the same of a wire that was kept, while a match runs there: whoever kept it may not have known yet that its
    owner had sat down."""
    running = Match.objects.filter(table__code=log.table, status=Match.Status.RUNNING).exists()
    return running and _plays_against(user, {"table": log.table, "seat": log.seat})


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
        log.seat,
        log.match,
        log.started,
        log.messages,
        log.refused,
        False,
        log.owner_id,
    )
