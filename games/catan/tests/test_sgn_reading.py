"""What a file of the notation may look like, and how it is refused: with the line and the reason."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from gamekit import testing
from gamekit.errors import GameError
from games.catan import GAME
from games.catan.rules.geometry import FIELD_NUMBER
from games.catan.sgn.formats import read_sgn, write_sgn
from games.catan.sgn.places import INTERSECTIONS, PATHS, axial, field_at, intersection_at
from games.catan.sgn.reading import MOST_ENTRIES, read
from games.catan.tests.sgn_games import OWN_GAME, final_state, random_match

LINES = OWN_GAME.splitlines()


def refusal(*lines: Any, strict: bool = False) -> GameError:
    text = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    with pytest.raises(GameError) as caught:
        read_sgn(text, strict=strict)
    return caught.value


#: The map, the robber, and the villages and roads with which three players begin. No village is at the field of the 2.
OPENING = LINES[:14]


def throws_of_two(count: int) -> list[bytes]:
    """Return turns in which nobody gets anything, so that nobody wins or has to discard."""
    return [b'["%d","RD",{"result":2}]' % (turn % 3 + 1) for turn in range(count)]


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Fail when what happens inside takes too much computing."""
    began = time.process_time()
    yield
    assert time.process_time() - began < seconds


def changed_map(change: Any) -> bytes:
    message = json.loads(LINES[0])
    change(message[2])
    return json.dumps(message).encode()


def test_top_stays_top_in_the_notations_coordinates() -> None:
    assert [axial(field) for field in ((-3, 3), (0, 3), (1, 2))] == [(0, -3), (3, -3), (3, -2)]
    assert field_at((0, -3)) == FIELD_NUMBER[(-3, 3)]
    assert field_at((9, 9)) is None


def test_an_intersection_is_written_from_its_greatest_q_clockwise() -> None:
    for written in ([[1, -1], [0, 0], [0, -1]], [[0, -2], [-1, -1], [-1, -2]], [[2, 0], [1, 1], [1, 0]]):
        number = intersection_at(frozenset((q, r) for q, r in written))
        assert number is not None
        assert INTERSECTIONS[number] == written


def test_a_path_is_written_from_its_upper_end() -> None:
    for one, two in PATHS:
        assert len({tuple(tile) for tile in one} & {tuple(tile) for tile in two}) == 2
        assert sum(r for _, r in one) <= sum(r for _, r in two)


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"").field == "line 1"
    assert refusal(b"\n\n").field == "line 1"


def test_a_file_begins_with_its_map_and_has_one() -> None:
    assert refusal(LINES[1]).field == "line 1"
    assert refusal(LINES[0], LINES[0]).field == "line 2"


def test_a_file_of_as_many_messages_as_are_allowed_is_read_and_one_more_is_not() -> None:
    lines = OPENING + throws_of_two(MOST_ENTRIES - len(OPENING))
    assert len(read(b"\n".join(lines)).entries) == MOST_ENTRIES
    error = refusal(*lines, b'["1","RD",{"result":2}]')
    assert error.field == f"line {MOST_ENTRIES + 1}"
    assert str(MOST_ENTRIES) in error.message


def test_the_longest_game_that_a_table_lets_happen_is_far_below_what_is_read() -> None:
    options = GAME.read_options({"points": 20}, 6)
    last = None
    for last in testing.playout(GAME, 42, 6, options):
        pass
    assert last is not None
    assert last.state.outcome is not None
    assert last.state.outcome.reason == "turn_limit"
    record = replace(random_match(1, 6), options=options, players=last.room.players, chance=last.start_chance)
    assert 1000 < write_sgn(replace(record, steps=last.steps)).count(b"\n") < MOST_ENTRIES / 4


