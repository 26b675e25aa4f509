"""Plays Qwirkle on the page as a person does: picks up a tile, looks where cells light up, lays it, sends the move."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

#: Counts questions and answers on the socket, so that a test knows when the page has heard what it asked.
COUNTING = """(() => {
  const Plain = window.WebSocket;
  window.waiting = 0;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (/"payloadType":"table\\/(answer|error|done)"/.test(data) && /"id":/.test(data)) window.waiting -= 1;
      });
      this.addEventListener("close", () => { window.waiting = 0; });
    }
    send(data) {
      if (/"id":/.test(data)) window.waiting += 1;
      super.send(data);
    }
  };
})()"""

SETTLED = """async () => {
  const frame = () => new Promise((resolve) => setTimeout(resolve, 15));
  await frame();
  while (window.waiting > 0) await frame();
  await frame();
}"""

#: What the page shows now: the end, a turn of ours, or neither.
NOW = """() => {
  const board = document.querySelector(".qwirkle");
  if (document.querySelector("[data-outcome]")?.checkVisibility()) return "over";
  return board?.dataset.ready === "1" ? "turn" : "wait";
}"""

Touch = Callable[[Page, str], None]


def click(page: Page, wanted: str) -> None:
    """Use the mouse."""
    page.locator(wanted).first.click()


def tap(page: Page, wanted: str) -> None:
    """Use a finger."""
    page.locator(wanted).first.tap()


def play_to_the_end(page: Page, touch: Touch, seconds: float = 150) -> int:
    """Play until the page shows the outcome; return how many moves were made."""
    moves, deadline = 0, time.monotonic() + seconds
    while (now := page.evaluate(NOW)) != "over":
        assert time.monotonic() < deadline, f"no end after {moves} moves in {seconds:g} s"
        if now == "turn":
            version = page.locator(".qwirkle").get_attribute("data-version")
            take_turn(page, touch)
            moves += 1
            page.wait_for_function(
                "(version) => document.querySelector('.qwirkle').dataset.version !== version", arg=version
            )
        else:
            page.wait_for_timeout(40)
    return moves


def take_turn(page: Page, touch: Touch) -> None:
    """Lay the first tile that fits, or swap one."""
    page.evaluate(SETTLED)
    for tile in page.locator("[data-hand]").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.hand)"):
        touch(page, f"[data-hand='{tile}']")
        page.evaluate(SETTLED)
        if page.locator("[data-legal]").count():
            touch(page, "[data-legal]")
            page.evaluate(SETTLED)
            touch(page, "[data-do=send]:not(:disabled)")
            page.evaluate(SETTLED)
            return
    page.keyboard.press("Escape")
    touch(page, "[data-do=swap]")
    touch(page, "[data-hand]")
    touch(page, "[data-do=exchange]:not(:disabled)")
    page.evaluate(SETTLED)
