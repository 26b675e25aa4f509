"""The README: its figure and its list of codes are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from games.quidditch import trouble
from games.quidditch.login import MODS
from games.quidditch.rules.pitch import HEIGHT, WIDTH, is_valid

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_every_code_has_an_anchor() -> None:
    doubled = (trouble.KICKED, trouble.NOT_JSON, trouble.NOT_A_CONTAINER, trouble.WRONG_PAYLOAD, trouble.WRONG_TIME)
    wanted = {code for code in trouble.TEXTS if code >= 100} | {base + code for code in doubled for base in (100, 200)}
    assert {int(anchor) for anchor in re.findall(r'<a id="(\d+)"></a>', README)} == wanted


def test_the_figure_shows_the_valid_cells() -> None:
    rows = re.findall(r"^y=.\d {5}?(.*)$", README, re.MULTILINE)
    assert len(rows) == HEIGHT
    for y, row in enumerate(rows):
        for x in range(WIDTH):
            assert (row.ljust(WIDTH)[x] != " ") == is_valid(x, y), (x, y)


def test_all_mods_are_named() -> None:
    assert all(mod in README for mod in MODS)
