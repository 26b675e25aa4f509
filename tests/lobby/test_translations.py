"""German is complete: every text of the pages and of their scripts has a translation, and no text escapes it."""

from __future__ import annotations

import ast
import gettext
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

from gamekit import registry
from spieltisch.api.catalogue import OPERATIONS
from spieltisch.lobby.gametexts import dictionary, site_dictionary

ROOT = Path(__file__).parents[2]
PO = ROOT / "locale/de/LC_MESSAGES/django.po"
TEMPLATES = sorted([*(ROOT / "templates").rglob("*.html"), *(ROOT / "games").glob("*/templates/**/*.html")])
PLATFORM = sorted((ROOT / "platform/spieltisch").rglob("*.py"))

#: What Django's own extraction makes of a template: gettext(u'one'), ngettext(u'one', u'many', count).
EXTRACTED = re.compile(r"""\bn?gettext\((u(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))""")
IN_PYTHON = re.compile(r'\b(?:_|gettext|gettext_lazy|gettext_noop)\(\s*"((?:[^"\\]|\\.)*)"\s*[),.]')
IN_SCRIPTS = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')

#: Shown when the server cannot even choose a language: these speak both.
BILINGUAL = {"400.html", "500.html"}
#: Names and units that are the same in every language.
SAME_EVERYWHERE = {"Spieltisch", "English", "EN", "Deutsch", "DE", "openapi.json", "ms"}
WORD = re.compile(r"[^\W\d_]{2,}")
TRANSLATED = re.compile(
    r"{%\s*blocktrans.*?{%\s*endblocktrans\w*\s*%}|{%\s*block \w*class\s*%}.*?{%\s*endblock\s*%}", re.S
)
TAGS = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.S)


def texts(pattern: re.Pattern[str], files: list[Path]) -> set[str]:
    return {text for file in files for text in pattern.findall(file.read_text(encoding="utf-8"))}


class BareText(HTMLParser):
    """Collects words that a template shows as they are, in whatever language the reader prefers."""

    SHOWN = ("aria-label", "title", "placeholder", "alt")
    MACHINE = ("code", "pre", "script", "style")

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.MACHINE:
            self.inside.append(tag)
        for name, value in attrs:
            if name in self.SHOWN:
                self.note(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.note(data)

    def note(self, text: str) -> None:
        if set(WORD.findall(text)) - {word for same in SAME_EVERYWHERE for word in WORD.findall(same)}:
            self.found.append(text.strip())


def bare(template: str) -> list[str]:
    """Return the texts of a template that no translation reaches."""
    reader = BareText()
    reader.feed(TAGS.sub(" ", TRANSLATED.sub(" ", template)))
    return reader.found


@pytest.fixture(scope="module")
def german() -> gettext.GNUTranslations:
    """The compiled catalogue, as it is served."""
    with PO.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def known(german: gettext.GNUTranslations) -> set[str]:
    catalogue: dict[str | tuple[str, int], str] = german._catalog  # type: ignore[attr-defined]
    return {key if isinstance(key, str) else key[0] for key, value in catalogue.items() if value}


def test_every_text_of_the_templates_is_translated(german: gettext.GNUTranslations) -> None:
    sources = (templatize(file.read_text(encoding="utf-8")) for file in TEMPLATES)
    found = {ast.literal_eval(text) for source in sources for text in EXTRACTED.findall(source)}
    assert len(found) > 200
    assert found - known(german) == set()


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_template_has_text_that_cannot_be_translated(file: Path) -> None:
    assert file.name in BILINGUAL or bare(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "template",
    ["<p>Hello there</p>", '<a title="Go on">→</a>', '{% translate "x" %} and more', "<label>Name {{ field }}</label>"],
)
def test_bare_text_is_found(template: str) -> None:
    assert bare(template)


def test_every_text_of_the_views_is_translated(german: gettext.GNUTranslations) -> None:
    found = texts(IN_PYTHON, PLATFORM)
    assert len(found) > 100
    assert found - known(german) == set()


def test_the_description_of_the_api_is_translated(german: gettext.GNUTranslations) -> None:
    told = {operation.summary for operation in OPERATIONS}
    told |= {part.description for operation in OPERATIONS for part in operation.query}
    assert told - known(german) == set()


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


def refusals() -> Iterator[str]:
    """Yield the codes with which tables, lobby, console and replays refuse people, in messages not translated yet."""
    for file in PLATFORM:
        if file.parent.name in ("tables", "lobby", "console", "replays"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(
                        ast.Name("Refused" | "MalformedMessage" | "IllegalMove"), [told, ast.Constant(str(code)), *_]
                    ) if not ast.unparse(told).startswith("_("):
                        yield code


def test_every_refusal_of_the_platform_can_be_told_in_german() -> None:
    codes = set(refusals())
    assert len(codes) > 30
    assert {f"[{code}]" for code in codes} - set(site_dictionary("de")) == set()


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_what_a_game_declares_is_in_its_dictionary(slug: str) -> None:
    game = registry.game(slug)
    declared = {game.blurb, *(bot.title for bot in game.bots), *(export.title for export in game.exports)}
    for option in game.options:
        declared |= {option.label, option.help, *(label for _, label in option.choices)}
    assert {text for text in declared if text} - set(dictionary(slug, "de")) == set()
