"""A person in a browser plays Catan against bots, with nothing but the board's own buttons and places."""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Page, expect

from games.catan.sgn.formats import write_sgn
from games.catan.sgn.sidefile import write_side
from games.catan.tests.sgn_games import OWN_GAME, random_match
from tests.support.api import Answer, Api
from tests.support.server import Server

#: What is clicked first when several things are offered; the rest in any order, ending the turn last.
EAGER = ("roll", "discard", "victim", "confirm", "monopoly", "close", "accept", "decline", "play")
BUILDING = ("city", "settlement", "road", "buy", "bank", "offer", "take", "choose")
#: Buttons that only undo or open something; clicked now and then.
IDLE = ("cancel", "less", "give", "keep", "get", "withdraw", "retract", "trade", "card")

OFFERED = """() => {
  const root = document.querySelector("[data-board]");
  if (!root || root.dataset.ready !== "1") return null;
  const able = [...root.querySelectorAll("[data-do]:not(:disabled)")];
  const buttons = able.map((one) => ["button", one.dataset.do, one.dataset.key ?? ""]);
  const places = [...root.querySelectorAll(".target")].map((one) => ["place", one.dataset.kind, one.dataset.place]);
  return { version: root.dataset.version, offered: [...buttons, ...places] };
}"""
CLICK = """([kind, name, key]) => {
  const root = document.querySelector("[data-board]");
  const wanted = kind === "place" ? `.target[data-kind="${name}"][data-place="${key}"]` : `[data-do="${name}"]`;
  const found = [...root.querySelectorAll(wanted)].find((one) => kind === "place" || (one.dataset.key ?? "") === key);
  found?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


def open_table(server: Server, options: dict[str, Any], bots: int) -> str:
    """Return the path of a new table with bots and one free seat."""
    body = {"game": "catan", "options": options, "seats": bots + 1, "bots": ["random"] * bots}
    table = Api(server.ports["web"]).as_guest("Owner").post("/api/tables", body)
    return f"/catan/{table['id']}/"


def sit_down(page: Page, server: Server, path: str) -> None:
    """Take the free seat as a guest; the table begins when it is full."""
    page.goto(f"{server.web}{path}#sit")
    page.locator("#guest-name").fill("Bea")
    page.locator("[data-do=name]").click()


def choice(rng: random.Random, offered: list[list[str]]) -> list[str]:
    """Return what a hasty but lively player clicks."""
    places = [one for one in offered if one[0] == "place"]
    eager = [one for one in offered if one[1] in EAGER]
    building = [
        one for one in offered if one[1] in ("city", "settlement", "road", "buy", "bank", "offer", "take", "choose")
    ]
    if places and rng.random() < 0.9:
        return rng.choice(places)
    for group, chance in ((eager, 0.95), (building, 0.7)):
        if group and rng.random() < chance:
            return rng.choice(group)
    return rng.choice([one for one in offered if one[1] not in IDLE or rng.random() < 0.3] or offered)


def play_on(page: Page, rng: random.Random, seconds: float) -> None:
    """Click what is offered until the match is over."""
    until = time.monotonic() + seconds
    while not page.locator("[data-outcome]").is_visible():
        assert time.monotonic() < until, f"no end within {seconds:g} s: {page.locator('[data-prompt]').text_content()}"
        now = page.evaluate(OFFERED)
        if now and now["offered"]:
            page.evaluate(CLICK, choice(rng, now["offered"]))
        else:
            page.wait_for_timeout(10)


def test_a_person_plays_a_whole_game_with_the_buttons_and_places_of_the_board(page: Page, server: Server) -> None:
    path = open_table(server, {"points": 3, "turnTime": 0, "answerTime": 0}, bots=3)
    sit_down(page, server, path)
    page.locator("[data-board] svg.island").wait_for()
    play_on(page, random.Random(4), 200)
    assert page.locator("[data-board] :is([data-piece=Dorf], [data-piece=Stadt])").count() >= 8
    assert page.locator("[data-log-list] li").count() > 20
    assert page.locator("[data-board] .target").count() == 0


def test_a_spectator_sees_the_island_and_the_scores_but_no_hand(page: Page, server: Server) -> None:
    api = Api(server.ports["web"]).as_guest("Owner")
    table = api.post("/api/tables", {"game": "catan", "options": {"points": 3}, "seats": 3, "bots": ["random"] * 3})
    page.goto(f"{server.web}/catan/{table['id']}/")
    page.locator("[data-board] .cplayer").nth(2).wait_for()
    assert page.locator("[data-board] .tile").count() == 19
    expect(page.locator("[data-board] .cplayer-text")).to_have_text(["Random", "Random 2", "Random 3"])
    assert page.locator("[data-board] .chand").count() == 0
    assert page.locator("[data-board]").get_attribute("data-ready") == "0"


def test_a_place_is_chosen_with_the_keyboard(page: Page, server: Server) -> None:
    path = open_table(server, {"turnTime": 0, "answerTime": 0}, bots=2)
    sit_down(page, server, path)
    first = page.locator(".target[data-kind=Dorf]").first
    first.wait_for()
    first.focus()
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("Enter")
    page.locator(f'[data-piece=Dorf][data-at="{chosen}"]').wait_for()


def test_an_uploaded_file_in_the_notation_opens_in_the_replay_viewer(page: Page, server: Server) -> None:
    api = Api(server.ports["web"]).as_guest("Owner")
    answer = api.call("POST", "/api/replays?game=catan&format=sgn", OWN_GAME)
    assert answer.status == 201, answer
    page.goto(f"{server.web}{answer.json['url']}")
    page.locator("[data-board] .tile").nth(18).wait_for()
    assert api.call("GET", f"/api/replays/{answer.json['id']}.sgn").body == OWN_GAME
    broken = api.call("POST", "/api/replays?game=catan&format=sgn", OWN_GAME.replace(b'"RD"', b'"XX"', 1))
    assert broken.json["error"]["field"].startswith("line ")


def form(**files: bytes) -> tuple[bytes, str]:
    """Return files as the body of a form, and its content type."""
    parts = [
        f'--part\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'.encode() + content
        for name, content in files.items()
    ]
    return b"\r\n".join([*parts, b"--part--\r\n"]), "multipart/form-data; boundary=part"


def test_the_api_takes_a_side_file_with_its_file(server: Server) -> None:
    api = Api(server.ports["web"]).as_guest("Owner")
    record = random_match(1, 3)

    def upload(**files: bytes) -> Answer:
        body, kind = form(**files)
        return api.call("POST", "/api/replays?game=catan&format=sgn", body, **{"Content-Type": kind})

    answer = upload(file=write_sgn(record), side=write_side(record))
    assert answer.status == 201, answer
    assert answer.json["players"] == [player.name for player in record.players]
    assert upload(file=write_sgn(record)).json["players"] == ["Player 1", "Player 2", "Player 3"]
    assert upload(file=write_sgn(record), side=b"{}").json["error"]["field"] == "side"
    assert upload(side=write_side(record)).json["error"]["field"] == "file"
    assert api.call("POST", "/api/replays", b"x", **{"Content-Type": "multipart/form-data"}).status == 400
