"""Two worlds on two servers: pages, programs, the lobby, the API and the site tell nobody in which one he is.

Every game is played in whole, once for each way to sit at the table as the one who may not know. Each step is played
through the table's own door; all who look at it have real sockets.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from gamekit import registry
from tests.hidden import audience
from tests.hidden.audience import PageWitness, Witness, timeless
from tests.hidden.choosing import SHORT, seats_of, twins_of
from tests.hidden.worlds import Twins
from tests.hostile import seeds
from tests.support.api import Api
from tests.support.server import Server

#: Steps between two looks at everything that can be asked for.
EVERY = 40
QUESTIONS = [payload for kind, payload in seeds.PAGE_SAID if kind == "table/ask"]
#: What a program says at a game's TCP door to take the seat of a token. Catan's three have a test of their own
#: (tests/end_to_end/catan/test_hidden.py); a game that is not here is looked at through pages.
HELLOS: dict[str, Callable[[str], list[bytes]]] = {
    "qwirkle": lambda token: [
        json.dumps({"clientName": f"Ada#{token}", "clientType": "PLAYER", "uniqueID": 100}).encode() + b"\n"
    ],
    "mississippi": lambda token: [f'<protocol><joinPrepared reservationCode="{token}"/>'.encode()],
}
WAYS = [(slug, "page") for slug in registry.games()] + [(slug, "program") for slug in HELLOS]


@dataclass
class Told:
    """What everybody was told in one world."""

    streams: dict[str, list[str]] = field(default_factory=dict)
    looks: list[tuple[str, str]] = field(default_factory=list)
    replay: bytes = b""
    """The match with everything that was hidden, for all to see after its end."""


class Stage:
    """A world on a server."""

    def __init__(self, server: Server, stage: Path) -> None:
        self._server, self._stage = server, stage
        self._owner = Api(server.ports["web"]).as_guest("Owner")
        self._codes: dict[str, str] = {}
        """What is drawn anew for each table and match -> a name for it; lists also name those of before."""

    async def play(self, twins: Twins, world: int, way: str) -> Told:
        """Play a match of the world to its end."""
        told, slug = Told(), twins.game.slug
        bots = [twins.game.bots[0].name] * (len(twins.players) - 1)
        setup = {"game": slug, "options": SHORT.get(slug, {}), "seats": len(twins.players), "bots": bots}
        code: str = (await asyncio.to_thread(self._owner.post, "/api/tables", setup))["id"]
        codes, number = self._codes, len(self._codes)
        codes[code] = f"TABLE {number}"
        async with AsyncExitStack() as stack:
            self._control = await asyncio.open_unix_connection(str(self._stage))
            address = f"{self._server.websocket}/ws/{slug}/{code}/"
            watching = await stack.enter_async_context(audience.page(address))
            await watching.until(lambda text: "table/hello" in text)
            playing = await self._take_seat(stack, slug, code, way, address, len(twins.players) - 1)
            await watching.at_step(0)
            match = await self._match(code)
            codes[match] = f"MATCH {number}"
            for number, step in enumerate(twins.worlds[world].steps, 1):
                await self._perform(code, step.kind, step.seat, step.input)
                await watching.at_step(number)
                if isinstance(playing, PageWitness):
                    await playing.at_step(number)
                if number % EVERY == 1 and number < len(twins.worlds[world].steps):
                    await self._look(told, code, match, address, playing)
            self._control[1].close()
        told.replay = (await asyncio.to_thread(self._owner.call, "GET", f"/api/replays/{match}.jsonl")).body
        told.streams = {"watching": watching.told(codes), way: playing.told(codes)}
        if way == "program":
            # Bytes come in pieces of any length.
            told.streams[way] = ["".join(told.streams[way])]
        return told

    async def _take_seat(
        self, stack: AsyncExitStack, slug: str, code: str, way: str, address: str, seat: int
    ) -> Witness:
        if way == "page":
            page = await stack.enter_async_context(audience.page(f"{address}?token={self._owner.token}"))
            assert "table/done" in await page.ask("table/sit", {"seat": seat})
            await page.at_step(0)
            return page
        token = (await asyncio.to_thread(self._owner.post, f"/api/tables/{code}/seats", {}))["token"]
        door = registry.game(slug).endpoints[0].name
        return await stack.enter_async_context(audience.stream(self._server.ports[door], HELLOS[slug](token)))

    async def _match(self, code: str) -> str:
        shown = await asyncio.to_thread(self._owner.get, f"/api/tables/{code}")
        match: str = shown["match"]["id"]
        return match

    async def _perform(self, *step: Any) -> None:
        reader, writer = self._control
        writer.write(json.dumps(step).encode() + b"\n")
        await writer.drain()
        assert await asyncio.wait_for(reader.readline(), 30) == b"done\n", step

    async def _look(self, told: Told, table: str, match: str, address: str, playing: Witness) -> None:
        """Ask for everything that can be asked for while a match runs."""
        codes = self._codes
        slug = address.split("/")[-3]
        for path in (
            f"/api/tables/{table}", "/api/tables", "/api/replays", f"/api/replays/{match}",
            f"/api/replays/{match}.jsonl", f"/replays/{match}/", f"/replays/{match}/states.json",
            f"/replays/{match}/moments.json", f"/replays/{match}/download.jsonl", f"/{slug}/{table}/", f"/{slug}/",
            f"/tv/{slug}/", "/", "/metrics",
        ):  # fmt: skip
            answer = await asyncio.to_thread(self._owner.call, "GET", path)
            if "replays/" in path:
                assert answer.status in (400, 403, 404, 409), f"{path} of a running match was answered {answer.status}"
            body = answer.body.decode()
            told.looks.append((path_name(path, codes), _names(body) if path == "/metrics" else timeless(body, codes)))
        for query in ("", "?version=0", "?version=3"):
            await self._come_back(told, codes, address + query, f"spectator{query}")
        if isinstance(playing, PageWitness):
            for query in ("", "&version=0", "&version=3"):
                await self._come_back(told, codes, f"{address}?token={self._owner.token}{query}", f"seat{query}")
            for asked in QUESTIONS:
                answer_text = await playing.ask("table/ask", asked)
                told.looks.append((f"answer to {asked['question']}", timeless(answer_text, codes)))
        async with audience.page(f"{self._server.websocket}/ws/lobby/") as lobby:
            listed = await lobby.until(lambda text: "lobby/tables" in text)
            told.looks.append(("lobby", timeless(listed, codes)))

    async def _come_back(self, told: Told, codes: dict[str, str], url: str, who: str) -> None:
        async with audience.page(url) as visitor:
            await visitor.at_step(0)
            for asked in QUESTIONS:
                await visitor.ask("table/ask", asked)
            await visitor.ask("table/resign" if "token" not in url else "table/nonsense", {})
            told.looks.append((who, "\n".join(visitor.told(codes))))


def path_name(path: str, codes: dict[str, str]) -> str:
    """Return a path without the codes in it."""
    return timeless(path, codes)


def _names(metrics: str) -> str:
    """Return which figures there are; how large they are depends on the clock."""
    return "\n".join(sorted({line.rpartition(" ")[0] for line in metrics.splitlines() if not line.startswith("#")}))


def script(matches: list[Twins], world: int, file: Path) -> str:
    """Write the chance of all matches of a world, one after the other."""
    outcomes: list[list[int]] = []
    for twins in matches:
        played = twins.worlds[world]
        outcomes += [list(played.opening), [one for step in played.steps for one in step.chance]]
    file.write_text(json.dumps(outcomes))
    return str(file)


@pytest.mark.timeout(280)
def test_nobody_learns_over_a_socket_what_he_may_not_know(make_server: Callable[..., Server], tmp_path: Path) -> None:
    matches = [twins_of(slug, seats_of(slug) - 1)[0] for slug, _ in WAYS]
    heard: list[list[Told]] = []
    for world in (0, 1):
        chance = script(matches, world, tmp_path / f"chance{world}.json")
        server = make_server(SCRIPTED_CHANCE=chance, STAGE=str(tmp_path / f"stage{world}"))
        server.program = [sys.executable, "-m", "tests.hidden.staged"]
        server.start()
        stage = Stage(server, tmp_path / f"stage{world}")
        heard.append(
            [asyncio.run(stage.play(twins, world, way)) for twins, (_, way) in zip(matches, WAYS, strict=True)]
        )
        server.stop()
    leaks = [
        f"{slug} by {way}: {leak}"
        for (slug, way), one, other in zip(WAYS, *heard, strict=True)
        for leak in differences(one, other)
    ]
    assert leaks == [], "\n".join(leaks[:10])


def differences(one: Told, other: Told) -> Iterator[str]:
    """Yield what was told otherwise in the other world."""
    assert one.looks
    assert secrets_of(one.replay) != secrets_of(other.replay), "there was nothing hidden"
    for who, mine in one.streams.items():
        assert sum(map(len, mine)) > 1000, "a match has more to tell"
        for number, (this, that) in enumerate(zip_longest(mine, other.streams[who], fillvalue="")):
            if this != that:
                yield f"{who}, message {number}: {apart(this, that)}"
    for (what, this), (_, that) in zip(one.looks, other.looks, strict=True):
        if this != that:
            yield f"{what}: {apart(this, that)}"


def secrets_of(replay: bytes) -> list[Any]:
    """Return moves and chance of a match."""
    lines = [json.loads(line) for line in replay.splitlines()]
    return [(line.get("input"), line.get("chance")) for line in lines]


def apart(this: str, that: str) -> str:
    """Return where two texts go apart."""
    place = next((n for n, (a, b) in enumerate(zip(this, that, strict=False)) if a != b), min(len(this), len(that)))
    begin = max(0, place - 80)
    return f"{this[begin : place + 80]!r} against {that[begin : place + 80]!r}"
