"""What pages and clients are shown: snapshots, catching up, plans, summaries."""

from __future__ import annotations

import pytest

from gamekit.chance import Chance
from gamekit.errors import MalformedMessage, Refused
from gamekit.rules import Json, Player
from gamekit.views import Clock, Room
from games.mississippi import GAME, hints
from games.mississippi.messages import read_move
from games.mississippi.rules.actions import LONGEST_HINT, Accelerate, Advance, Push, Turn, numbered
from games.mississippi.rules.state import State
from games.mississippi.tests.positions import RULES, position, ship

PLAYERS = [Player("Anna", 1, "person"), Player("Ben", 2, "client")]
ROOM = Room(1, "room", "", PLAYERS, GAME.read_options({}))
CHANCE = Chance.seeded(1)


def told(state: State, viewer: int | None) -> list[str]:
    """Return the kinds of what a client is told on joining."""
    return [kind for kind, _ in GAME.views.joined(ROOM, state, viewer)]


def asked(state: State, *actions: Json, viewer: int | None = 0) -> Json:
    """Return the plan for some actions."""
    return GAME.views.answer(ROOM, state, Clock(None, 0), viewer, "options", {"actions": list(actions)})


AHEAD = {"type": "advance", "order": 0, "distance": 1}


def test_a_snapshot_tells_who_is_asked_and_how_far_the_match_is() -> None:
    state = position(ship(2, 0), ship(3, 1), turn=6)
    shown = GAME.views.snapshot(ROOM, state, 0)
    assert (shown["you"], shown["asked"], shown["round"], shown["rounds"]) == ("RED", "RED", 4, 30)
    assert shown["result"] is None
    assert [tile["index"] for tile in shown["state"]["tiles"]] == [0, 1, 2]


def test_a_snapshot_after_the_end_has_the_result() -> None:
    state = position(ship(2, 0), ship(3, 1))
    RULES.withdraw(state, 1, CHANCE)
    shown = GAME.views.snapshot(ROOM, state, None)
    assert (shown["you"], shown["asked"]) == (None, None)
    assert shown["result"]["winner"]["color"] == "RED"


def test_the_trail_shows_the_way_of_the_last_move_and_its_pushes() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 0))
    move = numbered(Accelerate(1), Advance(1), Push(1), Turn(-1), Advance(1))
    RULES.play(state, 0, move, CHANCE)
    assert GAME.views.snapshot(ROOM, state, 1)["trail"] == {
        "path": [[2, 0], [3, 0], [4, 1]],
        "pushes": [[3, 0, 4, -1]],
    }
    assert hints.trail(position(ship(2, 0), ship(3, 1))) is None


def test_the_trail_follows_a_ship_back_off_a_sandbank() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(3, 0): "SANDBANK"})
    RULES.play(state, 0, numbered(Advance(-1)), CHANCE)
    assert GAME.views.snapshot(ROOM, state, 1)["trail"]["path"] == [[3, 0], [2, 0]]


def test_who_comes_back_gets_what_it_needs_to_go_on() -> None:
    state = position(ship(2, 0), ship(3, 1))
    assert told(state, 0) == ["welcomeMessage", "memento", "MoveRequest"]
    assert told(state, 1) == ["welcomeMessage", "memento"]
    assert told(state, None) == ["memento"]
    state.requested = False
    assert told(state, None) == ["memento", "paused"]
    RULES.withdraw(state, 0, CHANCE)
    assert told(state, None) == ["memento", "result", "left"]
    state.phase = "opening"
    assert told(state, None) == []


def test_a_plan_shows_costs_and_what_is_possible_next() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 1))
    plan = asked(state)
    assert (plan["movement"], plan["coal"], plan["freeTurns"], plan["complete"]) == (2, 6, 1, False)
    by_action = {(o["action"]["type"], *list(o["action"].values())[2:]): o for o in plan["next"]}
    assert by_action["acceleration", 2]["coal"] == 1
    assert by_action["turn", 3]["coal"] == 2
    assert (by_action["advance", 2]["x"], by_action["advance", 2]["movement"]) == (4, 0)
    assert not any(kind == "push" for kind, *_ in by_action)


