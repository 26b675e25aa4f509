"""The board's files: German for every text, a picture for every colour and shape, and nothing a strict page forbids."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.qwirkle.game import GAME
from games.qwirkle.rules.setup import Setup

FOLDER = Path(__file__).parents[1] / "static" / "games" / "qwirkle"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.js"))}
GERMAN: dict[str, str] = json.loads((FOLDER / "de.json").read_text(encoding="utf-8"))


def names(constant: str) -> list[str]:
    """Return a list of words in tiles.js."""
    found = re.search(rf"const {constant} = (\[.*?\]);", SCRIPTS["tiles.js"])
    assert found
    words: list[str] = json.loads(found.group(1))
    return words


def test_every_text_of_the_scripts_has_a_german_one() -> None:
    told = {text for source in SCRIPTS.values() for text in re.findall(r"\bt\(\s*\"([^\"]+)\"", source)}
    told |= set(re.findall(r"^\s+\w+: \[\"([^\"]+)\"", SCRIPTS["telling.js"], re.MULTILINE))
    told |= set(names("COLOR_NAMES")) | set(names("SHAPE_NAMES"))
    assert len(told) > 60
    assert told <= set(GERMAN)


def test_every_text_of_the_forms_has_a_german_one() -> None:
    texts = {GAME.blurb, *(bot.title for bot in GAME.bots), *(export.title for export in GAME.exports)}
    for option in GAME.options:
        texts |= {option.label, option.help, *(label for _, label in option.choices)}
    assert texts <= set(GERMAN)


def test_placeholders_survive_the_translation() -> None:
    for english, german in GERMAN.items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", german))


@pytest.mark.parametrize("constant", ["COLORS", "COLOR_NAMES", "SHAPE_NAMES"])
def test_there_is_something_for_each_of_twelve_colours_and_shapes(constant: str) -> None:
    option = next(option for option in GAME.options if option.name == "colorShapeCount")
    assert len(set(names(constant))) == option.maximum == 12
    assert Setup.of({option.name: option.default for option in GAME.options}).color_shape_count == 6


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_keep_to_a_strict_page(name: str) -> None:
    source = SCRIPTS[name]
    assert not re.search(r"innerHTML|outerHTML|eval\(|new Function|document\.write|https?://(?!www\.w3\.org)", source)
    assert len(source.splitlines()) < 300


def seen(color: str, matrix: list[list[float]]) -> tuple[float, ...]:
    """Return a colour as seen through a kind of colour blindness, in the OKLab space."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (max(0.0, sum(x * y for x, y in zip(row, light, strict=True))) for row in matrix)
    l_ = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m_ = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s_ = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * l_ + 0.793617785 * m_ - 0.0040720468 * s_,
        1.9779984951 * l_ - 2.428592205 * m_ + 0.4505937099 * s_,
        0.0259040371 * l_ + 0.7827717662 * m_ - 0.808675766 * s_,
    )


#: Machado, Oliveira and Fernandes 2009, severity 1.
BLINDNESS = {
    "none": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_usual_six_colours_stay_apart_for_colour_blind_people(kind: str) -> None:
    shown = [seen(color, BLINDNESS[kind]) for color in names("COLORS")[:6]]
    for index, one in enumerate(shown):
        for other in shown[index + 1 :]:
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.12
