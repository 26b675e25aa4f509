"""`manage.py restore FOLDER`: a backup into an empty database, and a look at every match in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from spieltisch.tables import keeping


class Command(BaseCommand):
    """Put a backup into the configured, empty database, and verify every match."""

    help = "Put a backup into the empty database that DATA_DIR or DATABASE_URL names, and play every log again."
    # Migrations come with the backup; asking for them first would make the database not empty.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, migrate to this version, verify."""
        try:
            keeping.restore(options["folder"])
        except keeping.CannotKeep as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0, interactive=False)
        good, broken = keeping.broken_matches()
        if broken:
            raise CommandError(f"restored, but {len(broken)} of {good + len(broken)} matches are broken: {broken}")
        self.stdout.write(f"restored; {good} matches verified")
