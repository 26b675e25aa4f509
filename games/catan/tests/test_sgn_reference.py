"""The reference game of the notation and its golden values."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from gamekit.errors import GameError
from gamekit.exports import MatchRecord
from games.catan.rules.events import Event, KnightPlayed, LongestRoadTaken, Paid, RobberMoved
from games.catan.rules.state import State
from games.catan.sgn.exporting import Scribe, repeat
from games.catan.sgn.formats import read_sgn, write_sgn
from games.catan.sgn.normalising import normalised
from games.catan.sgn.reading import read
from games.catan.tests.positions import check_invariants
from games.catan.tests.schema_check import Schema
from games.catan.tests.sgn_games import corpus_file, final_state

#: Seat and cards given, in the order of lines 22 (2:1), 61 (4:1), 109, 116 and 125 (3:1).
BANK_TRADES = [(1, 2), (1, 4), (0, 6), (0, 6), (0, 3)]
#: Holz, Lehm, Wolle, Getreide, Erz.
HANDS = [[2, 1, 0, 1, 3], [8, 0, 3, 3, 2], [1, 0, 0, 0, 2], [1, 0, 0, 3, 0]]


@pytest.fixture
def game() -> bytes:
    return corpus_file("game.log")


@cache
def reference() -> tuple[MatchRecord, State]:
    record = read_sgn(corpus_file("game.log"))
    return record, final_state(record)


def without(game: bytes, *lines: int) -> bytes:
    return b"".join(line for number, line in enumerate(game.splitlines(keepends=True), 1) if number not in lines)


def fault(game: bytes, strict: bool = False) -> str:
    with pytest.raises(GameError) as caught:
        read_sgn(game, strict=strict)
    return str(caught.value)


def test_the_lines_by_action(game: bytes) -> None:
    counts = Counter(json.loads(line)[1] for line in game.splitlines())
    assert counts == {"DM": 1, "RD": 45, "BR": 29, "TR": 14, "BS": 12, "MR": 6, "BD": 6, "BC": 5, "ST": 4, "PD": 4}


def test_the_final_hands_and_the_bank() -> None:
    _, state = reference()
    assert state.hands == HANDS
    assert state.bank == [7, 18, 16, 12, 12]


def test_the_final_pieces() -> None:
    _, state = reference()
    assert [5 - left for left in state.villages_left] == [1, 2, 2, 2]
    assert [4 - left for left in state.towns_left] == [4, 1, 0, 0]
    assert [15 - left for left in state.roads_left] == [7, 6, 7, 9]
    assert [cards[4] for cards in state.cards] == [1, 1, 0, 0]
    assert state.knights == [0, 0, 1, 0]


def test_the_longest_roads_and_the_awards() -> None:
    _, state = reference()
    assert state.lengths == [6, 5, 6, 8]
    assert (state.road_holder, state.army_holder) == (3, -1)


def test_player_four_takes_longest_road_at_line_45_and_keeps_it(game: bytes) -> None:
    before = b"".join(game.splitlines(keepends=True)[:44])
    assert final_state(read_sgn(before)).road_holder == -1
    assert final_state(read_sgn(before + game.splitlines(keepends=True)[44])).road_holder == 3
    record, _ = reference()
    assert [event for event in _events(record) if isinstance(event, LongestRoadTaken)] == [LongestRoadTaken(3)]


def test_the_set_up_goes_forth_and_back_each_village_with_its_road(game: bytes) -> None:
    actions = [json.loads(line)[:2] for line in game.splitlines()[2:18]]
    assert actions == [[player, code] for player in "12344321" for code in ("BS", "BR")]


def test_the_robber_moves_on_these_lines_and_robs_on_all_but_two(game: bytes) -> None:
    codes = [json.loads(line)[1] for line in game.splitlines()]
    assert [number for number, code in enumerate(codes, 1) if code == "MR"] == [2, 31, 50, 74, 104, 120]
    assert [number for number, code in enumerate(codes, 1) if code == "ST"] == [32, 51, 75, 121]
    record, state = reference()
    moved = [event for event in _events(record) if isinstance(event, (RobberMoved, KnightPlayed))]
    desert = state.setting.board.robber
    assert [event.field == desert for event in moved] == [False, False, False, True, False]
    assert moved[3].victim is None
    assert isinstance(moved[4], KnightPlayed)


def test_the_bank_is_paid_by_harbours_the_player_owns() -> None:
    record, _ = reference()
    paid = [event for event in _events(record) if isinstance(event, Paid) and event.reason == "bank"]
    assert [(event.seat, sum(event.cards)) for event in paid] == BANK_TRADES


def test_no_hand_and_no_pile_is_ever_negative_and_nothing_is_lost() -> None:
    record, _ = reference()
    scribe = Scribe(record)
    for step in record.steps:
        repeat(scribe.state, step)
        check_invariants(scribe.state)


def _events(record: MatchRecord) -> list[Event]:
    scribe = Scribe(record)
    return [event for step in record.steps for event in repeat(scribe.state, step)]


def test_player_one_wins_with_ten_points_on_the_last_line() -> None:
    record, state = reference()
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.scores) == ((0,), (10, 5, 2, 4))
    assert record.outcome == state.outcome


def test_the_harbours_lie_where_the_notes_say(game: bytes) -> None:
    board = read_sgn(game).options["board"]
    harbours = [[(place["x"], place["y"]) for place in one["Ort"]] for one in board["Häfen"]]
    kinds = [one["Typ"].removesuffix("Hafen").strip() for one in board["Häfen"]]
    assert harbours == [
        [(-3, 3), (-2, 2)], [(-1, 3), (-1, 2)], [(1, 2), (1, 1)], [(3, 0), (2, 0)], [(3, -2), (2, -1)],
        [(2, -3), (1, -2)], [(0, -3), (0, -2)], [(-2, -1), (-1, -1)], [(-3, 1), (-2, 1)],
    ]  # fmt: skip
    assert kinds == ["", "Wolle", "", "", "Lehm", "Holz", "", "Getreide", "Erz"]
    assert board["Räuber"] == {"x": -2, "y": 0}


def test_strict_reading_reports_the_discard_of_seven_cards_at_line_73(game: bytes) -> None:
    assert fault(game, strict=True).startswith("line 73: player 1 gives cards for nothing, but with 7 cards")


def test_lenient_reading_takes_the_limit_for_a_house_rule(game: bytes) -> None:
    record, _ = reference()
    assert (record.options["discardLimit"], record.options["points"]) == (6, 10)


def test_export_of_import_is_byte_identical_for_the_normalised_file(game: bytes) -> None:
    normal = normalised(read(game).entries)
    assert write_sgn(read_sgn(normal)) == normal
    assert normalised(read(normal, strict=True).entries) == normal
    assert len(normal.splitlines()) == 126


def test_every_prefix_imports(game: bytes) -> None:
    lines = game.splitlines(keepends=True)
    for length in range(1, len(lines) + 1):
        record = read_sgn(b"".join(lines[:length]))
        assert len(record.players) == (3 if length < 9 else 4)


def test_a_seven_without_a_robber_is_refused(game: bytes) -> None:
    assert fault(without(game, 74)).startswith("line 73:")
    assert "a card is stolen only after the robber was moved" in fault(without(game, 31))
    assert "must move the robber first" in fault(without(game, 31, 32, 33))


def test_a_road_built_twice_is_refused(game: bytes) -> None:
    lines = game.splitlines(keepends=True)
    assert fault(b"".join(lines[:20] + lines[19:])) == "line 21: there is a road already"


def test_a_bank_trade_at_one_to_one_is_refused(game: bytes) -> None:
    lines = game.splitlines(keepends=True)
    lines[21] = lines[21].replace(b'"L":-2', b'"L":-1').replace(b'"L":2', b'"L":1')
    assert fault(b"".join(lines)).startswith("line 22: the cards given do not fit the rates")


def test_lines_17_and_19_cannot_change_places(game: bytes) -> None:
    lines = game.splitlines(keepends=True)
    lines[16], lines[18] = lines[18], lines[16]
    assert fault(b"".join(lines)).startswith("line 17:")


def test_the_original_schema_knows_71_lines_and_124_with_whole_numbers(game: bytes) -> None:
    schema = Schema(json.loads(corpus_file("message.json")))
    messages = [json.loads(line) for line in game.splitlines()]
    assert sum(schema.fits(message) for message in messages) == 71
    normal = [json.loads(line) for line in normalised(read(game).entries).splitlines()]
    assert [number for number, message in enumerate(normal, 1) if not schema.fits(message)] == [41, 60]


def test_the_labelled_messages_but_one_agree_with_the_original_schema() -> None:
    schema = Schema(json.loads(corpus_file("message.json")))
    labelled = json.loads(corpus_file("messages.json"))
    wrong = [one["message"] for one in labelled if schema.fits(one["message"]) != one["correct"]]
    assert len(labelled) == 25
    assert wrong == [["1", "ST"]]
