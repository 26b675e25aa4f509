"""How much one client may ask of the server; every limit is a setting, and 0 switches it off (a burst of 0: bursts)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from bridge.subscribers import subscriber_of


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of plain TCP connections. Each is read from LIMIT_ and its name in capitals."""

    line_bytes: int = 64 * 1024
    element_bytes: int = 64 * 1024
    hello_seconds: float = 10
    """A client says its first whole message within this time."""
    sockets_per_address: int = 50
    messages_per_second: float = 50
    messages_burst: int = 200
    """As many messages may come at once."""
    write_buffer: int = 1024 * 1024
    """Bytes that may wait for a client that does not read; past them it is cut off."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Limits:
        """Return the limits that the environment sets; ValueError names a variable that makes no sense."""
        given: dict[str, Any] = {}
        for limit in fields(cls):
            name = f"LIMIT_{limit.name.upper()}"
            if text := environment.get(name):
                given[limit.name] = _number(name, text, whole=limit.type == "int")
        return cls(**given)


def _number(name: str, text: str, *, whole: bool) -> float:
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        raise ValueError(f"{name} must be a {'whole ' if whole else ''}number, not {text!r}") from None
    if not 0 <= value < float("inf"):
        raise ValueError(f"{name} must be 0 (no limit) or more, not {text!r}")
    return value


class TokenBucket:
    """Allows `rate` events a second on average and `burst` at once; a rate of 0 allows any."""

    __slots__ = ("_burst", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(max(burst, 1))
        self._tokens = self._burst
        self._then = 0.0

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Return True when one more event is allowed at this moment (seconds of any clock that never goes back); for a
        light one the cost is less."""
        if not self._rate:
            return True
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class Doorkeeper:
    """Counts the sockets of each address, of IPv6 those of each subscriber."""

    __slots__ = ("_most", "_sockets")

    def __init__(self, most: int) -> None:
        self._most = most
        self._sockets: dict[str, int] = {}

    def admit(self, address: str) -> bool:
        """Count one more socket of the address; False (and not counted) when it has enough."""
        subscriber = subscriber_of(address)
        count = self._sockets.get(subscriber, 0)
        if self._most and count >= self._most:
            return False
        self._sockets[subscriber] = count + 1
        return True

    def dismiss(self, address: str) -> None:
        """Count one socket of the address less."""
        subscriber = subscriber_of(address)
        count = self._sockets.pop(subscriber) - 1
        if count:
            self._sockets[subscriber] = count
