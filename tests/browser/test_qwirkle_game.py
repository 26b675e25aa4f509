"""A whole game of Qwirkle in the browser, by clicking, at desktop and phone size; with friends, programs and a bot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.qwirkle_play import COUNTING, NOW, Touch, click, play_to_the_end, take_turn, tap
from tests.end_to_end.qwirkle.grammar import NEW, OLD
from tests.end_to_end.qwirkle.player import Player
from tests.end_to_end.qwirkle.wire import LineWire
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server, copy_of
from tests.support.waiting import until

SMALL = {"colorShapeCount": 3, "tileCount": 2, "maxHandTiles": 4, "turnTime": 120_000, "timeVisualization": 0}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("qwirkle") / "data"), {"BOT_DELAY": "0.05"}).start()
    yield server
    server.kill()


def new_page(browser: Browser, settings: dict[str, Any]) -> Page:
    context = browser.new_context(locale="en-US", **settings)
    context.set_default_timeout(60_000)
    context.add_init_script(COUNTING)
    return context.new_page()


def open_table(server: Server, seats: int, bots: list[str], **more: int) -> tuple[Api, str]:
    owner = Api(server.ports["web"]).as_guest("Owner")
    options = {**SMALL, **more}
    table = owner.post("/api/tables", {"game": "qwirkle", "options": options, "seats": seats, "bots": bots})
    return owner, table["id"]


def sit_down(page: Page, server: Server, code: str, name: str) -> None:
    page.goto(f"{server.web}/qwirkle/{code}/#sit")
    page.locator("#guest-name").fill(name)
    page.locator("[data-do=name]").click()
    api = Api(server.ports["web"])
    until(lambda: any(seat["name"] == name for seat in api.get(f"/api/tables/{code}")["seats"]), f"{name} at the table")


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("settings", "touch"), [(DESKTOP, click), (PHONE, tap)], ids=["desktop", "phone"])
def test_a_game_against_the_greedy_bot_and_its_replay(
    server: Server, browser: Browser, settings: dict[str, Any], touch: Touch
) -> None:
    owner, code = open_table(server, 2, ["greedy"])
    page = new_page(browser, settings)
    sit_down(page, server, code, "Anna")
    assert play_to_the_end(page, touch) > 0
    table = owner.get(f"/api/tables/{code}")
    assert table["status"] == "finished"
    replay = owner.get(f"/api/replays/{table['replay']}")
    page.goto(f"{server.web}/replays/{table['replay']}/#step=0")
    page.locator(".qwirkle [data-field]").wait_for()
    page.keyboard.press("End")
    page.wait_for_function(
        "(last) => document.querySelector('[data-slider]').value === String(last)", arg=replay["steps"]
    )
    page.wait_for_function("() => document.querySelectorAll('.qwirkle [data-tile]').length > 3")
    page.context.close()


@pytest.mark.timeout(240)
def test_two_browsers_a_program_of_each_dialect_and_a_bot_finish_one_game(server: Server, browser: Browser) -> None:
    owner, code = open_table(server, 5, ["greedy"], tileCount=4)
    tokens = [owner.post(f"/api/tables/{code}/seats", {})["token"] for _ in range(2)]
    programs = Programs(server.ports["qwirkle"], tokens)
    pages = [new_page(browser, settings) for settings in (DESKTOP, PHONE)]
    touches: list[Touch] = [click, tap]
    with programs:
        for page, name in zip(pages, ("Anna", "Bert"), strict=True):
            sit_down(page, server, code, name)
        over = 0
        while over < 2:
            over = 0
            for page, touch in zip(pages, touches, strict=True):
                now = page.evaluate(NOW)
                over += now == "over"
                if now == "turn":
                    take_turn(page, touch)
                else:
                    page.wait_for_timeout(30)
    table = owner.get(f"/api/tables/{code}")
    assert table["status"] == "finished"
    assert [program.winner is not None for program in programs.players] == [True, True]
    for page in pages:
        page.context.close()


class Programs:
    """A client of each dialect in a thread of their own, playing until they are told the winner."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        self.port = port
        self.tokens = tokens
        self.players: list[Player] = []
        self.problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Programs:
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._thread.join(60 if error is None else 1)
        if self.problem is not None:
            raise self.problem

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as error:
            self.problem = error

    async def _play(self) -> None:
        async def one(words: Any, token: str, name: str) -> None:
            async with connected(self.port) as client:
                player = Player(LineWire(client, words), f"{name}#{token}")
                self.players.append(player)
                await player.connect()
                await player.joined()
                await player.play()

        async with asyncio.timeout(200):
            await asyncio.gather(one(OLD, self.tokens[0], "Old"), one(NEW, self.tokens[1], "New"))
