"""Whole matches over plain TCP: one client for each dialect at one table, lost players, bad lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.end_to_end.catan.player import Player
from tests.end_to_end.catan.spelling import A, B, C, Dialect
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server, copy_of
from tests.support.waiting import until

COLOURS = ("Rot", "Weiss", "Blau", "Orange")
Scenario = Callable[[AsyncExitStack], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("catan") / "data")
    server = Server(data, {"HOUSE_CATAN": json.dumps({"options": {"points": 8}})}).start()
    yield server
    server.kill()


def run(scenario: Scenario) -> None:
    """Run the scenario with connections that are closed in the end."""

    async def inside() -> None:
        async with AsyncExitStack() as stack:
            await scenario(stack)

    asyncio.run(inside())


async def seated(stack: AsyncExitStack, server: Server, *dialects: Dialect) -> list[Player]:
    """Return players who have chosen names and colours at one table."""
    players = []
    for number, dialect in enumerate(dialects):
        wire = await stack.enter_async_context(connected(server.ports[dialect.door]))
        player = Player(wire, dialect, f"Client {number + 1}", COLOURS[number])
        await player.join()
        players.append(player)
    return players


def test_one_client_of_each_dialect_play_a_whole_match(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        players = await seated(stack, server, A, B, C)
        for player in players:
            await player.must("Spiel starten")
        await asyncio.gather(*(player.play() for player in players))
        winners = {player.end["Sieger"] for player in players}
        assert len(winners) == 1
        assert winners <= {player.id for player in players}
        winner = next(player for player in players if player.id in winners)
        assert winner.players[winner.id]["Siegpunkte"] >= 8
        for player in players:
            assert {"Wuerfelwurf", "Ertrag", "Kosten", "Bauvorgang", "Raeuber versetzt"} <= player.words
        await asyncio.to_thread(check_files, Api(server.ports["web"]), winner)

    run(scenario)


def check_files(api: Api, winner: Player) -> None:
    """The match can be had in the notation, with what it loses beside it."""
    until(lambda: api.get("/api/replays?game=catan"), "the match is in the library")
    replay = api.get("/api/replays?game=catan")[0]["id"]
    side = json.loads(api.call("GET", f"/api/replays/{replay}.sgn.json").body)
    assert {(one["name"], one["client"]) for one in side["players"]} == {
        (f"Client {number}", f"Client {number} 1.0 (KI)") for number in (1, 2, 3)
    }
    (number,) = side["result"]["winners"]
    assert next(one["id"] for one in side["players"] if one["player"] == number) == winner.id
    assert side["ended"] > side["started"]
    lines = [json.loads(line) for line in api.call("GET", f"/api/replays/{replay}.sgn").body.splitlines()]
    assert sum(code == "RD" for _, code, _ in lines) == len(side["dice"])


def test_a_lost_player_is_told_and_ends_the_match(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        players = await seated(stack, server, B, A, C)
        for player in players:
            await player.must("Spiel starten")
        lost, *left = players
        await lost.wire.close()
        for player in left:
            while player.end is None:
                await player.read()
            assert player.players[lost.id]["Status"] == "Verbindung verloren"
            assert "Sieger" not in player.end

    run(scenario)


def test_bad_lines_are_answered_one_by_one_and_the_connection_lives(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        (player,) = await seated(stack, server, A)
        for line in (
            b"hello",
            b"[]",
            b"{}",
            b'{"Unsinn":{}}',
            b'{"a":{},"b":{}}',
            b'{"Bauen":7}',
            b'{"Bauen":{"Typ":1}}',
        ):
            await player.wire.send_bytes(line + b"\r\n")
            assert (await player.read())[0] == "Fehler", line
        await player.wire.send_bytes(b'\n\n{"Chatnach')
        await player.wire.send_bytes(b'richt senden":{"Nachricht":"a"}}{"Chatnachricht senden":{"Nachricht":"b"}}\n')
        said = [await player.read() for _ in range(4)]
        assert [word for word, _ in said] == ["Chatnachricht", "OK"] * 2
        assert said[2][1] == {"Absender": player.id, "Nachricht": "b"}

    run(scenario)


@pytest.mark.parametrize("dialect", [A, B, C], ids=["A", "B", "C"])
def test_a_message_without_its_newline_is_answered_all_the_same(server: Server, dialect: Dialect) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        (player,) = await seated(stack, server, dialect)
        chat = dialect.write("Chatnachricht senden", {"Nachricht": "ohne {Ende"}).rstrip()
        for pieces in ([chat], [chat[:20], chat[20:]], [b"\n" + chat]):
            for piece in pieces:
                await player.wire.send_bytes(piece)
            assert [(await player.read())[0] for _ in range(2)] == ["Chatnachricht", "OK"]

    run(scenario)


def test_a_taken_colour_is_refused_in_every_dialect(server: Server) -> None:
    async def scenario(stack: AsyncExitStack) -> None:
        players = await seated(stack, server, A, B, C)
        for player in players:
            await player.must("Spieler", {"Farbe": "Weiss"})
        await players[0].must("Spiel starten")
        for player in players[1:]:
            assert await player.ask("Spiel starten") == "Farbe bereits vergeben"

    run(scenario)
