"""Template tags that every page uses: icons, a game's emblem and texts, names, times."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from gamekit import registry
from gamekit.game import Game
from spieltisch.accounts.names import shown_name
from spieltisch.lobby import gametexts

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return one of the icons of static/img/icons.svg; decoration only, so the button needs a text of its own."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static("img/icons.svg"), name
    )


@register.simple_tag
def emblem(slug: str) -> str:
    """Return the address of the game's emblem, or of the common one."""
    return static(_emblem_path(slug))


@register.simple_tag
def board_asset(slug: str, name: str) -> str:
    """Return the address of a file beside the game's board, or nothing when the game has none."""
    path = f"games/{slug}/{name}"
    return static(path) if _exists(path) else ""


@register.filter
def game_text(text: str, game: Game) -> str:
    """Return a text of the game in the visitor's language."""
    return gametexts.say(game, text)


@register.filter
def shown(name: str) -> str:
    """Return a player's name; a word for those who are gone."""
    return shown_name(name)


@register.filter
def called(player: Any, game: str) -> str:
    """Return a player's name as it is read: bots are called in the visitor's language."""
    name = shown_name(player.name)
    known = registry.games().get(game)
    return gametexts.say(known, name) if known and _kind(player) == "bot" else name


@register.filter
def colour(seat: int) -> int:
    """Return which of the six player colours a seat has."""
    return seat % 6


@register.filter
def moment(value: datetime | None) -> SafeString | str:
    """Return a time that the page's script turns into local form."""
    if value is None:
        return ""
    return format_html(
        '<time datetime="{}" data-local>{} UTC</time>', value.isoformat(), date_format(value, "SHORT_DATETIME_FORMAT")
    )


@register.filter
def seat_number(seat: int) -> int:
    """Return a seat as people count seats."""
    return seat + 1


def _kind(player: Any) -> str:
    """Return whether a person, a program or a bot sits or sat there."""
    return str(player.kind)


def _emblem_path(slug: str) -> str:
    path = f"games/{slug}/emblem.svg"
    return path if _exists(path) else "img/emblem.svg"


@cache
def _exists(path: str) -> bool:
    return finders.find(path) is not None
