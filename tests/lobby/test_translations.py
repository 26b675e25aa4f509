"""German is complete: every text of the pages and of their scripts has a translation."""

from __future__ import annotations

import gettext
import json
import re
from pathlib import Path

import pytest

from gamekit import registry
from spieltisch.lobby.gametexts import dictionary

ROOT = Path(__file__).parents[2]
PO = ROOT / "locale/de/LC_MESSAGES/django.po"

#: {% translate "x" %}, _("x"), gettext_lazy("x"); texts with variables or plurals are found by the .po's own entries.
IN_TEMPLATES = re.compile(r'{%\s*translate\s+"((?:[^"\\]|\\.)*)"')
IN_PYTHON = re.compile(r'\b(?:_|gettext|gettext_lazy)\(\s*"((?:[^"\\]|\\.)*)"\s*[),.]')
IN_SCRIPTS = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')


def texts(pattern: re.Pattern[str], files: list[Path]) -> set[str]:
    return {text for file in files for text in pattern.findall(file.read_text(encoding="utf-8"))}


@pytest.fixture(scope="module")
def german() -> gettext.GNUTranslations:
    """The compiled catalogue, as it is served."""
    with PO.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def known(german: gettext.GNUTranslations) -> set[str]:
    catalogue: dict[str | tuple[str, int], str] = german._catalog  # type: ignore[attr-defined]
    return {key if isinstance(key, str) else key[0] for key, value in catalogue.items() if value}


def test_every_text_of_the_templates_is_translated(german: gettext.GNUTranslations) -> None:
    found = texts(IN_TEMPLATES, list((ROOT / "templates").rglob("*.html")))
    assert len(found) > 100
    assert found - known(german) == set()


def test_every_text_of_the_views_is_translated(german: gettext.GNUTranslations) -> None:
    found = texts(IN_PYTHON, list((ROOT / "platform/spieltisch").rglob("*.py")))
    assert len(found) > 50
    assert found - known(german) == set()


def test_no_entry_of_the_catalogue_is_empty_or_doubtful() -> None:
    text = PO.read_text(encoding="utf-8")
    assert "fuzzy" not in text
    assert re.findall(r'^msgid "[^"].*\nmsgstr ""\n\n', text, re.MULTILINE) == []


def test_the_compiled_catalogue_is_that_of_the_source(german: gettext.GNUTranslations) -> None:
    source = PO.read_text(encoding="utf-8")
    pairs = re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', source, re.MULTILINE)
    unquoted = [(key.replace('\\"', '"'), value.replace('\\"', '"')) for key, value in pairs]
    assert len(unquoted) > 150
    assert [key for key, value in unquoted if german.gettext(key) != value] == []


def test_every_text_of_the_scripts_is_translated() -> None:
    dictionary = json.loads((ROOT / "static/js/de.json").read_text(encoding="utf-8"))
    found = texts(IN_SCRIPTS, list((ROOT / "static/js").glob("*.js")))
    assert len(found) > 60
    assert found - set(dictionary) == set()


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_what_a_game_declares_is_in_its_dictionary(slug: str) -> None:
    game = registry.game(slug)
    declared = {game.blurb, *(bot.title for bot in game.bots), *(export.title for export in game.exports)}
    for option in game.options:
        declared |= {option.label, option.help, *(label for _, label in option.choices)}
    assert {text for text in declared if text} - set(dictionary(slug, "de")) == set()
