"""Work that a process does for as long as it lives: without it the process is of no use, so its end is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger(__name__)


def for_good(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Begin work that never ends before it is cancelled; whoever gets the task keeps it."""
    task = asyncio.create_task(work, name=getattr(work, "__qualname__", "work"))
    task.add_done_callback(_tell_of_death)
    return task


def _tell_of_death(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.critical("%s has failed; this process needs a restart", task.get_name(), exc_info=error)
