"""Waiting for facts instead of sleeping: generous limits, because the machine may be small and busy."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

#: Longer than anything healthy takes on two noisy cores.
PATIENCE = 60.0


def until(condition: Callable[[], T | None], what: str, within: float = PATIENCE) -> T:
    """Return the condition's first true value; AssertionError names what did not happen."""
    deadline = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"{what}: not within {within:g} s"
        time.sleep(0.02)


async def until_async(condition: Callable[[], Awaitable[T | None]], what: str, within: float = PATIENCE) -> T:
    """Return the condition's first true value without blocking the loop."""
    deadline = time.monotonic() + within
    while True:
        value = await condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"{what}: not within {within:g} s"
        await asyncio.sleep(0.05)
