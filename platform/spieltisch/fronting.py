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
from django.db import DatabaseError, InterfaceError

from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from spieltisch import environment
from spieltisch.routing import GAME_PORTS, Application
from spieltisch.tables import directory as tables

logger = logging.getLogger(__name__)

#: Seconds in which a stop must be done.
STOP_SECONDS = 4.0
#: Seconds between two tries to start without a database.
RETRY_SECONDS = 1.0
#: Answered while the start still waits for something: the process lives, though it is not ready.
ALIVE = "/healthz/alive"


def started(application: Application) -> Application:
    """Return the application, which starts the process's directory before it serves for the first time."""
    starting: asyncio.Task[None] | None = None

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        nonlocal starting
        if not tables.chosen():
            choose()
            stop_in_good_order()
            starting = asyncio.create_task(_start())
        if starting is not None and not starting.done() and scope.get("path") != ALIVE:
            await asyncio.shield(starting)
        await application(scope, receive, send)

    return serve


async def _start() -> None:
    from spieltisch.farewell import leave

    while True:
        try:
            await tables.directory().start()
            return
        except (DatabaseError, InterfaceError) as error:
            # Waited for, as Redis is: half-begun, the process would leave its tables lying.
            logger.warning("the start waits for the database: %s", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            logger.critical("the start failed; the process ends", exc_info=True)
            leave(1)


def stop_in_good_order() -> None:
    """Let SIGTERM and SIGINT end the process as they end the all-in-one server."""
    loop, ending = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    def ask_to_stop() -> None:
        if not ending:
            ending.add(loop.create_task(_stop()))

    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, ask_to_stop)


async def _stop() -> None:
    from spieltisch.farewell import end, say_goodbye

    tables.directory().around.leaving = True
    say_goodbye()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await tables.directory().stop()
    except TimeoutError:
        logger.error("stopping took longer than %s s", STOP_SECONDS)
    await end()


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
