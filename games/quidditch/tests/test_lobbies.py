"""Lobbies are tables found by their name (4.5): one a name, whoever comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gamekit.errors import Refused
from gamekit.reception import TableInfo
from games.quidditch.lobbies import find_lobby, lobby_list
from games.quidditch.tests.fakehouse import FakeDesk, FakeHouse, run


class LateDesk(FakeDesk):
    """A desk that learns of other tables a moment too late."""

    looks = 0

    async def tables(self) -> Sequence[TableInfo]:
        """Return nothing when asked for the first time."""
        self.looks += 1
        return () if self.looks == 1 else await super().tables()

    async def table(self, table: int | str) -> TableInfo:
        """Know no table before the second look."""
        if self.looks == 1:
            raise Refused("no such table", "table/unknown")
        return await super().table(table)


class ClosedDesk(FakeDesk):
    """A desk at whose house every table was closed by its staff."""

    async def tables(self) -> Sequence[TableInfo]:
        """Return what is there."""
        return [replace(table, status="aborted") for table in await super().tables()]

    async def table(self, table: int | str) -> TableInfo:
        """Return one table."""
        return replace(await super().table(table), status="aborted")


def test_a_lobby_is_opened_by_the_first_who_asks_and_found_by_the_next() -> None:
    house = FakeHouse()
    first = run(find_lobby(FakeDesk(house, 1), "ulm"))
    assert run(find_lobby(FakeDesk(house, 2), "ulm")).table == first.table
    assert run(find_lobby(FakeDesk(house, 2), "berlin")).table != first.table


def test_two_who_open_a_lobby_at_the_same_moment_meet_in_it() -> None:
    house = FakeHouse()
    first = run(find_lobby(FakeDesk(house, 1), "ulm"))
    assert run(find_lobby(LateDesk(house, 2), "ulm")).table == first.table
    assert [table.name for table in house.tables] == ["ulm"]


def test_a_closed_table_is_no_lobby() -> None:
    house = FakeHouse()
    run(FakeDesk(house, 1).open_table(name="ulm"))
    assert [entry["name"] for entry in run(lobby_list(ClosedDesk(house, 2)))] == ["hogwarts"]
    # It is not led to: the house is asked for a new one, and this fake one has no room for a second of that name.
    with pytest.raises(Refused, match="of that name"):
        run(find_lobby(ClosedDesk(house, 2), "ulm"))
