"""A table that spectators see later than its players: everywhere, to its end, and without a way round it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from games.quidditch.team import default_team
from tests.end_to_end.quidditch.talking import Talker
from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of
from tests.support.waiting import until, until_async

GAME = "qwirkle"
DELAY = 3
#: Enough to look in many places before spectators see the end.
LONGER = 5
#: Readers on a busy machine are late themselves, players' as well as spectators'.
AT_LEAST = DELAY / 2
OPTIONS = {"colorShapeCount": 5, "tileCount": 2, "timeVisualization": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file; bots take a moment for each move."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("delay") / "data")
    server = Server(data, {"BOT_DELAY": "0.15"}).start()
    yield server
    server.kill()


class Reader:
    """Reads a connection to the end of the match and takes note of when what came."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps: dict[int, float] = {}
        self.types: dict[str, float] = {}
        self.versions: list[int] = []
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while "table/finished" not in self.types:
            message = await self.page.receive()
            kind, now = message["payloadType"], time.monotonic()
            self.types[kind] = now
            if "version" in message:
                self.versions.append(message["version"])
            if kind == "table/state":
                self.steps.setdefault(message["payload"]["step"], now)

    async def reach(self, step: int) -> None:
        """Wait until a step was seen."""

        async def there() -> bool:
            if self.task.done():
                self.task.result()
            return max(self.steps, default=-1) >= step

        await until_async(there, f"step {step}")


def new_table(server: Server, **more: Any) -> tuple[Api, dict[str, Any]]:
    owner = Api(server.ports["web"]).as_guest("Owner")
    body = {"game": GAME, "seats": 2, "bots": ["random"], "options": OPTIONS, "spectator_delay": DELAY, **more}
    return owner, owner.post("/api/tables", body)


def address(server: Server, table: dict[str, Any], query: str = "") -> str:
    return f"{server.websocket}/ws/{GAME}/{table['id']}/{query}"


async def sit_and_let_play(page: Page) -> None:
    """Take the last seat, so that the match begins, and let a bot play for oneself."""
    assert (await page.request("table/sit", {}))["payloadType"] == "table/done"
    assert (await page.request("table/stand_in", {"on": True}))["payloadType"] == "table/done"


def test_spectators_see_every_step_and_the_end_later(server: Server) -> None:
    owner, table = new_table(server, spectator_delay=LONGER)
    assert table["spectator_delay"] == LONGER
    visitor = Api(server.ports["web"])

    async def play() -> None:
        async with AsyncExitStack() as stack:
            early = await stack.enter_async_context(opened(address(server, table)))
            player = await stack.enter_async_context(opened(address(server, table, f"?token={owner.token}")))
            program = await stack.enter_async_context(opened(f"{server.websocket}/ws/{GAME}/"))
            await program.send("ConnectRequest", {"clientName": "Eye", "clientType": "SPECTATOR"})
            await program.receive_type("ConnectAccepted")
            await program.send("SpectatorJoinRequest", {"gameID": table["number"]})
            await program.receive_type("SpectatorJoinAccepted")
            await sit_and_let_play(player)
            # The match has begun, but not for those who watch.
            asked = await early.request("table/ask", {"question": "ScoreRequest"})
            assert asked["payload"]["code"] == "table/not_started"
            assert (await asyncio.to_thread(visitor.get, f"/api/tables/{table['id']}"))["match"] is None
            live, watching = Reader(player), Reader(early)
            program_read = asyncio.create_task(program.receive_type("EndGame", "Winner"))
            await watching.reach(3)
            late = await stack.enter_async_context(opened(address(server, table)))
            late_state = (await late.receive_type("table/state"))["payload"]
            listed = await asyncio.to_thread(visitor.get, f"/api/tables/{table['id']}")
            again = await stack.enter_async_context(opened(address(server, table, "?version=1")))
            again_state = (await again.receive_type("table/state"))["payload"]
            numbered = [message["version"] for message in again.messages if "version" in message]
            assert late_state["step"] < max(live.steps)
            assert listed["match"]["steps"] < max(live.steps)
            assert again_state["step"] < max(live.steps)
            assert numbered == list(range(2, again_state["version"] + 1))
            late_reader = Reader(late)
            await live.task
            # Not now: the player may have seen the end while we looked at other things.
            ended = live.types["table/finished"]
            assert not watching.task.done()
            assert not program_read.done()
            await asyncio.to_thread(nothing_is_told_of_the_end, visitor, table["id"], live_match(player))
            await asyncio.gather(watching.task, late_reader.task, program_read)
            assert min(one.types["table/finished"] for one in (watching, late_reader)) - ended > AT_LEAST
            compare(live, watching)
            compare(live, late_reader)

    asyncio.run(play())
    code = visitor.get(f"/api/tables/{table['id']}")["replay"]
    until(lambda: visitor.call("GET", f"/replays/{code}/").status == 200, "the replay opens")
    assert code in [replay["id"] for replay in visitor.get("/api/replays")]
    assert code in visitor.call("GET", "/").body.decode()


