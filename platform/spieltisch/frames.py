"""How many WebSocket frames a client may send: frames are read by Autobahn before anybody could count messages.

A frame may be as short as six bytes, and thousands of them in one read keep everybody else waiting for seconds. An
honest client sends one for each message, and an answer to a ping now and then. Whoever sends many more is not listened
to any longer: what came before is answered, as a rule with the protocol's own words for too much and a close, and
whoever is still there after that is cut off. Like the limits on requests this is put into Daphne, because it gives no
other place for it.
"""

from __future__ import annotations

import time
from typing import Any

from spieltisch.tables.intake import BURST, RATE, Allowance
from spieltisch.tables.shortcut import DROPPED

#: Frames for each message that is allowed: some libraries send a message in pieces.
A_MESSAGE = 4
#: Frames that do no harm: enough to say too much, so that the conversation's own limit has its say.
HARMLESS = 800
#: Seconds in which a client that is not listened to any longer hears why.
FAREWELL_SECONDS = 2.0


def limit_frames(rate: float = A_MESSAGE * RATE, burst: float = max(HARMLESS, A_MESSAGE * BURST)) -> None:
    """Let every WebSocket that Daphne takes from here on keep the limit; a rate of 0 is none."""
    from daphne import ws_protocol

    protocol_kind: Any = ws_protocol.WebSocketProtocol

    class CountingProtocol(protocol_kind):  # type: ignore[misc]
        """One connection; Autobahn calls `onFrameBegin` for every frame, control frames included."""

        def __init__(self) -> None:
            super().__init__()
            self._frames = Allowance(rate, burst)
            self._deaf = False

        def onFrameBegin(self) -> None:  # noqa: N802
            """Count a frame; after too many, forget what else has come."""
            super().onFrameBegin()
            if not self._deaf and self._frames.take(time.monotonic()):
                self._deaf = True
                self.data = b""
                DROPPED.inc(reason="limit/frames")
                self.factory.reactor.callLater(FAREWELL_SECONDS, self._cut_off)

        def dataReceived(self, data: bytes) -> None:  # noqa: N802
            """Take bytes in; read to the end even when nobody listens, or the farewell would be lost on its way."""
            if not self._deaf:
                super().dataReceived(data)

        def _cut_off(self) -> None:
            self.wasNotCleanReason = "too many frames"
            self.dropConnection(abort=True)

    if rate > 0:
        ws_protocol.WebSocketFactory.protocol = CountingProtocol
