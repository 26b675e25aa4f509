"""Whole games of Catan with a person in a browser: among programs of two dialects and a bot, and on a phone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.catan_play import Clicker, tap
from tests.end_to_end.catan.player import Player
from tests.end_to_end.catan.spelling import A, C, Dialect
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server, copy_of
from tests.support.waiting import until

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
COLOURS = ("Rot", "Orange", "Blau", "Weiss")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("catan") / "data"), {"BOT_DELAY": "0"}).start()
    yield server
    server.kill()


def sit_down(browser: Browser, server: Server, settings: dict[str, Any], code: str, name: str) -> Page:
    """Return a page at whose table somebody of that name sits."""
    context = browser.new_context(locale="en-US", reduced_motion="reduce", **settings)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(f"{server.web}/catan/{code}/#sit")
    page.locator("#guest-name").fill(name)
    page.locator("[data-do=name]").click()
    api = Api(server.ports["web"])
    until(lambda: any(seat["name"] == name for seat in api.get(f"/api/tables/{code}")["seats"]), f"{name} at the table")
    return page


class Programs:
    """Clients of several dialects in a thread of their own, playing until they are told the end."""

    def __init__(self, server: Server, seats: list[tuple[Dialect, str]]) -> None:
        self.players: list[Player] = []
        self._server = server
        self._seats = seats
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Programs:
        self._thread.start()
        return self

    def going(self) -> bool:
        """Return True until something went wrong."""
        return self._problem is None

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._thread.join(60 if error is None else 1)
        if self._problem is not None:
            raise self._problem

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as error:
            self._problem = error

    async def _play(self) -> None:
        async with asyncio.timeout(250):
            await asyncio.gather(*(self._one(number, *seat) for number, seat in enumerate(self._seats)))

    async def _one(self, number: int, dialect: Dialect, token: str) -> None:
        async with connected(self._server.ports[dialect.door]) as wire:
            player = Player(wire, dialect, f"Program {number + 1}", COLOURS[0])
            self.players.append(player)
            await player.join(token)
            for colour in COLOURS:
                await player.must("Spieler", {"Farbe": colour})
                refused = await player.ask("Spiel starten")
                if not refused:
                    return await player.play()
                assert refused == "Farbe bereits vergeben"
            raise AssertionError("every colour is taken")


@pytest.mark.timeout(300)
def test_a_browser_two_programs_of_different_years_and_a_bot_finish_a_game_to_ten_points(
    server: Server, browser: Browser
) -> None:
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = {"game": "catan", "options": {"answerTime": 5000}, "seats": 4, "bots": ["beginner"]}
    code = owner.post("/api/tables", table)["id"]
    page = sit_down(browser, server, DESKTOP, code, "Anna")
    tokens = [owner.post(f"/api/tables/{code}/seats", {})["token"] for _ in range(2)]
    anna = Clicker(page)
    with Programs(server, [(A, tokens[0]), (C, tokens[1])]) as programs:
        anna.play_to_the_end(going=programs.going)
    clicked = {one.split("]")[0] for one in anna.done}
    assert {'[data-do="roll"', '[data-do="end"', '.target[data-kind="Dorf"', '.target[data-kind="Straße"'} <= clicked
    shown = owner.get(f"/api/tables/{code}")
    assert shown["status"] == "finished"
    result = owner.get(f"/api/replays/{shown['replay']}")["result"]
    assert result["reason"] == "points"
    assert max(result["scores"]) >= 10
    assert len({program.end["Sieger"] for program in programs.players}) == 1
    expect(page.locator("[data-prompt]")).to_contain_text("wins with")
    page.context.close()


@pytest.mark.timeout(300)
def test_a_person_with_a_phone_plays_bots_to_the_end(server: Server, browser: Browser) -> None:
    owner = Api(server.ports["web"]).as_guest("Owner")
    options = {"points": 4, "answerTime": 0, "turnTime": 0}
    table = {"game": "catan", "options": options, "seats": 3, "bots": ["beginner", "strong"]}
    code = owner.post("/api/tables", table)["id"]
    page = sit_down(browser, server, PHONE, code, "Anna")
    Clicker(page, tap).play_to_the_end()
    assert owner.get(f"/api/tables/{code}")["status"] == "finished"
    page.context.close()
