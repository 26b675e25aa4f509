"""axe-core looks at a page as it is: for people who hear, enlarge or type it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from tools.accessibility import axe_script

RUN = "async (which) => (await axe.run(document, {resultTypes: ['violations'], ...which})).violations"
EVERYTHING: dict[str, Any] = {}
#: The rules whose answer depends on the theme.
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
#: Colours pass into each other even where nothing moves, if only for a frame; those inside of others a frame later.
AT_ONCE = "*, *::before, *::after { transition: none !important; }"
BODY = "getComputedStyle(document.body).backgroundColor"
#: What would keep somebody out; axe-core's milder remarks are matters of taste as often as not.
GRAVE = ("serious", "critical")


@dataclass(frozen=True)
class Remark:
    """What axe-core has to say of one element."""

    rule: str
    impact: str
    target: str
    summary: str
    theme: str


@contextmanager
def still_page(browser: Browser) -> Iterator[Page]:
    """A new visitor's page on which nothing moves, so that colours are measured at rest; it takes a style of ours."""
    context = browser.new_context(locale="en-US", color_scheme="light", reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def remarks(page: Page) -> list[Remark]:
    """Let axe-core look at everything in light, and at the colours once more in dark."""
    page.evaluate(axe_script())
    page.add_style_tag(content=AT_ONCE)
    seen, bright = _seen(page, "light", EVERYTHING), page.evaluate(BODY)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(BODY) != bright, "the page has no dark theme"
    seen += _seen(page, "dark", OF_COLOURS)
    page.emulate_media(color_scheme="light")
    return seen


def _seen(page: Page, theme: str, which: dict[str, Any]) -> list[Remark]:
    found: list[dict[str, Any]] = page.evaluate(RUN, which)
    return [
        Remark(one["id"], one["impact"], str(node["target"]), node["failureSummary"], theme)
        for one in found
        for node in one["nodes"]
    ]
