"""The audit log: every act of staff, wherever it was done."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.http import HttpRequest
from django.utils import timezone

from spieltisch.console.models import AuditEntry

#: What Django's admin writes down by itself, in our words.
OF_ADMIN = {ADDITION: "admin add", CHANGE: "admin change", DELETION: "admin delete"}

#: A page asks again and again while it is open: one look in so many minutes is noted.
SAME_LOOK = timedelta(minutes=10)


async def note(staff: Any, action: str, target: str = "", detail: str = "") -> None:
    """Write an entry into the audit log."""
    await sync_to_async(note_now)(staff, action, target, detail)


def note_now(staff: Any, action: str, target: str = "", detail: str = "") -> None:
    """Write an entry into the audit log, from code that may block."""
    AuditEntry.objects.create(staff_id=staff.pk, action=action[:40], target=target[:120], detail=detail[:500])


def note_look(staff: Any, action: str, target: str, detail: str = "") -> None:
    """Write down that somebody looked, unless he was noted for looking at the same a few minutes ago."""
    same = AuditEntry.objects.filter(staff_id=staff.pk, action=action[:40], target=target[:120])
    if not same.filter(time__gt=timezone.now() - SAME_LOOK).exists():
        note_now(staff, action, target, detail)


def note_each(staff: Any, action: str, things: Iterable[object]) -> None:
    """Write an entry for each thing that is about to be changed at once."""
    for thing in things:
        note_now(staff, action, str(thing))


def note_admin(sender: object, instance: LogEntry, created: bool, **others: object) -> None:
    """Write down what was done in Django's admin."""
    if created:
        target = f"{instance.content_type}: {instance.object_repr}"
        action = OF_ADMIN.get(instance.action_flag, "admin")
        note_now(instance.user, action, target, instance.get_change_message())


def note_sign_in(sender: object, request: HttpRequest | None, user: Any, **others: object) -> None:
    """Write down that a member of staff signed in, and from where."""
    if user.is_staff:
        note_now(user, "sign in", "", str(request.META.get("REMOTE_ADDR", "")) if request is not None else "")
