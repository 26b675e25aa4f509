"""The replay viewer in a browser: playing, jumping, sharing a move, files of every format, and playing on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from gamekit import registry
from tests.support.api import Api
from tests.support.browsing import Visitors, framed, visiting
from tests.support.server import Server, copy_of
from tests.support.waiting import until

GAME = "qwirkle"
#: Full lines of two are Qwirkles: something notable happens in every match.
OPTIONS = {"colorShapeCount": 3, "tileCount": 3, "timeVisualization": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("viewer") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """A finished match of bots."""
    api = Api(server.ports["web"]).as_guest()
    table = api.post("/api/tables", {"game": GAME, "seats": 2, "bots": ["greedy", "greedy"], "options": OPTIONS})
    code = until(lambda: api.get(f"/api/tables/{table['id']}")["replay"], "the replay")
    return f"/replays/{code}/"


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server) as visitors:
        yield visitors


def test_it_plays_by_itself_faster_when_told_and_stops_at_a_key(visitors: Visitors, address: str) -> None:
    page = visitors()
    page.goto(address)
    page.select_option("[data-speed]", "70")
    page.click("[data-do=play]")
    page.wait_for_function("() => Number(document.querySelector('[data-slider]').value) >= 3")
    page.keyboard.press("Home")
    expect(page.locator("[data-step-text]")).to_contain_text("0 /")
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Play")


def test_whoever_reads_too_quickly_waits_a_moment_and_reads_on(visitors: Visitors, address: str) -> None:
    page = visitors()
    refusals = [429, 503]

    def answer(route: Route) -> None:
        if refusals:
            route.fulfill(status=refusals.pop(0), headers={"Retry-After": "1"}, json={"error": {}})
        else:
            route.continue_()

    page.route("**/states.json*", answer)
    page.goto(f"{address}#step=3")
    expect(page.locator("[data-board][data-version='3']")).to_be_visible()
    expect(page.locator("[data-failed]")).to_be_hidden()
    assert refusals == []


def test_a_notable_moment_is_jumped_to_and_its_link_shared(visitors: Visitors, address: str) -> None:
    page = visitors()
    page.goto(address)
    choice = page.locator("[data-moment-list] option:not([value=''])", has_text="Qwirkle").first
    choice.wait_for(state="attached")
    step = choice.get_attribute("value")
    assert step is not None
    page.select_option("[data-moment-list]", step)
    expect(page.locator(f"[data-board][data-version='{step}']")).to_be_visible()
    page.click("[data-do=share]")
    link = page.locator("#share-link").input_value()
    assert link.endswith(f"{address}#step={step}")
    friend = visitors()
    friend.goto(link)
    expect(friend.locator(f"[data-board][data-version='{step}']")).to_be_visible()


def test_every_format_of_the_game_is_downloaded_from_the_page(visitors: Visitors, address: str) -> None:
    page = visitors()
    page.goto(address)
    names = {"jsonl", *(export.name for export in registry.game(GAME).exports)}
    assert {link.get_attribute("data-format") for link in page.locator("[data-format]").all()} == names
    for name in sorted(names):
        page.locator("[data-downloads]").evaluate("(menu) => { menu.open = true; }")
        with page.expect_download() as started:
            page.click(f"[data-format='{name}']")
        assert started.value.suggested_filename.endswith(f".{name}")
        assert started.value.path().stat().st_size > 0


@pytest.mark.parametrize(("others", "status"), [("bots", "running"), ("open", "open")])
def test_a_match_is_played_on_from_the_move_shown(visitors: Visitors, address: str, others: str, status: str) -> None:
    page = visitors()
    # Early: in so small a match nobody may be able to move soon after.
    page.goto(f"{address}#step=2")
    expect(page.locator("[data-board][data-version='2']")).to_be_visible()
    page.select_option("[name=others]", others)
    page.click("[data-play-on] button")
    expect(page.locator("[data-status]")).to_have_text(status)
    if others == "bots":
        expect(page.locator("[data-players] .mine")).to_be_visible()
        expect(page.locator("[data-board]")).to_be_visible()
    else:
        expect(page.locator("[data-waiting] [data-seat='0']")).to_contain_text("you")
        expect(page.locator("[data-waiting] .free")).to_have_count(1)


def test_a_replay_lives_in_the_frame_of_another_page(visitors: Visitors, server: Server, address: str) -> None:
    page = visitors()
    framed(page, f"{server.web}{address}?embed=1#step=3")
    frame = page.frame_locator("iframe")
    expect(frame.locator("[data-board][data-version='3']")).to_be_visible()
    frame.locator("[data-do=forward]").click()
    expect(frame.locator("[data-board][data-version='4']")).to_be_visible()
