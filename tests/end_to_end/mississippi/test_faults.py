"""Section 3.7 over real sockets, and input that is meant to harm: closed, without harm to anybody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.end_to_end.mississippi.elements import JOIN, ElementClient, connected
from tests.support.server import Server, copy_of

TURN_ONLY = '<data class="move"><turn order="0" direction="1"/></data>'
AHEAD = '<data class="move"><advance order="0" distance="1"/></data>'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """A server whose players must answer fast but may answer late."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("faults") / "data")
    house = {"options": {"softTime": 1500, "hardTime": 6000}}
    server = Server(data, {"HOUSE_MISSISSIPPI": json.dumps(house)}).start()
    yield server
    server.kill()


async def game(stack: AsyncExitStack, server: Server) -> tuple[ElementClient, ElementClient, str]:
    """Return RED, who has just been asked, BLUE, and the room."""
    red, blue = [await stack.enter_async_context(connected(server.ports["mississippi"])) for _ in range(2)]
    await red.say(JOIN)
    room = (await red.until("joined")).attrib["roomId"]
    await blue.say(JOIN)
    await red.until("MoveRequest")
    await blue.until("memento")
    return red, blue, room


async def causes(client: ElementClient) -> list[str]:
    """Return the causes in the result."""
    return [score.attrib["cause"] for score in (await client.until("result")).iter("score")]


def test_an_illegal_move(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            red, blue, room = await game(stack, server)
            await red.say(f'<room roomId="{room}">{TURN_ONLY}</room>')
            assert await red.rest() == ["error", "CloseConnection"]
            error = (await blue.until("error")).find("data")
            assert error is not None
            assert error.attrib["message"].startswith("Ungueltiger Zug von 'Unknown'.\n")
            assert error.find("originalRequest/data/turn") is not None
            assert await causes(blue) == ["RULE_VIOLATION", "REGULAR"]
            assert await blue.rest() == ["left"]

    asyncio.run(scenario())


def test_a_move_out_of_turn(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            red, blue, room = await game(stack, server)
            await blue.say(f'<room roomId="{room}">{AHEAD}</room>')
            assert await blue.rest() == ["CloseConnection"]
            assert await causes(red) == ["REGULAR", "LEFT"]

    asyncio.run(scenario())


def test_a_move_for_another_room(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            red, blue, _ = await game(stack, server)
            await red.say(f'<room roomId="elsewhere">{AHEAD}</room>')
            assert await red.rest() == ["error", "CloseConnection"]
            await blue.until("error")
            assert await causes(blue) == ["LEFT", "REGULAR"]

    asyncio.run(scenario())


def test_an_answer_after_the_soft_limit(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            red, blue, room = await game(stack, server)
            # Being late is what is tested.
            await asyncio.sleep(1.9)
            await red.say(f'<room roomId="{room}">{AHEAD}</room>')
            assert await causes(red) == await causes(blue) == ["SOFT_TIMEOUT", "REGULAR"]
            assert await red.rest() == ["left"]

    asyncio.run(scenario())


def test_no_answer_until_the_hard_limit(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            red, blue, _ = await game(stack, server)
            assert await causes(red) == await causes(blue) == ["HARD_TIMEOUT", "REGULAR"]

    asyncio.run(scenario())


BOMB = '<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
HARMFUL = {
    "unknown element": "<dance/>",
    "unknown class": '<room roomId="r"><data class="dance"/></room>',
    "bad number": '<room roomId="r"><data class="move"><advance order="0" distance="far"/></data></room>',
    "not well-formed": "<room></moor>",
    "an entity bomb": BOMB,
    "a processing instruction": "<?php evil ?>",
    "thousands of attributes": "<join " + " ".join(f'a{number}="1"' for number in range(3000)) + "/>",
    "an endless element": '<join gameType="' + "x" * 100_000,
    "deep nesting": "<a>" * 40,
    "an unknown entity": "<join gameType='&evil;'/>",
}


@pytest.mark.parametrize("harmful", HARMFUL.values(), ids=HARMFUL.keys())
def test_what_cannot_be_read_costs_the_game_and_the_connection(server: Server, harmful: str) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            red, blue, _ = await game(stack, server)
            await red.say(harmful)
            assert await red.rest() == []
            assert await causes(blue) == ["LEFT", "REGULAR"]

    asyncio.run(scenario())


def test_a_lost_connection_costs_the_game(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            async with AsyncExitStack() as short:
                red = await short.enter_async_context(connected(server.ports["mississippi"]))
                blue = await stack.enter_async_context(connected(server.ports["mississippi"]))
                await red.say(JOIN)
                await red.until("joined")
                await blue.say(JOIN)
                await red.until("MoveRequest")
            assert await causes(blue) == ["LEFT", "REGULAR"]

    asyncio.run(scenario())


def test_who_vanishes_while_waiting_leaves_no_ghost(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            async with connected(server.ports["mississippi"]) as ghost:
                await ghost.say(JOIN)
                await ghost.until("joined")
                await ghost.say("</protocol>")
                assert await ghost.rest() == []
            red, blue, _ = await game(stack, server)
            assert "welcomeMessage" in red.names
            assert "welcomeMessage" in blue.names

    asyncio.run(scenario())
