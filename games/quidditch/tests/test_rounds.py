"""Sections 2.3, 2.4, 2.11, 2.12 and 2.14 of quidditch-rules.md: the frame of a match."""

from __future__ import annotations

import pytest

from gamekit.errors import IllegalMove
from games.quidditch.rules.events import Changed, Finished, Opened
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation
from games.quidditch.rules.pitch import place
from games.quidditch.rules.state import State
from games.quidditch.tests.pitchside import (
    RULES,
    Rigged,
    arrange,
    asked,
    at,
    deltas,
    do,
    entity,
    match_options,
    play,
    teams,
    told,
    where,
)

CHASERS = ["Chaser1", "Chaser2", "Chaser3"]


def begin() -> State:
    return RULES.start(match_options(), teams(), Rigged())[0]


# --- the start ----------------------------------------------------------------------------------------------------
def test_both_teams_are_awaited_at_the_same_time() -> None:
    state, events = RULES.start(match_options(), teams(), Rigged())
    assert events == [Opened()]
    expected = RULES.expects(state)
    assert [(e.seat, e.kind, e.limit_ms) for e in expected] == [(0, "formation", 120000), (1, "formation", 120000)]


def test_the_first_snapshot_comes_when_both_are_there_and_is_a_round_change() -> None:
    state = begin()
    assert RULES.play(state, 1, Formation(STANDARD_FORMATIONS[1][0]), Rigged()) == []
    events = RULES.play(state, 0, Formation(STANDARD_FORMATIONS[0][0]), Rigged())
    first = events[0]
    assert isinstance(first, Changed)
    assert (first.delta.type, first.delta.round, first.board.round, first.board.phase) == ("roundChange", 1, 1, 0)
    assert {place(ball) for ball in (first.board.quaffle, *first.board.bludgers)} == {(8, 6)}
    assert first.board.snitch == -1
    assert tuple(first.board.pos) == STANDARD_FORMATIONS[0][0] + STANDARD_FORMATIONS[1][0]


@pytest.mark.parametrize("bad", [(9, 3), (8, 3), (7, 6), (2, 6), (0, 0)])
def test_start_cells_are_in_the_own_half_outside_the_centre_circle_and_no_rings(bad: tuple[int, int]) -> None:
    state = begin()
    cells = (at(*bad) if bad != (0, 0) else 0, *STANDARD_FORMATIONS[0][0][1:])
    with pytest.raises(IllegalMove):
        RULES.play(state, 0, Formation(cells), Rigged())
    assert state.formations == [None, None]


def test_no_two_players_start_on_one_cell() -> None:
    cells = STANDARD_FORMATIONS[0][0]
    with pytest.raises(IllegalMove):
        RULES.play(begin(), 0, Formation((cells[1], *cells[1:])), Rigged())


def test_a_second_formation_is_refused() -> None:
    state = begin()
    RULES.play(state, 0, Formation(STANDARD_FORMATIONS[0][0]), Rigged())
    with pytest.raises(IllegalMove) as refusal:
        RULES.play(state, 0, Formation(STANDARD_FORMATIONS[0][1]), Rigged())
    assert refusal.value.code == "formation/again"


def test_a_late_formation_loses_by_violation_of_protocol() -> None:
    state = begin()
    RULES.play(state, 0, Formation(STANDARD_FORMATIONS[0][0]), Rigged())
    (expectation,) = RULES.expects(state)
    (finish,) = RULES.expire(state, expectation, Rigged())
    assert isinstance(finish, Finished)
    assert (finish.winner, finish.reason) == (0, "violationOfProtocol")


def test_when_both_are_late_nobody_wins() -> None:
    state = begin()
    (finish,) = RULES.expire(state, RULES.expects(state)[0], Rigged())
    assert isinstance(finish, Finished)
    assert (finish.winner, finish.reason) == (None, "violationOfProtocol")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.winners == ()


def test_all_standard_formations_are_allowed() -> None:
    for side in (0, 1):
        for cells in STANDARD_FORMATIONS[side]:
            RULES.play(begin(), side, Formation(cells), Rigged())


