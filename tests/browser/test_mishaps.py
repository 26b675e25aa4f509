"""When something goes wrong, the page says what and what to do next, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.api import Api
from tests.support.browsing import Visitors, cut, quick_play, visiting
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until

GAME = "qwirkle"
SMALL = {"colorShapeCount": 2, "tileCount": 2, "maxHandTiles": 2, "timeVisualization": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("mishaps") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server) as visitors:
        yield visitors


def finished_match(server: Server) -> str:
    """Return the code of a match that bots have played."""
    api = Api(server.ports["web"]).as_guest()
    table = api.post("/api/tables", {"game": GAME, "seats": 2, "bots": ["random"] * 2, "options": SMALL})
    return str(until(lambda: api.get(f"/api/tables/{table['id']}")["replay"], "the replay"))


def test_a_script_that_fails_is_told_with_a_way_out(browser: Browser, server: Server) -> None:
    page = browser.new_context(base_url=server.web, locale="en-US").new_page()
    page.goto("/")
    page.evaluate("() => { setTimeout(() => { throw new Error('broken'); }); }")
    expect(page.locator("[data-toast=error]")).to_contain_text("Something on this page failed.")
    expect(page.locator("[data-toast=error] button").first).to_have_text("Load again")
    page.context.close()


def test_a_promise_that_fails_is_told_as_well(browser: Browser, server: Server) -> None:
    page = browser.new_context(base_url=server.web, locale="en-US").new_page()
    page.goto("/")
    page.evaluate("() => { Promise.reject(new Error('broken')); }")
    expect(page.locator("[data-toast=error]")).to_contain_text("Something on this page failed.")
    page.context.close()


def test_a_board_that_cannot_be_loaded_leaves_the_frame_alive(visitors: Visitors) -> None:
    page = visitors()
    page.route(f"**/games/{GAME}/board*.js", lambda route: route.abort())
    page.goto("/")
    page.click(f"[data-quick={GAME}]")
    expect(page.locator(".board-failed")).to_contain_text("Nothing is lost")
    expect(page.locator("[data-action=resign]")).to_be_visible()


def test_a_lost_session_is_told_at_the_table_and_what_was_typed_stays(visitors: Visitors) -> None:
    page = visitors()
    quick_play(page, GAME)
    page.click("[data-tab=chat]")
    page.fill("#chat-text", "half a sentence")
    page.context.clear_cookies()
    cut(page)
    expect(page.locator("[data-toast=error]")).to_contain_text("not signed in any more")
    expect(page.locator("#chat-text")).to_have_value("half a sentence")
    page.locator("[data-toast=error] button", has_text="Sign in").click()
    page.wait_for_url("**/accounts/sign-in/?next=**")


def test_a_form_opened_before_signing_in_elsewhere_is_still_good(visitors: Visitors) -> None:
    page = visitors()
    page.goto(f"/new/{GAME}/")
    page.fill("#id_name", "Typed before")
    tab = page.context.new_page()
    tab.goto("/accounts/guest/")
    tab.fill("#id_name", "Anna")
    tab.click("main button")
    tab.wait_for_url("**/")
    page.click("[data-do=create]")
    expect(page.locator(".frame-name")).to_have_text("Typed before")


def test_a_lobby_that_is_closed_says_so_and_keeps_the_form(visitors: Visitors, server: Server) -> None:
    boss = Visitor.staff(server)
    assert boss.post("/console/drain/", on="1").status == 302
    try:
        page = visitors()
        page.goto("/")
        page.click(f"[data-quick={GAME}]")
        expect(page.locator("h1")).to_have_text("No table could be opened")
        expect(page.locator("main")).to_contain_text("about to be restarted")
        page.goto(f"/new/{GAME}/")
        page.fill("#id_name", "Later")
        page.click("[data-do=create]")
        expect(page.locator("[role=alert]")).to_contain_text("about to be restarted")
        expect(page.locator("#id_name")).to_have_value("Later")
    finally:
        boss.post("/console/drain/", on="0")


def test_a_replay_that_does_not_verify_says_so_and_can_still_be_seen(visitors: Visitors, server: Server) -> None:
    code = finished_match(server)
    spoil = f"from spieltisch.tables.models import Step, Match; m = Match.objects.get(code={code!r}); "
    server.manage("shell", "-c", spoil + "Step.objects.filter(match=m, number=1).update(hash='0' * 64)")
    page = visitors()
    page.goto(f"/replays/{code}/")
    expect(page.locator("[data-verified=false]")).to_have_text("does not verify")
    expect(page.locator("[data-untrue]")).to_contain_text("do not trust the result")
    expect(page.locator("[data-board]")).to_be_visible()


def test_a_refused_upload_names_the_line_and_keeps_the_file(visitors: Visitors, server: Server, tmp_path: Path) -> None:
    code = finished_match(server)
    whole = Api(server.ports["web"]).call("GET", f"/replays/{code}/download.jsonl").body
    lines = whole.splitlines()
    wrong, right = tmp_path / "wrong.jsonl", tmp_path / "right.jsonl"
    wrong.write_bytes(b"\n".join([*lines[:2], b"{}", *lines[3:]]))
    right.write_bytes(whole)
    page = visitors()
    page.goto("/accounts/guest/?next=/replays/upload/")
    page.click("main button")
    # Until its script is there the form is an ordinary one, which keeps no file.
    page.wait_for_url("**/replays/upload/")
    upload(page, wrong)
    expect(page.locator(".errorlist")).to_contain_text("line 3")
    assert page.evaluate("document.querySelector('#id_file').files[0].name") == "wrong.jsonl"
    upload(page, right)
    page.wait_for_url("**/replays/*/")
    expect(page.locator("[data-verified=true]")).to_be_visible()


def test_a_file_sent_before_the_page_has_its_texts_is_kept(visitors: Visitors, server: Server, tmp_path: Path) -> None:
    wrong, held = tmp_path / "wrong.jsonl", list[Route]()
    wrong.write_bytes(b"{}")
    page = visitors(locale="de-DE")
    page.goto("/accounts/guest/?next=/replays/upload/")
    page.route("**/js/de.*json", lambda route: held.append(route))
    page.click("main button")
    page.wait_for_url("**/replays/upload/")
    upload(page, wrong)
    expect(page.locator("[data-upload]")).to_have_attribute("aria-busy", "true")
    for route in held:
        route.continue_()
    expect(page.locator(".errorlist")).to_contain_text("line 1")
    assert page.evaluate("document.querySelector('#id_file').files[0].name") == "wrong.jsonl"
    assert held


def upload(page: Page, file: Path) -> None:
    page.set_input_files("#id_file", file)
    page.click("[data-upload] button")
