"""`manage.py runtables`: a process that runs tables for web processes, on Redis and PostgreSQL. Any number of them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from spieltisch import health, monitoring
from spieltisch.cluster import leases
from spieltisch.cluster.bus import Bus, machine_prefix
from spieltisch.farewell import leave

logger = logging.getLogger(__name__)

#: Seconds in which a stop must be done.
STOP_SECONDS = 4.0


class Command(BaseCommand):
    """Run tables until SIGTERM or SIGINT; what runs here then goes on in another such process."""

    help = "Run tables for web processes (daphne spieltisch.asgi:application). Needs REDIS_URL and a shared database."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the wish for a check."""
        parser.add_argument(
            "--check", action="store_true", help="only tell whether such a process of this machine lives"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until stopped."""
        if not settings.REDIS_URL:
            raise CommandError("runtables needs REDIS_URL: web processes reach it through Redis")
        if not options["check"]:
            asyncio.run(self._serve())
        elif not leases.any_living(machine_prefix("host")):
            raise CommandError("no process of this machine holds a lease on tables")

    async def _serve(self) -> None:
        from spieltisch.cluster.tablehost import TableHost
        from spieltisch.lobby.demo import open_demos
        from spieltisch.tables.directory import directory

        host = TableHost(directory(), Bus(settings.REDIS_URL, "host"))
        await host.start()
        health.register("lease", host.check)
        if settings.DEMO:
            await open_demos()
        print(f"running tables as {host.bus.name}", flush=True)
        await monitoring.ready_until_stopped()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await host.stop()
        except TimeoutError:
            # A silent database or Redis: what is not written was not acknowledged.
            logger.error("stopping took longer than %s s", STOP_SECONDS)
        except Exception:
            logger.exception("stopping failed")
            # At once all the same: the interpreter would wait for threads, and whoever stops us would not.
            leave(1)
        leave()