def compare(live: Reader, watching: Reader) -> None:
    both = live.steps.keys() & watching.steps.keys()
    assert len(both) > 5
    assert min(watching.steps[step] - live.steps[step] for step in both) > AT_LEAST
    assert watching.versions == list(range(watching.versions[0], watching.versions[-1] + 1))


def live_match(player: Page) -> str:
    found = next(message for message in player.messages if message["payloadType"] == "table/finished")
    return str(found["payload"]["replay"])


def nothing_is_told_of_the_end(visitor: Api, table: str, replay: str) -> None:
    """Neither the table nor the replays know that the match is over."""
    assert visitor.get(f"/api/tables/{table}")["status"] == "running"
    assert replay not in [one["id"] for one in visitor.get("/api/replays")]
    assert visitor.call("GET", f"/api/replays/{replay}.jsonl").status == 409
    page = visitor.call("GET", f"/replays/{replay}/")
    assert page.status == 404
    assert "load this page again" in page.body.decode()
    assert replay not in visitor.call("GET", "/").body.decode()
    assert replay not in visitor.call("GET", "/replays/").body.decode()


def test_the_lobby_shows_the_match_later(server: Server) -> None:
    owner, table = new_table(server)

    async def play() -> None:
        async with (
            opened(f"{server.websocket}/ws/lobby/") as lobby,
            opened(address(server, table, f"?token={owner.token}")) as player,
        ):
            await sit_and_let_play(player)
            began = time.monotonic()
            live = Reader(player)
            while True:
                message = await lobby.receive_type("lobby/table")
                if message["payload"]["id"] != table["id"]:
                    continue
                if message["payload"]["summary"]:
                    break
                assert message["payload"]["match"] is None
            assert time.monotonic() - began > AT_LEAST
            assert message["payload"]["match"]["steps"] < max(live.steps)
            live.task.cancel()

    asyncio.run(play())


def lines(page: Page) -> list[str]:
    return [m["payload"]["text"] for m in page.messages if m["payloadType"] == "table/chat"]


def test_players_words_reach_spectators_later_and_spectators_words_at_once(server: Server) -> None:
    owner, table = new_table(server, options={**OPTIONS, "turnTime": 300_000})

    async def talk() -> None:
        async with (
            opened(address(server, table)) as spectator,
            opened(address(server, table, f"?token={owner.token}")) as player,
        ):
            assert (await player.request("table/sit", {}))["payloadType"] == "table/done"
            said = time.monotonic()
            await player.request("table/chat", {"text": "from the player"})
            await spectator.request("table/chat", {"text": "from the spectator"})
            assert lines(spectator) == ["from the spectator"]
            async with opened(address(server, table)) as third:
                await third.receive_type("table/chat")
                assert lines(third) == ["from the spectator"]
            assert (await spectator.receive_type("table/chat"))["payload"]["text"] == "from the player"
            assert time.monotonic() - said > AT_LEAST

    asyncio.run(talk())


async def seated(port: int, seat: int, name: str, lobby: str) -> Talker:
    """Return somebody who plays in the lobby and talks."""
    player = await Talker.to(port)
    await player.join(name, lobby, "chat")
    await player.say("teamConfig", default_team(seat))
    return player


