"""Texts that belong to a game (blurb, options, bots) in the visitor's language, out of the game's own dictionary.

A game brings `static/games/<slug>/<language>.json`, the same file its board reads: {"English text": "translated"}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.translation import get_language

from gamekit.game import Game


def say(game: Game, text: str) -> str:
    """Return the game's text in the active language, or as it is when the game has no translation for it."""
    language = (get_language() or "en").split("-")[0]
    return text if language == "en" else dictionary(game.slug, language).get(text, text)


@cache
def dictionary(slug: str, language: str) -> Mapping[str, str]:
    """Return the game's dictionary for a language; empty when it has none."""
    path = finders.find(f"games/{slug}/{language}.json")
    if not isinstance(path, str):
        return {}
    loaded: Mapping[str, str] = json.loads(Path(path).read_text(encoding="utf-8"))
    return loaded
