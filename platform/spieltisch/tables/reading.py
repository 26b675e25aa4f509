"""Questions to the database from threads that nobody looks after: a connection that broke while idle is replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection

#: What is raised when the database cannot be asked at the moment.
AWAY = (OperationalError, InterfaceError)

P = ParamSpec("P")
T = TypeVar("T")


def fresh(question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Ask; when the connection turns out to be broken, ask once more on a new one."""
    try:
        return question(*given, **named)
    except AWAY:
        if connection.in_atomic_block:
            raise
        connection.close()
        return question(*given, **named)


async def in_own_thread(work: Callable[[], T]) -> T:
    """Do slow work apart from the thread that all short database work shares."""

    def run() -> T:
        try:
            return work()
        finally:
            connection.close()

    return await sync_to_async(run, thread_sensitive=False)()
