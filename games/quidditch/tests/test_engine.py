"""Section 2.15 of quidditch-rules.md and the contract's own matters: clocks, pauses, late answers."""

from __future__ import annotations

import pytest

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MalformedMessage, MatchOver, NotYourTurn, StaleVersion
from games.quidditch.rules.events import Asked, PauseAnswered
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation, PauseWish, Request, dump_move, load_move
from games.quidditch.rules.state import State
from games.quidditch.tests.pitchside import (
    RULES,
    Rigged,
    arrange,
    asked,
    at,
    entity,
    match_options,
    play,
    teams,
    told,
)


# --- clocks -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "kind", "limit"),
    [("leftSeeker", "move", 30000), ("leftElf", "fan", 20000), ("leftSeeker", "removeBan", 20000)],
)
def test_every_question_has_its_time(name: str, kind: str, limit: int) -> None:
    (expectation,) = RULES.expects(asked(arrange(), name, kind))
    assert (expectation.seat, expectation.kind, expectation.limit_ms) == (0, kind, limit)


def test_no_answer_in_time_is_a_skip() -> None:
    state = asked(arrange(), "leftSeeker")
    events = RULES.expire(state, RULES.expects(state)[0], Rigged())
    assert told(events)[:2] == ["skip", "turnUsed"]


def test_a_player_can_be_idle_all_match() -> None:
    state, _ = RULES.start(match_options(13), teams(), Rigged())
    chance = Chance.seeded(4)
    for side in (0, 1):
        RULES.play(state, side, Formation(STANDARD_FORMATIONS[side][0]), chance)
    while state.result is None:
        RULES.expire(state, RULES.expects(state)[0], chance)
    assert state.result.reason != "violationOfProtocol"
    assert state.board.round > 13


def test_between_snapshots_the_least_time_of_the_phase_passes() -> None:
    state = asked(arrange(timings={"minPlayerPhaseAnimationDuration": 250}), "leftSeeker")
    assert told(play(state, "skip")) == ["skip"]
    (pause,) = RULES.expects(state)
    assert (pause.seat, pause.limit_ms) == (None, 250)
    assert told(RULES.expire(state, pause, Rigged())) == ["turnUsed"]
    (second,) = RULES.expects(state)
    assert second.turn != pause.turn
    assert told(RULES.expire(state, second, Rigged())) == ["next move"]


@pytest.mark.parametrize("phase", ["Player", "Fan", "Ball", "Unban"])
def test_each_phase_has_a_time_of_its_own(phase: str) -> None:
    state = arrange(timings={f"min{phase}PhaseAnimationDuration": 77}, phase=f"{phase.lower()}Phase")
    assert state.setup.animation(state.board.phase) == 77


def test_with_waiting_a_step_makes_at_most_one_delta() -> None:
    waiting = {f"min{phase}PhaseAnimationDuration": 1 for phase in ("Player", "Fan", "Ball", "Unban")}
    state, _ = RULES.start(match_options(13, timings=waiting), teams(), Rigged())
    chance = Chance.seeded(8)
    for side in (0, 1):
        events = RULES.play(state, side, Formation(STANDARD_FORMATIONS[side][0]), chance)
    while state.result is None:
        assert sum(not isinstance(event, Asked) for event in events) <= 1
        events = RULES.expire(state, RULES.expects(state)[0], chance)
    assert told(events)[-2:] == ["phaseChange", f"finish {state.result.reason}"]


def test_next_is_never_sent_for_balls_or_with_timeout_0_section_3_item_25() -> None:
    state, _ = RULES.start(match_options(13), teams(), Rigged())
    chance = Chance.seeded(5)
    for side in (0, 1):
        events = RULES.play(state, side, Formation(STANDARD_FORMATIONS[side][0]), chance)
    while state.result is None:
        for event in events:
            if isinstance(event, Asked):
                assert event.timeout > 0
                assert event.entity < 14 or event.entity >= 18
        events = RULES.expire(state, RULES.expects(state)[0], chance)


# --- late and wrong answers ---------------------------------------------------------------------------------------
def lapsed() -> State:
    """Return a match in which leftSeeker's turn ran out and somebody of the right team is asked."""
    state = asked(arrange({"leftSeeker": (5, 5)}), "leftSeeker")
    RULES.expire(state, RULES.expects(state)[0], Rigged())
    return asked(state, "rightSeeker")


def test_a_late_answer_is_told_from_a_wrong_one_section_3_item_30() -> None:
    state = lapsed()
    with pytest.raises(StaleVersion):
        RULES.play(state, 0, Request("move", at(5, 6), entity("leftSeeker")), Rigged())
    with pytest.raises(NotYourTurn):
        RULES.play(state, 0, Request("move", at(5, 6), entity("leftKeeper")), Rigged())


