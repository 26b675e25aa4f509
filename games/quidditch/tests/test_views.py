"""Snapshots (8.3), what pages see, hints and summaries."""

from __future__ import annotations

import pytest

from gamekit import jsontext
from gamekit.errors import GameError
from gamekit.rules import Json
from gamekit.views import Clock, Room
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.events import Finished, PauseAnswered
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation
from games.quidditch.rules.state import State
from games.quidditch.snapshots import snapshot
from games.quidditch.tests.pitchside import RULES, Rigged, arrange, asked, at, make_setup, match_options, teams
from games.quidditch.views import QuidditchViews

VIEWS = QuidditchViews()
ROOM = Room(1, "code", "hogwarts", teams(), match_options(), ("watcher",))


def ask(state: State, question: str, data: Json = None, viewer: int | None = 0) -> Json:
    return VIEWS.answer(ROOM, state, Clock(4321, 9999), viewer, question, data)


# --- snapshots ----------------------------------------------------------------------------------------------------
def test_a_snapshot_has_every_field_of_the_standard() -> None:
    state = arrange({"leftChaser1": (5, 5), "rightBeater2": (6, 6)}, quaffle=(5, 5), bludgers=[(6, 6), (16, 6)])
    state.board.cubes = [at(9, 9)]
    shown = snapshot(state.board, Delta("skip", active=0), make_setup().fans, ["watcher"])
    assert list(shown) == [
        "lastDeltaBroadcast", "phase", "spectatorUserName", "round", "leftTeam", "rightTeam", "balls", "wombatCubes",
        "goalWasThrownThisRound",
    ]  # fmt: skip
    assert shown["spectatorUserName"] == ["watcher"]
    assert shown["wombatCubes"] == [{"xPos": 9, "yPos": 9}]
    left, right = shown["leftTeam"]["players"], shown["rightTeam"]["players"]
    assert left["chaser1"] == {
        "xPos": 5, "yPos": 5, "banned": False, "holdsQuaffle": True, "turnUsed": False, "knockout": False
    }  # fmt: skip
    assert right["beater2"] == {
        "xPos": 6, "yPos": 6, "banned": False, "holdsBludger": True, "turnUsed": False, "knockout": False
    }  # fmt: skip
    assert left["seeker"] == {"xPos": 3, "yPos": 12, "banned": False, "turnUsed": False, "knockout": False}
    assert shown["leftTeam"]["fans"][0] == {"fanType": "goblin", "banned": False, "turnUsed": False}
    assert len(shown["leftTeam"]["fans"]) == 7


def test_banned_players_keep_integer_coordinates_and_hold_nothing() -> None:
    state = arrange({"leftChaser1": (5, 5)}, quaffle=(5, 5), banned=["leftChaser1"])
    shown = snapshot(state.board, Delta("skip"), make_setup().fans)["leftTeam"]["players"]["chaser1"]
    assert (shown["xPos"], shown["yPos"], shown["banned"], shown["holdsQuaffle"]) == (5, 5, True, False)


def test_a_snitch_that_is_not_there_has_nulls() -> None:
    state = arrange()
    assert snapshot(state.board, Delta("skip"), make_setup().fans)["balls"]["snitch"] == {"xPos": None, "yPos": None}


# --- messages -----------------------------------------------------------------------------------------------------
def test_the_end_is_told_with_the_winners_user_name() -> None:
    ((kind, payload),) = VIEWS.render(ROOM, arrange(), Finished(17, (40, 20), 0, "mostPoints"), None)
    assert kind == "matchFinish"
    assert payload == {
        "endRound": 17,
        "leftPoints": 40,
        "rightPoints": 20,
        "winnerUserName": "lefty",
        "victoryReason": "mostPoints",
    }


def test_an_aborted_match_is_told_with_a_reason_of_the_standard() -> None:
    ((_, payload),) = VIEWS.render(ROOM, arrange(), Finished(1, (0, 0), None, "aborted"), None)
    assert (payload["winnerUserName"], payload["victoryReason"]) == ("", "violationOfProtocol")
    assert payload["aborted"] is True


def test_a_pause_of_the_house_names_nobody() -> None:
    ((_, payload),) = VIEWS.render(ROOM, arrange(), PauseAnswered(None, "", True), None)
    assert payload == {"message": "", "userName": "", "pause": True}


# --- pages --------------------------------------------------------------------------------------------------------
def test_a_page_sees_board_question_and_teams_without_their_pictures() -> None:
    state = asked(arrange(), "leftSeeker")
    shown = VIEWS.snapshot(ROOM, state, 0)
    assert shown["snapshot"]["phase"] == "playerPhase"
    assert shown["next"] == {"turn": "leftSeeker", "type": "move", "timeout": 30000}
    assert [team["name"] for team in shown["teams"]] == ["Ravens of Ulm", "Danube Dragons"]
    assert all("image" not in team for team in shown["teams"])
    assert len(jsontext.dumps(shown)) < 12_000


