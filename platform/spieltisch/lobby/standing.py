"""What pages made from the database say of a table that spectators see late: what it was so many seconds ago."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from spieltisch.tables.delaying import OPTION
from spieltisch.tables.models import Table


def announced_status(table: Table) -> str:
    """Return the table's status as strangers are told it."""
    delay = table.extra.get(OPTION, 0)
    if not delay:
        return table.status
    then = timezone.now() - timedelta(seconds=delay)
    matches = sorted(table.matches.all(), key=lambda match: match.number)
    begun = [match for match in matches if match.started <= then]
    if not begun:
        return Table.Status.OPEN if matches else table.status
    last = begun[-1]
    if last.finished is None or last.finished > then:
        return Table.Status.RUNNING
    return table.status if last is matches[-1] else Table.Status.OPEN
