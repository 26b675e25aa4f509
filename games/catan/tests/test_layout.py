"""Given islands: a Karte is read back as it was written, and bad ones are refused."""

from __future__ import annotations

import copy

import pytest

from gamekit.chance import Chance
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.catan import GAME
from games.catan.rules.board import random_board
from games.catan.rules.geometry import ISLANDS
from games.catan.rules.layout import read_layout, write_layout
from games.catan.tests.positions import new_match


@pytest.mark.parametrize("large", [False, True])
def test_a_written_island_is_read_back(large: bool) -> None:
    karte = write_layout(random_board(ISLANDS[large], Chance.seeded(4)))
    assert len(karte["Felder"]) == (52 if large else 37)
    assert write_layout(read_layout(karte)) == karte


def test_a_match_is_played_on_a_given_island() -> None:
    karte = write_layout(random_board(ISLANDS[0], Chance.seeded(9)))
    assert write_layout(new_match(3, board=karte).setting.board) == karte


def test_sea_and_desert_have_no_number_and_the_map_is_in_reading_order() -> None:
    karte = write_layout(random_board(ISLANDS[0], Chance.seeded(9)))
    assert all(("Zahl" in field) == (field["Typ"] not in ("Meer", "Wüste")) for field in karte["Felder"])
    places = [(-field["Ort"]["y"], field["Ort"]["x"]) for field in karte["Felder"]]
    assert places == sorted(places)
    assert all(len(harbour["Ort"]) == 2 for harbour in karte["Häfen"])


def _karte() -> Json:
    return copy.deepcopy(write_layout(random_board(ISLANDS[0], Chance.seeded(9))))


def test_bad_islands_are_refused() -> None:
    land = next(i for i, field in enumerate(_karte()["Felder"]) if "Zahl" in field)
    changes: list[tuple[list[str | int], Json]] = [
        (["Felder", land, "Typ"], "Meer"),
        (["Felder", land, "Zahl"], 7),
        (["Felder", land, "Zahl"], None),
        (["Felder", land, "Zahl"], True),
        (["Felder", land, "Typ"], "Moor"),
        (["Felder", land, "Ort"], {"x": 0}),
        (["Felder", land, "Ort"], {"x": 44, "y": 0}),
        (["Felder"], {}),
        (["Häfen", 0, "Typ"], "Flughafen"),
        (["Häfen", 0, "Ort"], [{"x": 0, "y": 0}, {"x": 1, "y": 0}]),
        (["Häfen", 0, "Ort"], [{"x": 0, "y": 0}]),
        (["Räuber"], {"x": 3, "y": 0}),
    ]
    for path, value in changes:
        karte = _karte()
        inner = karte
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        with pytest.raises(MalformedMessage) as refused:
            GAME.read_options({"board": karte}, 4)
        assert refused.value.field == "board"


@pytest.mark.parametrize("harbours", [True, 5, 1.5, "", "Hafen", {}, {"Ort": 1}, False, 0, [[]], [None], [5]])
def test_harbours_that_are_no_list_of_harbours_are_refused(harbours: Json) -> None:
    with pytest.raises(MalformedMessage) as refused:
        GAME.read_options({"board": {**_karte(), "Häfen": harbours}}, 4)
    assert refused.value.field == "board"
    assert "Häfen" in refused.value.message or "Ort" in refused.value.message


def test_an_island_may_have_no_harbours() -> None:
    karte = _karte()
    for without in ({**karte, "Häfen": []}, {**karte, "Häfen": None}, {k: v for k, v in karte.items() if k != "Häfen"}):
        assert GAME.read_options({"board": without}, 4)["board"] == without


def test_five_do_not_fit_on_the_small_island() -> None:
    with pytest.raises(MalformedMessage):
        GAME.read_options({"board": _karte()}, 5)