def test_a_file_as_large_as_an_upload_is_refused_at_the_line_that_is_too_many() -> None:
    large = b"\n".join(OPENING + throws_of_two(115_000))
    assert len(large) > 2_700_000
    with bounded(seconds=2), pytest.raises(GameError) as caught:
        read_sgn(large)
    assert caught.value.field == f"line {MOST_ENTRIES + 1}"


def test_house_rules_are_not_sought_for_ever() -> None:
    """A discard that nobody owes, behind very many turns in which any limit would do."""
    turns = throws_of_two(MOST_ENTRIES - 100)
    discard = [
        "1", "TR", [{"player": "1", "resources": {"B": -1}}, {"player": "B", "resources": {"B": 1}}],
    ]  # fmt: skip
    with bounded(seconds=10):
        error = refusal(*OPENING, *turns, discard)
    assert error.code == "sgn/discard_unowed"
    assert error.field == f"line {len(OPENING) + len(turns) + 1}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        ([], "array of player, action and value"),
        (["1", "ST"], "array of player, action and value"),
        (["1", "RD", {"result": 4}, 0], "array of player, action and value"),
        (["1", "XX", {}], "the action must be one of"),
        (["1", 7, {}], "the action must be one of"),
        (["1", ["RD"], {}], "the action must be one of"),
        (["7", "RD", {"result": 4}], "a player is one of"),
        ([1, "RD", {"result": 4}], "a player is one of"),
        (["B", "RD", {"result": 4}], "the bank does not act"),
        (["1", "RD", {"result": 13}], "from 2 to 12"),
        (["1", "RD", {"result": "4"}], "from 2 to 12"),
        (["1", "RD", {"result": 4, "more": 1}], "missing or unknown"),
        (["1", "RD", {"player": "2", "result": 4}], "not the one who acts"),
        (["1", "RD", []], "must be an object"),
        (["1", "MR", {"tile": [0.5, 1]}], "whole number"),
        (["1", "MR", {"tile": ["+1", 0]}], "whole number"),
        (["1", "MR", {"tile": [" 1", 0]}], "whole number"),
        (["1", "MR", {"tile": [9, 9]}], "there is no tile"),
        (["1", "MR", {"tile": [1]}], "a tile is [q, r]"),
        (["1", "BS", {"intersection": [[0, 0], [0, 1], [3, 0]]}], "no intersection"),
        (["1", "BS", {"intersection": [[0, 0], [0, 1]]}], "three tiles"),
        (["1", "BR", {"path": [[[0, 0], [0, 1], [1, 0]], [[0, 0], [0, 1], [1, 0]]]}], "must be neighbours"),
        (["1", "BR", {"path": [[[0, 0], [0, 1], [1, 0]]]}], "two intersections"),
        (["1", "BD", {"cCode": "XX"}], "development card is one of"),
        (["1", "PD", {"cCode": "MO"}], "MO names 1 resources"),
        (["1", "PD", {"cCode": "MO", "rCodes": ["KN"]}], "resource is one of"),
        (["1", "PD", {"cCode": "YP", "rCodes": ["B", "G", "L"]}], "YP names 1 or 2"),
        (["1", "PD", {"cCode": "KN", "rCodes": ["B"]}], "KN names 0"),
        (["1", "TR", [{"player": "1", "resources": {"B": 1}}]], "list of two entries"),
        (["1", "TR", [{"player": "1", "resources": {"B": 1}}, {"player": "2", "resources": {"B": 1}}]], "balance"),
        (["1", "TR", [{"player": "1", "resources": {}}, {"player": "B", "resources": {}}]], "at least one"),
        (["1", "TR", [{"player": "1", "resources": {"B": 0}}, {"player": "B", "resources": {"B": 0}}]], "not be empty"),
        (["1", "TR", [{"player": "1", "resources": {"B": 1}}, {"player": "1", "resources": {"B": -1}}]], "twice"),
        (["1", "ST", [{"player": "1", "resources": {"B": 2}}, {"player": "2", "resources": {"B": -2}}]], "one card"),
        (["1", "ST", [{"player": "1", "resources": {"B": 1}}, {"player": "B", "resources": {"B": -1}}]], "one card"),
        (["1", "ST", [{"player": "2", "resources": {"B": 1}}, {"player": "1", "resources": {"B": -1}}]], "one card"),
    ],
)
def test_a_line_that_makes_no_sense_is_named_with_its_reason(line: Any, reason: str) -> None:
    error = refusal(LINES[0], LINES[1], line)
    assert error.field == "line 3"
    assert reason in str(error)


