"""Writes prepared frames straight into the sockets of Daphne's connections. The only place that uses private parts.

Daphne's own way to a client costs six times as much: an event through a coroutine, a frame built for each connection,
and Twisted, which never writes at once but queues, registers the descriptor and waits for the reactor. Here the
socket's own `send` is tried first when nothing is queued; only what it does not take goes to the transport, behind
whatever Daphne put there, so the order of everything written is kept.

What is used: the protocol in Daphne's `send` (a partial), its `state`, `send_queue` and `_perMessageCompress`
(Autobahn), and the transport's `socket`, `dataBuffer`, `offset`, `_tempDataBuffer` and `_tempDataLen` (Twisted).
`fits` looks whether all of it is there; if not, connections go the ordinary way.
"""

from __future__ import annotations

import functools
import logging
import socket
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from spieltisch import metrics

if TYPE_CHECKING:
    from spieltisch.tables.wire import Prepared

logger = logging.getLogger(__name__)

DROPPED = metrics.counter("spieltisch_dropped_total", "Clients hung up on, by reason.", ("reason",))

#: Wrappers of `send` (Channels' session middleware) that are looked through.
MOST_WRAPPERS = 8

#: A close frame's payload has 125 bytes, two of them the code.
LONGEST_REASON = 123

_TRANSPORT = {"socket": socket.socket, "dataBuffer": bytes, "offset": int, "_tempDataBuffer": list, "_tempDataLen": int}
_PROTOCOL = (
    "state",
    "STATE_OPEN",
    "STATE_CONNECTING",
    "send_queue",
    "sendCloseFrame",
    "serverReject",
    "dropConnection",
)


def daphne_protocol(send: Any) -> Any | None:
    """Return the protocol of the Daphne connection that `send` belongs to; None when there is none."""
    module = sys.modules.get("daphne.ws_protocol")
    if module is None:
        return None
    for _ in range(MOST_WRAPPERS):
        if isinstance(send, functools.partial):
            protocol = send.args[0] if send.args else None
            return protocol if isinstance(protocol, module.WebSocketProtocol) else None
        send = getattr(getattr(send, "__self__", None), "real_send", None)
    return None


def fits(protocol: Any) -> bool:
    """Return True when everything used here is there, and nothing stands between frames and the socket."""
    transport = getattr(protocol, "transport", None)
    missing = [name for name in _PROTOCOL if not hasattr(protocol, name)]
    missing += [name for name, kind in _TRANSPORT.items() if not isinstance(getattr(transport, name, None), kind)]
    if missing and getattr(transport, "connected", True):
        _tell_once(", ".join(missing))
    compressed = getattr(protocol, "_perMessageCompress", None) is not None
    return not (missing or compressed or getattr(transport, "TLS", False))


@functools.cache
def _tell_once(missing: str) -> None:
    logger.warning("no short cut to Daphne's sockets, messages go the ordinary way; missing: %s", missing)


class DaphneOutlet:
    """The way to a client of Daphne, past Daphne. Only for the loop's own thread."""

    __slots__ = ("_ids", "_limit", "_open", "_protocol", "_send", "_transport")

    def __init__(self, protocol: Any, limit: int, ids: Mapping[str, str]) -> None:
        self._protocol = protocol
        self._transport = protocol.transport
        # Kept, because the transport drops its socket when the connection is lost; a closed one only raises OSError.
        self._send = protocol.transport.socket.send
        self._open = protocol.STATE_OPEN
        self._limit = limit
        self._ids = ids

    def write(self, message: Prepared) -> None:
        """Write the frame into the socket, or behind what waits there."""
        protocol = self._protocol
        if protocol.state != self._open:
            self._check_accepted()
            return
        frame = message.frame
        transport = self._transport
        if not transport.dataBuffer and not transport._tempDataLen and not protocol.send_queue:
            try:
                sent = self._send(frame)
            except OSError:
                # Full, or broken: the transport waits, or finds out and ends the connection.
                sent = 0
            if sent == len(frame):
                return
            frame = frame[sent:]
        transport.write(frame)
        if self._limit and self.backlog > self._limit:
            self._cut_off()

    @property
    def backlog(self) -> int:
        """Bytes that wait in the transport."""
        transport = self._transport
        return len(transport.dataBuffer) - int(transport.offset) + int(transport._tempDataLen)

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Send a close frame behind everything else; a client that does not answer it is dropped after a second."""
        protocol = self._protocol
        if protocol.state == self._open:
            # Not `sendClose`, which refuses every code of the standard but 1000.
            protocol.sendCloseFrame(code=code, reasonUtf8=shortened(reason), isReply=False)
            # Now and not on the reactor's next turn: when the server stops, there is none.
            self._transport.doWrite()
        elif protocol.state == protocol.STATE_CONNECTING:
            protocol.serverReject()

    def _check_accepted(self) -> None:
        if self._protocol.state == self._protocol.STATE_CONNECTING:
            raise RuntimeError("the connection must be accepted before it is written to")

    def _cut_off(self) -> None:
        """Drop a client that does not read, and what waited for it. No close frame: it would wait behind the rest."""
        logger.info("a client was cut off: more than %d bytes wait to be read", self._limit, extra=self._ids)
        DROPPED.inc(reason="unread")
        self._protocol.wasNotCleanReason = "the client does not read"
        self._protocol.dropConnection(abort=True)
        transport = self._transport
        transport.dataBuffer, transport.offset = b"", 0
        transport._tempDataBuffer, transport._tempDataLen = [], 0


def shortened(reason: str) -> bytes:
    """Return the reason in UTF-8, cut to what a close frame holds without splitting a character."""
    return reason.encode()[:LONGEST_REASON].decode(errors="ignore").encode()