def test_a_late_answer_is_known_even_when_the_same_side_is_on_turn_again() -> None:
    state = asked(lapsed(), "leftKeeper")
    with pytest.raises(StaleVersion):
        RULES.play(state, 0, Request("move", at(5, 6), entity("leftSeeker")), Rigged())
    with pytest.raises(IllegalMove) as refusal:
        RULES.play(state, 0, Request("move", at(9, 9), entity("leftKeeper")), Rigged())
    assert not isinstance(refusal.value, StaleVersion)


def test_on_the_other_players_turn_nothing_is_played() -> None:
    state = asked(arrange(), "leftSeeker")
    with pytest.raises(NotYourTurn):
        RULES.play(state, 1, Request("skip"), Rigged())


def test_during_the_formation_nothing_else_is_played() -> None:
    state, _ = RULES.start(match_options(), teams(), Rigged())
    with pytest.raises(IllegalMove) as refusal:
        RULES.play(state, 0, Request("skip"), Rigged())
    assert refusal.value.code == "delta/early"


def test_after_the_end_nothing_is_played() -> None:
    state = asked(arrange(), "leftSeeker")
    RULES.withdraw(state, 0, Rigged())
    with pytest.raises(MatchOver):
        RULES.play(state, 1, Request("skip"), Rigged())
    with pytest.raises(MatchOver):
        RULES.control(state, "pause", Rigged())


# --- pause --------------------------------------------------------------------------------------------------------
def test_a_player_may_pause_and_either_may_go_on() -> None:
    state = asked(arrange(), "leftSeeker")
    before = RULES.expects(state)
    assert RULES.play(state, 1, PauseWish(True, "tea"), Rigged()) == [PauseAnswered(1, "tea", True)]
    assert RULES.paused(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, "skip")
    assert refusal.value.code == "match/paused"
    assert RULES.play(state, 0, PauseWish(False, "back"), Rigged()) == [PauseAnswered(0, "back", False)]
    assert not RULES.paused(state)
    assert RULES.expects(state) == before  # the same clock runs on


def test_artificial_players_may_not_pause_but_are_answered() -> None:
    people = teams()
    people[0] = type(people[0])("ki", 1, "client", {**people[0].data, "ai": True})
    state, _ = RULES.start(match_options(), people, Rigged())
    assert RULES.play(state, 0, PauseWish(True, "x"), Rigged()) == [PauseAnswered(0, "x", False)]
    RULES.play(state, 1, PauseWish(True, "y"), Rigged())
    assert RULES.play(state, 0, PauseWish(False, "z"), Rigged()) == [PauseAnswered(0, "z", False)]


def test_a_second_pause_changes_nothing_and_is_answered() -> None:
    state = asked(arrange(), "leftSeeker")
    RULES.play(state, 0, PauseWish(True, ""), Rigged())
    assert RULES.play(state, 1, PauseWish(True, "me too"), Rigged()) == [PauseAnswered(1, "me too", True)]


def test_the_house_may_pause_resume_and_abort_but_not_step() -> None:
    state = asked(arrange(), "leftSeeker")
    assert RULES.control(state, "pause", Rigged()) == [PauseAnswered(None, "", True)]
    with pytest.raises(IllegalMove):
        RULES.control(state, "pause", Rigged())
    assert RULES.control(state, "resume", Rigged()) == [PauseAnswered(None, "", False)]
    with pytest.raises(IllegalMove):
        RULES.control(state, "step", Rigged())
    RULES.control(state, "abort", Rigged())
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "aborted")


# --- storing ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "move", [Formation(STANDARD_FORMATIONS[0][0]), Request("move", 5, 3, -1), PauseWish(True, "x")]
)
def test_moves_survive_the_log(move: Formation | Request | PauseWish) -> None:
    assert load_move(dump_move(move)) == move


@pytest.mark.parametrize("data", [None, [], ["request", 1, 2, 3, 4], ["formation", "a"], ["pause", 1, ""], {"a": 1}])
def test_what_is_no_move_is_refused(data: object) -> None:
    with pytest.raises(MalformedMessage):
        load_move(data)


def test_a_formation_is_hidden_until_the_other_is_there() -> None:
    state, _ = RULES.start(match_options(), teams(), Rigged())
    secret = STANDARD_FORMATIONS[0][4]
    RULES.play(state, 0, Formation(secret), Rigged())
    seen = {RULES.redeal(state, 1, Chance.seeded(seed)).formations[0] for seed in range(20)}
    assert len(seen) > 1
    assert RULES.redeal(state, 0, Chance.seeded(1)).formations[0] == secret
