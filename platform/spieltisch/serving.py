"""The all-in-one server: pages, WebSocket, the games' own ports and the bridge in one process and one event loop."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Coroutine
from typing import Any

from django.conf import settings

from bridge.lan import announce
from bridge.limits import Limits
from bridge.server import Bridge
from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from spieltisch import environment
from spieltisch.doors import BOUND, wanted_port
from spieltisch.routing import GAME_PORTS

logger = logging.getLogger(__name__)

#: Seconds in which the bridge's clients must have taken their leave, and then the log must be written.
FAREWELL_SECONDS = 2.5
WRITING_SECONDS = 1.5


class AllInOne:
    """Starts everything in order, prints where it listens, and stops it in the opposite order."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._bridge: Bridge | None = None
        self._ports: list[Any] = []
        self._announcers: list[asyncio.DatagramTransport] = []
        self._stopping = False

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT."""
        from daphne.server import Server, twisted_loop

        # Daphne's Server is used for its factories and its care for applications; the ports are bound here, because
        # their real numbers must be known and printed.
        server = self._server = Server(
            self._application, endpoints=["none"], signal_handlers=False, server_name="Spieltisch", verbosity=0
        )
        server.endpoints = []
        _reactor().callWhenRunning(self._begin, twisted_loop)
        server.run()

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, self._ask_to_stop)
        self._starting = loop.create_task(self._start())

    async def _start(self) -> None:
        try:
            await self._open()
        except Exception as error:
            logger.exception("the start failed")
            print(f"could not start: {error}", file=sys.stderr)
            await self._stop(status=1)

    async def _open(self) -> None:
        from spieltisch.lobby.demo import open_demos
        from spieltisch.tables.directory import directory

        await directory().start()
        self._listen("web", settings.PORT_WEB)
        listeners = []
        for game in registry.games().values():
            for endpoint in game.endpoints:
                if isinstance(endpoint, WebSocketEndpoint):
                    GAME_PORTS[self._listen(endpoint.name, wanted_port(endpoint))] = game.slug
                else:
                    listeners.append((game.slug, endpoint, wanted_port(endpoint)))
        self._bridge = Bridge(self._application, Limits.from_environment(), settings.BIND)
        for name, host, port in await self._bridge.start(listeners):
            print(f"listening {name} {host}:{port}", flush=True)
            BOUND[name] = port
            await self._be_found(name, port)
        if settings.DEMO:
            await open_demos()
        print("ready", flush=True)

    async def _be_found(self, name: str, port: int) -> None:
        for game in registry.games().values():
            custom = game.discovery
            if custom is not None and custom.endpoint == name and environment.flag(custom.environment, False):
                self._announcers.append(await announce(custom, port, settings.BIND, custom.port))

    def _listen(self, name: str, port: int) -> int:
        bound = _reactor().listenTCP(port, self._server.http_factory, backlog=1024, interface=settings.BIND)
        self._ports.append(bound)
        number: int = bound.getHost().port
        BOUND[name] = number
        print(f"listening {name} {settings.BIND}:{number}", flush=True)
        return number

    def _ask_to_stop(self) -> None:
        if not self._stopping:
            self._stopping = True
            self._ending = asyncio.ensure_future(self._stop())

    async def _stop(self, status: int = 0) -> None:
        from spieltisch.farewell import end, say_goodbye
        from spieltisch.tables.directory import directory

        self._stopping = True
        for bound in self._ports:
            bound.stopListening()
        for announcer in self._announcers:
            announcer.close()
        # Before anybody is told: nobody who goes now has given his seat up.
        directory().around.leaving = True
        say_goodbye()
        if self._bridge is not None:
            await _within(FAREWELL_SECONDS, self._bridge.stop())
        await _within(WRITING_SECONDS, directory().stop())
        await end(status)


async def _within(seconds: float, work: Coroutine[Any, Any, None]) -> None:
    """Do a part of stopping; one that hangs must not keep the next from being done."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        logger.error("stopping took longer than %s s", seconds)


def _reactor() -> Any:
    """Return Twisted's reactor, imported late: Daphne must have installed its own before."""
    from twisted.internet import reactor

    return reactor
