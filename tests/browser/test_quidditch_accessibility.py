"""Quidditch's board and editors for people who hear, enlarge or type them: axe-core has no remark, not a mild one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.test_quidditch_game import open_editors, open_table, sit_down
from tests.support.server import Server, copy_of
from tools.accessibility import axe_script

RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("quidditch axe") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture(params=["light", "dark"])
def looking(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page in one of the themes; nothing moves, so that colours are measured at rest."""
    theme: Literal["light", "dark"] = request.param
    context = browser.new_context(locale="en-US", color_scheme=theme, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def remarks(page: Page) -> list[str]:
    """Let axe-core look at the page as it is now."""
    page.evaluate(axe_script())
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [f"{one['id']} ({one['impact']}): {node['target']}" for one in found for node in one["nodes"]]


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
