"""How pages hold: no jumps while they load, nothing wider than a phone, German everywhere, the reader's own times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

import pytest
from playwright.sync_api import Browser, Page, expect

from gamekit import registry
from tests.support.api import Api
from tests.support.browsing import Visitors, visiting
from tests.support.longmatches import long_match
from tests.support.server import Server, copy_of
from tests.support.waiting import until

GAMES = sorted(registry.games())
#: What browsers call a good page.
GOOD_SHIFT = 0.1
#: Remembers every jump: when, how much, and what moved from where to where.
SHIFTS = """(() => {
  window.shifts = [];
  const named = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    return element ? `${element.localName}.${element.getAttribute("class") ?? ""}#${element.id}` : "gone";
  };
  const told = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) => `${named(node)}: ${told(previousRect)} -> ${told(currentRect)}`,
      );
      window.shifts.push({ at: entry.startTime / 1000, value: entry.value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""
#: Seconds without a jump that end a window of jumps, and the longest that one is.
GAP, WINDOW = 1.0, 5.0
#: Steps that every match has when pages are looked at: enough that there is something on the boards.
BEGUN = 12
#: Matches that may be over before that, one after the other: of those between ships one in eight is.
MOST_OPENED = 10
#: Bots at their own pace, and so slow that nothing happens at a table while its page is looked at.
PACED, STILL = "0.1", "100000"
#: No clock makes a move for them either; those of Mississippi Queen have none.
NO_HURRY: dict[str, dict[str, Any]] = {
    "catan": {"turnTime": 0, "answerTime": 0},
    "quidditch": {"timings": {f"{turn}TurnTimeout": 86_400_000 for turn in ("player", "fan", "unban")}},
    "qwirkle": {"turnTime": 0},
}


class Shift(TypedDict):
    """A jump of a page."""

    at: float
    value: float
    moved: list[str]


@dataclass(frozen=True)
class Looks:
    """A running table of each game at which nothing happens any more."""

    server: Server
    tables: dict[str, str]
    """The address of each."""


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Looks]:
    """Tables that have played a little, on a server whose bots then take longer than any test."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("looks") / "data"), {"BOT_DELAY": PACED}).start()
    try:
        owner = Api(server.ports["web"]).as_guest("Owner")
        tables = {slug: begun(owner, slug) for slug in GAMES}
        server.stop()
        server.environment["BOT_DELAY"] = STILL
        server.start()
        owner.port = server.ports["web"]
        for table in tables.values():
            owner.post(f"/api/tables/{table['id']}/resume")
            assert owner.get(f"/api/tables/{table['id']}")["status"] == "running"
        yield Looks(server, {slug: table["url"] for slug, table in tables.items()})
    finally:
        server.kill()


def begun(owner: Api, slug: str) -> Any:
    """Open a table of bots at which no clock runs out, and halt it when they have played a little.

    A match may be over before that (a ship that cannot move any more ends it): then another one is opened.
    """
    game = registry.game(slug)
    bots = [game.bots[1].name] * game.default_seats
    setup = {"game": slug, "seats": game.default_seats, "bots": bots, "options": NO_HURRY.get(slug, {})}
    for _ in range(MOST_OPENED):
        table = owner.post("/api/tables", setup)
        until(partial(far_enough, owner, table["id"]), "the match has begun")
        if owner.call("POST", f"/api/tables/{table['id']}/pause").status == 200:
            return table
    raise AssertionError(f"{slug}: {MOST_OPENED} matches were over at once")


def far_enough(owner: Api, code: str) -> bool:
    """Tell whether a table's match has come so far that there is something to look at, or is over."""
    table = owner.get(f"/api/tables/{code}")
    return table["status"] == "finished" or (table["match"] is not None and table["match"]["steps"] >= BEGUN)


@pytest.fixture
def server(looks: Looks) -> Server:
    return looks.server


@pytest.fixture
def tables(looks: Looks) -> dict[str, str]:
    """The address of a running table of each game."""
    return looks.tables


@pytest.fixture(scope="module")
def replay(looks: Looks) -> str:
    """The address of a match that was played elsewhere."""
    api = Api(looks.server.ports["web"]).as_guest("Owner")
    return str(api.post("/api/replays", long_match(20))["url"])


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    with visiting(browser, server) as visitors:
        yield visitors


def settled(page: Page, address: str) -> list[Shift]:
    """Open a page and return how it has jumped when everything is there."""
    page.add_init_script(SHIFTS)
    page.goto(address)
    page.wait_for_load_state("load")
    for place, content in (("[data-stage]", "[data-board][data-version]"), ("[data-wall]", ".mini-root svg")):
        if page.locator(place).count():
            page.locator(content).first.wait_for()
    shifts: list[Shift] = page.evaluate("new Promise((done) => setTimeout(() => done(window.shifts), 300))")
    return shifts


def score(shifts: Sequence[Shift]) -> float:
    """Return the cumulative layout shift as browsers define it: the sum of the worst window of jumps."""
    worst = total = first = last = 0.0
    for shift in shifts:
        if not total or shift["at"] - last >= GAP or shift["at"] - first >= WINDOW:
            first, total = shift["at"], 0.0
        last, total = shift["at"], total + shift["value"]
        worst = max(worst, total)
    return worst


def test_jumps_are_summed_up_as_browsers_do() -> None:
    def shifts(*moments: float) -> list[Shift]:
        return [{"at": at, "value": 0.04, "moved": []} for at in moments]

    assert score([]) == 0
    assert score(shifts(0.2, 1.1, 1.9)) == pytest.approx(0.12)
    assert score(shifts(0.2, 1.3, 1.9)) == pytest.approx(0.08)
    # A window ends after five seconds, however close the next jump is.
    assert score(shifts(0, 0.9, 1.8, 2.7, 3.6, 4.5, 5.4)) == pytest.approx(0.24)


@pytest.mark.parametrize("slowness", [1, 6])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_do_not_jump_while_they_load(
    visitors: Visitors, tables: dict[str, str], replay: str, width: int, slowness: int
) -> None:
    jumps = {}
    for address in ("/", "/qwirkle/", "/tv/catan/", "/replays/", replay, *tables.values()):
        page = visitors(viewport={"width": width, "height": 844})
        # What comes late on a slow machine is painted by itself, and moves what is there already.
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowness})
        shifts = settled(page, address)
        if score(shifts) > GOOD_SHIFT:
            jumps[address] = shifts
        page.context.close()
    assert jumps == {}


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
