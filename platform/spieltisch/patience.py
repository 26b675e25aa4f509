"""How long an HTTP request may take to arrive: a client that sends a byte now and then cannot hold a connection.

Twisted's own time limit begins anew with every byte. Here it begins with the first byte of a request and ends when the
request has come whole; a keep-alive connection may be silent as long between two requests. The limit is put into
Daphne's factory, because `daphne spieltisch.asgi:application` gives no other place for it.
"""

from __future__ import annotations

from typing import Any

from spieltisch import environment
from spieltisch.tables.shortcut import DROPPED

#: Seconds; 0 leaves the time as Twisted has it.
REQUEST_SECONDS = environment.number("LIMIT_REQUEST_SECONDS", 60)

TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def limit_requests(seconds: float = REQUEST_SECONDS) -> None:
    """Let every HTTP connection that Daphne takes from here on keep the limit."""
    from daphne.http_protocol import HTTPFactory
    from twisted.web import http

    channel_kind: Any = http.HTTPChannel

    class PatientChannel(channel_kind):  # type: ignore[misc]
        """One connection; `resetTimeout` is what Twisted calls with every piece of data."""

        _begun = False

        def resetTimeout(self) -> None:  # noqa: N802
            """Begin the time anew with a new request only."""
            if not self._begun:
                self._begun = True
                super().resetTimeout()

        def allContentReceived(self) -> None:  # noqa: N802
            """Wait for the next request: this one is here."""
            self._begun = False
            super().allContentReceived()

        def timeoutConnection(self) -> None:  # noqa: N802
            """Say why before hanging up, unless nothing was asked."""
            if self._begun:
                DROPPED.inc(reason="limit/request")
                self.transport.write(TOO_LATE)
            super().timeoutConnection()

    def made(factory: Any) -> Any:
        channel = PatientChannel()
        factory.timeOut = seconds
        return channel

    if seconds:
        HTTPFactory.protocol = made
