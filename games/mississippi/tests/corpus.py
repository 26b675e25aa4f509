"""The recorded contest games, read with the standard library alone so that they check our own reader too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[4] / "shared" / "corpora" / "mississippi"
NAMES = ("contest-final-goal.xml", "rule-violation.xml", "push.xml")


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game: every state, and the result element."""

    states: list[dict[str, Any]]
    result: ElementTree.Element
    fault: ElementTree.Element | None


def text_of(name: str) -> bytes:
    """Return a file of the corpus; the test is skipped where the corpus is not at hand."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"the corpus file {path} is not here")
    return path.read_bytes()


def read(name: str) -> Replay:
    """Return a recorded game."""
    root = ElementTree.fromstring(text_of(name))
    result = root.find("result")
    assert result is not None
    fault = root.find("error") if root.find("error") is not None else root.find("data")
    return Replay([_state(element) for element in root.findall("state")], result, fault)


def _typed(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.lstrip("-").isdigit() else value


def _attributes(element: ElementTree.Element) -> dict[str, Any]:
    plain = {"displayName", "content"}
    return {name: value if name in plain else _typed(value) for name, value in element.attrib.items()}


def _state(element: ElementTree.Element) -> dict[str, Any]:
    state = _attributes(element)
    for colour in ("red", "blue"):
        ship = element.find(colour)
        assert ship is not None
        state[colour] = _attributes(ship)
    state["tiles"] = [
        {**_attributes(tile), "fields": [_attributes(field) for field in tile.iter("field")]}
        for tile in element.iter("tile")
    ]
    move = element.find("lastMove")
    state["lastMove"] = None if move is None else _move(move)
    return state


def _move(element: ElementTree.Element) -> dict[str, Any]:
    actions = [{"type": child.tag, **_attributes(child)} for child in element if child.tag != "hint"]
    return {"actions": actions, "hints": [child.attrib["content"] for child in element.findall("hint")]}
