"""Makes the README's pictures from the real pages: `make pictures`."""

from __future__ import annotations

import json
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from gamekit import registry
from tests.conftest import BROWSER_ARGUMENTS
from tests.support.api import Api
from tests.support.server import ROOT, Server
from tests.support.visitor import Visitor
from tests.support.waiting import until
from tools import programs

PICTURES = ROOT / "docs" / "pictures"
WIDE = (1280, 800)
NARROW = (390, 780)
#: What a page must show before it is worth a picture.
BOARD = "[data-version]"


def main() -> None:
    """Serve bots' games, and take pictures of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", {"DEMO": "1", "BOT_DELAY": "0.1"}).start()
        browser = playwright.chromium.launch(executable_path=programs.chromium(), args=BROWSER_ARGUMENTS)
        try:
            picture_players(browser, server)
            picture_authors_and_staff(browser, server)
        finally:
            browser.close()
            server.stop()


def picture_players(browser: Browser, server: Server) -> None:
    """Take what players and spectators see: home, a table of each game, a replay, a phone."""
    tables = {slug: until(lambda slug=slug: _table(server, slug), slug) for slug in registry.games()}  # type: ignore[misc]
    take(browser, server.web + "/", "home", WIDE, ready=".mini-root svg")
    take(browser, server.web + "/", "home-dark", WIDE, dark=True, ready=".mini-root svg")
    for slug, address in tables.items():
        take(browser, server.web + address, slug, WIDE)
    take(browser, server.web + next(iter(tables.values())), "narrow", NARROW, dark=True)
    replay, steps = until(lambda: _replay(server), "a replay")
    take(browser, f"{server.web}{replay}#step={steps // 2}", "replay", WIDE, ready="[data-verified=true]")


def picture_authors_and_staff(browser: Browser, server: Server) -> None:
    """Take what client authors and staff see: the wire inspector with a refused message, and the console."""
    boss = Visitor.staff(server)
    with conversation(server, boss) as inspected:
        take(browser, server.web + inspected, "inspector", WIDE, ready="main", who=boss)
    take(browser, server.web + "/console/", "console", WIDE, ready="[data-rows]", who=boss)


def take(
    browser: Browser, address: str, name: str, size: tuple[int, int], *, dark: bool = False, ready: str = BOARD,
    who: Visitor | None = None,
) -> None:  # fmt: skip
    """Take a picture once the page shows what matters; the state comes through the socket after the page."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", locale="en-US"
    )
    for cookie, value in (who.cookies if who else {}).items():
        context.add_cookies([{"name": cookie, "value": value, "url": address}])
    page = context.new_page()
    page.goto(address, wait_until="load")
    page.wait_for_selector(ready, timeout=60_000)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 700)))")
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=82)
    context.close()


@contextmanager
def conversation(server: Server, author: Visitor) -> Iterator[str]:
    """Let a program of the author's say something wrong, and give the address at which he reads it."""
    table = author.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})
    token = author.post_json(f"/api/tables/{table['id']}/seats", {})["token"]
    with socket.create_connection(("127.0.0.1", server.ports["qwirkle"]), 60) as client, client.makefile("r") as lines:
        client.sendall(b'{"clientName":"Mine#%s","clientType":"PLAYER","uniqueID":100}\n' % token.encode())
        number = json.loads(lines.readline())["clientID"]
        client.sendall(b'{"tiles":[],"uniqueID":414}\n')
        # Until it has been refused: the lines before are the greeting.
        while json.loads(lines.readline())["uniqueID"] != 920:
            continue
        yield f"/inspector/{number}/"


def _table(server: Server, slug: str) -> str | None:
    """Return the address of a demonstration table that has been played at for a while."""
    tables = Api(server.ports["web"]).get(f"/api/tables?game={slug}&status=running")
    found = [table for table in tables if table["demo"] and table["match"]["steps"] >= 12]
    return str(found[0]["url"]) if found else None


def _replay(server: Server) -> tuple[str, int] | None:
    """Return the address and length of the longest replay there is of the game with the shortest matches."""
    found = Api(server.ports["web"]).get("/api/replays?game=qwirkle")
    listed = found["replays"] if isinstance(found, dict) else found
    longest = max(listed, key=lambda replay: replay["steps"], default=None)
    return (str(longest["url"]), int(longest["steps"])) if longest else None


if __name__ == "__main__":
    main()
