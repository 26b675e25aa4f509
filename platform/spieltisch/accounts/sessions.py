"""Sessions in the database, looked up only by keys that we could have given out: a cookie may say anything."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

#: As Django makes them, and no longer than the column; PostgreSQL fails at a NUL.
KEY = re.compile(r"[a-z0-9]{8,40}")
#: Deleted at once.
AT_ONCE = 100


class SessionStore(db.SessionStore):
    """A session; pages and sockets ask here, because both go by SESSION_ENGINE."""

    def _validate_session_key(self, key: Any) -> bool:
        return isinstance(key, str) and KEY.fullmatch(key) is not None


def forget_some() -> int:
    """Delete some of the sessions that have run out, because nobody else does; return how many."""
    sessions = SessionStore.get_model_class().objects
    over = list(sessions.filter(expire_date__lt=timezone.now()).values_list("pk", flat=True)[:AT_ONCE])
    sessions.filter(pk__in=over).delete()
    return len(over)
