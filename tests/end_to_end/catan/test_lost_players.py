"""Players who say nothing, or go away and come back, over plain TCP: the turn timer, held seats, seat tokens."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.end_to_end.catan.player import Player
from tests.end_to_end.catan.spelling import A, B, C, Dialect
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server, copy_of

COLOURS = ("Rot", "Orange", "Blau")
#: Seconds for which a seat is held, and for a turn.
HELD, TURN = 2, 0.6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    house = {"options": {"turnTime": round(TURN * 1000)}, "on_disconnect": f"wait:{HELD}"}
    data = copy_of(migrated_data, tmp_path_factory.mktemp("lost") / "data")
    server = Server(data, {"HOUSE_CATAN": json.dumps(house)}).start()
    yield server
    server.kill()


async def join(stack: AsyncExitStack, server: Server, dialect: Dialect, colour: str, token: str = "") -> Player:
    """Return a player with a name and a colour."""
    wire = await stack.enter_async_context(connected(server.ports[dialect.door]))
    player = Player(wire, dialect, f"Client {dialect.door}", colour)
    await player.join(token)
    return player


async def begun(players: list[Player]) -> Player:
    """Begin the match; return the one who begins it."""
    for player in players:
        await player.must("Spiel starten")
    for player in players:
        while not any(card["Status"] == "Dorf bauen" for card in player.players.values()):
            await player.read()
    return next(player for player in players if player.status == "Dorf bauen")


def test_a_silent_turn_is_played_by_a_bot_after_its_time(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            players = [await join(stack, server, *one) for one in zip((A, B, C), COLOURS, strict=True)]
            # Before the server's clock begins, which does not wait until this process has read of it.
            begin = time.monotonic()
            silent = await begun(players)
            heard = []
            while silent.status != "Warten":
                heard.append((await silent.read())[0])
            assert time.monotonic() - begin > TURN - 0.2
            # What was built comes first, the statuses last; nobody asked, so nobody is answered.
            assert heard == ["Bauvorgang", "Bauvorgang", "Statusupdate"]
            assert silent.map.mine(silent.id, "Dorf")
            assert silent.map.mine(silent.id, "Strasse")
            while not any(card["Status"] == "Dorf bauen" for card in silent.players.values()):
                await silent.read()

    asyncio.run(scenario())


def test_a_held_seat_plays_on_by_the_clock_until_its_time_is_over(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            players = [await join(stack, server, *one) for one in zip((C, A, B), COLOURS, strict=True)]
            lost = await begun(players)
            left = [player for player in players if player is not lost]
            # Before the server can know of it, which does not wait until this process reads its clock.
            gone = time.monotonic()
            await lost.wire.close()
            for player in left:
                while player.end is None:
                    await player.read()
                assert player.map.mine(lost.id, "Dorf"), "his turn was played"
                assert player.players[lost.id]["Status"] == "Verbindung verloren"
                assert "Sieger" not in player.end
            assert time.monotonic() - gone > HELD - 0.2

    asyncio.run(scenario())


@pytest.mark.parametrize("dialect", [A, B, C], ids=["A", "B", "C"])
def test_a_seat_token_leads_back_into_the_running_match(server: Server, dialect: Dialect) -> None:
    async def scenario() -> None:
        owner = Api(server.ports["web"]).as_guest("Owner")
        setup = {"game": "catan", "options": {"turnTime": 0, "points": 3}, "seats": 3, "bots": ["beginner", "beginner"]}
        code = (await asyncio.to_thread(owner.post, "/api/tables", setup))["id"]
        token = (await asyncio.to_thread(owner.post, f"/api/tables/{code}/seats", {}))["token"]
        async with AsyncExitStack() as stack:
            player = await join(stack, server, dialect, "Blau", token)
            await player.must("Spiel starten")
            while player.status != "Dorf bauen":
                await player.read()
            await player.first_village()
            await player.wire.close()
            wire = await stack.enter_async_context(connected(server.ports[dialect.door]))
            back = Player(wire, dialect, player.name, "")
            await back.read()
            await wire.send_bytes(dialect.write("Hallo", {"Version": f"again #{token}"}))
            assert await back.read() == ("Willkommen", {"id": player.id})
            back.id = player.id
            while back.status != "Strasse bauen":
                await back.read()
            assert len(back.players) == 3
            assert back.map.mine(back.id, "Dorf") == [player.last_village]
            back.last_village = player.last_village
            await back.play()
            assert "Sieger" in back.end

    asyncio.run(scenario())


@pytest.mark.parametrize("house", [True, False], ids=["at a house table that says so", "at a table of the lobby"])
def test_a_bot_stands_in_for_a_lost_player_and_the_match_is_played_out(
    make_server: Callable[..., Server], house: bool
) -> None:
    """Nobody has a clock here: without the bot the match would stand still."""
    rules = {"options": {"turnTime": 0, "points": 4}, "on_disconnect": "bot"}
    server = make_server(HOUSE_CATAN=json.dumps(rules))
    server.program = [sys.executable, "-m", "tests.support.hasty"]
    server.start()

    async def scenario() -> None:
        tokens = [""] * 3 if house else await asyncio.to_thread(lobby_tokens, server)
        async with AsyncExitStack() as stack:
            seats = zip((A, B, C), COLOURS, tokens, strict=True)
            players = [await join(stack, server, *seat) for seat in seats]
            lost = await begun(players)
            await lost.wire.close()
            left = [player for player in players if player is not lost]
            await asyncio.gather(*(player.play() for player in left))
            for player in left:
                assert "Sieger" in player.end
                assert player.players[lost.id]["Status"] != "Verbindung verloren"
                assert len(player.map.mine(lost.id, "Dorf") + player.map.mine(lost.id, "Stadt")) >= 2

    asyncio.run(scenario())


def lobby_tokens(server: Server) -> list[str]:
    """Open a table in the lobby; return the tokens of its seats."""
    owner = Api(server.ports["web"]).as_guest("Owner")
    code = owner.post("/api/tables", {"game": "catan", "options": {"turnTime": 0, "points": 4}, "seats": 3})["id"]
    return [owner.post(f"/api/tables/{code}/seats", {})["token"] for _ in range(3)]


def test_those_who_are_ready_begin_when_the_last_who_is_not_goes(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            players = [await join(stack, server, *one) for one in zip((A, B, C), COLOURS, strict=True)]
            async with AsyncExitStack() as short:
                await join(short, server, A, "Weiß")
                for player in players:
                    await player.must("Spiel starten")
            for player in players:
                while not any(card["Status"] == "Dorf bauen" for card in player.players.values()):
                    await player.read()

    asyncio.run(scenario())
