"""How a game's published protocol looks on a wire: frames of bytes <-> containers, pure and without a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from gamekit.container import Container


class Dialect(Protocol):
    """Transcoder of one connection. It may learn from what it reads (which version the client speaks)."""

    @property
    def variant(self) -> str:
        """Name what `encode` depends on: connections of equal endpoint and variant share encoded bytes."""

    def decode(self, frame: bytes) -> Sequence[Container]:
        """Return the frame's containers. Never raises for bad input: what cannot be read becomes a container of type
        `gamekit.container.MALFORMED` whose payload says why, and the reception answers it in the client's language."""

    def encode(self, container: Container) -> bytes:
        """Return the bytes to write, terminator included; b"" when the protocol has no word for it."""

    def opening(self) -> bytes:
        """Return what stands before the first bytes written (XML: the root's start tag); mostly b""."""

    def closing(self) -> bytes:
        """Return what is written before the connection is closed (XML: the root's end tag); mostly b""."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A door of the game: its name in `listening <name> host:port`, its port, and how the port is set."""

    name: str
    port: int
    environment: str


@dataclass(frozen=True, slots=True)
class LineEndpoint(Endpoint):
    """Plain TCP, one frame a line. `eager`: a whole JSON object is read before its newline has come."""

    dialect: Callable[[], Dialect]
    eager: bool = False


@dataclass(frozen=True, slots=True)
class XmlEndpoint(Endpoint):
    """Plain TCP, one XML document a direction, one frame a child of the root."""

    dialect: Callable[[], Dialect]


@dataclass(frozen=True, slots=True)
class WebSocketEndpoint(Endpoint):
    """WebSocket on any path, containers as they are."""