# --- phases -------------------------------------------------------------------------------------------------------
def test_a_round_goes_ball_player_fan_unban_and_then_changes() -> None:
    state = begin()
    for side in (0, 1):
        events = RULES.play(state, side, Formation(STANDARD_FORMATIONS[side][0]), Rigged())
    phases: list[str] = []
    while state.board.round == 1 and state.result is None:
        phases += [d.type if d.type == "roundChange" else str(d.phase) for d in deltas(events) if d.type in _CHANGES]
        events = play(state, "skip", chance=Rigged())
    phases += [d.type if d.type == "roundChange" else str(d.phase) for d in deltas(events) if d.type in _CHANGES]
    assert phases == ["roundChange", "1", "2", "3", "roundChange", "1"]


_CHANGES = ("phaseChange", "roundChange")


def test_the_unban_phase_is_told_even_when_nobody_is_to_return_section_3_item_26() -> None:
    state = arrange(phase="fanPhase")
    assert told(do(state, ("phase", 3)))[:2] == ["phaseChange", "roundChange"]


def test_a_new_round_resets_the_turns_and_the_goal_flag() -> None:
    state = arrange(used=["leftSeeker"])
    state.board.fans_used, state.board.goal = 0b11, True
    events = do(state, ("begin_round", 2))
    first = events[0]
    assert isinstance(first, Changed)
    assert (first.board.used, first.board.fans_used, first.board.goal, first.board.round) == (0, 0, False, 2)


# --- coming back --------------------------------------------------------------------------------------------------
def back(**changes: object) -> State:
    state = arrange(banned=["leftChaser1", "rightSeeker"], phase="unbanPhase", **changes)  # type: ignore[arg-type]
    state.board.goal = True
    return state


def test_after_a_goal_every_banned_player_is_asked_in_the_order_of_the_bans() -> None:
    state = back()
    assert told(do(state, ("unban_slot",))) == ["next removeBan"]
    assert state.ask is not None
    assert state.ask.entity == entity("leftChaser1")
    events = play(state, "unban", (5, 5))
    assert told(events) == ["unban", "next removeBan"]
    assert not state.board.is_banned(entity("leftChaser1"))
    assert where(state, "leftChaser1") == (5, 5)
    assert told(play(state, "unban", (11, 5)))[:2] == ["unban", "roundChange"]


def test_without_a_goal_nobody_returns() -> None:
    state = back()
    state.board.goal = False
    assert told(do(state, ("unban_slot",)))[0] == "roundChange"
    assert state.board.team_banned(0) == 1


@pytest.mark.parametrize("bad", [(8, 3), (9, 3), (2, 6), (3, 12), (5, 7)])
def test_one_returns_to_a_free_cell_of_the_own_half_that_is_no_ring(bad: tuple[int, int]) -> None:
    state = asked(back(quaffle=(5, 7)), "leftChaser1", "removeBan")
    with pytest.raises(IllegalMove):
        play(state, "unban", bad)


@pytest.mark.parametrize("how", ["skip", "timeout"])
def test_who_does_not_choose_is_placed_at_random(how: str) -> None:
    state = asked(back(), "leftChaser1", "removeBan")
    if how == "skip":
        events = play(state, "skip")
    else:
        events = RULES.expire(state, RULES.expects(state)[0], Rigged())
    assert told(events)[:2] == ["skip", "unban"]
    assert where(state, "leftChaser1")[0] <= 7


def test_who_returns_onto_a_cube_removes_it() -> None:
    state = asked(back(cubes=[(5, 5)]), "leftChaser1", "removeBan")
    assert told(play(state, "unban", (5, 5)))[:2] == ["unban", "removePoo"]


# --- disqualification ---------------------------------------------------------------------------------------------
def end_of_round(banned: list[str], points: tuple[int, int] = (0, 0)) -> Finished | None:
    state = arrange(banned=banned, phase="unbanPhase")
    state.board.points = list(points)
    state.third_ban = [0, 0]
    for count, name in enumerate(banned, 1):
        side = 0 if name.startswith("left") else 1
        if sum(other.startswith(name[:4]) for other in banned[:count]) == 3:
            state.third_ban[side] = count
    last = do(state, ("end_round",))[-1]
    return last if isinstance(last, Finished) else None


