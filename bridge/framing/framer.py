"""What every framer offers the connection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from bridge.framing.errors import FramingError

#: Stands among the frames for work that makes no message, so that nobody gets it for nothing: an empty line, a comment,
#: very many elements within one.
TOLL: Final = b""


class Framer(Protocol):
    """Cuts a stream into frames. The same bytes give the same frames and the same error however they are split."""

    @property
    def error(self) -> FramingError | None:
        """Why the stream cannot be read on; the frames before the fault were returned as usual."""

    @property
    def pending(self) -> bool:
        """True when a frame has begun and is not whole."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Cut the frames that these bytes complete, and tolls, each when it is asked for: whoever has had enough stops
        and has paid for nothing more. Never raises; after an error there is nothing."""

    def finish(self) -> list[bytes]:
        """Return what the end of the stream completes."""
