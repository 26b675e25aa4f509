"""Whole games of Mississippi Queen in the browser: against a program on the XML port and against the strongest bot."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.mississippi.elements import connected
from tests.end_to_end.mississippi.pilot import Pilot
from tests.support.api import Api
from tests.support.server import Server, copy_of
from tests.support.waiting import until

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OPTIONS = {"softTime": 0, "hardTime": 0, "personTime": 0}
BOARD = ".mq"

#: The end furthest down the river that costs no coal, else the cheapest: fields are drawn in the river's order.
BEST_END = """() => {
  const order = new Map([...document.querySelectorAll("[data-cell]")].map((cell, index) => [cell.dataset.cell, index]));
  const ends = [...document.querySelectorAll("[data-end]")].map((end) => {
    const cost = Number(end.parentNode.querySelector(".mq-dot-cost")?.textContent ?? 0);
    return [order.get(end.dataset.end) - 12 * cost, end.dataset.end];
  });
  return ends.length ? ends.sort((a, b) => b[0] - a[0])[0][1] : null;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    data = copy_of(migrated_data, tmp_path_factory.mktemp("mississippi") / "data")
    server = Server(data, {"BOT_DELAY": "0"}).start()
    yield server
    server.kill()


def sit_down(browser: Browser, server: Server, settings: dict[str, Any], code: str) -> Page:
    """Return a page at whose table Anna sits."""
    context = browser.new_context(locale="en-US", **settings)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(f"{server.web}/mississippi/{code}/#sit")
    page.locator("#guest-name").fill("Anna")
    page.locator("[data-do=name]").click()
    return page


def finished(api: Api, code: str) -> bool:
    """Return True when the table has played its match."""
    return bool(api.get(f"/api/tables/{code}")["status"] == "finished")


def build_a_move_by_keys_and_take_it_back(page: Page) -> None:
    """Use buttons and keys, watch the costs, and start over."""
    # The planner is there as soon as the server has said what may be done.
    expect(page.locator("[data-speed='1']")).to_be_visible()
    page.locator(".mq-scene").focus()
    page.keyboard.press("+")
    expect(page.locator("[data-speed='2']")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-movement='1']")).to_be_visible()
    page.locator("[data-do=right]").click()
    expect(page.locator("[data-free='0']")).to_be_visible()
    expect(page.locator(".mq-chips li")).to_have_count(3)
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-free='1']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-speed='1']")).to_be_visible()
    expect(page.locator("[data-do=send]")).to_be_disabled()


def make_a_move(page: Page) -> None:
    """Choose where to end and send; give up when there is no move."""
    page.locator(f"{BOARD}[data-ready='1'] [data-do=send]").wait_for()
    turn = page.locator(BOARD).get_attribute("data-turn")
    end = page.evaluate(BEST_END)
    if end is not None:
        page.locator(f"[data-end='{end}']").dispatch_event("click")
    page.locator("[data-do=send]:not([disabled])").click()
    page.locator(f"{BOARD}:not([data-turn='{turn}']), {BOARD}[data-ready='0']").first.wait_for()


def play_to_the_end(page: Page, api: Api, code: str) -> None:
    """Move whenever it is one's turn."""

    def over_or_asked() -> str | None:
        if finished(api, code):
            return "over"
        return "asked" if page.locator(f"{BOARD}[data-ready='1'] [data-do=send]").count() else None

    while until(over_or_asked, "a turn or the end") == "asked":
        make_a_move(page)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("settings", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_person_plays_the_strong_bot_to_the_result(
    server: Server, browser: Browser, settings: dict[str, Any]
) -> None:
    api = Api(server.ports["web"])
    owner = api.as_guest("Owner")
    table = {"game": "mississippi", "options": OPTIONS, "seats": 2, "bots": ["strong"]}
    code = owner.post("/api/tables", table)["id"]
    page = sit_down(browser, server, settings, code)
    page.locator(f"{BOARD}[data-ready='1']").wait_for()
    play_to_the_end(page, api, code)
    expect(page.locator(".mq-turn")).to_contain_text(re.compile("wins|a draw"))
    assert page.locator("[data-trail]").count() == 1
    page.context.close()


@pytest.mark.timeout(300)
def test_a_person_plays_a_program_that_came_with_a_seat_token(server: Server, browser: Browser) -> None:
    api = Api(server.ports["web"])
    owner = api.as_guest("Owner")
    code = owner.post("/api/tables", {"game": "mississippi", "options": OPTIONS, "seats": 2, "bots": []})["id"]
    page = sit_down(browser, server, DESKTOP, code)
    until(lambda: api.get(f"/api/tables/{code}")["seats"], "Anna at the table")
    token = owner.post(f"/api/tables/{code}/seats", {})["token"]
    pilots: list[Pilot] = []

    async def play() -> None:
        async with connected(server.ports["mississippi"]) as client:
            await client.say(f'<joinPrepared reservationCode="{token}"/>')
            pilots.append(Pilot(client))
            await pilots[0].play()

    program = threading.Thread(target=lambda: asyncio.run(play()), daemon=True)
    program.start()
    page.locator(f"{BOARD}[data-ready='1']").wait_for()
    build_a_move_by_keys_and_take_it_back(page)
    play_to_the_end(page, api, code)
    program.join(60)
    assert pilots[0].room == code
    assert pilots[0].colour == "blue"
    expect(page.locator(".mq-turn")).to_contain_text(re.compile("wins|a draw"))
    page.context.close()
