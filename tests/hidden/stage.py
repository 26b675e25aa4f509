"""A world on a server: its match is played step by step, and all who look at it have real sockets."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from tests.hidden import audience, trying
from tests.hidden.asking import ANYTIME, asked
from tests.hidden.audience import timeless
from tests.hidden.choosing import SHORT
from tests.hidden.scenes import Scene, Told
from tests.hidden.worlds import Twins
from tests.support.server import Server
from tests.support.visitor import Visitor
from tests.support.waiting import until_async

#: Steps between two looks at everything that can be asked for.
EVERY = 40
#: Seconds by which spectators of a delayed table are behind.
DELAY = 1
#: Headers that differ by themselves: times, random texts and lengths of pages, and the server's port.
OWN_HEADERS = ("date", "content-length", "content-security-policy", "set-cookie", "retry-after")
#: Steps between two times at which everybody tries what he may not, and how many moves each tries.
TRY_EVERY, TRIES = 5, 2


class Stage:
    """A world on a server, or on several processes."""

    def __init__(self, web: Server, doors: dict[str, int], stage: Path) -> None:
        self._web, self._doors, self._stage = web, doors, stage
        self._owner = Visitor.guest(web, "Owner")
        self._codes: dict[str, str] = {}
        """What is drawn anew for each table and match -> a name for it; lists also name those of before."""

    async def play(self, twins: Twins, world: int, way: str) -> Told:
        """Play a match of the world to its end."""
        told, slug, number = Told(), twins.game.slug, len(self._codes)
        code = await self._open(twins, way)
        self._codes[code] = f"TABLE {number}"
        async with AsyncExitStack() as stack:
            self._control = await asyncio.open_unix_connection(str(self._stage))
            address = f"{self._web.websocket}/ws/{slug}/{code}/"
            watching = await stack.enter_async_context(audience.page(address))
            await watching.until(lambda text: "table/hello" in text)
            seat = await stack.enter_async_context(AsyncExitStack())
            scene = Scene(twins, way, code, address, watching, seat)
            if scene.program:
                watch = scene.program.watch(self._doors[slug], code)
                scene.observer = await stack.enter_async_context(watch)
            await self._take_seat(scene)
            await watching.at_step(0)
            scene.match = (await self._get(f"/api/tables/{code}"))["match"]["id"]
            self._codes[scene.match] = f"MATCH {number}"
            await self._go_through(scene, told, world)
            await self._see_the_end(scene, told)
            self._control[1].close()
        told.replay = await self._replay(scene.match)
        told.streams = {"watching": watching.told(self._codes), way: scene.playing.told(self._codes)}
        if scene.before:
            told.streams[f"{way}, before he came back"] = scene.before
        if scene.observer:
            told.streams["observer"] = scene.observer.told(self._codes)
        if scene.program:
            # Bytes come in pieces of any length.
            programs = {who: "".join(heard) for who, heard in told.streams.items() if who != "watching"}
            told.streams = {who: [audience.HANGING_UP.sub("", heard)] for who, heard in programs.items()}
            told.streams["watching"] = watching.told(self._codes)
        return told

    async def _open(self, twins: Twins, way: str) -> str:
        slug, others = twins.game.slug, len(twins.players) - 1
        setup = {"game": slug, "options": SHORT.get(slug, {}), "seats": others + 1}
        setup["bots"] = [twins.game.bots[0].name] * others
        if way == "delayed":
            setup["spectator_delay"] = DELAY
        code: str = (await asyncio.to_thread(self._owner.post_json, "/api/tables", setup))["id"]
        return code

    async def _go_through(self, scene: Scene, told: Told, world: int) -> None:
        """Play the steps, and let all who are there look, ask, try and come back in between."""
        twins = scene.twins
        steps = twins.worlds[world].steps
        courses = zip(twins.states(0), twins.states(1), strict=True)
        next(courses)
        returned = False
        for number, (step, ((here, _), (there, _))) in enumerate(zip(steps, courses, strict=True), 1):
            await self._perform(scene.code, step.kind, step.seat, step.input)
            if scene.way != "delayed":
                await scene.watching.at_step(number)
            if scene.page:
                await scene.page.at_step(number)
            if number == len(steps) or twins.game.rules.outcome(here) is not None:
                continue
            if number % TRY_EVERY == 1:
                await self._try(scene, told, number, (here, there))
            # What a delayed table shows to those who come now depends on the clock.
            if number % EVERY == 1 and scene.way != "delayed":
                await self._look(told, scene, here)
            if number * 2 >= len(steps) and not returned and steps[number].seat != twins.viewer:
                returned = True
                await self._come_again(scene, number, world)

    async def _see_the_end(self, scene: Scene, told: Told) -> None:
        steps, finished = scene.twins.worlds[0].steps, '"payloadType":"table/finished"'
        await scene.watching.at_step(len(steps))
        await scene.watching.hears(finished)
        await scene.playing.hears(scene.program.ends if scene.program else finished)
        if scene.program:
            assert scene.observer
            await scene.observer.hears(scene.program.ends)
            await self._look_at_wire(told)

    async def _take_seat(self, scene: Scene) -> None:
        seat, program = len(scene.twins.players) - 1, scene.program
        if program:
            if not scene.token:
                held = await asyncio.to_thread(self._owner.post_json, f"/api/tables/{scene.code}/seats", {})
                scene.token = held["token"]
                self._codes[scene.token] = "TOKEN"
            door = self._doors[scene.twins.game.slug]
            scene.playing = await scene.seat.enter_async_context(program.sit(door, scene.code, scene.token))
            return
        scene.playing = page = await scene.seat.enter_async_context(audience.page(scene.address, self._cookie))
        assert "table/done" in await page.ask("table/sit", {"seat": seat})
        await page.at_step(0)

    async def _try(self, scene: Scene, told: Told, number: int, states: tuple[Any, Any]) -> None:
        """Let those who are there say what must be refused."""
        twins, slug = scene.twins, scene.twins.game.slug
        for move, error in islice(trying.refused(twins, number, states), TRIES if slug in trying.WRITERS else 0):
            kind, payload = trying.message_of(twins, move, scene.code)
            for page in (scene.page, scene.watching if scene.way != "delayed" else None):
                if page:
                    assert '"table/done"' not in await page.ask(kind, payload)
                    told.tries += 1
            if scene.program and scene.program.bears(error):
                await scene.playing.tell(kind, payload, scene.program.answer)
                told.tries += 1
        if scene.program and scene.observer:
            for said in scene.program.asks:
                await scene.observer.tell(*said, scene.program.answer)
            if scene.program.stray:
                answer = await audience.dialogue(self._doors[slug], scene.program.stray(scene.code))
                assert "error" in answer
                told.looks.append(("a stranger", timeless(answer, self._codes)))

    async def _come_again(self, scene: Scene, number: int, world: int) -> None:
        """Let the one who plays hang up and come back for what he missed."""
        program, playing, query = scene.program, scene.playing, ""
        if program and program.ping:
            await playing.tell(*program.ping, program.answer)
        elif program:
            played = [step for step in scene.twins.worlds[world].steps[:number] if step.kind == "play"]
            await playing.hears(program.answer, len(played) + 1)
        else:
            query = f"?version={max(json.loads(text).get('version', 0) for text in playing.heard)}"
        await scene.seat.aclose()
        scene.before = playing.told(self._codes)
        await until_async(lambda: self._away(scene), "the seat's owner has gone")
        if program:
            await self._take_seat(scene)
            await scene.playing.hears(program.back)
        else:
            url = scene.address + query
            scene.playing = page = await scene.seat.enter_async_context(audience.page(url, self._cookie))
            await page.at_step(number)

    async def _away(self, scene: Scene) -> bool:
        seats = (await self._get(f"/api/tables/{scene.code}"))["seats"]
        return not next(seat["connected"] for seat in seats if seat["seat"] == len(seats) - 1)

    @property
    def _cookie(self) -> str:
        return self._owner.api.headers["Cookie"]

    async def _get(self, path: str) -> Any:
        return (await asyncio.to_thread(self._owner.get, path)).json

    async def _replay(self, match: str) -> bytes:
        path = f"/api/replays/{match}.jsonl"

        async def there() -> bytes:
            answer = await asyncio.to_thread(self._owner.get, path)
            return answer.body if answer.status == 200 else b""

        return await until_async(there, "the replay is there for all to see")

    async def _perform(self, *step: Any) -> None:
        reader, writer = self._control
        writer.write(json.dumps(step).encode() + b"\n")
        await writer.drain()
        assert await asyncio.wait_for(reader.readline(), 30) == b"done\n", step

    async def _look(self, told: Told, scene: Scene, state: Any) -> None:
        """Ask for everything that can be asked for while a match runs."""
        codes, slug, table, match = self._codes, scene.twins.game.slug, scene.code, scene.match
        for path in (
            f"/api/tables/{table}", "/api/tables", "/api/replays", f"/api/replays/{match}",
            f"/api/replays/{match}.jsonl", f"/replays/{match}/", f"/replays/{match}/?embed=1",
            f"/replays/{match}/states.json", f"/replays/{match}/moments.json", f"/replays/{match}/download.jsonl",
            f"/{slug}/{table}/", f"/{slug}/{table}/?embed=1", f"/{slug}/", f"/tv/{slug}/", "/", "/metrics",
        ):  # fmt: skip
            answer = await asyncio.to_thread(self._owner.get, path)
            if "replays/" in path:
                assert answer.status in (400, 403, 404, 409), f"{path} of a running match was answered {answer.status}"
            headers = {name: value for name, value in answer.headers.items() if name not in OWN_HEADERS}
            told.looks.append((f"headers of {path}", timeless(json.dumps(headers, sort_keys=True), codes)))
            body = answer.body.decode()
            told.looks.append((timeless(path, codes), _names(body) if path == "/metrics" else timeless(body, codes)))
        for query in ("", "?version=0", "?version=3"):
            await self._come_back(told, scene.address + query, f"spectator{query}")
        if scene.page and scene.way == "page":
            for query in ("", "?version=0", "?version=3"):
                await self._come_back(told, scene.address + query, f"seat{query}", self._cookie)
            for question in asked(slug, state, scene.twins.viewer):
                await scene.page.ask("table/ask", question)
        async with audience.page(f"{self._web.websocket}/ws/lobby/") as lobby:
            listed = await lobby.until(lambda text: "lobby/tables" in text)
            told.looks.append(("lobby", timeless(listed, codes)))

    async def _come_back(self, told: Told, url: str, who: str, cookie: str = "") -> None:
        async with audience.page(url, cookie) as visitor:
            await visitor.at_step(0)
            for question in ANYTIME:
                await visitor.ask("table/ask", question)
            await visitor.ask("table/nonsense" if cookie else "table/resign", {})
            told.looks.append((who, "\n".join(visitor.told(self._codes))))

    async def _look_at_wire(self, told: Told) -> None:
        """Read in the inspector what went over the program's connection."""
        listed = await asyncio.to_thread(self._owner.get, "/inspector/?rows=1")
        newest = max(map(int, re.findall(rb'data-wire="(\d+)"', listed.body)))
        shown = await self._get(f"/inspector/{newest}/entries.json")
        assert shown["live"]
        told.looks += [
            (f"message {number} in the inspector", timeless(json.dumps(entry), self._codes))
            for number, entry in enumerate(shown["entries"])
            if not any(mark in entry["raw"] for mark in audience.CROWD)
        ]


def _names(metrics: str) -> str:
    """Return which figures there are; how large they are depends on the clock."""
    return "\n".join(sorted({line.rpartition(" ")[0] for line in metrics.splitlines() if not line.startswith("#")}))
