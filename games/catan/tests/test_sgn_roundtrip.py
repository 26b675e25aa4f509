"""Games of our own leave in the notation and come back the same; with the side file, nothing is lost."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gamekit.errors import MalformedMessage
from games.catan import GAME
from games.catan.rules.material import CARDS
from games.catan.rules.state import Phase
from games.catan.sgn import formats
from games.catan.sgn.formats import read_sgn, write_sgn
from games.catan.sgn.normalising import normalised
from games.catan.sgn.reading import read
from games.catan.sgn.sidefile import UNKNOWN_START, read_side, write_side
from games.catan.tests.schema_check import Schema
from games.catan.tests.sgn_games import OWN_GAME, corpus_file, essence, final_state, random_match, slow_match

OWN_SCHEMA = Schema(json.loads((Path(formats.__file__).parent / "message.schema.json").read_bytes()))
MATCHES = [(seed, count) for count in (3, 4, 5, 6) for seed in (1, 2)]


@pytest.mark.parametrize(("seed", "count"), MATCHES)
def test_import_of_export_ends_in_the_same_position(seed: int, count: int) -> None:
    record = random_match(seed, count)
    played, again = final_state(record), final_state(read_sgn(write_sgn(record), strict=True))
    assert essence(again) == essence(played, turned=played.starter)
    assert again.outcome is not None
    assert [(seat + played.starter) % count for seat in again.outcome.winners] == list(record.outcome.winners)  # type: ignore[union-attr]


@pytest.mark.parametrize(("seed", "count"), MATCHES)
def test_with_the_side_file_seats_names_and_dice_come_back(seed: int, count: int) -> None:
    record = random_match(seed, count)
    back = read_sgn(write_sgn(record), strict=True, side=write_side(record))
    played, again = final_state(record), final_state(back)
    assert essence(again) == essence(played)
    assert (again.dice, again.outcome, again.setting.numbers) == (played.dice, played.outcome, played.setting.numbers)
    assert [player.name for player in back.players] == [player.name for player in record.players]
    assert back.started == record.started


@pytest.mark.parametrize(("seed", "count"), MATCHES)
def test_with_the_side_file_every_move_comes_back_offers_and_answers_too(seed: int, count: int) -> None:
    record = random_match(seed, count)
    back = read_sgn(write_sgn(record), side=write_side(record))
    # Discards are written in the order of players, whoever was quickest.
    assert _moves(back, discards=False) == _moves(record, discards=False)
    assert sorted(map(str, _moves(back))) == sorted(map(str, _moves(record)))
    assert any(move[0] == "offer" for _, move in _moves(back))
    assert write_side(back).count(b'"offer"') == write_side(record).count(b'"offer"')


@pytest.mark.parametrize(("seed", "count"), MATCHES)
def test_turns_that_the_clock_ended_come_back_with_and_without_the_side_file(seed: int, count: int) -> None:
    record = slow_match(seed, count)
    assert any(step.kind == "expire" and step.input == "turn" for step in record.steps)
    played, again = final_state(record), final_state(read_sgn(write_sgn(record), side=write_side(record)))
    assert essence(again) == essence(played)
    assert again.outcome == played.outcome
    alone = final_state(read_sgn(write_sgn(record), strict=True))
    assert essence(alone) == essence(played, turned=played.starter)


@pytest.mark.parametrize(
    "wrong",
    [
        {"line": 3, "time_ms": 1, "kind": "play", "player": "1", "input": ["end"]},
        {"line": 3, "time_ms": 1, "kind": "play", "player": "1", "input": ["cheat"]},
        {"line": 3, "time_ms": 1, "kind": "expire", "player": "1", "input": "answer"},
        {"line": 3, "time_ms": 1, "kind": "play", "player": None, "input": ["end"]},
        {"line": "x", "time_ms": 1, "kind": "play", "player": "1", "input": ["end"]},
    ],
)
def test_a_side_file_that_does_not_fit_its_file_is_refused_as_such(wrong: dict[str, Any]) -> None:
    record = random_match(1, 3)
    side = json.loads(write_side(record))
    with pytest.raises(MalformedMessage) as caught:
        read_sgn(write_sgn(record), side=json.dumps({**side, "lost": [wrong, *side["lost"]]}).encode())
    assert (caught.value.code, caught.value.field) == ("sgn/side", "side")


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"points": "x"}},
        {"options": {"points": True}},
        {"options": {"points": 2}},
        {"options": {"discardLimit": []}},
        {"options": {"turnTime": None}},
        {"options": {"withdrawal": "never"}},
        {"options": []},
        {"players": []},
        {"players": {}},
        {"players": 5},
    ],
)
def test_options_and_players_of_a_side_file_are_checked_as_those_of_a_table(wrong: dict[str, Any]) -> None:
    side = json.loads(write_side(random_match(1, 3)))
    with pytest.raises(MalformedMessage, match="the side file's") as caught:
        read_side(json.dumps({**side, **wrong}).encode())
    assert (caught.value.code, caught.value.field) == ("sgn/side", "side")


@pytest.mark.parametrize("count", [2, 7, 50])
def test_a_side_file_names_as_many_players_as_a_table_has(count: int) -> None:
    side = json.loads(write_side(random_match(1, 3)))
    players = [{**side["players"][0], "player": str(seat + 1), "seat": seat} for seat in range(count)]
    with pytest.raises(MalformedMessage, match="3 to 6") as caught:
        read_side(json.dumps({**side, "players": players}).encode())
    assert (caught.value.code, caught.value.field) == ("sgn/side", "side")


def test_an_option_that_nobody_knows_is_left_out_of_a_side_file() -> None:
    side = json.loads(write_side(random_match(1, 3)))
    read = read_side(json.dumps({**side, "options": {"board": 5, "later": 1, "points": 5}}).encode())
    assert read.options == {"points": 5}


def _moves(record: Any, discards: bool = True) -> list[tuple[int, Any]]:
    return [(step.seat, step.input) for step in record.steps if discards or step.input[0] != "discard"]


@pytest.mark.parametrize(("seed", "count"), MATCHES)
def test_an_exported_file_is_in_normal_form(seed: int, count: int) -> None:
    text = write_sgn(random_match(seed, count))
    assert normalised(read(text, strict=True).entries) == text
    assert write_sgn(read_sgn(text, strict=True)) == text


def test_every_exported_line_passes_our_schema() -> None:
    for count in (4, 6):
        for line in write_sgn(random_match(1, count)).splitlines():
            assert OWN_SCHEMA.fits(json.loads(line)), line


def test_every_exported_line_but_two_cards_passes_the_original_schema() -> None:
    original = Schema(json.loads(corpus_file("message.json")))
    for count in (4, 6):
        for line in write_sgn(random_match(1, count)).splitlines():
            message = json.loads(line)
            assert original.fits(message) == ("rCodes" not in message[2]), line


def test_our_schema_refuses_what_the_original_lets_through() -> None:
    for message in (
        ["1", "ST"],
        ["1", "RD", {"result": 4}, 1],
        ["B", "RD", {"result": 4}],
        ["1", "PD", {"cCode": "MO", "rCodes": ["KN"]}],
        ["1", "PD", {"cCode": "MO"}],
        ["1", "MR", {"tile": ["0", "1"]}],
    ):
        assert not OWN_SCHEMA.fits(message), message
    assert OWN_SCHEMA.fits(["2", "PD", {"cCode": "MO", "rCodes": ["O"]}])


def test_our_own_game_comes_in_and_leaves_unchanged() -> None:
    record = read_sgn(OWN_GAME, strict=True)
    assert write_sgn(record) == OWN_GAME
    state = final_state(record)
    assert all(sum(hand[kind] for hand in state.hands) + state.bank[kind] == 19 for kind in range(5))
    assert max(state.total(seat) for seat in range(3)) == 5


def test_every_prefix_of_our_own_game_imports() -> None:
    lines = OWN_GAME.splitlines(keepends=True)
    for length in range(1, len(lines) + 1):
        read_sgn(b"".join(lines[:length]), strict=True)


def _shuffled(value: Any, rng: random.Random) -> Any:
    """Put everything whose order means nothing into another order, and coordinates into strings."""
    if isinstance(value, dict):
        items = [(key, _shuffled(part, rng)) for key, part in value.items()]
        rng.shuffle(items)
        return dict(items)
    if isinstance(value, list) and all(type(one) is int for one in value):
        return [str(one) for one in value]
    if isinstance(value, list):
        parts = [_shuffled(one, rng) for one in value]
        if parts and not isinstance(parts[0], str):
            rng.shuffle(parts)
        return parts
    return value


def test_the_order_of_hexes_ends_keys_and_entries_does_not_matter() -> None:
    rng = random.Random(7)
    messages = [json.loads(line) for line in OWN_GAME.splitlines()]
    mixed = "\r\n\r\n".join(json.dumps([player, code, _shuffled(value, rng)]) for player, code, value in messages)
    assert normalised(read(mixed.encode()).entries) == OWN_GAME
    assert write_sgn(read_sgn(mixed.encode())) == OWN_GAME


def test_the_side_file_tells_what_the_notation_loses() -> None:
    record = random_match(1, 3)
    side = json.loads(write_side(record))
    assert [player["player"] for player in side["players"]] == ["1", "2", "3"]
    assert {"name", "id", "colour", "seat", "kind"} <= set(side["players"][0])
    lines = [json.loads(line) for line in write_sgn(record).splitlines()]
    assert all(lines[line - 1][1:] == ["RD", {"result": one + two}] for line, one, two in side["dice"])
    assert {lost["input"][0] for lost in side["lost"]} >= {"end", "offer", "answer"}
    assert side["result"]["reason"] == "points"


def test_a_broken_off_match_is_whole_again_with_its_side_file() -> None:
    record = random_match(2, 4)
    half = record.steps[: len(record.steps) // 2]
    state = final_state(_with(record, half))
    assert state.phase is not Phase.OVER
    given_up = [*half, type(half[0])("withdraw", 2, None, [], 99)]
    broken = _with(record, given_up)
    back = final_state(read_sgn(write_sgn(broken), side=write_side(broken)))
    assert back.outcome is not None
    assert back.outcome.reason == "withdrawn"


def _with(record: Any, steps: Any) -> Any:
    return type(record)(
        record.game, 1, "", "", record.options, record.players, record.chance, record.started, steps, None
    )


def test_without_a_side_file_players_have_numbers_and_the_time_is_unknown() -> None:
    record = read_sgn(OWN_GAME)
    assert [player.name for player in record.players] == ["Player 1", "Player 2", "Player 3"]
    assert record.started == UNKNOWN_START


def test_the_game_offers_the_notation_as_a_format_that_can_be_read() -> None:
    sgn = next(export for export in GAME.exports if export.name == "sgn")
    assert sgn.read is not None
    assert sgn.write(sgn.read(OWN_GAME)) == OWN_GAME


def test_all_kinds_of_cards_are_played_in_our_own_game() -> None:
    played = {code for code in ("KN", "RB", "MO", "YP") if f'"PD",{{"cCode":"{code}"'.encode() in OWN_GAME}
    assert len(played) == len(CARDS) - 1
