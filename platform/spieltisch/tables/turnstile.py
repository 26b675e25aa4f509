"""The door of a table: a fair lock that lets one through at a time and knows how many wait."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Turnstile:
    """First come, first served."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._inside = 0
        """Those who wait, and the one whose turn it is."""

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return max(0, self._inside - 1)

    async def behind(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work when it is its turn."""
        self._inside += 1
        try:
            async with self._lock:
                return await work
        finally:
            self._inside -= 1