def test_a_plan_marks_ends_with_the_actions_that_lead_there() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 1))
    plan = asked(state, {"type": "turn", "order": 0, "direction": 1})
    assert plan["ends"]
    for end in plan["ends"]:
        actions = [{"type": "turn", "order": 0, "direction": 1}, *end["actions"]]
        assert [action["order"] for action in actions] == list(range(len(actions)))
        other = RULES.clone(state)
        RULES.play(other, 0, RULES.load_move({"actions": actions}), CHANCE)
        assert GAME.views.snapshot(ROOM, other, 0)["state"]["red"]["x"] == end["x"]
        assert other.ships[0].coal == end["coal"]


def test_a_plan_says_when_it_is_complete_and_when_a_push_must_follow() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 0))
    assert asked(state, {**AHEAD, "distance": 1})["mustPush"]
    pushed = asked(state, AHEAD, {"type": "push", "order": 1, "direction": "UP_RIGHT"})
    assert pushed["complete"]
    assert (pushed["rival"]["x"], pushed["rival"]["y"]) == (4, -1)


def test_a_plan_warns_of_what_cannot_be_finished() -> None:
    state = position(ship(2, 0, "RIGHT", 2, 0), ship(-1, -1), {(4, 0): "BLOCKED"})
    ahead = next(option for option in asked(state)["next"] if option["action"].get("distance") == 1)
    assert ahead["finishes"], "a turn by the free step leads on"
    stuck = position(ship(3, 0), ship(-1, -1), {(3, 0): "SANDBANK", (4, 0): "BLOCKED", (2, 0): "BLOCKED"})
    plan = asked(stuck)
    assert plan["stuck"]
    assert plan["next"] == plan["ends"] == []


def test_a_plan_against_the_rules_says_where() -> None:
    plan = asked(position(ship(2, 0), ship(3, 1)), AHEAD, {**AHEAD, "order": 1})
    assert (plan["legal"], plan["code"], plan["at"]) == (False, "move/no_movement", 1)


def test_only_the_player_to_move_can_plan() -> None:
    state = position(ship(2, 0), ship(3, 1))
    for viewer in (None, 1):
        with pytest.raises(Refused):
            asked(state, viewer=viewer)
    with pytest.raises(Refused):
        GAME.views.answer(ROOM, state, Clock(None, 0), 0, "weather", {})
    with pytest.raises(Refused):
        GAME.views.answer(ROOM, state, Clock(None, 0), 0, "options", {"actions": 5})


def test_a_summary_is_small_and_tells_the_score() -> None:
    state = position(ship(2, 0), ship(3, 1), turn=9)
    summary = GAME.views.summary(ROOM, state)
    assert summary["scores"] == [4, 6]
    assert (summary["turn"], summary["progress"]) == ([0], "round 5 of 30")
    assert len(summary["mini"]["tiles"]) == 3
    assert summary["mini"]["ships"][0] == {"x": 2, "y": 0, "direction": 0}


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        (5, ""),
        ({"actions": 5}, "actions"),
        ({"actions": [5]}, "actions"),
        ({"actions": [{"type": "dance"}]}, "type"),
        ({"actions": [{"type": "turn", "direction": "1"}]}, "direction"),
        ({"actions": [{"type": "advance", "distance": True}]}, "distance"),
        ({"actions": [{"type": "push", "direction": "NORTH"}]}, "direction"),
        ({"actions": [], "hints": [1]}, "hints"),
        ({"actions": [AHEAD] * 201}, "actions"),
    ],
)
def test_an_unreadable_move_is_refused_with_its_field(payload: Json, field: str) -> None:
    with pytest.raises(MalformedMessage) as caught:
        read_move("move", payload)
    assert caught.value.field == field


def test_of_a_hint_as_much_is_kept_as_of_a_line_of_chat() -> None:
    move = read_move("move", {"actions": [], "hints": ["why", "x" * 100_000]})
    assert move is not None
    assert move.hints == ("why", "x" * LONGEST_HINT)


def test_other_messages_are_no_moves() -> None:
    assert read_move("join", {}) is None
