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

from gamekit.errors import GameError
from gamekit.game import Game


def refusal(error: GameError, game: Game | None = None) -> str:
    """Return why something was refused, in the active language: by its code, as the pages' scripts do it."""
    language = _language()
    if language == "en":
        return error.message
    key = f"[{error.code}]"
    for known in (dictionary(game.slug, language) if game else {}, site_dictionary(language)):
        if key in known:
            return known[key].replace("{message}", error.message)
    return error.message


def say(game: Game, text: str) -> str:
    """Return the game's text in the active language, or as it is when the game has no translation for it."""
    language = _language()
    return text if language == "en" else dictionary(game.slug, language).get(text, text)


@cache
def dictionary(slug: str, language: str) -> Mapping[str, str]:
    """Return the game's dictionary for a language; empty when it has none."""
    return _read(f"games/{slug}/{language}.json")


@cache
def site_dictionary(language: str) -> Mapping[str, str]:
    """Return the dictionary of the pages' scripts for a language."""
    return _read(f"js/{language}.json")


def _language() -> str:
    return (get_language() or "en").split("-")[0]


def _read(name: str) -> Mapping[str, str]:
    path = finders.find(name)
    if not isinstance(path, str):
        return {}
    loaded: Mapping[str, str] = json.loads(Path(path).read_text(encoding="utf-8"))
    return loaded
