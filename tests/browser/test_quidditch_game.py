"""A person in a browser plays Quidditch from formation to end by clicking, and uses the editors."""

from __future__ import annotations

import base64
import json
import random
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from games.quidditch.config import read_match_config
from games.quidditch.rules.entities import BROOMS, FOULS
from games.quidditch.team import default_team, read_team_file
from tests.support.api import Api
from tests.support.server import Server

#: A match that ends soon: nothing waits, whoever reaches the snitch has it, and turns are few, because brooms are lame,
#: bludgers hit and the referee sees everything.
QUICK: dict[str, Any] = {
    "maxRounds": 13,
    "timings": {
        "minPlayerPhaseAnimationDuration": 0,
        "minFanPhaseAnimationDuration": 0,
        "minBallPhaseAnimationDuration": 0,
        "minUnbanPhaseAnimationDuration": 0,
        "teamFormationTimeout": 300_000,
        "playerTurnTimeout": 300_000,
        "fanTurnTimeout": 300_000,
        "unbanTurnTimeout": 300_000,
    },
    "probabilities": {
        "catchSnitch": 1,
        "knockOut": 1,
        "extraMove": dict.fromkeys(BROOMS, 0),
        "foulDetection": dict.fromkeys(FOULS, 1),
    },
}
READY = "[data-board][data-ready='1']"
#: What can be done now: null while the board is not ready.
OFFERED = """() => {
  const root = document.querySelector("[data-board]");
  if (!root || root.dataset.ready !== "1") return null;
  const buttons = [...root.querySelectorAll("[data-do]:not(:disabled)")].map((one) => one.dataset.do);
  const cells = [...root.querySelectorAll(".target")].map((one) => one.dataset.cell);
  const fair = [...root.querySelectorAll(".target-move")].map((one) => one.dataset.cell);
  const turn = root.querySelector(".qpiece.turn")?.dataset ?? {};
  const snitch = root.querySelector("[data-piece=snitch]")?.dataset.at;
  const { version, phase } = root.dataset;
  return { version, phase, buttons, cells, fair, turn: turn.piece ?? "", at: turn.at, snitch };
}"""
#: Click a button or a cell, unless the board has gone on since it was looked at.
CLICK = """([version, selector]) => {
  const root = document.querySelector("[data-board]");
  if (root.dataset.version !== version || root.dataset.ready !== "1") return;
  root.querySelector(selector)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


def open_table(server: Server, options: dict[str, Any] = QUICK) -> str:
    """Return the path of a new table with a bot and one free seat."""
    body = {"game": "quidditch", "options": options, "seats": 2, "bots": ["naive"]}
    table = Api(server.ports["web"]).as_guest("Owner").post("/api/tables", body)
    return f"/quidditch/{table['id']}/"


def sit_down(page: Page, server: Server, path: str) -> None:
    """Take the free seat as a guest; the match begins when both are there."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.web}{path}#sit")
    page.locator("#guest-name").fill("Bea")
    page.locator("[data-do=name]").click()
    page.locator(READY).wait_for()


def distance(one: str, other: str) -> int:
    """Return the number of moves between two cells written as on the page."""
    return max(abs(int(a) - int(b)) for a, b in zip(one.split(","), other.split(","), strict=True))


def choice(rng: random.Random, offered: dict[str, Any]) -> str:
    """Return the selector of what a lazy player clicks: fans rest, players mostly stay, only the seeker is busy."""
    if "rest" in offered["buttons"]:
        return "[data-do=rest]"
    if offered["turn"].endswith("Seeker") and offered["fair"]:
        # Before the snitch is out the seeker waits in the middle, where it comes to in overtime.
        aim = offered["snitch"] or "8,6"
        nearest = min([offered["at"], *offered["fair"]], key=lambda cell: distance(cell, aim))
        return "[data-do=skip]" if nearest == offered["at"] else f'.target[data-cell="{nearest}"]'
    if offered["cells"] and rng.random() < 0.2:
        return f'.target[data-cell="{rng.choice(offered["cells"])}"]'
    return "[data-do=skip]"


