"""What every framer offers the connection."""

from __future__ import annotations

from typing import Protocol

from bridge.framing.errors import FramingError


class Framer(Protocol):
    """Cuts a stream into frames. The same bytes give the same frames and the same error however they are split."""

    @property
    def error(self) -> FramingError | None:
        """Why the stream cannot be read on; the frames before the fault were returned as usual."""

    @property
    def pending(self) -> bool:
        """True when a frame has begun and is not whole."""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that these bytes complete. Never raises; after an error it returns nothing."""

    def finish(self) -> list[bytes]:
        """Return what the end of the stream completes."""
