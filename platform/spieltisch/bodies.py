"""How much an HTTP request may bring: what is longer is not kept, neither in memory nor on the disk.

Daphne reads a request to its end before it asks anybody, whatever its length, and then holds the whole of it in memory.
Here a body that is announced or grows too long is answered at once; what still comes is thrown away, and when it does
not end soon, the connection is cut. Like the time limit (`patience.py`) this is put into Daphne, because
`daphne spieltisch.asgi:application` gives no other place for it.
"""

from __future__ import annotations

from typing import Any

from spieltisch import environment
from spieltisch.tables.shortcut import DROPPED

#: Bytes; twice the largest file that can be uploaded. 0 switches it off.
LARGEST = int(environment.number("LIMIT_BODY_BYTES", 8 * 1024 * 1024))
#: Bytes thrown away unread, so that a client that sends before it reads finds the answer.
MOST_DISCARDED = 8 * 1024 * 1024

_REASON = b'{"error": {"code": "limit/size", "message": "the body is too long", "field": ""}}\n'
TOO_LONG = (
    b"HTTP/1.1 413 Request Entity Too Large\r\nConnection: close\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_REASON), _REASON)
)


def limit_bodies(largest: int = LARGEST) -> None:
    """Let every request that Daphne takes from here on keep the limit."""
    from daphne import http_protocol

    request_kind: Any = http_protocol.WebRequest

    class BoundedRequest(request_kind):  # type: ignore[misc]
        """One request; Twisted calls these while it comes."""

        _came = 0
        _refused = False

        def gotLength(self, length: int | None) -> None:  # noqa: N802
            """Refuse what is announced to be too long."""
            super().gotLength(0 if length is not None and length > largest else length)
            if length is not None and length > largest:
                self._refuse()

        def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
            """Keep a piece of the body, if there is still room."""
            self._came += len(data)
            if not self._refused and self._came > largest:
                self._refuse()
            if not self._refused:
                super().handleContentChunk(data)
            elif self._came > largest + MOST_DISCARDED:
                self.channel.transport.abortConnection()

        def process(self) -> Any:
            """Go on with a whole request; a refused one has had its answer."""
            if self._refused:
                self.channel.loseConnection()
                return None
            return super().process()

        def _refuse(self) -> None:
            self._refused = True
            self.content.seek(0)
            self.content.truncate()
            DROPPED.inc(reason="limit/size")
            self.channel.transport.write(TOO_LONG)

    if largest:
        http_protocol.WebRequest = BoundedRequest