def test_a_map_must_be_whole_and_its_numbers_possible() -> None:
    def number(terrain: str, value: Any) -> Any:
        return lambda island: next(t for t in island["tiles"] if t["tCode"] == terrain).update(rNumber=value)

    for change, reason in (
        (lambda island: island["tiles"].pop(16), "neither the island of 19"),
        (lambda island: island["tiles"].append(island["tiles"][0]), "listed twice"),
        (number("F", 7), "2 to 6 or 8 to 12"),
        (number("F", None), "2 to 6 or 8 to 12"),
        (number("D", 5), "have no number"),
        (number("S", 5), "have no number"),
        (lambda island: island["harbors"].append(island["harbors"][0]), "listed twice"),
        (lambda island: island.update(harbors=None), "must be lists"),
    ):
        error = refusal(changed_map(change))
        assert error.field == "line 1"
        assert reason in str(error)


def test_missing_sea_is_forgiven_by_lenient_reading_only() -> None:
    text = changed_map(lambda island: island["tiles"].pop(0))
    assert len(read_sgn(text).options["board"]["Felder"]) == 37
    assert "all of it" in str(refusal(text, strict=True))


def test_an_unusual_number_of_harbours_is_a_warning() -> None:
    document = read(changed_map(lambda island: island["harbors"].pop()))
    assert document.warnings == ("line 1: the map has 8 harbors, not 9",)
    assert read(OWN_GAME).warnings == ()


def test_a_longer_path_is_several_roads() -> None:
    line = ["1", "BR", {"path": [[[1, -1], [0, 0], [0, -1]], [[1, -1], [1, 0], [0, 0]], [[1, 0], [0, 1], [0, 0]]]}]
    entries = read(LINES[0] + b"\n" + json.dumps(line).encode()).entries
    assert [entry.line for entry in entries] == [1, 2, 2]


def test_without_a_robber_line_he_stands_on_the_desert() -> None:
    with_line, without = read_sgn(OWN_GAME), read_sgn(b"\n".join([LINES[0], *LINES[2:]]))
    assert with_line.options["board"] == without.options["board"]


def test_a_turn_out_of_order_is_refused() -> None:
    first = next(number for number, line in enumerate(LINES) if b'"RD"' in line)
    skipped = json.dumps(["3", "RD", {"result": 8}]).encode()
    error = refusal(*LINES[: first + 1], skipped)
    assert str(error) == f"line {first + 2}: after player 1 comes player 2"


def test_a_revealed_victory_point_is_accepted_only_from_its_owner() -> None:
    assert "no victory point card" in str(refusal(*LINES[:20], ["1", "PD", {"cCode": "VP"}]))


def test_lines_after_the_end_need_more_points() -> None:
    ended = random_match(1, 4)
    text = write_sgn(ended)
    state = final_state(ended)
    winner = (ended.outcome.winners[0] - state.starter) % 4 + 1  # type: ignore[union-attr]
    more = text + json.dumps([str(winner % 4 + 1), "RD", {"result": 4}]).encode()
    assert "the match is over" in str(refusal(more, strict=True))
    assert read_sgn(more).options["points"] > 10


def line_of(code: str, after: int = 0) -> int:
    """Return the index of the first line with the action, from another line on."""
    return next(number for number, line in enumerate(LINES) if number >= after and f'"{code}"'.encode() in line)


