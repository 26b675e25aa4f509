"""A match that begins from a given position: what the position lays out for later is told to nobody with the table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gamekit import registry
from gamekit.chance import Chance
from gamekit.rules import Json, Player
from games.mississippi.messages import state_json, tile_json
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.tiles import TILES
from spieltisch.tables import directory as directories
from spieltisch.tables.seating import Claim
from tests.cluster.hosting import hosting

PLAYERS = (Player("p1"), Player("p2"))


def position(seed: int) -> Json:
    """Return the beginning of a match, with a whole river that each seed lays otherwise beyond the same two tiles."""
    rules = MississippiRules()
    state, _ = rules.start({}, PLAYERS, Chance.seeded("the same"))
    state = rules.redeal(state, None, Chance.seeded(seed))
    tiles = [{**tile_json(state, tile), "visible": tile <= state.high} for tile in range(TILES)]
    return {**state_json(state, PLAYERS), "tiles": tiles}


@pytest.mark.django_db(transaction=True)
def test_the_river_ahead_of_a_position_is_not_told_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directories, "_directory", None)

    async def told_of(ahead: Json) -> tuple[dict[str, Any], Any]:
        async with hosting("host-a") as host:
            options = {"openingPause": 0, "state": ahead}
            table = await host.directory.open_table(registry.game("mississippi"), size=2, options=options)
            for seat in (0, 1):
                await table.sit(Claim(f"p{seat + 1}", "person", f"user:{seat}", seat + 1, seat=seat, ready=True))
            await table.settle()
            shown = await table.announced()
            return {name: shown[name] for name in ("options", "summary")}, table.running().state.river.directions

    async def scenario() -> None:
        (here, river), (there, other) = await told_of(position(1)), await told_of(position(2))
        assert river != other, "there is nothing to hide"
        assert here == there
        assert len(here["options"]["state"]["tiles"]) == 2

    asyncio.run(scenario())
