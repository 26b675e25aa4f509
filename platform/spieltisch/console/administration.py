"""What the administration owes the audit log, whatever it administers."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest

M = TypeVar("M", bound=Model)


class NotedAdmin(admin.ModelAdmin[M], Generic[M]):
    """An administration of which every act is written down: the audit log hears of entries that are saved."""

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[M]) -> list[LogEntry]:
        """Write down one thing after the other: entries made in bulk are not saved, and nobody hears of them."""
        noted: list[Any] = []
        for thing in queryset:
            noted += super().log_deletions(request, [thing])  # type: ignore[arg-type]
        return noted
