"""Closes the sockets of accounts whose rights have changed: who somebody is, is asked once, when he connects."""

from __future__ import annotations

from collections.abc import Iterable

from asgiref.sync import async_to_sync
from django.db import transaction

from spieltisch.tables.directory import directory

#: Service restart: a page comes back by itself, and a program whose token is still good may.
CODE = 1012
REASON = "sign in again: what this account may do has changed"


def recall(*accounts: int) -> None:
    """Close all that these accounts have open, in all processes, as soon as what was changed is written."""
    if accounts:
        transaction.on_commit(lambda: async_to_sync(_close)(accounts))


async def _close(accounts: Iterable[int]) -> None:
    for account in accounts:
        directory().disconnect(account, None, CODE, REASON)
