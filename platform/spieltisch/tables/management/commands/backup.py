"""`manage.py backup FOLDER`: the database at one moment, while everything goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from spieltisch.tables import keeping


class Command(BaseCommand):
    """Write a backup into a new folder."""

    help = "Write the database (and the generated secret key) into a new folder; tables may play meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        try:
            written = keeping.back_up(options["folder"])
        except keeping.CannotKeep as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"wrote {written} ({written.stat().st_size:,} bytes)")