def play_on(page: Page, rng: random.Random, seconds: float) -> set[str]:
    """Click what is offered until the match is over; return the phases in which something was asked."""
    until = time.monotonic() + seconds
    phases = set()
    while not page.locator("[data-outcome]").is_visible():
        assert time.monotonic() < until, f"no end within {seconds:g} s: {page.locator('.qscore').text_content()}"
        now = page.evaluate(OFFERED)
        if now:
            phases.add(now["phase"])
            page.evaluate(CLICK, [now["version"], choice(rng, now)])
        else:
            page.wait_for_timeout(10)
    return phases


def test_a_person_plays_from_the_formation_to_the_end_of_the_match(page: Page, server: Server) -> None:
    sit_down(page, server, open_table(server))
    assert page.locator("[data-cell]").count() == 193
    page.locator("[data-do=formation]").click()
    phases = play_on(page, random.Random(5), 200)
    assert {"playerPhase", "fanPhase"} <= phases
    expect(page.locator("[data-board]")).to_have_attribute("data-phase", "gameFinish")
    expect(page.locator("[data-board]")).to_have_attribute("data-ready", "0")
    log = page.locator("[data-log-list] li").all_inner_texts()
    assert any("flies to" in line for line in log)
    assert " wins" in log[-1]


def test_a_formation_is_dragged_and_set_with_the_keyboard(page: Page, server: Server) -> None:
    sit_down(page, server, open_table(server))
    mine = page.locator(".target-mine")
    moved, free = mine.first, page.locator(".target-start").first
    start, aim = moved.get_attribute("data-cell"), free.get_attribute("data-cell")
    moved.drag_to(free, force=True)
    expect(page.locator(f'[data-cell="{aim}"]')).to_have_class("qcell target target-mine")
    expect(page.locator(f'[data-cell="{start}"]')).to_have_class("qcell target target-start")
    page.locator(f'[data-cell="{aim}"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    chosen = page.evaluate("document.activeElement.dataset.cell")
    assert chosen not in (aim, start)
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-cell="{chosen}"]')).to_have_class("qcell target target-mine")
    page.locator("[data-do=formation]").click()
    expect(page.locator("[data-board]")).not_to_have_attribute("data-phase", "formation")


def test_a_cell_tells_what_flying_there_means(page: Page, server: Server) -> None:
    sit_down(page, server, open_table(server))
    page.locator("[data-do=formation]").click()
    target = page.locator(".target:is(.target-move, .target-foul)").first
    target.focus()
    label = target.get_attribute("aria-label") or ""
    assert label.startswith("Fly to ")
    expect(page.locator(".qpart-readout")).to_contain_text(label)
    page.keyboard.press("Enter")
    expect(page.locator("[data-log-list]")).to_contain_text("flies to")


def test_what_is_said_of_a_cell_follows_the_match(page: Page, server: Server) -> None:
    sit_down(page, server, open_table(server))
    page.locator("[data-do=formation]").click()
    target = page.locator(".target-move").first
    target.hover()
    name = page.locator(".qplayer.turn .qplayer-name").evaluate("(one) => one.firstChild.textContent")
    assert name not in (page.locator(".qpart-readout").text_content() or "")
    target.click()
    expect(page.locator(".qpart-readout")).to_contain_text(name)


def test_on_a_phone_names_stay_readable_beside_a_knock_out(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, server, open_table(server))
    page.locator("[data-do=formation]").click()
    until = time.monotonic() + 200
    while not page.locator(".qplayer .badge").count():
        assert time.monotonic() < until, "nobody was knocked out or banned"
        now = page.evaluate(OFFERED)
        if now:
            page.evaluate(CLICK, [now["version"], "[data-do=rest], [data-do=skip]"])
        else:
            page.wait_for_timeout(10)
    widths = page.evaluate("[...document.querySelectorAll('.qplayer-name')].map((one) => one.clientWidth)")
    assert len(widths) == 14
    assert min(widths) > 75


def open_editors(page: Page, server: Server) -> None:
    page.goto(f"{server.web}/quidditch/page/editors/")
    page.locator("[data-editors][data-ready='1']").wait_for()


