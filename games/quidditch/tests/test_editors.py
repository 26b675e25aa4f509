"""The editors in the browser know the same defaults, words and texts as the server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.quidditch.config import DEFAULT_PROBABILITIES, DEFAULT_ROUNDS, DEFAULT_TIMINGS, LONGEST_MS
from games.quidditch.rules.entities import BROOMS, FAN_FIELDS, ROLES

STATIC = Path(__file__).parents[1] / "static/games/quidditch"
TEXTS = re.compile(r'(?:\bt\(|new Wrong\([^,]+, )"((?:[^"\\]|\\.)*)"')
WORDS = re.compile(r"(?:export )?const (?:TEXTS|REASONS|LABELS|FANS) = \{(.*?)\};", re.DOTALL)


def script(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def german() -> dict[str, str]:
    dictionary: dict[str, str] = json.loads(script("de.json"))
    return dictionary


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_every_text_of_the_board_and_the_editors_is_translated(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    words = [text for block in WORDS.findall(source) for text in re.findall(r': "([^"]+)"', block)]
    missing = {*TEXTS.findall(source), *words} - set(german())
    assert missing == set()


def test_the_match_editor_begins_with_the_defaults_of_the_server() -> None:
    source = script("matchrules.js")
    assert f"maxRounds: {DEFAULT_ROUNDS}" in source
    assert f"LONGEST = {LONGEST_MS}" in source
    for name, value in DEFAULT_TIMINGS.items():
        assert re.search(rf"\b{name}: {value}\b", source), name
    flat = {name: value for name, value in DEFAULT_PROBABILITIES.items() if not isinstance(value, dict)}
    grouped = [group for group in DEFAULT_PROBABILITIES.values() if isinstance(group, dict)]
    for group in (flat, *grouped):
        for name, value in group.items():
            assert re.search(rf"\b{name}: {value}\b", source), name


def test_roles_brooms_and_fans_have_the_names_of_the_standard() -> None:
    listed = {
        name: re.findall(r'"(\w+)"', line) for name, line in re.findall(r"const (\w+) = \[(.*)\];", script("words.js"))
    }
    assert tuple(listed["ROLES"]) == ROLES
    assert tuple(listed["BROOMS"]) == BROOMS
    assert all(f'"{field}"' in script("teamrules.js") for field in FAN_FIELDS)


def test_no_module_of_the_board_is_long() -> None:
    assert [path.name for path in STATIC.glob("*.js") if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []
