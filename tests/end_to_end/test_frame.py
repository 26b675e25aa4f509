"""The frame round every game's board, in a browser: sitting down, inviting, watching, replaying, colours, language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from gamekit import registry
from tests.support.api import Api
from tests.support.server import Server, copy_of
from tools.ports import free_port

#: The frame is the same for all; this game waits for whoever is to move.
GAME = "qwirkle"
QUICK = {"timeVisualization": 0, "tileCount": 1}
PATIENCE = 30_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file; the one that is stopped in between keeps its port."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("frame") / "data")
    server = Server(data, {"PORT_WEB": str(free_port())}).start()
    yield server
    server.kill()


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes pages of visitors who do not know each other."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def visitor(**options: Any) -> Page:
        context = browser.new_context(base_url=server.web, **{"locale": "en-US", **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert errors == []


def quick_play(page: Page) -> str:
    """Start a game with one click and return its address."""
    page.goto("/")
    page.click(f"[data-quick={GAME}]")
    expect(page.locator("[data-players] .mine")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-board]")).to_be_visible(timeout=PATIENCE)
    return page.url


def private_table(page: Page) -> str:
    """Open a private table with a free seat and return an invitation to it."""
    page.goto(f"/new/{GAME}/")
    page.select_option("#id_size", "2")
    page.check("#id_private")
    page.click("[data-do=create]")
    page.click("[data-do=share]")
    link = page.locator("#share-link").input_value()
    page.click("[data-do=close]")
    return link


def bots_only(server: Server) -> dict[str, Any]:
    """Open a table at which bots play, and return it."""
    game = registry.game(GAME)
    body = {"game": GAME, "seats": 2, "bots": [game.bots[0].name] * 2, "options": QUICK}
    table: dict[str, Any] = Api(server.ports["web"]).as_guest().post("/api/tables", body)
    return table


def test_one_click_on_the_first_page_is_a_game(visitors: Callable[..., Page]) -> None:
    page = visitors()
    quick_play(page)
    expect(page.locator("[data-status]")).to_have_text("running")
    assert page.locator("[data-players] li").count() == registry.game(GAME).default_seats


def test_a_friend_joins_a_private_table_by_its_link_on_a_phone(visitors: Callable[..., Page]) -> None:
    host, friend, stranger = visitors(), visitors(viewport={"width": 390, "height": 800}), visitors()
    link = private_table(host)
    assert stranger.goto(link.split("?")[0]).status == 403  # type: ignore[union-attr]
    friend.goto(link)
    friend.click("[data-do=sit]")
    friend.fill("#guest-name", "Bea")
    friend.click("[data-do=name]")
    for page in (host, friend):
        expect(page.locator("[data-status]")).to_have_text("running", timeout=PATIENCE)
        expect(page.locator("[data-players]")).to_contain_text("Bea")
    width = friend.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out of a phone's screen"


def test_what_is_said_is_heard_by_others_and_is_never_markup(visitors: Callable[..., Page]) -> None:
    host = visitors()
    address = quick_play(host)
    watcher = visitors()
    watcher.goto(address)
    for page in (host, watcher):
        page.click("[data-tab=chat]")
    host.fill("#chat-text", "<b>hello</b>")
    host.press("#chat-text", "Enter")
    expect(watcher.locator("[data-chat-list]")).to_contain_text("<b>hello</b>", timeout=PATIENCE)
    expect(host.locator("#chat-text")).to_have_value("")


def test_a_page_comes_back_by_itself_after_the_server_was_away(visitors: Callable[..., Page], server: Server) -> None:
    page = visitors()
    quick_play(page)
    server.stop()
    expect(page.locator("[data-link=waiting]")).to_be_visible(timeout=PATIENCE)
    server.start()
    expect(page.locator("[data-link=open]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-players] .mine")).to_be_visible()


def test_whoever_does_not_want_to_wait_for_the_server_tries_at_once(
    visitors: Callable[..., Page], server: Server
) -> None:
    page = visitors()
    page.clock.install()
    quick_play(page)
    server.stop()
    expect(page.locator("[data-link=waiting]")).to_be_visible(timeout=PATIENCE)
    # With its clock stopped, the page cannot come back by itself before the button is pressed.
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    expect(page.locator("[data-link=waiting]")).to_be_visible(timeout=PATIENCE)
    server.start()
    page.click("[data-action=retry]")
    expect(page.locator("[data-link=open]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-players] .mine")).to_be_visible()


def test_resigning_asks_first(visitors: Callable[..., Page]) -> None:
    page = visitors()
    quick_play(page)
    page.click("[data-action=resign]")
    page.click("[data-dialog=confirm] [data-do=no]")
    expect(page.locator("[data-status]")).to_have_text("running")
    page.click("[data-action=resign]")
    page.click("[data-dialog=confirm] [data-do=yes]")
    expect(page.locator("[data-outcome]")).to_be_visible(timeout=PATIENCE)


def finished_replay(page: Page, server: Server) -> str:
    table = bots_only(server)
    page.goto(table["url"])
    expect(page.locator("[data-outcome]")).to_be_visible(timeout=60_000)
    address = page.locator("[data-replay-link]").get_attribute("href")
    assert address is not None
    return address


def test_a_replay_is_walked_through_by_keys_and_linked_to_a_move(visitors: Callable[..., Page], server: Server) -> None:
    page = visitors()
    address = finished_replay(page, server)
    page.goto(f"{address}#step=3")
    place = page.locator("[data-step-text]")
    expect(place).to_contain_text("3 /")
    expect(page.locator("[data-verified=true]")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    expect(place).to_contain_text("4 /")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(place).to_contain_text("2 /")
    page.keyboard.press("End")
    last = page.locator("[data-slider]").get_attribute("max")
    expect(place).to_have_text(f"{last} / {last}")
    expect(page).to_have_url(f"{page.url.split('#')[0]}#step={last}")
    expect(page.locator(f"[data-board][data-version='{last}']")).to_be_visible(timeout=PATIENCE)


def test_a_running_table_is_a_small_board_on_the_first_page(visitors: Callable[..., Page]) -> None:
    host, watcher = visitors(), visitors()
    quick_play(host)
    watcher.goto("/")
    code = host.url.rstrip("/").split("/")[-1]
    card = watcher.locator(f'[data-wall] [data-table="{code}"]')
    card.scroll_into_view_if_needed()
    expect(card.locator("[data-mini] .mini-root svg").first).to_be_visible(timeout=PATIENCE)


def test_television_shows_the_running_match(visitors: Callable[..., Page]) -> None:
    host, watcher = visitors(), visitors()
    quick_play(host)
    watcher.goto(f"/tv/{GAME}/")
    expect(watcher.locator("[data-board]")).to_be_visible(timeout=PATIENCE)
    expect(watcher.locator("[data-watch-link]")).to_have_attribute("href", re.compile(rf"^/{GAME}/\w+/$"))


def test_colours_and_language_are_switched_and_stay(visitors: Callable[..., Page]) -> None:
    page = visitors(color_scheme="light")
    page.goto("/")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.click("[data-theme-switch]")
    page.click("[data-theme-switch]")
    assert page.evaluate(background) != light
    page.reload()
    assert page.evaluate(background) != light
    page.click("button[name=language]")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[data-quick]").first).to_contain_text("Jetzt spielen")
    page.goto("/accounts/sign-in/")
    expect(page.locator("h1")).to_have_text("Anmelden")


def test_a_game_is_opened_and_left_with_the_keyboard_alone(visitors: Callable[..., Page]) -> None:
    page = visitors()
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(f"[data-quick={GAME}]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=resign]")).to_be_visible(timeout=PATIENCE)
    page.locator("[data-action=resign]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-dialog=confirm]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-dialog=confirm]")).to_have_count(0)
