"""The audit log: every act of staff, wherever it was done."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async

from spieltisch.console.models import AuditEntry


async def note(staff: Any, action: str, target: str = "", detail: str = "") -> None:
    """Write an entry into the audit log."""
    await sync_to_async(AuditEntry.objects.create)(
        staff_id=staff.pk, action=action, target=target[:120], detail=detail[:500]
    )
