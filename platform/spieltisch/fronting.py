"""A web process that nobody but an ASGI server starts (`daphne spieltisch.asgi:application`).

With REDIS_URL its tables are run by other processes (`manage.py runtables`); without, it runs them itself. It starts
with the first request, because Daphne tells an application nothing of its own start, and takes the signals to stop upon
itself, because Daphne would drop every connection without a word.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import Any

from django.conf import settings

from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from spieltisch import environment
from spieltisch.routing import GAME_PORTS, Application
from spieltisch.tables import directory as tables

logger = logging.getLogger(__name__)

#: Seconds in which a stop must be done.
STOP_SECONDS = 4.0


def started(application: Application) -> Application:
    """Return the application, which starts the process's directory before it serves for the first time."""
    starting: asyncio.Task[None] | None = None

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        nonlocal starting
        if not tables.chosen():
            choose()
            stop_in_good_order()
            starting = asyncio.create_task(tables.directory().start())
        if starting is not None and not starting.done():
            await asyncio.shield(starting)
        await application(scope, receive, send)

    return serve


def stop_in_good_order() -> None:
    """Let SIGTERM and SIGINT end the process as they end the all-in-one server."""
    loop, ending = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    def ask_to_stop() -> None:
        if not ending:
            ending.add(loop.create_task(_stop()))

    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, ask_to_stop)


async def _stop() -> None:
    from twisted.internet import reactor

    from spieltisch.farewell import leave, say_goodbye

    running: Any = reactor
    running.addSystemEventTrigger("after", "shutdown", leave)

    say_goodbye()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await tables.directory().stop()
    except TimeoutError:
        logger.error("stopping took longer than %s s", STOP_SECONDS)
    running.stop()


def choose() -> None:
    """Decide who runs the tables, and which ports are a game's own."""
    if settings.REDIS_URL:
        from spieltisch.cluster.remotedirectory import RemoteDirectory

        tables.use(RemoteDirectory())
    for game in registry.games().values():
        for endpoint in game.endpoints:
            if isinstance(endpoint, WebSocketEndpoint):
                port = int(environment.number(endpoint.environment, endpoint.port))
                if port:
                    GAME_PORTS.setdefault(port, game.slug)
    tables.directory()
