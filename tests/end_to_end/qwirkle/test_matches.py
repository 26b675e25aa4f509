"""Whole games over real sockets, by programs written from the specification alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from tests.end_to_end.qwirkle.grammar import NEW, OLD, Words
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import ContainerWire, LineWire
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import opened
from tests.support.server import Server
from tests.support.waiting import until

OPTIONS = {"turnTime": 60_000, "timeVisualization": 0}
House = dict[str, object]


def house(**rules: object) -> str:
    """Return HOUSE_QWIRKLE."""
    return json.dumps({"options": OPTIONS, **rules})


async def line_player(stack: AsyncExitStack, server: Server, words: Words, name: str) -> Player:
    """Return a greeted client on the TCP port."""
    client = await stack.enter_async_context(connected(server.ports["qwirkle"]))
    player = Player(LineWire(client, words), name)
    await player.connect()
    return player


async def play_together(*players: Player) -> None:
    """Let the players play to the end at the same time."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())


def agree(*players: Player) -> None:
    """Check that all saw the same game end the same way."""
    first = players[0]
    for player in players:
        assert player.board == first.board
        assert player.winner is not None
        assert first.winner is not None
        assert player.winner["score"] == first.winner["score"]
        assert player.winner["client"]["clientID"] == first.winner["client"]["clientID"]
        assert player.moves > 3


@pytest.mark.parametrize("words", [OLD, NEW], ids=lambda words: words.version)
def test_two_clients_that_wait_are_seated_and_play_to_the_end(words: Words, make_server: Callable[..., Server]) -> None:
    server = make_server(HOUSE_QWIRKLE=house(seats=2, assign_after=0.1)).start()

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            anna = await line_player(stack, server, words, "Anna")
            ben = await line_player(stack, server, words, "Ben <&'=>")
            assert await anna.joined() == await ben.joined()
            await play_together(anna, ben)
            agree(anna, ben)
            assert any(client["clientName"] == "Ben <&'=>" for client in anna.log[2]["clients"])

    asyncio.run(scenario())
    replays = until(lambda: Api(server.ports["web"]).get("/api/replays?game=qwirkle"), "the replay is there")
    assert Api(server.ports["web"]).get(f"/api/replays/{replays[0]['id']}")["verified"] is True


@pytest.mark.parametrize("words", [OLD, NEW], ids=lambda words: words.version)
def test_clients_find_a_game_in_the_list_join_it_and_play(words: Words, make_server: Callable[..., Server]) -> None:
    server = make_server(HOUSE_QWIRKLE=house(assign_after=30)).start()
    owner = Api(server.ports["web"]).as_guest()
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": {**OPTIONS, "colorShapeCount": 4}})

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            players = [await line_player(stack, server, words, name) for name in ("Anna", "Ben")]
            for player in players:
                await player.wire.send(300)
                games = (await player.expect(301))["games"]
                game = next(game for game in games if game["gameID"] == table["number"])
                assert (game["gameState"], game["config"]["colorShapeCount"]) == ("NOT_STARTED", 4)
                await player.join(game["gameID"])
            await play_together(*players)
            agree(*players)
            await players[0].wire.send(300)
            games = (await players[0].expect(301))["games"]
            assert next(game for game in games if game["gameID"] == table["number"])["gameState"] == "ENDED"

    asyncio.run(scenario())


def test_both_dialects_a_websocket_client_and_a_bot_finish_one_game(make_server: Callable[..., Server]) -> None:
    server = make_server(HOUSE_QWIRKLE=house(assign_after=30)).start()
    owner = Api(server.ports["web"]).as_guest()
    request = {"game": "qwirkle", "seats": 4, "bots": ["greedy"], "options": OPTIONS}
    table = owner.post("/api/tables", request)

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            old = await line_player(stack, server, OLD, "Old")
            new = await line_player(stack, server, NEW, "New")
            page = await stack.enter_async_context(opened(f"{server.websocket}/ws/qwirkle/"))
            web = Player(ContainerWire(page), "Web")
            await web.connect()
            for player in (old, new, web):
                await player.join(table["number"])
            await play_together(old, new, web)
            agree(old, new, web)
            assert len(old.scores) == 4
            versions = [message["version"] for message in page.messages if "version" in message]
            assert versions == list(range(versions[0], versions[0] + len(versions)))

    asyncio.run(scenario())
    done = owner.get(f"/api/tables/{table['id']}")
    assert done["status"] == "finished"
    assert [seat["kind"] for seat in done["seats"]].count("client") == 3
    assert owner.get(f"/api/replays/{done['replay']}")["verified"] is True