def saved(page: Page, editor: str, button: str, folder: Path) -> bytes:
    """Return the file that a button of an editor writes."""
    with page.expect_download() as download:
        page.locator(f"[data-editor={editor}] [data-do={button}]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_bytes()


def test_the_team_editor_writes_what_the_server_accepts(page: Page, server: Server, tmp_path: Path) -> None:
    open_editors(page, server)
    page.locator("[data-field=name]").fill("Browser Bats")
    in_container = saved(page, "team", "save", tmp_path)
    assert json.loads(in_container)["payloadType"] == "teamConfig"
    assert read_team_file(in_container)["name"] == "Browser Bats"
    assert read_team_file(saved(page, "team", "save-bare", tmp_path)) == read_team_file(in_container)


def test_the_team_editor_tells_errors_beside_the_field(page: Page, server: Server, tmp_path: Path) -> None:
    open_editors(page, server)
    wrong = {**default_team(0), "motto": "x", "fans": {**default_team(0)["fans"], "elves": "1"}}
    file = tmp_path / "team.json"
    file.write_text(json.dumps({"timestamp": "", "payloadType": "teamConfig", "payload": wrong}))
    page.locator("[data-editor=team] [data-do=open-file]").set_input_files(file)
    expect(page.locator("[data-error=motto] li")).to_have_count(1)
    expect(page.locator("[data-error='fans.elves'] li")).to_have_text("must be an integer of at least 1")
    expect(page.locator("[data-error=name] li")).to_have_count(0)
    half = base64.b64encode(base64.b64decode(default_team(0)["image"])[:-20]).decode()
    file.write_text(json.dumps({**default_team(0), "image": half}))
    page.locator("[data-editor=team] [data-do=open-file]").set_input_files(file)
    expect(page.locator("[data-error=image] li")).to_have_text(
        "must be a whole PNG; a part of it is cut off or damaged"
    )
    expect(page.locator("[data-error=motto] li")).to_have_count(0)
    file.write_text("{")
    page.locator("[data-editor=team] [data-do=open-file]").set_input_files(file)
    expect(page.locator("[data-editor=team] [data-error=file] li")).to_have_text("must be JSON")


def test_a_picture_of_another_size_is_refused_and_can_be_scaled(page: Page, server: Server) -> None:
    open_editors(page, server)
    page.locator("[data-do=image]").set_input_files(
        {"name": "small.png", "mimeType": "image/png", "buffer": small_picture(page)}
    )
    expect(page.locator("[data-error=image] li")).to_have_text("must be 256 by 256 pixels, not 20 by 10")
    page.locator("[data-do=scale]").click()
    expect(page.locator("[data-error=image] li")).to_have_count(0)


def small_picture(page: Page) -> bytes:
    """Return a PNG of 20 by 10 pixels, drawn by the browser."""
    drawn: list[int] = page.evaluate(
        """async () => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 20, height: 10 });
          const blob = await new Promise((resolve) => canvas.toBlob(resolve));
          return [...new Uint8Array(await blob.arrayBuffer())];
        }"""
    )
    return bytes(drawn)


def test_the_match_editor_reads_and_writes_the_standards_file(page: Page, server: Server, tmp_path: Path) -> None:
    open_editors(page, server)
    page.locator("[data-editor-tab=match]").click()
    file = tmp_path / "match.json"
    file.write_text(json.dumps({**QUICK, "maxRounds": 7, "foolAway": 0.5}))
    page.locator("[data-editor=match] [data-do=open-file]").set_input_files(file)
    expect(page.locator("[data-error=maxRounds] li")).to_have_text("must be an integer from 13 to 100")
    page.locator("[data-field=maxRounds]").fill("30")
    config = read_match_config(saved(page, "match", "save", tmp_path))
    assert config["maxRounds"] == 30
    assert config["probabilities"]["catchSnitch"] == 1
    assert config["timings"]["playerTurnTimeout"] == 300_000


def test_a_kept_team_plays_for_its_maker(page: Page, server: Server) -> None:
    open_editors(page, server)
    page.locator("[data-field=name]").fill("Browser Bats")
    page.locator("[data-do=keep]").click()
    sit_down(page, server, open_table(server))
    expect(page.locator("[data-team=right]")).to_contain_text("Browser Bats")
