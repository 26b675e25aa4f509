"""Answers those who look for a game's server on the local network."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast

from gamekit.discovery import Discovery

logger = logging.getLogger(__name__)


class Announcer(asyncio.DatagramProtocol):
    """Announces a server once and answers questions, never more often than the custom allows."""

    def __init__(self, discovery: Discovery, tcp_port: int, broadcast: bool) -> None:
        self._discovery = discovery
        self._tcp_port = tcp_port
        self._broadcast = broadcast
        self._last = 0.0
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Make the server known to everybody on the net."""
        self._transport = cast(asyncio.DatagramTransport, transport)
        if self._broadcast:
            self._send(self._discovery.announce(self._tcp_port), ("255.255.255.255", self._discovery.port))

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        """Answer a client that asks."""
        answer = self._discovery.answer(data, self._tcp_port)
        if answer is not None:
            self._send(answer, (addr[0], addr[1]))

    def error_received(self, exc: Exception) -> None:
        """A net without broadcast is no reason to stop."""
        logger.info("discovery: %s", exc)

    def _send(self, data: bytes, address: tuple[str, int]) -> None:
        now = time.monotonic()
        # Too soon after the last one: clients ask again, and a flood of questions gets no flood of answers.
        if self._transport is not None and now - self._last >= self._discovery.pause_ms / 1000:
            self._last = now
            self._transport.sendto(data, address)


async def announce(discovery: Discovery, tcp_port: int, host: str, udp_port: int) -> asyncio.DatagramTransport:
    """Open the socket and announce; close the transport to stop."""
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: Announcer(discovery, tcp_port, not host.startswith("127.")),
        local_addr=(host, udp_port),
        allow_broadcast=True,
    )
    return transport
