"""Template filters of the console."""

from __future__ import annotations

import json

from django import template

from gamekit import registry
from gamekit.rules import Json
from spieltisch.console.wording import worded

register = template.Library()
register.filter("worded", worded)


@register.filter
def compact(value: Json) -> str:
    """Return JSON as it is stored and sent, not as Python writes it; a log has it as text already."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@register.filter
def title_of(slug: str) -> str:
    """Return a game's title."""
    game = registry.games().get(slug)
    return game.title if game else slug
