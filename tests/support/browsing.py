"""Visitors with a browser: each with cookies of their own, on a server of the test's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.server import Server
from tests.support.waiting import PATIENCE

Visitors = Callable[..., Page]

#: Keeps the page's sockets where a test can cut them, as a lost network does.
SOCKETS = """(() => {
  const Plain = window.WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      window.sockets.push(this);
    }
  };
})()"""


@contextmanager
def visiting(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Give a maker of pages of people who do not know each other; an error in a page's script fails the test."""
    expect.set_options(timeout=PATIENCE * 1000)
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def visitor(**options: Any) -> Page:
        context = browser.new_context(base_url=server.web, **{"locale": "en-US", **options})
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(SOCKETS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert errors == []


def cut(page: Page) -> None:
    """Cut the page's last socket."""
    page.evaluate("sockets.at(-1).close()")


def framed(page: Page, address: str) -> None:
    """Show an address in a frame of somebody else's page."""
    around = f'<!doctype html><iframe src="{address}" width="640" height="560"></iframe>'
    with HTTPServer(("127.0.0.1", 0), _answering(around.encode())) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        # Another name for this machine: another site, whose frames are given neither cookies nor storage.
        page.goto(f"http://localhost:{site.server_port}/")
        site.shutdown()


def _answering(body: bytes) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


def quick_play(page: Page, game: str) -> str:
    """Begin a game with one click on the first page and return its address."""
    page.goto("/")
    page.click(f"[data-quick={game}]")
    page.locator("[data-players] .mine").wait_for()
    page.locator("[data-board]").wait_for()
    return page.url