def test_three_banned_players_at_the_end_of_a_round_disqualify_section_3_item_9() -> None:
    assert end_of_round(["leftChaser1", "leftChaser2"]) is None
    finish = end_of_round(["leftChaser1", "leftChaser2", "leftChaser3"], (50, 0))
    assert finish is not None
    assert (finish.winner, finish.reason) == (1, "disqualification")


def test_both_disqualified_the_points_decide() -> None:
    finish = end_of_round([s + c for s in ("left", "right") for c in CHASERS], (10, 20))
    assert finish is not None
    assert (finish.winner, finish.reason) == (1, "bothDisqualificationMostPoints")


def test_both_disqualified_with_equal_points_who_came_last_to_three_wins() -> None:
    order = ["leftChaser1", "rightChaser1", "rightChaser2", "rightChaser3", "leftChaser2", "leftChaser3"]
    finish = end_of_round(order)
    assert finish is not None
    assert (finish.winner, finish.reason) == (0, "bothDisqualificationPointsEqualLastDisqualification")


def test_a_goal_in_the_same_round_saves_a_team() -> None:
    state = arrange(banned=["left" + c for c in CHASERS], phase="fanPhase")
    state.board.goal = True
    do(state, ("phase", 3))
    for x in (4, 5, 6):
        play(state, "unban", (x, 5))
    assert state.result is None
    assert state.board.round == 2


def test_the_third_ban_is_noted_when_it_happens() -> None:
    state = asked(arrange({"leftKeeper": (3, 6)}, banned=["leftChaser1", "leftChaser2"]), "leftKeeper")
    play(state, "move", (2, 6), chance=Rigged(True))
    assert state.third_ban[0] == 3
    assert state.result is None


# --- victory ------------------------------------------------------------------------------------------------------
def catch(side: str, points: tuple[int, int], banned: list[str], goal: bool = False) -> Finished:
    state = arrange({f"{side}Seeker": (8, 4)}, snitch=(8, 3), number=14, banned=banned)
    state.board.points, state.board.goal = list(points), goal
    last = play(asked(state, f"{side}Seeker"), "move", (8, 3), chance=Rigged(True))[-1]
    assert isinstance(last, Finished)
    return last


LEFT_OUT = ["left" + c for c in CHASERS]
RIGHT_OUT = ["right" + c for c in CHASERS]


@pytest.mark.parametrize(
    ("side", "points", "banned", "winner", "reason"),
    [
        ("left", (0, 0), [], 0, "mostPoints"),
        ("left", (0, 40), [], 1, "mostPoints"),
        ("left", (0, 30), [], 0, "pointsEqualSnitchCatch"),
        ("right", (30, 0), [], 1, "pointsEqualSnitchCatch"),
        ("left", (100, 0), LEFT_OUT, 1, "disqualification"),
        ("left", (0, 0), LEFT_OUT + RIGHT_OUT, 0, "bothDisqualificationMostPoints"),
        ("right", (30, 0), LEFT_OUT + RIGHT_OUT, 1, "bothDisqualificationPointsEqualSnitchCatch"),
    ],
)
def test_reasons_of_victory_at_the_catch_section_3_item_10(
    side: str, points: tuple[int, int], banned: list[str], winner: int, reason: str
) -> None:
    finish = catch(side, points, banned)
    assert (finish.winner, finish.reason) == (winner, reason)


def test_a_goal_in_the_round_of_the_catch_saves_a_team_too_section_3_item_10() -> None:
    finish = catch("left", (10, 0), LEFT_OUT, goal=True)
    assert (finish.winner, finish.reason) == (0, "mostPoints")


def test_who_leaves_loses_by_violation_of_protocol() -> None:
    state = asked(arrange(), "leftSeeker")
    events = RULES.withdraw(state, 0, Rigged())
    assert told(events) == ["phaseChange", "finish violationOfProtocol"]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert RULES.withdraw(state, 1, Rigged()) == []


def test_the_end_is_told_as_phase_change_and_finish() -> None:
    state = asked(arrange({"leftSeeker": (8, 4)}, snitch=(8, 3), number=14), "leftSeeker")
    events = play(state, "move", (8, 3), chance=Rigged(True))
    assert told(events)[-2:] == ["phaseChange", "finish mostPoints"]
    assert deltas(events)[-1].phase == 4
