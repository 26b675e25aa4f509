"""What is deleted by itself when its time is over."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import DatabaseError

from spieltisch.accounts import sessions
from spieltisch.inspector import retention as wires
from spieltisch.tables.reading import fresh

logger = logging.getLogger(__name__)

#: Seconds between two looks for what is too old.
INTERVAL = 3600.0
#: Seconds in which others get their turn at the database.
PAUSE = 0.05


async def forget_in_time() -> None:
    """Delete what is too old or too much, now and every hour."""
    while True:
        pause = INTERVAL
        try:
            if await sync_to_async(fresh)(forget_some):
                pause = PAUSE
        except DatabaseError as error:
            # It is away or busy; what is to be deleted now will still be so in an hour.
            logger.warning("what is too old is kept for now: %s", error)
        await asyncio.sleep(pause)


def forget_some() -> int:
    """Delete a little of everything: steps of matches wait for it. Return how much it was."""
    return wires.forget_some() + sessions.forget_some()
