"""Being found on a local network: a game with a custom for it says how datagrams look; the platform owns the socket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Discovery:
    """A UDP custom. All functions are pure; bad datagrams are answered with None."""

    environment: str
    """The variable that switches it on (1, true, yes or on)."""
    port: int
    endpoint: str
    """Which of the game's endpoints is announced."""
    pause_ms: int
    """At most one datagram in this time."""
    announce: Callable[[int], bytes]
    """TCP port -> the datagram that announces the server."""
    answer: Callable[[bytes, int], bytes | None]
    """(datagram received, TCP port) -> the answer to its sender, or None."""
