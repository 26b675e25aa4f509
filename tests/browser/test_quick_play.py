"""One click on the first page is a game, of every kind, that comes to its end and is there as a replay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gamekit import registry
from tests.support.browsing import Visitors, quick_play, visiting
from tests.support.server import Server, copy_of
from tests.support.waiting import PATIENCE

GAMES = sorted(registry.games())
NO_PAUSES = {f"min{phase}PhaseAnimationDuration": 0 for phase in ("Player", "Fan", "Ball", "Unban")}
#: Quick play as staff may set it: short matches without the pauses in which people look on.
SHORT: dict[str, dict[str, Any]] = {
    "qwirkle": {"colorShapeCount": 3, "tileCount": 2, "maxHandTiles": 4, "timeVisualization": 0},
    "catan": {"points": 4, "answerTime": 2000},
    "quidditch": {"maxRounds": 13, "timings": NO_PAUSES, "probabilities": {"catchSnitch": 1}},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("quick") / "data"), {"BOT_DELAY": "0.05"}).start()
    for slug, options in SHORT.items():
        keep = f"Preset(game={slug!r}, name='Quick play', options={options!r})"
        server.manage(
            "shell", "-c", f"from spieltisch.lobby.models import Preset; p = {keep}; p.full_clean(); p.save()"
        )
    yield server
    server.kill()


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server) as visitors:
        yield visitors


def outcome_and_replay(page: Page) -> None:
    expect(page.locator("[data-outcome]")).to_be_visible(timeout=PATIENCE * 2000)
    expect(page.locator("[data-status]")).to_have_text("finished")
    expect(page.locator("[data-action=rematch]")).to_be_visible()
    page.click("[data-replay-link]")
    expect(page.locator("[data-verified=true]")).to_be_visible()
    page.keyboard.press("End")
    last = page.locator("[data-slider]").get_attribute("max")
    expect(page.locator(f"[data-board][data-version='{last}']")).to_be_visible()


@pytest.mark.timeout(240)
def test_every_game_is_begun_by_a_click_and_comes_to_its_end(visitors: Visitors) -> None:
    pages = {slug: visitors() for slug in GAMES}
    for slug, page in pages.items():
        quick_play(page, slug)
        expect(page.locator("[data-status]")).to_have_text("running")
        page.click("[data-action=standin]")
        expect(page.locator("[data-players] .mine [data-stand-in]")).to_be_visible()
    for page in pages.values():
        outcome_and_replay(page)


def test_a_form_that_a_preset_filled_in_says_by_which(visitors: Visitors) -> None:
    page = visitors()
    page.goto("/new/qwirkle/")
    expect(page.locator("#id_preset")).to_have_value("")
    preset = page.locator("[data-preset]", has_text="Quick play")
    preset.click()
    expect(page.locator("#id_option_tileCount")).to_have_value("2")
    expect(page.locator("#id_preset")).to_have_value(preset.get_attribute("data-preset") or "none")
