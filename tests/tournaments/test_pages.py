"""Tournaments on the pages of staff: played by a process of their own, shown as they go on, and stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.api import Api
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("tournament") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


def signed_in(page: Page, server: Server, visitor: Visitor) -> None:
    page.context.add_cookies([{"name": k, "value": v, "url": server.web} for k, v in visitor.cookies.items()])


def open_in(page: Page, server: Server, game: str, bots: list[str], rounds: int) -> None:
    page.goto(f"{server.web}/tournaments/?game={game}")
    for box in page.locator("[name=bots]").all():
        box.set_checked(box.get_attribute("value") in bots)
    page.fill("#id_rounds", str(rounds))
    page.click("[data-do=begin]")


def test_a_tournament_shows_its_standings_when_it_is_over(page: Page, server: Server, boss: Visitor) -> None:
    signed_in(page, server, boss)
    open_in(page, server, "qwirkle", ["random", "greedy"], 6)
    expect(page.locator("[data-state=finished]")).to_be_visible(timeout=PATIENCE * 1000)
    expect(page.locator("[data-count]")).to_have_text("6 / 6")
    rows = page.locator("[data-standings] tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Greedy")
    assert [row.locator("td").first.inner_text() for row in rows.all()] == ["6", "6"]


def test_a_long_tournament_moves_on_keeps_others_waiting_and_stops(page: Page, server: Server, boss: Visitor) -> None:
    signed_in(page, server, boss)
    open_in(page, server, "quidditch", ["medium", "strong"], 4000)
    page.wait_for_function("() => document.querySelector('progress').value > 0", timeout=PATIENCE * 1000)
    address = page.url
    open_in(page, server, "qwirkle", ["random", "greedy"], 1)
    expect(page.locator("[role=alert]")).to_contain_text("another tournament is running")
    expect(page.locator("#id_rounds")).to_have_value("1")
    page.goto(address)
    page.click("[data-stop] button")
    expect(page.locator("[data-state=stopped]")).to_be_visible(timeout=PATIENCE * 1000)
    expect(page.locator("[data-stop]")).to_be_hidden()
    done = int(page.locator("[data-count]").inner_text().split("/")[0].replace(",", ""))
    assert 0 < done < 4000


def test_a_tournament_ends_with_its_server(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {}).start()
    boss = Visitor.staff(server)
    answer = boss.post("/tournaments/", game="quidditch", bots="medium", rounds=1)
    assert answer.status == 200, "one bot is no tournament"
    made = boss.api.call(
        "POST",
        "/tournaments/",
        f"csrfmiddlewaretoken={boss.cookies['csrftoken']}&game=quidditch&bots=medium&bots=strong&rounds=4000".encode(),
        **{"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert made.status == 302, made.body[:500]
    until(lambda: boss.api.get(f"{made.headers['location']}progress.json")["done"], "the first match")
    server.kill()
    server.start()
    again = Api(server.ports["web"])
    again.headers["Cookie"] = boss.api.headers["Cookie"]
    until(lambda: again.get(f"{made.headers['location']}progress.json")["status"] == "stopped", "the end")
    server.stop()


def test_tournaments_are_for_staff(server: Server) -> None:
    guest = Visitor.guest(server, "Anna")
    for path in ("/tournaments/", "/tournaments/1/", "/tournaments/1/progress.json"):
        assert guest.get(path).status == 302, path
