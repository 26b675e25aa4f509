"""`manage.py serve`: everything in one process."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Serve pages, WebSocket and TCP in one process; migrates the database first."""

    help = "Serve pages, WebSocket and TCP in one process."

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then serve until stopped."""
        from django.core.management import call_command

        call_command("migrate", verbosity=0, interactive=False)
        # Daphne installs Twisted's asyncio reactor on import: it must come before anything else of Twisted.
        import daphne.server  # noqa: F401

        from gamekit import registry
        from spieltisch.asgi import application
        from spieltisch.serving import AllInOne
        from spieltisch.tables.directory import house_rules

        # A wrong HOUSE_<GAME> is the operator's to hear of now, not a client's later.
        for game in registry.games().values():
            house_rules(game)
        AllInOne(application).run()
