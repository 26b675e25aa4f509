"""What the console shows of running tables and their connections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.db import models
from django.db.models import Q

from gamekit.rules import Json
from spieltisch.accounts.models import User
from spieltisch.console.models import AuditEntry, Ban, in_force
from spieltisch.tables.attendance import present
from spieltisch.tables.directory import directory
from spieltisch.tables.models import ChatLine, Seat, Step

#: People listed at once; the search finds the others.
MOST_PEOPLE = 100
#: Steps of the log shown on a table's page.
LAST_STEPS = 40


def tables(game: str = "", status: str = "", text: str = "") -> list[dict[str, Json]]:
    """Return every table in memory, private ones too, newest first."""
    shown = []
    for table in async_to_sync(directory().described)():
        names = " ".join([table["id"], table["name"], *(seat["name"] for seat in table["seats"])])
        if game in ("", table["game"]) and status in ("", table["status"]) and text.lower() in names.lower():
            shown.append(table)
    return shown


async def inspected(code: str) -> dict[str, Json]:
    """Return a table with its state and who is connected to it; Refused when there is none."""
    return await (await directory().get(code)).inspected()


def last_steps(match: str) -> list[Any]:
    """Return the end of a match's log, newest first."""
    return list(Step.objects.filter(match__code=match).order_by("-number")[:LAST_STEPS])


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as the console lists people."""

    user: User
    tables: list[str]
    addresses: list[str]
    banned: bool


def people(text: str = "", kind: str = "") -> list[Person]:
    """Return accounts and guests, newest first, with where they sit and from where they are connected."""
    found = User.objects.order_by("-pk")
    if text:
        found = found.filter(Q(username__icontains=text) | Q(display_name__icontains=text))
    if kind:
        found = found.filter(is_staff=True) if kind == "staff" else found.filter(is_guest=kind == "guest")
    seats: dict[int, list[str]] = {}
    sitting = Seat.objects.filter(user__isnull=False, table__status__in=("open", "running", "paused"))
    for user_id, code in sitting.values_list("user_id", "table__code"):
        seats.setdefault(user_id, []).append(code)
    addresses: dict[int, set[str]] = {}
    for account, address in connected():
        if account is not None:
            addresses.setdefault(account, set()).add(address)
    banned = set(in_force().exclude(user=None).values_list("user_id", flat=True))
    return [
        Person(user, seats.get(user.pk, []), sorted(addresses.get(user.pk, ())), user.pk in banned)
        for user in found[:MOST_PEOPLE]
    ]


def connected() -> list[tuple[int | None, str]]:
    """Return account and address of every connection, in all processes."""
    elsewhere = async_to_sync(directory().ask_fronts)("present")
    return present() + [(user_id, address) for answer in elsewhere for user_id, address in answer]


def figures() -> dict[str, Json]:
    """Return the numbers at the head of the console."""
    shown = async_to_sync(directory().described)()
    return {
        "tables": len(shown),
        "running": sum(1 for table in shown if table["status"] == "running"),
        "connections": len(connected()),
        "waiting": async_to_sync(directory().backlog)(),
        "draining": directory().draining,
        "reported": ChatLine.objects.filter(reports__gt=0, removed=False).count(),
    }


def bans() -> list[Ban]:
    """Return the bans, newest first."""
    return list(Ban.objects.select_related("user"))


def reported() -> list[ChatLine]:
    """Return the lines that somebody asked staff to look at, most reported first."""
    found = ChatLine.objects.filter(reports__gt=0, removed=False).order_by("-reports", "-pk")
    return list(found.select_related("table", "user")[:200])


def audit(text: str = "", act: str = "") -> models.QuerySet[AuditEntry]:
    """Return the acts of staff, newest first: all, those of one kind, or those that name something."""
    found = AuditEntry.objects.select_related("staff")
    if act:
        found = found.filter(action=act)
    if text:
        words = Q(target__icontains=text) | Q(detail__icontains=text) | Q(staff__username__icontains=text)
        found = found.filter(words | Q(staff__display_name__icontains=text))
    return found
