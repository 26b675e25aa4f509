"""Plays Catan on the page as a person does: looks at the island and the hand, and clicks places, cards and buttons."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NotThere

#: Everything a person sees who is to act: buttons, places to choose with what the fields round them yield, cards.
LOOK = """() => {
  const root = document.querySelector("[data-board]");
  if (document.querySelector("[data-outcome]")?.checkVisibility()) return { over: true };
  if (root?.dataset.ready !== "1" || root.dataset.busy === "1") return null;
  const all = (wanted) => [...root.querySelectorAll(wanted)];
  const dots = new Map(all(".chip").map((chip) => [chip.dataset.field, 6 - Math.abs(7 - Number(chip.dataset.number))]));
  const seat = root.querySelector(".cplayer.mine").dataset.player;
  const mine = new Set(all(`[data-piece][data-owner="${seat}"]`).flatMap((piece) => piece.dataset.at.split(";")));
  const worth = (place) => place.split(";").reduce((sum, field) => sum + (dots.get(field) ?? 0), 0);
  const buttons = all("[data-do]:not(:disabled)").map((one) => [one.dataset.do, one.dataset.key ?? ""]);
  const places = all(".target").map((one) => {
    const place = one.dataset.place;
    return { kind: one.dataset.kind, place, worth: worth(place), mine: mine.has(place) };
  });
  const counts = (wanted) => all(wanted).map((one) => [one.dataset.resource, Number(one.dataset.count)]);
  const hand = Object.fromEntries(counts(".chand [data-resource]"));
  const notes = all(".chand .rcard-note").map((one) => [one.parentNode.dataset.resource, parseInt(one.textContent)]);
  const houses = all(`[data-owner="${seat}"]:is([data-piece=Dorf], [data-piece=Stadt])`).length;
  const roads = all(`[data-piece=Straße][data-owner="${seat}"]`).length;
  return { buttons, places, hand, chosen: all("[data-chosen]").length, rates: Object.fromEntries(notes), houses, roads,
    waiting: all("[data-answer=wait]").length, picked: counts(".ctrade [data-count]") };
}"""

Touch = Callable[[Page, str], None]
#: Offers to the others that somebody makes who wants to be done before long.
MOST_OFFERS = 4
#: A click may come too late because the board was drawn anew; more than a few such misses are a fault of the page.
MOST_MISSES = 8


def click(page: Page, wanted: str) -> None:
    """Use the mouse."""
    page.locator(wanted).first.click(timeout=10_000)


def tap(page: Page, wanted: str) -> None:
    """Use a finger."""
    page.locator(wanted).first.tap(timeout=10_000)


class Clicker:
    """Somebody at the page; remembers what he has done, for the test to look at."""

    def __init__(self, page: Page, touch: Touch = click) -> None:
        self.page = page
        self.touch = touch
        self.done: list[str] = []
        self.misses = 0
        self._offers = 0
        self._offered_now = False

    def play_to_the_end(self, seconds: float = 240, going: Callable[[], bool] = lambda: True) -> None:
        """Act whenever asked until the page shows the outcome, or there is no going on."""
        deadline = time.monotonic() + seconds
        while not self.act() and going():
            assert time.monotonic() < deadline, f"no end in {seconds:g} s; did {self.done[-12:]}"

    def act(self) -> bool:
        """Do one thing if it is asked for; return True when the match is over."""
        now = self.page.evaluate(LOOK)
        if now and now.get("over"):
            return True
        wanted = self._choice(now) if now else None
        if wanted is None:
            self.page.wait_for_timeout(20)
            return False
        try:
            self.touch(self.page, f"[data-board] {wanted}")
        except NotThere:
            self.misses += 1
            assert self.misses <= MOST_MISSES, f"{wanted} could not be clicked; did {self.done[-12:]}"
        else:
            self.done.append(wanted)
        return False

    # --- choosing ---------------------------------------------------------------------------------------------------
    def _choice(self, now: dict[str, Any]) -> str | None:
        """Return the selector of what is clicked next."""
        offered = {name for name, _ in now["buttons"]}
        if now["places"]:
            return self._place(now["places"])
        for name in ("discard", "victim", "close", "accept", "decline", "confirm", "monopoly", "roll"):
            if name in offered:
                self._offered_now = self._offered_now and name != "roll"
                assert name != "victim" or now["chosen"] == 1, "the field to which the robber goes is not shown"
                return self._button(now, name)
        if "choose" in offered:
            return self._button(now, "choose")
        if now["picked"]:
            return self._trade(now, offered)
        if "take" in offered:
            return self._card("take", max(now["hand"], key=lambda name: now["hand"][name]))
        return self._turn(now, offered)

    def _button(self, now: dict[str, Any], name: str) -> str:
        key = next(key for button, key in now["buttons"] if button == name)
        return f'[data-do="{name}"][data-key="{key}"]' if key else f'[data-do="{name}"]:not(:disabled)'

    def _card(self, name: str, resource: str) -> str:
        return f'[data-do="{name}"][data-key="{resource}"]'

    def _place(self, places: list[dict[str, Any]]) -> str:
        best = max(places, key=lambda one: (not one["mine"] or one["kind"] != "Räuber", one["worth"]))
        return f'.target[data-kind="{best["kind"]}"][data-place="{best["place"]}"]'

    def _turn(self, now: dict[str, Any], offered: set[str]) -> str | None:
        """Build, play a card, trade, or end the turn."""
        if "withdraw" in offered and now["waiting"]:
            return None
        for name in ("city", "settlement", "play"):
            if name in offered:
                return self._button(now, name)
        if "road" in offered and now["roads"] < 2 * now["houses"]:
            return self._button(now, "road")
        if "buy" in offered:
            return self._button(now, "buy")
        card = self._playable()
        if card:
            return f'[data-do="card"][data-key="{card}"]'
        if "trade" in offered and self._wants_trade(now):
            return '[data-do="trade"]'
        return self._button(now, "end") if "end" in offered else None

    def _playable(self) -> str | None:
        found: str | None = self.page.evaluate("() => document.querySelector('.dcard.playable')?.dataset.key ?? null")
        return found

    # --- trading ----------------------------------------------------------------------------------------------------
    def _wants_trade(self, now: dict[str, Any]) -> bool:
        hand = now["hand"].values()
        offering = not self._offered_now and self._offers < MOST_OFFERS
        return max(hand) >= 4 or (offering and max(hand) > 1 and min(hand) == 0)

    def _trade(self, now: dict[str, Any], offered: set[str]) -> str:
        """Put a trade together: as many of the most frequent card as the bank wants, else one as an offer."""
        given, wanted = dict(now["picked"][:5]), dict(now["picked"][5:])
        hand = {name: count + given[name] for name, count in now["hand"].items()}
        most, least = max(hand, key=lambda name: hand[name]), min(hand, key=lambda name: hand[name])
        to_bank = hand[most] >= now["rates"][most]
        if given[most] < (now["rates"][most] if to_bank else 1):
            return self._card("take", most)
        if not wanted[least]:
            return self._card("get", least)
        if to_bank:
            return '[data-do="bank"]'
        if not self._offered_now and "offer" in offered:
            self._offers, self._offered_now = self._offers + 1, True
            return '[data-do="offer"]'
        return '[data-do="cancel"]'
