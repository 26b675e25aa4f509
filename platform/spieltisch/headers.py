"""What a client's headers may not say, though the libraries under us would listen to it.

Daphne takes `Daphne-Root-Path` from whoever sends it: a page's address would begin with anything, and pages that are
open to those kept out are known by how their address begins. Django decodes forms in any of Python's encodings that
`Content-Type` names, and some of them make half characters, or no text at all. Both, and Daphne's reading of
subprotocols, also fail at what they cannot read. Like the limits on requests this is put into Daphne, because it reads
headers before it asks anybody.
"""

from __future__ import annotations

import re
from typing import Any

#: Proxies have no business with our addresses, and no socket of ours has subprotocols.
UNHEARD = (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol")
CONTENT_TYPE = b"Content-Type"

_BOUNDARY = re.compile(rb';\s*+boundary\s*+=\s*+("[^"]*"|[^;\s"]++)', re.IGNORECASE)


def tidy_headers() -> None:
    """Let every request that Daphne takes from here on come without what nobody should hear."""
    from daphne import http_protocol

    request_kind: Any = http_protocol.WebRequest

    class TidyRequest(request_kind):  # type: ignore[misc]
        """One request, of HTTP or the beginning of a socket; Twisted calls `process` when it has come whole."""

        def __init__(self, *given: Any, **named: Any) -> None:
            # Forms are Django's to read, within bounds and beside the loop: Twisted would read them in it, without any.
            super().__init__(*given, **{**named, "parsePOSTFormSubmission": False})

        def process(self) -> Any:
            """Take out what is not heard."""
            for name in UNHEARD:
                self.requestHeaders.removeHeader(name)
            if types := self.requestHeaders.getRawHeaders(CONTENT_TYPE):
                self.requestHeaders.setRawHeaders(CONTENT_TYPE, [plain_type(b",".join(types))])
            return super().process()

    http_protocol.WebRequest = TidyRequest


def plain_type(given: bytes) -> bytes:
    """Return a content type with its boundary, if it has one, and nothing else: all our texts are UTF-8."""
    kind = given.partition(b";")[0].strip()
    boundary = _BOUNDARY.search(given)
    return kind if boundary is None else b"%s; boundary=%s" % (kind, boundary[1])
