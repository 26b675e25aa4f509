"""Two worlds on two servers: pages, programs, the lobby, the API and the site tell nobody in which one he is.

Every game is played in whole, once for each way to sit at the table as the one who may not know: on one server, and on
processes of their own for web, tables and bridge. Each step is played through the table's own door.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from faults.scaledout import Web
from gamekit import registry
from tests.hidden.choosing import seats_of, twins_of
from tests.hidden.programs import PROGRAMS
from tests.hidden.scenes import Told
from tests.hidden.stage import Stage
from tests.hidden.worlds import Twins
from tests.support.server import Server
from tools import services

WAYS = [(slug, "page") for slug in registry.games()] + [(slug, "program") for slug in PROGRAMS]
#: A spectator who is told later is told by other code, which is the same for all games.
DELAYED = [("qwirkle", "delayed")]


def script(matches: list[Twins], world: int, file: Path) -> str:
    """Write the chance of all matches of a world, one after the other."""
    outcomes: list[list[int]] = []
    for twins in matches:
        played = twins.worlds[world]
        outcomes += [list(played.opening), [one for step in played.steps for one in step.chance]]
    file.write_text(json.dumps(outcomes))
    return str(file)


def staged(server: Server) -> Server:
    """Return the server, started as a stage."""
    server.program = [sys.executable, "-m", "tests.hidden.staged"]
    return server.start()


Course = Callable[[Stage], list[Told]]


def compare(ways: list[tuple[str, str]], folder: Path, play: Callable[[Path, Course], list[Told]]) -> None:
    """Play every match in both worlds; `play` puts a stage up, hands it on and takes it down again."""
    matches = [twins_of(slug, seats_of(slug) - 1)[0] for slug, _ in ways]
    heard: list[list[Told]] = []
    for world in (0, 1):
        place = folder / f"world{world}"
        place.mkdir()
        script(matches, world, place / "chance.json")

        def course(stage: Stage, world: int = world) -> list[Told]:
            return [asyncio.run(stage.play(twins, world, way)) for twins, (_, way) in zip(matches, ways, strict=True)]

        heard.append(play(place, course))
    assert all(told.looks for (_, way), told in zip(ways, heard[0], strict=True) if way != "delayed")
    assert all(told.tries for told in heard[0])
    leaks = [
        f"{slug} by {way}: {leak}"
        for (slug, way), one, other in zip(ways, *heard, strict=True)
        for leak in differences(one, other)
    ]
    assert leaks == [], "\n".join(leaks[:10])


@pytest.fixture
def alone(make_server: Callable[..., Server]) -> Callable[..., list[Told]]:
    """Plays a course on one server, which gets the given environment."""

    def play(place: Path, course: Course, **environment: str) -> list[Told]:
        stage = {"SCRIPTED_CHANCE": str(place / "chance.json"), "STAGE": str(place / "stage")}
        server = staged(make_server(**stage, **environment))
        try:
            return course(Stage(server, server.ports, place / "stage"))
        finally:
            server.kill()

    return play


@pytest.mark.timeout(400)
def test_nobody_learns_over_a_socket_what_he_may_not_know(alone: Callable[..., list[Told]], tmp_path: Path) -> None:
    compare([*WAYS, *DELAYED], tmp_path, alone)


@pytest.mark.parametrize("way", ["page", "program"])
def test_a_leak_would_be_heard(alone: Callable[..., list[Told]], tmp_path: Path, way: str) -> None:
    """Test the test: a refusal of a move that counts something of the whole state is caught."""
    with pytest.raises(AssertionError, match=f"qwirkle by {way}"):
        compare([("qwirkle", way)], tmp_path, partial(alone, LEAK="qwirkle"))


@pytest.mark.timeout(400)
def test_nobody_learns_it_from_many_processes(tmp_path: Path) -> None:
    def play(place: Path, course: Course) -> list[Told]:
        with ExitStack() as stack:
            redis, postgres = stack.enter_context(services.redis()), stack.enter_context(services.postgres())
            shared = {"REDIS_URL": redis.url, "DATABASE_URL": postgres.url}
            stage = {"SCRIPTED_CHANCE": str(place / "chance.json"), "STAGE": str(place / "stage")}
            host = Server(place, {**shared, **stage}, command="runtables")
            web = Web(place, shared)
            bridge = Server(place, {**shared, "WEB_URL": f"ws://127.0.0.1:{web.environment['PORT_WEB']}"}, "runbridge")
            host.manage("migrate", "--verbosity", "0")
            for process in (host, web, bridge):
                stack.callback(process.kill)
            staged(host)
            web.start()
            bridge.start()
            web.ports = {"web": int(web.environment["PORT_WEB"])}
            doors = {**bridge.ports, "quidditch": int(web.environment["PORT_QUIDDITCH"])}
            return course(Stage(web, doors, place / "stage"))

    compare(WAYS, tmp_path, play)


def differences(one: Told, other: Told) -> Iterator[str]:
    """Yield what was told otherwise in the other world."""
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
