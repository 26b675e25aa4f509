"""Makes the README's pictures from the real pages: `make pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from gamekit import registry
from tests.conftest import BROWSER_ARGUMENTS
from tests.support.api import Api
from tests.support.server import ROOT, Server
from tests.support.waiting import until
from tools import programs

PICTURES = ROOT / "docs" / "pictures"
WIDE = (1280, 800)
NARROW = (390, 780)


def main() -> None:
    """Serve bots' games, and take pictures of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", {"DEMO": "1", "BOT_DELAY": "0.1"}).start()
        browser = playwright.chromium.launch(executable_path=programs.chromium(), args=BROWSER_ARGUMENTS)
        try:
            tables = {slug: until(lambda slug=slug: _table(server, slug), slug) for slug in registry.games()}  # type: ignore[misc]
            take(browser, server.web + "/", "home", WIDE)
            take(browser, server.web + "/", "home-dark", WIDE, dark=True)
            for slug, address in tables.items():
                take(browser, server.web + address, slug, WIDE)
            narrow = next(iter(tables.values()))
            take(browser, server.web + narrow, "narrow", NARROW, dark=True)
        finally:
            browser.close()
            server.stop()


def take(browser: Browser, address: str, name: str, size: tuple[int, int], dark: bool = False) -> None:
    """Take a picture once the page's boards are drawn."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", locale="en-US"
    )
    page = context.new_page()
    page.goto(address, wait_until="load")
    drawn(page)
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=85)
    context.close()


def drawn(page: Page) -> None:
    """Wait for a board; the state comes through the socket after the page."""
    page.wait_for_selector("[data-version]", timeout=30_000)


def _table(server: Server, slug: str) -> str | None:
    """Return the address of a demonstration table that has been played at for a while."""
    tables = Api(server.ports["web"]).get(f"/api/tables?game={slug}&status=running")
    found = [table for table in tables if table["demo"] and table["match"]["steps"] >= 12]
    return str(found[0]["url"]) if found else None


if __name__ == "__main__":
    main()
