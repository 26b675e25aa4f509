"""Quidditch's board and editors for people who hear, enlarge or type them: axe-core has no remark, not a mild one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.test_quidditch_game import open_editors, open_table, sit_down
from tests.support.axe import remarks, still_page
from tests.support.server import Server, copy_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("quidditch axe") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture
def looking(browser: Browser) -> Iterator[Page]:
    """A page of somebody new."""
    with still_page(browser) as page:
        yield page


def headings(page: Page) -> list[int]:
    """Return the levels of the headings that are shown, in their order."""
    shown = "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((h) => h.checkVisibility())"
    levels: list[int] = page.evaluate(f"{shown}.map((h) => Number(h.tagName[1]))")
    return levels


def test_the_board_in_formation_and_in_a_turn(looking: Page, server: Server) -> None:
    sit_down(looking, server, open_table(server))
    assert remarks(looking) == []
    looking.locator("[data-do=formation]").click()
    looking.locator(".qpiece.turn").first.wait_for()
    looking.locator("[data-panel=right]").wait_for()
    assert remarks(looking) == []
    levels = headings(looking)
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels


@pytest.mark.parametrize("editor", ["team", "match"])
def test_the_editors(looking: Page, server: Server, editor: str) -> None:
    open_editors(looking, server)
    looking.locator(f"[data-editor-tab={editor}]").click()
    looking.locator(f"[data-editor={editor}]").wait_for()
    assert remarks(looking) == []
    # With faults told beside their fields, too.
    field = looking.locator({"team": "[data-field=name]", "match": "[data-field=maxRounds]"}[editor])
    field.fill("1")
    looking.locator("[data-error] li").first.wait_for()
    assert remarks(looking) == []
