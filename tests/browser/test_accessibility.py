"""No page has a serious fault for people who hear, enlarge or type it: axe-core looks, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from gamekit import registry
from tests.support.axe import GRAVE, remarks, still_page
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until

GAMES = sorted(registry.games())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("axe") / "data"), {"BOT_DELAY": "0.5"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


@pytest.fixture(scope="module")
def tables(boss: Visitor) -> dict[str, str]:
    """The addresses of a running table of each game, in which bots play."""
    found = {}
    for slug, game in registry.games().items():
        setup = {"game": slug, "seats": game.default_seats, "bots": [game.bots[0].name] * game.default_seats}
        found[slug] = f"/{slug}/{boss.post_json('/api/tables', setup)['id']}/"
    return found


@pytest.fixture(scope="module")
def replay(boss: Visitor) -> str:
    """The address of a finished match."""
    small = {"colorShapeCount": 2, "tileCount": 2, "maxHandTiles": 2, "timeVisualization": 0}
    setup = {"game": "qwirkle", "seats": 2, "bots": ["random", "random"], "options": small}
    code = boss.post_json("/api/tables", setup)["id"]
    return f"/replays/{until(lambda: boss.api.get(f'/api/tables/{code}')['replay'], 'the replay')}/"


@pytest.fixture
def looking(browser: Browser) -> Iterator[Page]:
    """A page of somebody new."""
    with still_page(browser) as page:
        yield page


def signed_in(page: Page, server: Server, visitor: Visitor) -> None:
    page.context.add_cookies([{"name": k, "value": v, "url": server.web} for k, v in visitor.cookies.items()])


def check(page: Page, address: str, ready: str = "main", status: int = 200) -> None:
    """Open a page, wait for what matters on it, and let axe-core look."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == status, f"{address}: {answer.status}"
    page.locator(ready).first.wait_for()
    judge(page, address)


def judge(page: Page, address: str) -> None:
    """Let axe-core look at the page as it is."""
    assert [remark for remark in remarks(page) if remark.impact in GRAVE] == [], address


@pytest.mark.parametrize("path", ["/", "/replays/", "/accounts/sign-in/", "/accounts/sign-up/", "/accounts/guest/"])
def test_pages_for_everybody(looking: Page, server: Server, path: str) -> None:
    check(looking, server.web + path)


@pytest.mark.parametrize("path", ["/{}/", "/new/{}/", "/connect/{}/", "/tv/{}/"])
@pytest.mark.parametrize("slug", GAMES)
def test_the_pages_of_a_game(looking: Page, server: Server, slug: str, path: str) -> None:
    check(looking, server.web + path.format(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_a_table(looking: Page, server: Server, tables: dict[str, str], slug: str) -> None:
    check(looking, server.web + tables[slug], "[data-version]")


@pytest.mark.parametrize("slug", GAMES)
def test_an_embedded_table(looking: Page, server: Server, tables: dict[str, str], slug: str) -> None:
    check(looking, f"{server.web}{tables[slug]}?embed=1", "[data-version]")


@pytest.mark.parametrize("path", ["/nothing/at/all/", "/qwirkle/nothere/", "/replays/nothere/"])
def test_a_page_that_says_what_is_missing(looking: Page, server: Server, path: str) -> None:
    check(looking, server.web + path, status=404)


def test_an_open_table_and_its_dialogs(looking: Page, server: Server, boss: Visitor) -> None:
    code = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})["id"]
    check(looking, f"{server.web}/qwirkle/{code}/", "[data-do=sit]")
    looking.click("[data-do=share]")
    judge(looking, "the dialog to share")
    looking.click("[data-do=close]")
    looking.click("[data-do=sit]")
    judge(looking, "the dialog for a name")


@pytest.mark.parametrize("path", ["/replays/upload/", "/tournaments/"])
def test_pages_for_those_who_signed_in(looking: Page, server: Server, boss: Visitor, path: str) -> None:
    signed_in(looking, server, boss)
    check(looking, server.web + path)


def test_an_embedded_replay(looking: Page, server: Server, replay: str) -> None:
    check(looking, f"{server.web}{replay}?embed=1", "[data-slider]")


def test_a_replay(looking: Page, server: Server, replay: str) -> None:
    check(looking, server.web + replay, "[data-slider]")
