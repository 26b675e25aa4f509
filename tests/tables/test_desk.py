"""What one connection asks of its desk holds up nobody else."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from gamekit import registry
from spieltisch.replays import workbench
from spieltisch.tables.desk import ConnectionDesk
from tests.cluster.hosting import hosting, table_of_two

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("directory_afterwards")]


def test_a_replay_that_waits_for_its_turn_leaves_the_database_to_others() -> None:
    async def scenario() -> None:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await table.settle()
            code = table.running().code
            await table.control("abort")
            await ask_for(code)

    async def ask_for(code: str) -> None:
        connection: Any = SimpleNamespace(address="192.0.2.1")
        desk = ConnectionDesk(connection, registry.game("mississippi"), 1)
        for _ in range(workbench.PLACES):
            workbench._places.acquire()
        try:
            asked = asyncio.create_task(desk.replay(code, "jsonl"))
            await asyncio.sleep(0.1)
            assert await asyncio.wait_for(sync_to_async(lambda: "short")(), 5) == "short"
            assert not asked.done()
        finally:
            for _ in range(workbench.PLACES):
                workbench._places.release()
        assert await asked

    asyncio.run(scenario())
