"""The contract that every game passes, and what Qwirkle declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamekit import testing
from gamekit.chance import Chance
from gamekit.errors import MalformedMessage
from gamekit.rules import Player
from games.qwirkle.game import GAME, SECTIONS
from games.qwirkle.messages import client_of


@pytest.mark.parametrize(
    "check",
    [
        testing.check_dump_load_clone,
        testing.check_replay_equals,
        testing.check_legal_agrees_with_play,
        testing.check_refusals_change_nothing,
        testing.check_nothing_hidden_is_shown,
    ],
)
def test_the_contract_holds(check: object) -> None:
    assert callable(check)
    check(GAME, 11)


@pytest.mark.parametrize("count", [2, 5, 12])
def test_random_play_ends(count: int) -> None:
    testing.check_random_play_ends(GAME, 3, count)


@pytest.mark.parametrize(
    "options",
    [
        {"colorShapeCount": 2, "tileCount": 1, "maxHandTiles": 1},
        {"colorShapeCount": 2, "tileCount": 3, "maxHandTiles": 2},
        {"colorShapeCount": 3, "tileCount": 4, "maxHandTiles": 9},
        {"colorShapeCount": 12, "tileCount": 1, "maxHandTiles": 8, "timeVisualization": 0},
    ],
)
def test_random_play_ends_with_any_configuration_and_keeps_every_tile(options: dict[str, int]) -> None:
    tiles = options["colorShapeCount"] ** 2 * options["tileCount"]
    last = None
    for last in testing.playout(GAME, 5, 2, options):
        state = last.state
        everywhere = [*state.bag, *state.board.tiles.values(), *(one for hand in state.hands for one in hand)]
        assert sorted(everywhere) == list(range(tiles))
    assert last is not None
    assert GAME.rules.outcome(last.state) is not None


def test_a_redealt_hand_is_another_but_of_the_same_size_and_the_own_one_stays() -> None:
    match = testing.begin(GAME, 1, 3)
    chance = Chance.seeded(9)
    for viewer in (None, 0, 1, 2):
        other = GAME.rules.redeal(match.state, viewer, chance)
        for seat in range(3):
            assert len(other.hands[seat]) == 6
            assert (other.hands[seat] == match.state.hands[seat]) == (seat == viewer)
        assert sorted([*other.bag, *(one for hand in other.hands for one in hand)]) == list(range(108))


@pytest.mark.parametrize("count", range(2, 13))
def test_every_count_of_colours_and_shapes_is_allowed(count: int) -> None:
    assert GAME.read_options({"colorShapeCount": count}, 2)["colorShapeCount"] == count


@pytest.mark.parametrize(
    ("name", "value"),
    [("colorShapeCount", 1), ("colorShapeCount", 13), ("wrongMove", "DEATH"), ("turnTime", -1), ("tileCount", 0)],
)
def test_an_option_out_of_bounds_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(MalformedMessage) as caught:
        GAME.read_options({name: value}, 2)
    assert caught.value.field == name


def test_a_table_larger_than_the_configuration_allows_is_refused() -> None:
    with pytest.raises(MalformedMessage, match="maxPlayerNumber"):
        GAME.read_options({"maxPlayerNumber": 2}, 3)


def test_bots_are_engine_players_and_others_what_they_say() -> None:
    assert client_of(Player("B", 5, "bot"))["clientType"] == "ENGINE_PLAYER"
    assert client_of(Player("P", 5, "person"))["clientType"] == "PLAYER"
    data = GAME.check_seat({"clientType": "ENGINE_PLAYER"}, ())
    assert client_of(Player("E", 5, "client", data)) == {
        "clientID": 5, "clientName": "E", "clientType": "ENGINE_PLAYER",
    }  # fmt: skip
    with pytest.raises(MalformedMessage):
        GAME.check_seat({"clientType": "WIZARD"}, ())


def test_what_is_said_on_a_page_reaches_clients_and_the_other_way_round() -> None:
    assert GAME.write_chat is not None
    assert GAME.read_chat is not None
    payload_type, payload = GAME.write_chat("Anna", 0, 7, "Hallo")
    assert (payload_type, payload) == (
        "MessageSignal",
        {"message": "Hallo", "client": {"clientID": 7, "clientName": "Anna", "clientType": "PLAYER"}},
    )
    assert GAME.read_chat(payload_type, payload) == ("Anna", "Hallo")
    assert GAME.read_chat("Update", {}) is None


def test_refusals_are_the_three_errors_and_moves_found_wrong() -> None:
    assert GAME.read_refusal("NotAllowed", {"message": "no"}) is not None
    assert GAME.read_refusal("MoveValid", {"validation": False}) is not None
    assert GAME.read_refusal("MoveValid", {"validation": True}) is None
    assert GAME.read_refusal("Update", {"updates": []}) is None


def test_the_readme_has_a_section_for_every_error() -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    for name, anchor in SECTIONS.items():
        number = anchor.rpartition("-")[2]
        assert f"### {name} ({number})" in text
        assert anchor == f"{name.lower()}-{number}"
