"""`python -m tests.hidden.staged COMMAND`: manage.py as a stage, where nothing happens but what a script says.

Chance comes out as the file named by SCRIPTED_CHANCE says (as in `tests.support.scripted`); bots and clocks stand
still, and players have the numbers that they have in tests, because some moves name them. On the socket named by STAGE,
each line names a table and a step; it is played through the table's own door and answered when it has been announced.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management import execute_from_command_line

from gamekit.chance import Chance, RecordedChance


async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Play steps as they are asked for."""
    from spieltisch.tables.directory import directory

    while line := await reader.readline():
        code, kind, seat, given = json.loads(line)
        actor = await directory().get(code)
        await actor.through(actor.perform(kind, seat, given))
        writer.write(b"done\n")
        await writer.drain()
    writer.close()


def build() -> None:
    """Put the stage up: the platform with its own will taken away."""
    from spieltisch.tables.actor import TableActor
    from spieltisch.tables.botplay import BotPlay
    from spieltisch.tables.directory import Directory
    from spieltisch.tables.seating import SeatRecord

    BotPlay.wake = lambda self: None  # type: ignore[method-assign]
    TableActor._arm = lambda self, now: None  # type: ignore[method-assign]
    begin, player = Directory.start, SeatRecord.player
    SeatRecord.player = lambda self: replace(player(self), number=self.seat + 1)  # type: ignore[method-assign]

    async def start(self: Directory, *, resume: bool = True) -> None:
        await begin(self, resume=resume)
        await asyncio.start_unix_server(attend, os.environ["STAGE"])

    Directory.start = start  # type: ignore[method-assign]


def leak(slug: str) -> None:
    """Spoil a game, so that a test can see that it is noticed."""
    from gamekit import registry
    from gamekit.errors import GameError, IllegalMove
    from gamekit.testing import text_of

    game = registry.game(slug)
    play = game.rules.play

    def spoilt(state: Any, *rest: Any) -> Any:
        try:
            return play(state, *rest)
        except GameError as error:
            raise IllegalMove(f"{error.message}, {zlib.crc32(text_of(game, state))}") from None

    type(game.rules).play = staticmethod(spoilt)  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    import django

    django.setup()
    left = iter(json.loads(Path(os.environ["SCRIPTED_CHANCE"]).read_text()))
    Chance.fair = lambda: RecordedChance(next(left))  # type: ignore[method-assign]
    build()
    if spoilt := os.environ.get("LEAK"):
        leak(spoilt)
    execute_from_command_line(sys.argv)
