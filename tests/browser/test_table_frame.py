"""Around a match: pausing, a bot that stands in, a rematch, tabs, spectators who come late and drop, the wall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.api import Api
from tests.support.browsing import Visitors, cut, framed, quick_play, visiting
from tests.support.server import Server, copy_of

GAME = "qwirkle"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("around") / "data"), {"BOT_DELAY": "0.3"}).start()
    yield server
    server.kill()


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server) as visitors:
        yield visitors


def test_a_match_is_paused_and_goes_on_in_every_tab_of_its_owner(visitors: Visitors) -> None:
    page = visitors()
    address = quick_play(page, GAME)
    other = page.context.new_page()
    other.goto(address)
    expect(other.locator("[data-players] .mine")).to_be_visible()
    page.click("[data-action=pause]")
    for tab in (page, other):
        expect(tab.locator("[data-status]")).to_have_text("paused")
        expect(tab.locator("[data-paused]")).to_be_visible()
    other.click("[data-action=resume]")
    for tab in (page, other):
        expect(tab.locator("[data-status]")).to_have_text("running")
    other.close()
    expect(page.locator("[data-players] .mine")).to_have_attribute("data-connected", "1")


def test_a_bot_stands_in_and_the_player_comes_back(visitors: Visitors) -> None:
    page = visitors()
    quick_play(page, GAME)
    page.click("[data-action=standin]")
    expect(page.locator("[data-players] .mine [data-stand-in]")).to_be_visible()
    page.click("[data-action=takeover]")
    expect(page.locator("[data-players] .mine [data-stand-in]")).to_have_count(0)
    expect(page.locator("[data-action=standin]")).to_be_visible()


def test_after_the_end_the_same_table_plays_again(visitors: Visitors) -> None:
    page = visitors()
    quick_play(page, GAME)
    page.click("[data-action=resign]")
    page.click("[data-dialog=confirm] [data-do=yes]")
    expect(page.locator("[data-outcome]")).to_be_visible()
    page.click("[data-action=rematch]")
    expect(page.locator("[data-outcome]")).to_be_hidden()
    expect(page.locator("[data-status]")).to_have_text("running")
    expect(page.locator("[data-board]")).to_be_visible()


def test_a_spectator_comes_late_drops_and_sees_what_everybody_sees(visitors: Visitors, server: Server) -> None:
    owner = Api(server.ports["web"]).as_guest("Owner")
    options = {"colorShapeCount": 4, "tileCount": 1, "timeVisualization": 0}
    table = owner.post("/api/tables", {"game": GAME, "seats": 2, "bots": ["random"] * 2, "options": options})
    early, late = visitors(), visitors()
    early.goto(table["url"])
    early.wait_for_function("() => Number(document.querySelector('[data-board]')?.dataset.version) > 3")
    late.goto(table["url"])
    expect(late.locator("[data-board]")).to_be_visible()
    expect(early.locator("[data-spectators] [data-count]")).to_have_text("2")
    cut(late)
    expect(late.locator("[data-link=open]")).to_be_visible()
    for page in (early, late):
        expect(page.locator("[data-outcome]")).to_be_visible()
    boards = [page.locator("[data-board] [data-field]").first.inner_html() for page in (early, late)]
    assert len(boards[0]) > 500
    versions = [page.locator("[data-board]").get_attribute("data-version") for page in (early, late)]
    assert versions[0] == versions[1]
    late.context.close()
    expect(early.locator("[data-spectators] [data-count]")).to_have_text("1")


def test_television_prefers_people_and_goes_on_when_their_match_is_over(visitors: Visitors, server: Server) -> None:
    owner = Api(server.ports["web"]).as_guest("Owner")
    # A game of which nobody else plays a match here, and a long one: it must still run when the picture changes.
    game = "catan"
    bots = owner.post("/api/tables", {"game": game, "seats": 3, "bots": ["random"] * 3})
    owner.post(f"/api/tables/{bots['id']}/pause", {})
    player, viewer = visitors(), visitors()
    played = quick_play(player, game)
    viewer.goto(f"/tv/{game}/")
    expect(viewer.locator("[data-watch-link]")).to_have_attribute("href", played.removeprefix(server.web))
    expect(viewer.locator("[data-board]")).to_be_visible()
    player.click("[data-action=resign]")
    player.click("[data-dialog=confirm] [data-do=yes]")
    expect(player.locator("[data-outcome]")).to_be_visible()
    owner.post(f"/api/tables/{bots['id']}/resume", {})
    expect(viewer.locator("[data-watch-link]")).to_have_attribute("href", bots["url"])
    expect(viewer.locator("[data-board]")).to_be_visible()


def test_a_table_lives_in_the_frame_of_another_page(visitors: Visitors, server: Server) -> None:
    player, reader = visitors(), visitors()
    address = quick_play(player, GAME)
    framed(reader, f"{address}?embed=1")
    frame = reader.frame_locator("iframe")
    expect(frame.locator("[data-board]")).to_be_visible()
    expect(frame.locator("[data-link=open]")).to_be_visible()


def test_small_boards_on_the_first_page_move(visitors: Visitors) -> None:
    player, visitor = visitors(), visitors()
    code = quick_play(player, GAME).rstrip("/").split("/")[-1]
    visitor.goto("/")
    card = visitor.locator(f'[data-wall] [data-table="{code}"]')
    expect(card.locator(".mini-root svg").first).to_be_visible()
    before = card.locator(".mini-root").inner_html()
    player.click("[data-action=standin]")
    visitor.wait_for_function(
        "([code, before]) => document.querySelector(`[data-table='${code}'] .mini-root`).innerHTML !== before",
        arg=[code, before],
    )


def test_a_game_is_begun_and_given_up_by_the_tab_key_alone(visitors: Visitors) -> None:
    page = visitors()
    page.goto("/")

    def tab_to(wanted: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", wanted):
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none", "whoever types must see where he is"
                return
        raise AssertionError(f"{wanted} is not reached by the Tab key")

    tab_to(f"[data-quick={GAME}]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=resign]")).to_be_visible()
    tab_to("[data-action=resign]")
    page.keyboard.press("Enter")
    tab_to("[data-dialog=confirm] [data-do=yes]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome]")).to_be_visible()
