"""Wrong lines get the protocol's own error and change nothing (qwirkle-rules.md, section 5)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.qwirkle.grammar import NEW, OLD, Words
from tests.end_to_end.qwirkle.player import Player, kind
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.api import Api
from tests.support.lines import LineClient, connected
from tests.support.server import Server, copy_of

Scenario = Callable[[AsyncExitStack], Awaitable[None]]
BOTH = pytest.mark.parametrize("words", [OLD, NEW], ids=lambda words: words.version)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file, which seats nobody unasked."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("errors") / "data")
    server = Server(data, {"HOUSE_QWIRKLE": json.dumps({"assign_after": 3600})}).start()
    yield server
    server.kill()


def run(scenario: Scenario) -> None:
    """Run the scenario with connections that are closed in the end."""

    async def inside() -> None:
        async with AsyncExitStack() as stack:
            await scenario(stack)

    asyncio.run(inside())


async def raw(stack: AsyncExitStack, server: Server) -> LineClient:
    """Return a connection that has said nothing."""
    return await stack.enter_async_context(connected(server.ports["qwirkle"]))


async def greeted(
    stack: AsyncExitStack, server: Server, words: Words, name: str = "Anna", kind: str = "PLAYER"
) -> Player:
    """Return a client in the lobby."""
    player = Player(LineWire(await raw(stack, server), words), name)
    await player.connect(kind)
    return player


async def two_at_a_table(stack: AsyncExitStack, server: Server, words: Words, **options: Any) -> tuple[Player, Player]:
    """Return two players of a match that has just begun; the first is to move."""
    owner = Api(server.ports["web"]).as_guest()
    request = {"game": "qwirkle", "seats": 2, "options": {"timeVisualization": 0, **options}}
    table = (await asyncio.to_thread(owner.post, "/api/tables", request))["number"]
    anna, ben = await greeted(stack, server, words, "Anna"), await greeted(stack, server, words, "Ben")
    for player in (anna, ben):
        await player.join(table)
    return await begun(anna, ben)


async def two_of_the_house(stack: AsyncExitStack, server: Server) -> tuple[Player, Player]:
    """Return two players whom the house has seated; the first is to move."""
    anna = await greeted(stack, server, OLD, "Anna")
    await anna.joined()
    ben = await greeted(stack, server, OLD, "Ben")
    await ben.joined()
    return await begun(anna, ben)


async def begun(anna: Player, ben: Player) -> tuple[Player, Player]:
    """Follow the beginning of a match."""
    for player in (anna, ben):
        player.config = (await player.expect(400))["config"]
        tiles = (await player.expect(408))["tiles"]
        player.hand = {tile["uniqueID"]: kind(tile) for tile in tiles}
        assert (await player.expect(409))["client"]["clientID"] == anna.client
    return anna, ben


async def refused(player: Player, number: int, cause: int) -> None:
    """Check that the next message is this error, with a text, and with its cause where the dialect has one."""
    error = await player.expect(number)
    assert error["message"]
    assert error.get("causeId", cause) == cause


def on_board(player: Player, tile: int, x: int = 0, y: int = 0, **changes: int) -> dict[str, Any]:
    """Return a tile of the hand at a position."""
    colour, shape = player.hand[tile]
    return {"x": x, "y": y, "tile": {"color": colour, "shape": shape, "uniqueID": tile, **changes}}


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b"[]",
        b"{}",
        b'{"uniqueID":"x"}',
        b'{"uniqueID":12345}',
        b'{"uniqueID":101,"clientID":1}',
        b'{"clientType":"PLAYER","uniqueID":100}',
        b'{"clientName":"A","clientType":"KING","uniqueID":100}',
        b'{"clientName":7,"clientType":"PLAYER","uniqueID":100}',
        b'{"uniqueID":100,"clientName":"A"',
    ],
)
def test_an_unreadable_line_gets_a_910_and_the_connection_lives_on(server: Server, line: bytes) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        client = await raw(stack, server)
        await client.send_bytes(line + b"\n")
        player = Player(LineWire(client, OLD), "Anna")
        assert (await player.expect(910))["message"]
        await player.connect()

    run(scenario)


@BOTH
def test_before_the_greeting_everything_else_is_not_allowed(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        player = Player(LineWire(await raw(stack, server), words), "Anna")
        for number, fields in ((300, {}), (302, {"gameID": 1}), (306, {"message": "hi"}), (405, {}), (417, {})):
            await player.wire.send(number, **fields)
            await refused(player, 920, number)
        await player.connect()
        await player.wire.send(100, clientName="Again", clientType="PLAYER")
        await refused(player, 920, 100)

    run(scenario)


@BOTH
def test_in_the_lobby_a_game_cannot_be_played(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        player = await greeted(stack, server, words)
        for number in (405, 417, 419, 421, 423, 425, 498):
            await player.wire.send(number)
            await refused(player, 920, number)
        await player.wire.send(306, message="anybody?")
        await refused(player, 920, 306)
        await player.wire.send(411, tiles=[])
        await refused(player, 920, 411)
        for number in (302, 304):
            await player.wire.send(number, gameID=999_999)
            await refused(player, 920, number)

    run(scenario)


def test_a_clients_own_errors_are_swallowed(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        player = await greeted(stack, server, OLD)
        for number in (900, 910, 920):
            await player.wire.send(number, message="I did not understand")
        await player.wire.send(300)
        await player.expect(301)

    run(scenario)


@BOTH
def test_errors_of_a_move_have_their_priority(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_at_a_table(stack, server, words)
        mine, his = next(iter(anna.hand)), next(iter(ben.hand))
        # Not his turn: 920, but a tile that does not exist is worse: 910.
        await ben.wire.send(414, tiles=[on_board(ben, his)])
        await refused(ben, 920, 414)
        await ben.wire.send(414, tiles=[on_board(ben, his, uniqueID=100_000)])
        await refused(ben, 910, 414)
        # Her turn: a tile that is not what it says it is makes no sense, one of another hand is a wrong move.
        await anna.wire.send(414, tiles=[on_board(anna, mine, color=(anna.hand[mine][0] + 1) % 6)])
        await refused(anna, 910, 414)
        await anna.wire.send(414, tiles=[on_board(ben, his)])
        assert (await anna.expect(415))["validation"] is False
        # The first tile must lie on (0, 0), and an empty move is none.
        await anna.wire.send(414, tiles=[on_board(anna, mine, 3, 3)])
        assert (await anna.expect(415))["validation"] is False
        await anna.wire.send(414, tiles=[])
        assert (await anna.expect(415))["validation"] is False
        await anna.wire.send(411, tiles=[])
        assert (await anna.expect(412))["validation"] is False
        # Nothing has changed, and it is still her turn: no new 409 came.
        await anna.wire.send(414, tiles=[on_board(anna, mine)])
        assert (await anna.expect(415))["validation"] is True
        await anna.expect(416)

    run(scenario)


@BOTH
def test_a_wrong_move_may_cost_points(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_at_a_table(stack, server, words, wrongMove="POINT_LOSS", wrongMovePenalty=7)
        await anna.wire.send(414, tiles=[])
        assert (await anna.expect(415))["validation"] is False
        assert (await anna.expect(409))["client"]["clientID"] == ben.client
        await anna.wire.send(417)
        scores = {client["clientID"]: score for client, score in (await anna.expect(418))["scores"]}
        assert scores == {anna.client: -7, ben.client: 0}

    run(scenario)


def test_a_kicked_client_of_1_0_1_is_disconnected_and_all_are_told(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_at_a_table(stack, server, OLD, wrongMove="KICK")
        await anna.wire.send(414, tiles=[])
        assert (await anna.expect(415))["validation"] is False
        assert (await anna.expect(406))["client"]["clientID"] == anna.client
        assert isinstance(anna.wire, LineWire)
        await anna.wire.client.closed()
        told = [await ben.next() for _ in range(4)]
        assert sorted(message["uniqueID"] for message in told) == [200, 401, 406, 407]
        winner = next(message for message in told if message["uniqueID"] == 407)
        assert winner["client"]["clientID"] == ben.client
        assert [client["clientID"] for client, _ in winner["leaderboard"]] == [ben.client]

    run(scenario)


def test_a_kicked_client_of_1_1_0_is_back_in_the_lobby(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_at_a_table(stack, server, NEW, wrongMove="KICK")
        await anna.wire.send(414, tiles=[])
        assert (await anna.expect(415))["validation"] is False
        assert (await anna.expect(406))["client"]["clientID"] == anna.client
        await anna.wire.send(300)
        numbers = [anna.seen[-1]]
        while numbers[-1] != 301:
            numbers.append((await anna.next())["uniqueID"])
        assert [(await ben.next())["uniqueID"] for _ in range(3)] == [406, 401, 407]

    run(scenario)


@BOTH
def test_time_that_runs_out_costs_points_and_the_turn(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_at_a_table(stack, server, words, turnTime=2000, slowMovePenalty=3)
        assert (await ben.expect(409))["client"]["clientID"] == ben.client
        await anna.expect(409)
        # Ben's own time runs by now: there must be enough of it for a question and its answer.
        await ben.wire.send(417)
        scores = {client["clientID"]: score for client, score in (await ben.expect(418))["scores"]}
        assert scores == {anna.client: -3, ben.client: 0}

    run(scenario)


@BOTH
def test_who_leaves_is_told_so_and_the_other_wins(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_at_a_table(stack, server, words)
        await anna.wire.send(405)
        assert (await anna.expect(406))["client"]["clientID"] == anna.client
        assert [(await ben.next())["uniqueID"] for _ in range(3)] == [406, 401, 407]

    run(scenario)


def test_spectators_of_the_house_see_what_players_may_not(make_server: Callable[..., Server]) -> None:
    house = {"assign_after": 0, "options": {"timeVisualization": 0}}
    server = make_server(HOUSE_QWIRKLE=json.dumps(house)).start()

    async def scenario(stack: AsyncExitStack) -> None:
        anna, ben = await two_of_the_house(stack, server)
        carla = await greeted(stack, server, OLD, "Carla", "SPECTATOR")
        await carla.wire.send(300)
        game = max(game["gameID"] for game in (await carla.expect(301))["games"])
        await carla.wire.send(302, gameID=game)
        await refused(carla, 900, 302)
        await carla.wire.send(304, gameID=game)
        assert (await carla.expect(305))["gameID"] == game
        await carla.wire.send(425)
        message = await carla.next()
        while message["uniqueID"] != 426:
            message = await carla.next()
        hands = {client["clientID"]: {tile["uniqueID"] for tile in tiles} for client, tiles in message["hands"]}
        assert hands == {anna.client: set(anna.hand), ben.client: set(ben.hand)}
        await carla.wire.send(423)
        bag = {tile["uniqueID"] for tile in (await carla.expect(424))["bag"]}
        assert len(bag) == 108 - 12
        assert not bag & (set(anna.hand) | set(ben.hand))
        await carla.wire.send(414, tiles=[on_board(anna, next(iter(anna.hand)))])
        await refused(carla, 900, 414)
        # A player's words reach all, a spectator's only spectators.
        await carla.wire.send(306, message="psst")
        assert (await carla.expect(307))["message"] == "psst"
        await anna.wire.send(306, message="hello & <all>")
        for one in (anna, ben, carla):
            heard = await one.expect(307)
            assert (heard["message"], heard["client"]["clientID"]) == ("hello & <all>", anna.client)

    run(scenario)


@BOTH
def test_at_a_table_that_somebody_opened_nobody_is_shown_hands_or_the_bag(server: Server, words: Words) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        owner = Api(server.ports["web"]).as_guest()
        request = {"game": "qwirkle", "seats": 2, "options": {"timeVisualization": 0}}
        table = (await asyncio.to_thread(owner.post, "/api/tables", request))["number"]
        anna, ben, eye = [await greeted(stack, server, words, name) for name in ("Anna", "Ben", "Anna's eye")]
        await eye.wire.send(304, gameID=table)
        await eye.expect(305)
        # Before the match there is nothing to see, and the answer is the same.
        await eye.wire.send(425)
        await refused(eye, 900, 425)
        for player in (anna, ben):
            await player.join(table)
        for number in (400, 409):
            await eye.expect(number)
        for number in (423, 425):
            await eye.wire.send(number)
            await refused(eye, 900, number)
        await eye.wire.send(417)
        await eye.expect(418)

    run(scenario)


@BOTH
@pytest.mark.parametrize("data", [b"x" * 70_000, b'{"message":"\xff","uniqueID":306}\n'], ids=["too long", "not UTF-8"])
def test_bytes_that_are_no_lines_are_told_so_and_hung_up_on(server: Server, words: Words, data: bytes) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        player = await greeted(stack, server, words)
        assert isinstance(player.wire, LineWire)
        await player.wire.client.send_bytes(data)
        await player.expect(910)
        await player.wire.client.closed()

    run(scenario)


def test_many_messages_in_one_packet_and_one_in_many_are_the_same(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        client = await raw(stack, server)
        hello = b'{"clientName":"\xc3\x84nne","clientType":"ENGINE_PLAYER","uniqueID":100}\r\n\r\n{"uniqueID":300}\n'
        for byte in hello:
            await client.send_bytes(bytes([byte]))
        player = Player(LineWire(client, OLD), "Änne")
        await player.expect(101)
        await player.expect(301)
        await client.send_bytes(b'{"uniqueID":300}\n' * 20)
        for _ in range(20):
            await player.expect(301)

    run(scenario)