async def spectating(port: int, name: str, lobby: str) -> Talker:
    """Return somebody who watches the lobby and talks."""
    watcher = await Talker.to(port)
    await watcher.join(name, lobby, "chat")
    return watcher


def remembered(talker: Talker) -> list[str]:
    """Return what somebody was told on coming that had been said before."""
    return [line["information"] for line in talker.last("reconnectChat")["lastTenChat"]]


def test_players_words_are_remembered_for_spectators_of_quidditch_when_they_may_hear_them(server: Server) -> None:
    owner = Api(server.ports["web"]).as_guest("Owner")
    lobby, port = "remembering", server.ports["quidditch"]
    owner.post("/api/tables", {"game": "quidditch", "name": lobby, "spectator_delay": 2 * DELAY})

    async def talk() -> None:
        left, right = await seated(port, 0, "lefty", lobby), await seated(port, 1, "righty", lobby)
        for player in (left, right):
            await player.hear("matchStart")
        watcher = await spectating(port, "watcher", lobby)
        await watcher.say("sendChat", {"information": "from the spectator"})
        await left.hear("globalChat")
        await left.say("sendChat", {"information": "from the player"})
        await right.until(lambda: right.count("globalChat") == 2, "both were said")
        early = await spectating(port, "early", lobby)
        await early.hear("reconnectChat")
        assert remembered(early) == ["from the spectator"]
        again = await spectating(port, "lefty", lobby)
        await again.hear("reconnectChat")
        assert remembered(again) == ["from the spectator", "from the player"], "who plays is told at once"
        await watcher.until(lambda: watcher.count("globalChat") == 2, "spectators have heard both")
        late = await spectating(port, "late", lobby)
        await late.hear("reconnectChat")
        assert remembered(late) == ["from the spectator", "from the player"]
        for talker in (left, right, watcher, early, again, late):
            await talker.close()

    asyncio.run(talk())


def test_after_a_restart_spectators_are_not_ahead(server: Server) -> None:
    owner, table = new_table(server, options={**OPTIONS, "turnTime": 300_000}, spectator_delay=200)

    async def begin() -> None:
        async with opened(address(server, table, f"?token={owner.token}")) as player:
            assert (await player.request("table/sit", {}))["payloadType"] == "table/done"

    async def look() -> None:
        async with opened(address(server, table)) as spectator:
            assert (await spectator.receive_type("table/hello"))["payload"]["table"]["match"] is None
            asked = await spectator.request("table/ask", {"question": "ScoreRequest"})
            assert asked["payload"]["code"] == "table/not_started"
        async with opened(address(server, table, f"?token={owner.token}")) as player:
            assert (await player.receive_type("table/state"))["payload"]["outcome"] is None

    asyncio.run(begin())
    server.kill()
    server.start()
    owner.port = server.ports["web"]
    asyncio.run(look())


async def listed_as(program: Page, table: dict[str, Any]) -> str:
    """Return how the protocol's list of games calls the table."""
    await program.send("GameListRequest", {})
    games = (await program.receive_type("GameListResponse"))["payload"]["games"]
    return str(next(game["gameState"] for game in games if game["gameID"] == table["number"]))