def test_year_of_plenty_with_one_resource_brings_one_card_leniently() -> None:
    index = next(number for number, line in enumerate(LINES) if b'"YP","rCodes"' in line)
    player, _, value = json.loads(LINES[index])
    short = [player, "PD", {"cCode": "YP", "rCodes": value["rCodes"][:1]}]
    full, less = (
        final_state(read_sgn(text)) for text in (_joined(*LINES[: index + 1]), _joined(*LINES[:index], short))
    )
    assert sum(full.hands[int(player) - 1]) - sum(less.hands[int(player) - 1]) == 1
    assert "YP names 2" in str(refusal(*LINES[:index], short, strict=True))


def _joined(*lines: Any) -> bytes:
    return b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)


def test_only_the_large_game_has_a_special_building_phase() -> None:
    index = line_of("RD")
    place = json.loads(LINES[2])[2]
    assert refusal(*LINES[: index + 1], ["2", "BC", place]).field == f"line {index + 2}"


def test_a_trade_must_have_the_active_player_as_a_party() -> None:
    index = line_of("RD")
    parties = [{"player": "2", "resources": {"B": 1, "O": -1}}, {"player": "3", "resources": {"B": -1, "O": 1}}]
    assert "it is player 1's turn" in str(refusal(*LINES[: index + 1], ["2", "TR", parties]))


def test_a_knight_needs_the_robbers_move() -> None:
    index = next(number for number, line in enumerate(LINES) if b'"PD",{"cCode":"KN"}' in line)
    error = refusal(*LINES[: index + 1], ["1", "RD", {"result": 4}])
    assert error.field == f"line {index + 2}"
    assert "the same player moves the robber" in str(error)


def test_a_theft_needs_a_victim_at_the_robbers_tile_who_has_the_card() -> None:
    index = line_of("ST")
    thief, _, parties = json.loads(LINES[index])
    victim = parties[1]["player"]
    other = next(player for player in "123" if player not in (thief, victim))
    gone = [{"player": thief, "resources": {"O": 1}}, {"player": other, "resources": {"O": -1}}]
    assert refusal(*LINES[:index], [thief, "ST", gone]).field == f"line {index + 1}"
    assert "must be stolen" in str(refusal(*LINES[:index], *LINES[index + 1 :]))


def test_road_building_is_followed_by_its_roads() -> None:
    index = next(number for number, line in enumerate(LINES) if b'"PD",{"cCode":"RB"}' in line)
    player = json.loads(LINES[index])[0]
    another = [player, "PD", {"cCode": "KN"}]
    assert refusal(*LINES[: index + 1], another, *LINES[index + 1 :], strict=True).field == f"line {index + 1}"


def test_a_trade_with_somebody_who_does_not_play_is_refused() -> None:
    index = line_of("RD")
    parties = [{"player": "1", "resources": {"B": 1, "O": -1}}, {"player": "5", "resources": {"B": -1, "O": 1}}]
    assert "there is no player 5" in str(refusal(*LINES[: index + 1], ["1", "TR", parties]))


def test_whatever_is_done_to_a_file_it_is_read_or_refused_with_a_line() -> None:
    rng = random.Random(11)
    for _ in range(150):
        lines = list(LINES)
        for _ in range(rng.randrange(1, 4)):
            one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
            change = rng.randrange(4)
            if change == 0:
                del lines[one]
            elif change == 1:
                lines.insert(one, lines[two])
            elif change == 2:
                lines[one], lines[two] = lines[two], lines[one]
            else:
                at = rng.randrange(len(lines[one]))
                lines[one] = lines[one][:at] + rng.choice([b"9", b'"', b"3", b"-", b"B", b"[]"]) + lines[one][at + 1 :]
        assert fault_field(b"\n".join(lines)).startswith("line ")


def fault_field(text: bytes) -> str:
    """Return where a file is at fault; "line 0" when it is right."""
    try:
        read_sgn(text)
    except GameError as error:
        return error.field
    return "line 0"
