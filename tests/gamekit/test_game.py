"""Options are completed from their defaults and checked; the error names the option and the rule."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.errors import MalformedMessage
from gamekit.game import LARGEST_JSON, Option, full_house
from gamekit.reception import SeatInfo
from tests.contract.shelf.nim import GAME

COLOUR = Option("colour", "choice", "red", "Colour", choices=[("red", "Red"), ("blue", "Blue")])
SPEED = Option("speed", "float", 1.5, "Speed", minimum=0.5, maximum=2)
COUNT = Option("count", "int", 3, "Count", minimum=1, maximum=9)
OPEN = Option("open", "bool", False, "Open")
NAME = Option("name", "text", "", "Name", maximum=5)
TREE = Option("tree", "json", {}, "Tree")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (COLOUR, "blue"),
        (SPEED, 2),
        (SPEED, 0.5),
        (COUNT, 9),
        (OPEN, True),
        (NAME, "abcde"),
        (TREE, [1, {"a": None}]),
        (TREE, "x" * (LARGEST_JSON - 2)),
    ],
)
def test_an_allowed_value_is_returned(option: Option, value: Any) -> None:
    assert option.check(value) == value


@pytest.mark.parametrize(
    ("option", "value", "rule"),
    [
        (COLOUR, "green", "one of red, blue"),
        (COLOUR, 1, "type choice"),
        (SPEED, 0.4, "at least 0.5"),
        (SPEED, 2.1, "at most 2"),
        (SPEED, True, "type float"),
        (COUNT, 0, "at least 1"),
        (COUNT, 10, "at most 9"),
        (COUNT, 1.0, "type int"),
        (COUNT, True, "type int"),
        (COUNT, None, "type int"),
        (OPEN, 1, "type bool"),
        (NAME, "abcdef", "longer than 5"),
        (TREE, "x" * (LARGEST_JSON - 1), "larger than 32768 bytes"),
        (TREE, {"ä": ["ä"] * LARGEST_JSON}, "larger than 32768 bytes"),
    ],
)
def test_a_wrong_value_is_refused_with_the_rule(option: Option, value: Any, rule: str) -> None:
    with pytest.raises(MalformedMessage, match=rule) as caught:
        option.check(value)
    assert caught.value.field == option.name
    assert caught.value.code == "options/invalid"


def test_options_not_given_have_their_default() -> None:
    assert GAME.read_options({"heaps": 4}) == {"heaps": 4, "most": 5, "turnTime": 5000}
    assert GAME.read_options(None) == {"heaps": 3, "most": 5, "turnTime": 5000}


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(MalformedMessage, match="size is no option of Nim") as caught:
        GAME.read_options({"size": 3})
    assert (caught.value.code, caught.value.field) == ("options/unknown", "size")


def test_options_are_checked_together_for_the_tables_size() -> None:
    little = {"heaps": 1, "most": 3}
    assert GAME.read_options(little, 3)
    with pytest.raises(MalformedMessage, match="enough for every player"):
        GAME.read_options(little, 4)


def test_a_house_is_full_when_every_seat_is_taken() -> None:
    seats = [SeatInfo(seat, "Anna", seat + 1, "client", True) for seat in range(2)]
    assert full_house(seats, 2)
    assert not full_house(seats, 3)
