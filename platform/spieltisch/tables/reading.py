"""Questions to the database from threads that nobody looks after: a connection that broke while idle is replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")


def fresh(question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Ask; when the connection turns out to be broken, ask once more on a new one."""
    try:
        return question(*given, **named)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        connection.close()
        return question(*given, **named)
