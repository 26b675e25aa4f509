"""The matchConfig: section 5.3.1 of the standard, 2.2 and section 3 item 31 of quidditch-rules.md."""

from __future__ import annotations

import pytest

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.quidditch import GAME
from games.quidditch.config import DEFAULT_PROBABILITIES, DEFAULT_TIMINGS, match_config, read_match_config

BARE = {"maxRounds": 42, "timings": DEFAULT_TIMINGS, "probabilities": DEFAULT_PROBABILITIES}


def test_files_are_read_bare_and_in_a_container_section_3_item_31() -> None:
    wrapped = {"timestamp": "2019-05-18 10:00:00.000", "payloadType": "matchConfig", "payload": BARE}
    assert read_match_config(jsontext.dumps(BARE)) == read_match_config(jsontext.dumps(wrapped)) == BARE


def test_a_container_of_another_type_is_refused() -> None:
    with pytest.raises(MalformedMessage, match="payloadType"):
        read_match_config(jsontext.dumps({"payloadType": "teamConfig", "payload": BARE}))


def test_missing_fields_get_their_default_and_unknown_ones_are_ignored() -> None:
    config = match_config({"probabilities": {"foolAway": 0.5, "extraMove": {"firebolt": 1}}})
    assert "foolAway" not in config["probabilities"]
    assert config["probabilities"]["extraMove"] == {**DEFAULT_PROBABILITIES["extraMove"], "firebolt": 1}
    assert config["timings"] == DEFAULT_TIMINGS


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"maxRounds": 12}, "maxRounds"),
        ({"maxRounds": 101}, "maxRounds"),
        ({"maxRounds": "20"}, "maxRounds"),
        ({"maxRounds": True}, "maxRounds"),
        ({"timings": {"playerTurnTimeout": "3000"}}, "timings.playerTurnTimeout"),
        ({"timings": {"playerTurnTimeout": -1}}, "timings.playerTurnTimeout"),
        ({"timings": {"fanTurnTimeout": 1.5}}, "timings.fanTurnTimeout"),
        ({"timings": []}, "timings"),
        ({"probabilities": {"throwSuccess": 1.01}}, "probabilities.throwSuccess"),
        ({"probabilities": {"knockOut": "0.5"}}, "probabilities.knockOut"),
        ({"probabilities": {"knockOut": True}}, "probabilities.knockOut"),
        ({"probabilities": {"extraMove": {"comet260": -0.1}}}, "probabilities.extraMove.comet260"),
        ({"probabilities": {"foulDetection": 1}}, "probabilities.foulDetection"),
    ],
)
def test_what_is_wrong_is_named(options: Json, field: str) -> None:
    with pytest.raises(MalformedMessage) as refusal:
        match_config(options)
    assert refusal.value.field == field


def test_a_tables_options_are_checked_in_depth() -> None:
    with pytest.raises(MalformedMessage, match=r"probabilities\.catchSnitch"):
        GAME.read_options({"probabilities": {"catchSnitch": 2}})
    with pytest.raises(MalformedMessage, match="maxRounds"):
        GAME.read_options({"maxRounds": 12})


def test_bounds_are_included() -> None:
    assert match_config({"maxRounds": 13})["maxRounds"] == 13
    assert match_config({"maxRounds": 100})["maxRounds"] == 100
    assert match_config({"probabilities": {"knockOut": 0}})["probabilities"]["knockOut"] == 0
