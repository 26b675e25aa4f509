"""`manage.py runbridge`: the games' TCP ports in a process of their own."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from bridge.limits import Limits
from bridge.server import Bridge
from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from spieltisch import environment, health, monitoring
from spieltisch.bridging import Relay
from spieltisch.doors import wanted_port
from spieltisch.farewell import leave
from spieltisch.tables import figures


class Command(BaseCommand):
    """Listen on the games' TCP ports and pass everything on to the web server."""

    help = "Serve the games' TCP ports and relay them to a web server (WEB_URL, default ws://127.0.0.1:8000)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the web server's address."""
        parser.add_argument("--upstream", default=environment.text("WEB_URL", f"ws://127.0.0.1:{settings.PORT_WEB}"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until SIGTERM or SIGINT."""
        asyncio.run(self._serve(options["upstream"]))

    async def _serve(self, upstream: str) -> None:
        relay = Relay(upstream)
        # Database and Redis are the web process' business.
        health.ask_only({"web": relay.reach})
        bridge = Bridge(relay, Limits.from_environment(), settings.BIND)
        listeners = [
            (game.slug, endpoint, wanted_port(endpoint))
            for game in registry.games().values()
            for endpoint in game.endpoints
            if not isinstance(endpoint, WebSocketEndpoint)
        ]
        for name, host, port in await bridge.start(listeners):
            print(f"listening {name} {host}:{port}", flush=True)
        figures.show_bridge(bridge)
        await monitoring.ready_until_stopped()
        await bridge.stop()
        # Not by returning: that waits for threads, and one may ask a silent name server for the web server's address.
        leave()
