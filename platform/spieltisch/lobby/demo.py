"""Tables at which bots play each game, so that the first visitor sees life."""

from __future__ import annotations

from asgiref.sync import sync_to_async

from gamekit import registry
from spieltisch.tables.directory import directory
from spieltisch.tables.models import Table


async def open_demos() -> None:
    """Open a demo table of each game that has none running."""
    for game in registry.games().values():
        if game.bots and not await sync_to_async(_has_demo)(game.slug):
            bots = [kind.name for kind in game.bots[-2:]]
            seats = [bots[index % len(bots)] for index in range(game.default_seats)]
            await directory().open_table(game, name="Demo", demo=True, size=game.default_seats, bots=seats)
    for code in await sync_to_async(_waiting_demos)():
        # Its next match was not begun because the last process was about to stop.
        await (await directory().get(code)).settle()


def _waiting_demos() -> list[str]:
    return list(Table.objects.filter(demo=True, status=Table.Status.OPEN).values_list("code", flat=True))


def _has_demo(game: str) -> bool:
    return Table.objects.filter(game=game, demo=True, status__in=("open", "running", "paused")).exists()
