"""How long, and how many of, the messages of connections are kept: they say who played when, and they take room."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Length
from django.utils import timezone

from spieltisch.inspector.models import WireLog

#: Deleted at once: steps of matches wait for no more than this.
AT_ONCE = 100
#: Bytes that a connection takes beside its messages, about.
ROW = 512
#: What it takes in the database.
ROOM = Length("entries") + ROW


def forget_some() -> int:
    """Delete some of the connections that ended too long ago, or for which there is no room; return how many."""
    unwanted = _too_old() or _too_much()
    WireLog.objects.filter(pk__in=unwanted).delete()
    return len(unwanted)


def _too_old() -> list[int]:
    if not settings.WIRE_LOG_DAYS:
        return []
    before = timezone.now() - timedelta(days=settings.WIRE_LOG_DAYS)
    return list(WireLog.objects.filter(ended__lt=before).order_by("number").values_list("pk", flat=True)[:AT_ONCE])


def _too_much() -> list[int]:
    """Return the oldest of those that are more than there is room for."""
    if not settings.WIRE_LOG_MEGABYTES:
        return []
    taken = WireLog.objects.aggregate(bytes=Sum(ROOM))["bytes"] or 0
    excess = taken - settings.WIRE_LOG_MEGABYTES * 1_000_000
    unwanted: list[int] = []
    for key, size in WireLog.objects.order_by("number").values_list("pk", ROOM)[: AT_ONCE if excess > 0 else 0]:
        if excess <= 0:
            break
        unwanted.append(key)
        excess -= size
    return unwanted
