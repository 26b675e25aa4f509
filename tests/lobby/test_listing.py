"""Many programs ask for the list of tables; it is made for all of them together, and shows what has changed."""

from __future__ import annotations

import asyncio
import time
from itertools import count

import pytest

from gamekit import registry
from gamekit.rules import Json
from spieltisch.lobby.listing import PERIOD, Listing
from spieltisch.lobby.services import tables_json
from tests.cluster.hosting import hosting


class Maker:
    """Makes lists with a number of their own."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.made: list[float] = []
        self.begun = asyncio.Event()

    async def __call__(self) -> list[Json]:
        """Make one."""
        self.made.append(time.monotonic())
        self.begun.set()
        await asyncio.sleep(0)
        return [next(self._numbers)]


def test_all_who_ask_at_once_get_one_answer_and_so_do_those_who_ask_while_nothing_changes() -> None:
    async def scenario() -> None:
        listing = Listing(make := Maker())
        assert await asyncio.gather(*(listing.tables() for _ in range(100))) == [[1]] * 100
        assert await listing.tables() in ([1], [2])
        assert len(make.made) <= 2

    asyncio.run(scenario())


@pytest.mark.parametrize("hears", [True, False])
def test_what_has_changed_is_shown_and_no_more_than_two_answers_are_made_in_a_second(hears: bool) -> None:
    async def scenario() -> None:
        listing = Listing(make := Maker())
        listing.hears = hears
        for number in range(1, 4):
            assert await asyncio.gather(*(listing.tables() for _ in range(100))) == [[number]] * 100
            listing.change()
        waits = [later - earlier for earlier, later in zip(make.made, make.made[1:], strict=False)]
        assert len(waits) == 2
        assert min(waits) >= PERIOD * 0.99

    asyncio.run(scenario())


def test_who_asks_while_an_answer_is_made_gets_the_next() -> None:
    async def scenario() -> None:
        listing = Listing(make := Maker())
        first = asyncio.create_task(listing.tables())
        await make.begun.wait()
        listing.change()
        assert (await listing.tables(), await first) == ([2], [1])

    asyncio.run(scenario())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("directory_afterwards")
def test_a_table_is_listed_as_soon_as_it_is_open() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            opened = []
            for _ in range(3):
                table = await host.directory.open_table(registry.game("qwirkle"))
                opened.append(table.record.code)
                assert [listed["id"] for listed in await tables_json()] == opened[::-1]

    asyncio.run(scenario())
