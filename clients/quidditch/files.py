"""Keeps replays as files on disk (13.1): one in each of the standard's two formats for every finished match."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from gamekit.errors import GameError

logger = logging.getLogger("quidditch.replays")

#: Seconds between two looks at the library.
INTERVAL = 1.0
FORMATS = ("replay", "replaywithsnapshot")


class ReplayFiles(threading.Thread):
    """Watches the library and writes what is new; files appear whole or not at all."""

    def __init__(self, folder: Path) -> None:
        super().__init__(name="replay files", daemon=True)
        self._folder = folder
        self._written: set[str] = set()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Write until stopped; what goes wrong with one match is no reason to lose the next."""
        from django.db import DatabaseError

        while not self._stopped.wait(INTERVAL):
            try:
                self.write_new()
            except (DatabaseError, GameError, OSError) as error:
                logger.warning("replays could not be written: %s", error)

    def stop(self) -> None:
        """Write what is still missing and end."""
        self._stopped.set()
        self.join(timeout=5)
        self.write_new()

    def write_new(self) -> None:
        """Write the files of matches that ended since the last look."""
        from django.db import connection

        from spieltisch.tables.models import Match

        try:
            ended = Match.objects.filter(game="quidditch").exclude(status=Match.Status.RUNNING)
            for code, name in ended.order_by("pk").values_list("code", "name"):
                if code not in self._written:
                    self._write(code, name)
                    self._written.add(code)
        finally:
            connection.close()

    def _write(self, code: str, lobby: str) -> None:
        from spieltisch.replays.services import export

        self._folder.mkdir(parents=True, exist_ok=True)
        for kind in FORMATS:
            path = self._folder / f"{lobby or 'lobby'}-{code}.{kind}.json"
            if not path.exists():
                draft = path.with_suffix(".tmp")
                draft.write_bytes(export(code, kind).content)
                draft.replace(path)
