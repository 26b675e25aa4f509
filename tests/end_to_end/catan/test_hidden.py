"""Two worlds on two servers with one public course: those who may not know the difference get the same bytes.

At a table of six the first two have secrets: they rob each other, buy cards and give up cards, which come out otherwise
in the second world. The others (a client of each dialect and a page) and a page that watches must not notice.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from games.catan.tests.twins import Twins, grow
from tests.end_to_end.catan.deeds import message_of
from tests.end_to_end.catan.player import Player
from tests.end_to_end.catan.spelling import A, B, C
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import Page, opened
from tests.support.server import Server

SECRETIVE = (0, 1)
DOORS = (A, C, A, B, C)
COLOURS = ("Orange", "Blau", "Weiss", "Gruen", "Braun")
OPTIONS: dict[str, Any] = {"points": 5, "turnTime": 0, "answerTime": 0}
#: What of a container tells when it was sent, and nothing else.
TIMES = ("timestamp", "total_ms", "time", "started", "finished")
#: Told a moment after people come and go, sooner or later; nothing of the match is in them.
CROWD = ("table/spectators", "table/table")


@pytest.fixture(scope="module")
def twins() -> Twins:
    """Worlds with an end and with several differences before it."""
    for seed in range(50, 150):
        found = grow(seed, 6, [2, 3, 4, 5], most=600, **OPTIONS)
        if found.ended and found.differences > 3:
            return found
    raise AssertionError("no seed will do")


Heard = dict[str, list[Any]]


async def live_through(server: Server, twins: Twins, world: int) -> Heard:
    """Play a world at a real table; return what everybody heard."""
    owner = Api(server.ports["web"]).as_guest("Owner")
    setup = {"game": "catan", "options": OPTIONS, "seats": 6, "bots": []}
    code = (await asyncio.to_thread(owner.post, "/api/tables", setup))["id"]
    tokens = [(await asyncio.to_thread(owner.post, f"/api/tables/{code}/seats", {}))["token"] for _ in DOORS]
    async with AsyncExitStack() as stack:
        address = f"{server.websocket}/ws/catan/{code}/"
        watching = await stack.enter_async_context(opened(address))
        page = await stack.enter_async_context(opened(f"{address}?token={owner.token}"))
        assert (await page.request("table/sit", {"seat": 5}))["payloadType"] == "table/done"
        players: list[Player] = []
        for dialect, token, colour in zip(DOORS, tokens, COLOURS, strict=True):
            wire = await stack.enter_async_context(connected(server.ports[dialect.door]))
            players.append(Player(wire, dialect, f"Client {len(players) + 1}", colour))
            await players[-1].join(token)
        for player in players:
            await player.must("Spiel starten")
        await follow(twins, world, players, page, watching)
        for player in players:
            while player.end is None:
                await player.read()
    codes = (code, (await asyncio.to_thread(owner.get, f"/api/tables/{code}"))["replay"])
    heard: Heard = {f"seat {seat}": list(player.wire.raw) for seat, player in enumerate(players)}
    heard["seat 5"] = [timeless(message, codes) for message in of_the_match(page)]
    heard["spectator"] = [timeless(message, codes) for message in of_the_match(watching)]
    return heard


async def follow(twins: Twins, world: int, players: list[Player], page: Page, watching: Page) -> None:
    """Do every deed of the world; both pages have seen each before the next."""
    state = (await state_at(page, 0))["state"]
    await state_at(watching, 0)
    numbers = [player["id"] for player in state["players"]]
    for step, deed in enumerate(twins.worlds[world], 1):
        word, payload = message_of(deed.move, numbers)
        if deed.seat == 5:
            answer = await page.request(word, payload)
            assert answer["payloadType"] == "table/done", (word, payload, answer)
        else:
            await players[deed.seat].must(word, payload)
        await state_at(page, step)
        await state_at(watching, step)


async def state_at(page: Page, step: int) -> Any:
    """Return the state after a step, which the page has or will get."""
    for message in reversed(page.messages):
        if message["payloadType"] == "table/state" and message["payload"]["step"] >= step:
            return message["payload"]
    while True:
        payload = (await page.receive_type("table/state"))["payload"]
        if payload["step"] >= step:
            return payload


def of_the_match(page: Page) -> list[Any]:
    return [message for message in page.messages if message["payloadType"] not in CROWD]


def timeless(message: Any, codes: tuple[str, ...]) -> str:
    """Return a container without the times in it; codes of tables and matches are drawn anew for each."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: strip(inner) for key, inner in value.items() if key not in TIMES}
        return [strip(inner) for inner in value] if isinstance(value, list) else value

    text = json.dumps(strip(message), sort_keys=True)
    for number, code in enumerate(codes):
        text = text.replace(code, f"CODE {number}")
    return text


def script(twins: Twins, world: int, file: Path) -> str:
    """Write the world's chance to a file and return its name."""
    outcomes = [outcome for deed in twins.worlds[world] for outcome in deed.outcomes]
    file.write_text(json.dumps([twins.opening, outcomes]))
    return str(file)


@pytest.mark.timeout(280)
def test_seats_and_spectators_get_the_same_bytes_whatever_others_hide(
    twins: Twins, make_server: Callable[..., Server], tmp_path: Path
) -> None:
    heard = []
    for world in (0, 1):
        server = make_server(SCRIPTED_CHANCE=script(twins, world, tmp_path / f"chance{world}.json"))
        server.program = [sys.executable, "-m", "tests.support.scripted"]
        server.start()
        heard.append(asyncio.run(live_through(server, twins, world)))
        server.stop()
    for who in ("seat 2", "seat 3", "seat 4", "seat 5", "spectator"):
        here, there = (world[who] for world in heard)
        for number, (one, other) in enumerate(zip(here, there, strict=True)):
            assert one == other, f"{who}, message {number}"
        assert len(here) > len(twins.worlds[0])
    assert any(heard[0][f"seat {seat}"] != heard[1][f"seat {seat}"] for seat in SECRETIVE)
