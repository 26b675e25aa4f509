"""HOUSE_<GAME> changes the house rules of a game; a wrong one is refused by name."""

from __future__ import annotations

import pytest

from spieltisch.tables.directory import house_rules
from tests.contract.shelf.nim import GAME


def test_without_a_setting_the_games_own_rules_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOUSE_NIM", raising=False)
    house = house_rules(GAME)
    assert (house.seats, house.assign_after, house.on_disconnect) == (2, None, "end")
    assert house.options == {"heaps": 3, "most": 5, "turnTime": 5000}


def test_a_setting_changes_what_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"seats": 3, "assign_after": 1.5, "on_disconnect": "wait:20", "options": {"most": 7}, "secret": "x"}'
    monkeypatch.setenv("HOUSE_NIM", text)
    house = house_rules(GAME)
    assert (house.seats, house.assign_after, house.on_disconnect) == (3, 1.5, "wait:20")
    assert house.options == {"heaps": 3, "most": 7, "turnTime": 5000}
    assert house.extra == {"secret": "x"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("{", "Expecting"),
        ("[]", "must be a JSON object"),
        ('{"seats": 99}', "seats must be 2 to 4, not 99"),
        ('{"seats": "two"}', "seats must be 2 to 4"),
        ('{"options": {"most": "many"}}', "most must be of type int"),
        ('{"options": {"size": 1}}', "size is no option of Nim"),
        ('{"options": 3}', "HOUSE_NIM"),
        ('{"assign_after": "soon"}', "assign_after must be a number"),
        ('{"on_disconnect": "cry"}', "on_disconnect must be end, bot or wait:SECONDS"),
    ],
)
def test_a_wrong_setting_is_refused_by_name_and_rule(monkeypatch: pytest.MonkeyPatch, text: str, rule: str) -> None:
    monkeypatch.setenv("HOUSE_NIM", text)
    with pytest.raises(SystemExit, match="HOUSE_NIM") as caught:
        house_rules(GAME)
    assert rule in str(caught.value)
