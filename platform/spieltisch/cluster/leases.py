"""Who runs which table: one lease a host in the database, and each table's host beside it.

Times are the database's own, so that the clocks of different machines do not matter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import ExpressionWrapper, Q, QuerySet
from django.db.models.fields import DateTimeField
from django.db.models.functions import Now

from spieltisch.brevity import keep_brief
from spieltisch.tables.models import Host, Match, Table

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds a host's lease lasts, and between two renewals.
LEASE_SECONDS = 2.5
RENEW_SECONDS = 0.5
#: Tables that one host takes over at once; the others leave some, too.
MOST_ADOPTED = 50

#: Milliseconds that a claim waits for a table somebody else holds on to; a renewal may wait behind it.
LOCK_MS = 500

#: A thread (and so a connection) of its own: a slow question of anybody else must not cost a host its lease.
_THREAD = ThreadPoolExecutor(1, "leases", lambda: keep_brief(LOCK_MS))


async def ask(question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Ask the database; a connection that has broken is put away, so that the next question gets a new one."""
    work = partial(_careful, question, *given, **named)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work)


def _careful(question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    try:
        return question(*given, **named)
    except (DatabaseError, InterfaceError):
        connection.close()
        raise


def renew(host: str) -> bool:
    """Prolong the lease; False when it had run out, so that tables may be somebody else's now."""
    until = ExpressionWrapper(Now() + timedelta(seconds=LEASE_SECONDS), output_field=DateTimeField())
    in_time = bool(Host.objects.filter(name=host, until__gt=Now()).update(until=until))
    if not in_time and not Host.objects.filter(name=host).update(until=until):
        Host.objects.bulk_create([Host(name=host, until=Now())], ignore_conflicts=True)
        Host.objects.filter(name=host).update(until=until)
    return in_time


def claim(host: str, code: str) -> str | None:
    """Make the table this host's unless another host has it; return that one's name, or None when it is ours."""
    free = Q(host__in=("", host)) | ~Q(host__in=_living().values("name"))
    if Table.objects.filter(free, code=code).update(host=host):
        return None
    owner = Table.objects.filter(code=code).values_list("host", flat=True).first()
    return owner if owner != host else None


def adopt(host: str) -> list[str]:
    """Take over running tables whose host is dead (or that have none); return their codes."""
    orphans = Match.objects.filter(status=Match.Status.RUNNING, table__isnull=False).exclude(
        table__host__in=_living().values("name")
    )
    with transaction.atomic():
        rows = Table.objects.filter(pk__in=orphans.values("table")).order_by("pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        codes = list(rows.values_list("code", flat=True)[:MOST_ADOPTED])
        # Between our look and our lock somebody else may have adopted them, or their host have come back.
        Table.objects.filter(code__in=codes).exclude(host__in=_living().values("name")).update(host=host)
        return list(Table.objects.filter(code__in=codes, host=host).values_list("code", flat=True))


def own(host: str) -> list[str]:
    """Return the codes of this host's tables at which a match runs."""
    running = Match.objects.filter(status=Match.Status.RUNNING, table__host=host)
    return list(running.values_list("table__code", flat=True))


def lost(host: str, codes: Collection[str]) -> set[str]:
    """Return which of these tables are not this host's any more."""
    return set(Table.objects.filter(code__in=codes).exclude(host=host).values_list("code", flat=True))


def owner(code: str) -> str | None:
    """Return the living host of a table; None when it has none."""
    found = Table.objects.filter(code=code, host__in=_living().values("name")).values_list("host", flat=True).first()
    return found or None


def any_living(prefix: str) -> bool:
    """Tell whether a host whose name begins like this has a lease."""
    return _living().filter(name__startswith=prefix).exists()


def give_up(host: str) -> None:
    """Leave every table to whoever wants it."""
    Table.objects.filter(host=host).update(host="")
    Host.objects.filter(Q(name=host) | Q(until__lt=Now() - timedelta(hours=1))).delete()


def _living() -> QuerySet[Host]:
    return Host.objects.filter(until__gt=Now())