def shown_on_pages(server: Server, table: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether the home page lists the table, and whether its own page calls it open."""
    visitor = Api(server.ports["web"])
    page = visitor.call("GET", f"/{GAME}/{table['id']}/").body.decode()
    home = visitor.call("GET", f"/{GAME}/").body.decode()
    return f'data-table="{table["id"]}"' in home, "data-status>open<" in page


def test_no_list_tells_strangers_of_the_beginning_or_the_end(server: Server) -> None:
    owner, table = new_table(server, spectator_delay=200)

    async def scenario() -> None:
        async with (
            opened(address(server, table, f"?token={owner.token}")) as player,
            opened(f"{server.websocket}/ws/{GAME}/") as program,
        ):
            await program.send("ConnectRequest", {"clientName": "Eye", "clientType": "SPECTATOR"})
            await program.receive_type("ConnectAccepted")
            assert await listed_as(program, table) == "NOT_STARTED"
            await sit_and_let_play(player)
            assert await listed_as(program, table) == "NOT_STARTED"
            # Not among the open ones either: it has no free seat.
            assert await asyncio.to_thread(shown_on_pages, server, table) == (False, True)
            assert (await player.request("table/control", {"order": "abort"}))["payloadType"] == "table/done"
            assert await listed_as(program, table) == "NOT_STARTED"
            assert await asyncio.to_thread(shown_on_pages, server, table) == (False, True)
            await program.send("SpectatorJoinRequest", {"gameID": table["number"]})
            joined = (await program.receive_type("SpectatorJoinAccepted"))["payload"]["game"]
            assert joined["gameState"] == "NOT_STARTED"

    asyncio.run(scenario())


def test_lists_tell_of_the_match_when_spectators_see_it(server: Server) -> None:
    owner, table = new_table(server, options={**OPTIONS, "turnTime": 300_000})

    async def scenario() -> None:
        async with (
            opened(address(server, table, f"?token={owner.token}")) as player,
            opened(f"{server.websocket}/ws/{GAME}/") as program,
        ):
            await program.send("ConnectRequest", {"clientName": "Eve", "clientType": "PLAYER"})
            await program.receive_type("ConnectAccepted")
            await player.request("table/sit", {})

            async def runs() -> bool:
                return await listed_as(program, table) == "IN_PROGRESS"

            await until_async(runs, "the list says so")
            shown = asyncio.to_thread(shown_on_pages, server, table)
            assert await shown == (True, False)

    asyncio.run(scenario())


def test_a_program_sits_down_at_an_open_table_that_is_shown_late(server: Server) -> None:
    _, table = new_table(server)

    async def scenario() -> None:
        async with opened(f"{server.websocket}/ws/{GAME}/") as program:
            await program.send("ConnectRequest", {"clientName": "Eve", "clientType": "PLAYER"})
            await program.receive_type("ConnectAccepted")
            await program.send("GameJoinRequest", {"gameID": table["number"]})
            await program.receive_type("GameJoinAccepted")
            await program.receive_type("StartTiles")

    asyncio.run(scenario())


def test_the_clock_of_spectators_tells_nothing_of_moves(server: Server) -> None:
    owner, table = new_table(server, options={**OPTIONS, "turnTime": 300_000})

    async def time_of(page: Page, question: str) -> int:
        return int((await page.request("table/ask", {"question": question}))["payload"]["answer"]["time"])

    async def scenario() -> None:
        async with (
            opened(address(server, table, f"?token={owner.token}")) as player,
            opened(address(server, table)) as spectator,
        ):
            await player.request("table/sit", {})
            live, watching = Reader(player), Reader(spectator)

            async def same_step() -> bool:
                # The bot has moved, if it began; then nothing happens before the player does something.
                return bool(watching.steps) and max(watching.steps) == max(live.steps) and await waits()

            async def waits() -> bool:
                listed = await asyncio.to_thread(owner.get, f"/api/tables/{table['id']}")
                return bool(listed["match"] and listed["match"]["steps"] == max(live.steps))

            await until_async(same_step, "spectators see what the player sees")
            for reader in (live, watching):
                reader.task.cancel()
                await asyncio.gather(reader.task, return_exceptions=True)
            passed = await time_of(player, "TotalTimeRequest")
            assert await time_of(spectator, "TotalTimeRequest") < passed - AT_LEAST * 1000
            left = await time_of(player, "TurnTimeLeftRequest")
            assert await time_of(spectator, "TurnTimeLeftRequest") > left + AT_LEAST * 1000

    asyncio.run(scenario())


@pytest.mark.parametrize("delay", [-1, 301, "soon"])
def test_a_delay_out_of_bounds_is_refused(server: Server, delay: object) -> None:
    owner = Api(server.ports["web"]).as_guest()
    answer = owner.call("POST", "/api/tables", {"game": GAME, "spectator_delay": delay})
    assert answer.status == 400
    assert answer.json["error"]["field"] == "spectator_delay"