def test_a_formation_is_shown_to_its_own_side_only() -> None:
    state, _ = RULES.start(match_options(), teams(), Rigged())
    RULES.play(state, 0, Formation(STANDARD_FORMATIONS[0][0]), Rigged())
    assert VIEWS.snapshot(ROOM, state, 0)["formation"][0] == {"xPos": 7, "yPos": 4}
    assert VIEWS.snapshot(ROOM, state, 1)["formation"] is None
    assert VIEWS.snapshot(ROOM, state, None)["formed"] == [True, False]


def test_who_joins_gets_a_reconnect_while_the_match_lasts() -> None:
    state = asked(arrange(), "leftSeeker")
    ((kind, payload),) = VIEWS.joined(ROOM, state, None)
    assert kind == "reconnect"
    assert payload["next"]["payload"]["timeout"] == 30000
    RULES.withdraw(state, 0, Rigged())
    assert list(VIEWS.joined(ROOM, state, None)) == []


# --- questions ----------------------------------------------------------------------------------------------------
def test_next_has_the_time_left() -> None:
    assert ask(asked(arrange(), "leftSeeker"), "next")["timeout"] == 4321
    assert ask(arrange(), "next") is None


def test_moves_are_hinted_with_the_fouls_they_would_be() -> None:
    state = asked(arrange({"leftSeeker": (3, 6), "rightSeeker": (4, 6)}, cubes=[(3, 5)]), "leftSeeker")
    moves = {(m["xPos"], m["yPos"]): m["fouls"] for m in ask(state, "turn")["moves"]}
    assert moves[2, 6] == {"flacking": 0.6}
    assert moves[4, 6] == {"blatching": 0.5}
    assert moves[3, 7] == {}
    assert (3, 5) not in moves


def test_throws_are_hinted_with_their_odds_and_whose_goal_they_would_be() -> None:
    state = asked(arrange({"leftChaser1": (11, 6), "rightSeeker": (12, 6)}, quaffle=(11, 6)), "leftChaser1", "action")
    throws = {(t["xPos"], t["yPos"]): t for t in ask(state, "turn")["throws"]}
    assert len(throws) == 192
    assert throws[14, 6]["odds"] == round(0.7 * 0.92**3, 4)
    assert throws[14, 6]["intercepted"] == 0.3
    assert throws[14, 6]["goal"] == 0
    assert throws[10, 6]["goal"] is None


def test_beats_wrests_returns_and_fans_are_hinted() -> None:
    state = asked(
        arrange({"leftBeater1": (5, 5), "rightSeeker": (6, 5)}, bludgers=[(5, 5), (0, 6)]), "leftBeater1", "action"
    )
    hints = ask(state, "turn")
    assert hints["bludgers"] == ["bludger1"]
    assert {"xPos": 6, "yPos": 5, "victim": "rightSeeker"} in hints["beats"]
    state = asked(arrange({"leftChaser1": (5, 5), "rightChaser1": (5, 6)}, quaffle=(5, 6)), "leftChaser1", "action")
    assert ask(state, "turn")["wrest"] == {"victim": "rightChaser1", "odds": 0.4}
    state = asked(arrange(banned=["leftSeeker"]), "leftSeeker", "removeBan")
    assert {"xPos": 5, "yPos": 5} in ask(state, "turn")["cells"]
    assert len(ask(asked(arrange(), "leftElf", "fan"), "turn")["victims"]) == 14
    assert len(ask(asked(arrange(), "leftGoblin", "fan"), "turn")["victims"]) == 7
    assert ask(asked(arrange(), "leftWombat", "fan"), "turn")["deltaType"] == "wombatPoo"
    assert ask(arrange(), "turn") is None


def test_a_formation_is_suggested() -> None:
    hints = ask(arrange(), "formation", viewer=1)
    assert len(hints["cells"]) == 84
    assert all(place in hints["cells"] for formation in hints["suggestions"] for place in formation)


def test_teams_with_their_pictures_and_the_config_can_be_asked_for() -> None:
    assert ask(arrange(), "team", {"side": 1})["image"]
    assert ask(arrange(), "config")["maxRounds"] == 20


@pytest.mark.parametrize(("question", "data"), [("weather", None), ("team", {"side": 2}), ("team", None)])
def test_other_questions_are_refused(question: str, data: Json) -> None:
    with pytest.raises(GameError):
        ask(arrange(), question, data)


def test_a_summary_tells_points_turn_and_round() -> None:
    state = asked(arrange(number=7), "rightSeeker")
    summary = VIEWS.summary(ROOM, state)
    assert (summary["scores"], summary["turn"], summary["progress"]) == ([0, 0], [1], "round 7 of 20")
    assert len(summary["mini"]["players"]) == 14
    state, _ = RULES.start(match_options(), teams(), Rigged())
    assert VIEWS.summary(ROOM, state)["progress"] == "formation"
    assert VIEWS.summary(ROOM, state)["turn"] == [0, 1]


def test_a_side_is_the_whole_number_0_or_1_and_nothing_equal_to_it() -> None:
    state = arrange({"leftChaser1": (5, 5)})
    assert ask(state, "team", {"side": 1}) == teams()[1].data["team"]
    impostors: tuple[object, ...] = (0.0, 1.0, True, "0", None, [], {})
    for side in impostors:
        with pytest.raises(GameError):
            ask(state, "team", {"side": side})
