"""Lets clients of the web ports in a few at a time, as the bridge does: a storm of them waits outside.

Twisted takes ever more at once while more come. How many it takes, and when the next may come, is put into its class
of ports, because `daphne spieltisch.asgi:application` gives no other place for it.
"""

from __future__ import annotations

from typing import Any

from bridge.entrance import AT_ONCE, Pace


def pace_ports() -> None:
    """Let every port that is opened from here on rest after it took as many as it may."""
    from twisted.internet import tcp

    kind: Any = tcp.Port
    take = kind.doRead

    def take_a_few(port: Any) -> None:
        port.numberAccepts = AT_ONCE
        take(port)
        # Twisted's own sign that it took all it might: next time it would take more.
        if port.numberAccepts > AT_ONCE:
            port.stopReading()
            Pace(lambda: go_on(port)).rest()

    def go_on(port: Any) -> None:
        if port.connected and not port.disconnecting:
            port.startReading()

    kind.doRead = take_a_few
