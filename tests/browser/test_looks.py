"""How pages hold: no jumps while they load, nothing wider than a phone, German everywhere, the reader's own times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gamekit import registry
from tests.support.api import Api
from tests.support.browsing import Visitors, visiting
from tests.support.server import Server, copy_of
from tests.support.waiting import until

GAMES = sorted(registry.games())
#: What browsers call a good page.
GOOD_SHIFT = 0.1
SHIFTS = """(() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
})()"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    # Slow bots: no match is to end, and show its result, while its page is looked at.
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("looks") / "data"), {"BOT_DELAY": "3"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, str]:
    """The address of a running table of each game."""
    api = Api(server.ports["web"]).as_guest("Owner")
    found = {}
    for slug, game in registry.games().items():
        setup = {"game": slug, "seats": game.default_seats, "bots": [game.bots[1].name] * game.default_seats}
        found[slug] = api.post("/api/tables", setup)["url"]
    return found


@pytest.fixture(scope="module")
def replay(server: Server) -> str:
    api = Api(server.ports["web"]).as_guest("Owner")
    table = api.post("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"]})
    api.post(f"/api/tables/{table['id']}/bots", {"bots": ["random"]})
    until(lambda: api.get(f"/api/tables/{table['id']}")["match"]["steps"] > 1, "a step")
    api.post(f"/api/tables/{table['id']}/abort", {})
    code = until(lambda: api.get(f"/api/tables/{table['id']}")["replay"], "the replay")
    return f"/replays/{code}/"


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server) as visitors:
        yield visitors


def settled(page: Page, address: str) -> float:
    """Open a page and return how much it has jumped when everything is there."""
    page.add_init_script(SHIFTS)
    page.goto(address)
    page.wait_for_load_state("load")
    for place, content in (("[data-stage]", "[data-board][data-version]"), ("[data-wall]", ".mini-root svg")):
        if page.locator(place).count():
            page.locator(content).first.wait_for()
    return float(page.evaluate("new Promise((done) => setTimeout(() => done(window.shift), 300))"))


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_do_not_jump_while_they_load(visitors: Visitors, tables: dict[str, str], replay: str, width: int) -> None:
    shifts = {}
    for address in ("/", "/qwirkle/", "/replays/", replay, *tables.values()):
        page = visitors(viewport={"width": width, "height": 844})
        shifts[address] = settled(page, address)
        page.context.close()
    assert {address: shift for address, shift in shifts.items() if shift > GOOD_SHIFT} == {}


PATHS = [
    "/",
    "/replays/",
    "/replays/upload/",
    "/accounts/sign-in/",
    "/accounts/sign-up/",
    "/accounts/guest/",
    "/nothing/at/all/",
]


@pytest.mark.parametrize("slug", GAMES)
def test_every_page_of_a_game_fits_a_dark_german_phone(visitors: Visitors, tables: dict[str, str], slug: str) -> None:
    page = visitors(viewport={"width": 390, "height": 844}, color_scheme="dark", locale="de-DE")
    for address in (
        f"/{slug}/",
        f"/new/{slug}/",
        f"/connect/{slug}/",
        f"/tv/{slug}/",
        tables[slug],
        f"{tables[slug]}?embed=1",
    ):
        fits(page, address)


def test_every_other_page_fits_a_dark_german_phone(visitors: Visitors, replay: str) -> None:
    page = visitors(viewport={"width": 390, "height": 844}, color_scheme="dark", locale="de-DE")
    for address in (*PATHS, replay, f"{replay}?embed=1"):
        fits(page, address)


def fits(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("main").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, address
    red, green, blue = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")[:3]
    assert red + green + blue < 200, f"{address} is not dark"


def test_times_are_told_in_the_readers_own_place(visitors: Visitors, replay: str) -> None:
    told = []
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        page = visitors(timezone_id=zone)
        page.goto(replay)
        time = page.locator("time[data-local]").first
        expect(time).not_to_contain_text("UTC")
        told.append(time.inner_text())
    assert told[0] != told[1]


def test_whoever_wants_no_motion_gets_none(visitors: Visitors) -> None:
    page = visitors(reduced_motion="reduce")
    page.goto("/")
    longest = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll("*")].map((element) => {
          const style = getComputedStyle(element);
          return Math.max(...`${style.animationDuration},${style.transitionDuration}`.split(",").map(parseFloat));
        }))"""
    )
    assert longest <= 0.01
