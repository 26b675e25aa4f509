"""Threads whose transactions are short: on PostgreSQL one that stands still is given up, and its locks with it.

A process that is frozen, or cut off from the network, in the middle of a commit would otherwise keep its locks; whoever
has taken over its tables would wait for them, and with it everything else that waits in the same thread.
"""

from __future__ import annotations

import threading
from typing import Any

from django.db.backends.signals import connection_created

#: Of a transaction in which nothing happens, and of waiting for somebody else's lock (0: as long as it takes).
IDLE_MS = 1500

_lock_ms: dict[int, int] = {}


def keep_brief(lock_ms: int = 0) -> None:
    """Let the connections that this thread opens from here on give up what stands still."""
    _lock_ms[threading.get_ident()] = lock_ms


def limit(sender: Any, connection: Any, **more: Any) -> None:
    """Tell a new connection of such a thread its limits."""
    lock_ms = _lock_ms.get(threading.get_ident())
    if lock_ms is None or connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('idle_in_transaction_session_timeout', %s, false)", [str(IDLE_MS)])
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [str(lock_ms)])


connection_created.connect(limit)
