"""The form for a new table is made from what a game declares."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamekit import registry
from gamekit.errors import MalformedMessage
from gamekit.game import Game, Option
from spieltisch.lobby.forms import TableForm

OPTIONS = [
    Option("rounds", "int", 3, "Rounds", minimum=1, maximum=9),
    Option("chance", "float", 0.5, "Chance", minimum=0, maximum=1),
    Option("open", "bool", True, "Open hands"),
    Option("island", "choice", "small", "Island", choices=[("small", "Small"), ("large", "Large")]),
    Option("motto", "text", "", "Motto", maximum=10),
    Option("board", "json", [1, 2], "Board", advanced=True),
]


def refuse_large(options: Any, size: int) -> None:
    if options["island"] == "large" and size < 3:
        raise MalformedMessage("island must be small for two players", "options/invalid", "island")


@pytest.fixture
def game() -> Game:
    """A game with an option of every kind and a rule over two of them."""
    some = next(iter(registry.games().values()))
    return replace(some, options=OPTIONS, check_options=refuse_large, seats=(2, 4), default_seats=2)


def filled(game: Game, **changes: Any) -> TableForm:
    data = {
        "name": "", "size": "2", "seat_1": "me", "option_rounds": "3", "option_chance": "0.5", "option_open": "on",
        "option_island": "small", "option_motto": "", "option_board": "[1, 2]",
    }  # fmt: skip
    return TableForm(game, {**data, **changes})


def test_every_kind_of_option_comes_back_as_the_game_declared_it(game: Game) -> None:
    form = filled(game, option_board='{"x": 1}', option_motto="hi")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["options"] == {
        "rounds": 3, "chance": 0.5, "open": True, "island": "small", "motto": "hi", "board": {"x": 1},
    }  # fmt: skip


def test_limits_are_checked_beside_the_field_and_what_was_typed_stays(game: Game) -> None:
    form = filled(game, option_rounds="10", option_board="{nonsense")
    assert not form.is_valid()
    assert set(form.errors) == {"option_rounds", "option_board"}
    assert 'value="10"' in str(form["option_rounds"])
    assert "{nonsense" in str(form["option_board"])
    assert form.advanced_wrong(), "the fold must be open when an error is in it"


def test_a_rule_over_several_options_is_told_beside_its_field(game: Game) -> None:
    form = filled(game, option_island="large")
    assert not form.is_valid()
    assert "small for two players" in str(form.errors["option_island"])


def test_seats_beyond_the_size_do_not_count(game: Game) -> None:
    bot = game.bots[0].name
    form = filled(game, seat_2=bot, seat_3=bot, seat_4=bot)
    assert form.is_valid(), form.errors
    assert form.bots() == [bot]
    assert form.joins()


def test_one_may_open_a_table_for_others(game: Game) -> None:
    form = filled(game, seat_1="")
    assert form.is_valid(), form.errors
    assert not form.joins()


def test_a_bot_nobody_knows_is_refused(game: Game) -> None:
    assert "seat_2" in filled(game, seat_2="genius").errors


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_the_defaults_of_every_game_make_a_valid_form(slug: str) -> None:
    game = registry.game(slug)
    blank = TableForm(game)
    data: dict[str, Any] = {"size": str(game.default_seats), "seat_1": "me"}
    for field in (*blank.plain_options(), *blank.advanced_options()):
        value = field.field.prepare_value(field.initial)
        if value is not False:
            data[field.name] = value
    form = TableForm(game, data)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["options"] == game.read_options({}, game.default_seats)
