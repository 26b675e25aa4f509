"""What each viewer is told, shown and answered."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.chance import Chance
from gamekit.errors import GameError
from gamekit.rules import Player
from gamekit.views import Clock, Room
from games.qwirkle.rules.state import State
from games.qwirkle.tests.matches import RULES, arrange, laying, options, swapping, tile
from games.qwirkle.views import NO_LIMIT, QwirkleViews

VIEWS = QwirkleViews()
CLOCK = Clock(1234, 9999)
PLAYERS = [Player("Eins", 11), Player("Zwei", 12, "bot"), Player("Drei", 13)]


def table(**given: Any) -> tuple[Room, State]:
    chosen = options(**given)
    state, _ = RULES.start(chosen, PLAYERS, Chance.seeded(3))
    return Room(7, "abc", "Spiel", PLAYERS, chosen), state


def told(room: Room, state: State, events: list[Any], viewer: int | None) -> list[str]:
    return [name for event in events for name, _ in VIEWS.render(room, state, event, viewer)]


def test_the_opening_tells_everybody_and_each_player_the_own_tiles() -> None:
    chosen = options()
    room = Room(7, "abc", "Spiel", PLAYERS, chosen)
    state, events = RULES.start(chosen, PLAYERS, Chance.seeded(3))
    assert told(room, state, events, None) == ["StartGame", "CurrentPlayer"]
    assert told(room, state, events, 1) == ["StartGame", "StartTiles", "CurrentPlayer"]
    ((_, start),) = VIEWS.render(room, state, events[0], None)
    assert list(start["config"]) == list(chosen)[:10]
    assert [client["clientID"] for client in start["clients"]] == [11, 12, 13]
    assert start["clients"][1]["clientType"] == "ENGINE_PLAYER"


def test_a_swap_is_told_to_the_player_alone() -> None:
    room, state = table()
    events = RULES.play(state, 0, swapping(state, state.hands[0][0]), Chance.seeded(1))
    assert told(room, state, events, 0) == ["TileSwapValid", "TileSwapResponse", "CurrentPlayer"]
    for viewer in (None, 1, 2):
        assert told(room, state, events, viewer) == ["CurrentPlayer"]


def test_one_who_is_out_hears_of_the_going_and_then_nothing() -> None:
    room, state = table(wrongMove="KICK")
    events = RULES.play(state, 0, laying(state), Chance.seeded(1))
    assert told(room, state, events, 0) == ["MoveValid", "LeavingPlayer"]
    assert told(room, state, events, 1) == ["LeavingPlayer", "CurrentPlayer"]
    events = RULES.control(state, "pause", Chance.seeded(1))
    assert told(room, state, events, 0) == []


def test_penalties_have_no_message_but_an_entry_in_the_journal() -> None:
    room, state = table(slowMovePenalty=4)
    events = RULES.expire(state, RULES.expects(state)[0], Chance.seeded(1))
    assert told(room, state, events, 0) == ["CurrentPlayer"]
    assert VIEWS.snapshot(room, state, None)["journal"][-1][1:] == ["penalty", 0, 4]


def test_a_snapshot_shows_the_own_hand_and_of_others_only_how_many() -> None:
    room, state = table()
    mine, theirs = VIEWS.snapshot(room, state, 0), VIEWS.snapshot(room, state, None)
    assert [one[0] for one in mine["hand"]] == state.hands[0]
    assert theirs["hand"] is None
    assert {**mine, "hand": None} == theirs
    assert [player["tiles"] for player in theirs["players"]] == [6, 6, 6]
    assert theirs["bag"] == 108 - 18
    assert theirs["phase"] == "turn"
    assert theirs["current"] == 0


def test_scores_name_the_remaining_players_in_turn_order() -> None:
    room, state = table()
    state.scores = [5, -2, 8]
    RULES.withdraw(state, 1, Chance.seeded(1))
    scores = VIEWS.answer(room, state, CLOCK, 0, "ScoreRequest", None)["scores"]
    assert [(client["clientName"], points) for client, points in scores] == [("Eins", 5), ("Drei", 8)]


def test_the_time_left_is_the_clocks_or_none_or_endless() -> None:
    room, state = table(timeVisualization=10)
    assert VIEWS.answer(room, state, CLOCK, 0, "TurnTimeLeftRequest", None) == {"time": 1234}
    assert VIEWS.answer(room, state, Clock(None, 0), 0, "TurnTimeLeftRequest", None) == {"time": NO_LIMIT}
    RULES.play(state, 0, swapping(state, state.hands[0][0]), Chance.seeded(1))
    assert VIEWS.answer(room, state, CLOCK, 0, "TurnTimeLeftRequest", None) == {"time": 0}


def test_bag_and_hands_are_for_spectators_who_ask() -> None:
    room, state = table()
    bag = VIEWS.answer(room, state, CLOCK, None, "BagRequest", None)["bag"]
    assert [one["uniqueID"] for one in bag] == state.bag
    hands = VIEWS.answer(room, state, CLOCK, None, "PlayerHandsRequest", None)["hands"]
    assert [len(hand) for _, hand in hands] == [6, 6, 6]
    for question in ("BagRequest", "PlayerHandsRequest"):
        with pytest.raises(GameError):
            VIEWS.answer(room, state, CLOCK, 0, question, None)


def test_game_data_holds_the_asking_players_tiles() -> None:
    room, state = table()
    arrange(state, [[tile(state, 0, 0)], [tile(state, 1, 0)], [tile(state, 2, 0)]])
    RULES.play(state, 0, laying(state, (0, 0, tile(state, 0, 0))), Chance.seeded(1))
    data = VIEWS.answer(room, state, CLOCK, 2, "GameDataRequest", None)
    assert data["board"] == [{"x": 0, "y": 0, "tile": {"color": 0, "shape": 0, "uniqueID": 0}}]
    assert data["currentClient"]["clientName"] == "Zwei"
    assert data["ownTiles"] == [{"color": 2, "shape": 0, "uniqueID": tile(state, 2, 0)}]
    assert data["paused"] is False
    RULES.control(state, "abort", Chance.seeded(1))
    assert VIEWS.answer(room, state, CLOCK, 2, "GameDataRequest", None)["currentClient"] is None


def test_somebody_who_comes_late_is_told_start_hand_board_and_turn() -> None:
    room, state = table()
    RULES.control(state, "pause", Chance.seeded(1))
    late = [name for name, _ in VIEWS.joined(room, state, 1)]
    assert late == ["StartGame", "StartTiles", "Update", "CurrentPlayer", "PauseGame"]
    assert [name for name, _ in VIEWS.joined(room, state, None)] == [name for name in late if name != "StartTiles"]


def test_a_question_nobody_knows_is_refused() -> None:
    room, state = table()
    with pytest.raises(GameError):
        VIEWS.answer(room, state, CLOCK, 0, "MeaningOfLife", None)


# --- hints ------------------------------------------------------------------------------------------------------------


def ask(state: State, room: Room, question: str, data: Any, viewer: int | None = 0) -> Any:
    return VIEWS.answer(room, state, CLOCK, viewer, question, data)


def test_the_first_tile_may_go_to_the_origin_only_and_the_next_beside_it() -> None:
    room, state = table()
    one, two = tile(state, 0, 0), tile(state, 0, 1)
    arrange(state, [[one, two], [5], [6]])
    assert ask(state, room, "cells", {"tile": one}) == {"cells": [[0, 0, 1]]}
    placed = [{"x": 0, "y": 0, "tile": one}]
    found = ask(state, room, "cells", {"tile": two, "placed": placed})["cells"]
    assert sorted(found) == [[-1, 0, 2], [0, -1, 2], [0, 1, 2], [1, 0, 2]]


def test_a_planned_line_is_continued_at_its_ends_over_old_tiles() -> None:
    room, state = table()
    for x, shape in ((1, 1), (2, 2)):
        state.board.put(x << 15, tile(state, 0, shape), shape)
    hand = [tile(state, 0, shape) for shape in (0, 3, 4)] + [tile(state, 5, 5)]
    arrange(state, [hand, [99], [100]])
    placed = [{"x": 0, "y": 0, "tile": hand[0]}]
    found = ask(state, room, "cells", {"tile": hand[1], "placed": placed})["cells"]
    assert [-1, 0, 4] in found
    assert [3, 0, 4] in found
    assert ask(state, room, "cells", {"tile": hand[3], "placed": placed}) == {"cells": []}


def test_the_points_of_a_plan_or_the_rule_it_breaks() -> None:
    room, state = table()
    one, two = tile(state, 0, 0), tile(state, 0, 1)
    arrange(state, [[one, two], [5], [6]])
    plan = [{"x": 0, "y": 0, "tile": one}, {"x": 1, "y": 0, "tile": two}]
    assert ask(state, room, "points", {"placed": plan}) == {"valid": True, "points": 2, "message": ""}
    plan[1]["x"] = 4
    answer = ask(state, room, "points", {"placed": plan})
    assert not answer["valid"]
    assert "empty" in answer["message"]


@pytest.mark.parametrize(
    "data",
    [None, 5, {}, {"tile": 9999}, {"tile": 0, "placed": 3}, {"tile": 0, "placed": [{"x": 0}]}, {"tile": "x"}],
)
def test_a_hint_asked_wrongly_is_refused(data: Any) -> None:
    room, state = table()
    with pytest.raises(GameError):
        ask(state, room, "cells", data)


def test_spectators_get_no_hints() -> None:
    room, state = table()
    with pytest.raises(GameError):
        ask(state, room, "points", {"placed": []}, None)


def test_the_summary_is_small_and_public() -> None:
    room, state = table()
    summary = VIEWS.summary(room, state)
    assert summary["scores"] == [0, 0, 0]
    assert summary["turn"] == [0]
    assert summary["mini"] == {"board": [], "fresh": [], "options": {"colorShapeCount": 6}}
