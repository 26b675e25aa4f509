"""A table that is opened with seats held for some has never had them free."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from gamekit import registry
from gamekit.errors import GameError, Refused
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables.desk import ConnectionDesk
from spieltisch.tables.directory import token_hash
from spieltisch.tables.seating import Claim
from tests.cluster.hosting import hosting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def desk() -> ConnectionDesk:
    """Return the desk of a client."""
    connection: Any = SimpleNamespace(address="192.0.2.1")
    return ConnectionDesk(connection, registry.game("mississippi"), 1)


def let_in_at_once(host: TableHost, claim: Claim) -> asyncio.Future[Any]:
    """Let somebody sit down at the next table that is loaded, before whoever opens it can do more."""
    before_load = host.directory.before_load
    sat: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    assert before_load is not None

    async def sit(code: str) -> None:
        try:
            sat.set_result(await (await host.directory.get(code)).sit(claim))
        except Refused as error:
            sat.set_exception(error)

    async def noticed(code: str) -> None:
        host._spawn(sit(code))
        await before_load(code)

    host.directory.before_load = noticed
    return sat


def test_nobody_sits_down_before_the_seats_are_held() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            sat = let_in_at_once(host, Claim("Eager", "client", "connection:9", 9))
            info, tokens = await desk().open_table(hold=["Anna", "Bea"])
            with pytest.raises(Refused, match="every seat"):
                await sat
            table = await host.directory.get(info.code)
            held = [(seat.kind, seat.name, seat.token_hash) for seat in table.seating.all()]
            assert held == [
                ("held", name, token_hash(token)) for name, token in zip(("Anna", "Bea"), tokens, strict=True)
            ]

    asyncio.run(scenario())


def test_held_seats_outlive_the_process_that_opened_the_table() -> None:
    async def scenario() -> None:
        async with hosting("host-a"):
            info, tokens = await desk().open_table(hold=["", "B" * 100])
        async with hosting("host-b") as second:
            table = await second.directory.get(info.code)
            assert [len(seat.name) for seat in table.seating.all()] == [0, 80]
            claim = Claim("", "client", "connection:2", 2, token_hash=token_hash(tokens[0]))
            assert (await table.sit(claim)).name == "Player 1"

    asyncio.run(scenario())


def test_more_seats_than_there_are_cannot_be_held() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            with pytest.raises(GameError) as refused:
                await desk().open_table(hold=["Anna", "Bea", "Cleo"])
            assert refused.value.code == "table/size"
            assert host.directory.actors() == []

    asyncio.run(scenario())
