"""Sections 2.5 and 2.13 of quidditch-rules.md: snitch and bludgers, in time and in overtime."""

from __future__ import annotations

import pytest

from gamekit.chance import Chance
from games.quidditch.rules.events import Finished
from games.quidditch.rules.pitch import DISTANCE, place
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
    play,
    told,
    where,
)

SEEKERS_APART = {"leftSeeker": (2, 2), "rightSeeker": (14, 2)}


def ball_phase(state: State, chance: Chance | None = None) -> list[object]:
    return list(do(state, ("ball_phase",), chance=chance or Rigged()))


# --- order --------------------------------------------------------------------------------------------------------
def test_the_snitch_moves_before_both_bludgers_and_the_quaffle_never() -> None:
    state = arrange(SEEKERS_APART, snitch=(8, 3), number=14, phase="ballPhase")
    names = [delta.active for delta in deltas(do(state, ("ball_phase",)))]
    assert names[0] == entity("snitch")
    assert sorted(names[1:]) == [entity("bludger1"), entity("bludger2")]
    assert where(state, "quaffle") == (8, 0)


def test_bludgers_move_in_random_order_section_3_item_15() -> None:
    orders = set()
    for seed in range(20):
        state = arrange(phase="ballPhase")
        moved = deltas(do(state, ("ball_phase",), chance=Chance.seeded(seed)))
        orders.add(tuple(delta.active for delta in moved if delta.type == "move" and delta.active in (15, 16)))
    assert orders == {(15, 16), (16, 15)}


# --- snitch -------------------------------------------------------------------------------------------------------
def test_before_round_13_there_is_no_snitch() -> None:
    state = arrange(number=12, phase="ballPhase")
    assert entity("snitch") not in [delta.active for delta in deltas(do(state, ("ball_phase",)))]


def test_the_snitch_appears_in_round_13_as_a_move_from_nowhere_and_moves_at_once() -> None:
    state = arrange(SEEKERS_APART, number=13, phase="ballPhase")
    first, second = [delta for delta in deltas(do(state, ("ball_phase",))) if delta.active == entity("snitch")]
    assert (first.type, first.old) == ("move", -1)
    assert second.old == first.new
    assert second.new == state.board.snitch


def test_it_appears_where_the_seekers_ways_differ_least_section_3_item_14() -> None:
    state = arrange({"leftSeeker": (3, 3), "rightSeeker": (9, 3)}, number=13)
    chance = Rigged()
    do(state, ("snitch_appears",), chance=chance)
    offered = chance.choices[0]
    left, right = DISTANCE[at(3, 3)], DISTANCE[at(9, 3)]
    assert offered
    assert all(left[here] == right[here] for here in offered)
    assert all(state.board.snitch == here or state.board.is_free(here) for here in offered)


def test_with_a_banned_seeker_it_appears_on_any_free_cell() -> None:
    state = arrange({"leftSeeker": (3, 3), "rightSeeker": (9, 3)}, number=13, banned=["leftSeeker"])
    chance = Rigged()
    do(state, ("snitch_appears",), chance=chance)
    assert len(chance.choices[0]) == 193 - len(state.board.occupied() - {state.board.snitch, -1})


def test_the_snitch_flees_from_the_nearer_seeker_to_free_cells_strictly_farther() -> None:
    state = arrange({"leftSeeker": (6, 6), "rightSeeker": (14, 6), "leftChaser1": (9, 6)}, snitch=(8, 6), number=14)
    chance = Rigged()
    do(state, ("snitch_flies",), chance=chance)
    assert {place(here) for here in chance.choices[0]} == {(9, 5), (9, 7)}


def test_of_two_seekers_equally_near_chance_picks_one_section_3_item_13() -> None:
    state = arrange({"leftSeeker": (6, 6), "rightSeeker": (10, 6)}, snitch=(8, 6), number=14)
    chance = Rigged()
    do(state, ("snitch_flies",), chance=chance)
    assert chance.choices[0] == [entity("leftSeeker"), entity("rightSeeker")]


def test_a_cornered_snitch_takes_any_free_neighbour() -> None:
    state = arrange({"leftSeeker": (7, 4), "rightSeeker": (9, 12)}, snitch=(3, 0), number=14)
    chance = Rigged()
    do(state, ("snitch_flies",), chance=chance)
    assert {place(here) for here in chance.choices[0]} <= {(4, 0), (2, 1), (3, 1), (4, 1)}


def test_with_both_seekers_banned_it_takes_any_free_neighbour() -> None:
    state = arrange(snitch=(8, 3), number=14, banned=["leftSeeker", "rightSeeker"])
    chance = Rigged()
    do(state, ("snitch_flies",), chance=chance)
    assert len(chance.choices[0]) == 8


def test_the_evading_snitch_never_flies_onto_a_player() -> None:
    for seed in range(100):
        state = arrange({"leftSeeker": (7, 4), "rightSeeker": (9, 5), "leftChaser1": (8, 3)}, snitch=(8, 4), number=14)
        do(state, ("snitch_flies",), chance=Chance.seeded(seed))
        assert state.board.player_at(state.board.snitch) == -1


# --- bludgers -----------------------------------------------------------------------------------------------------
def test_a_bludger_flies_straight_at_the_nearest_player_who_is_no_beater() -> None:
    state = arrange({"leftChaser1": (8, 2), "leftBeater1": (8, 4)}, bludgers=[(8, 5), (16, 6)])
    do(state, ("bludger_flies", 0))
    assert where(state, "bludger1") == (8, 4)


def test_it_ignores_who_is_on_its_own_cell_or_banned() -> None:
    state = arrange(
        {"leftChaser1": (8, 5), "leftChaser2": (8, 7), "rightChaser1": (11, 5)},
        bludgers=[(8, 5), (16, 6)],
        banned=["leftChaser2"],
    )
    do(state, ("bludger_flies", 0))
    assert where(state, "bludger1") == (9, 5)


def test_among_players_equally_near_chance_decides() -> None:
    state = arrange({"leftChaser1": (6, 4), "rightChaser1": (10, 4)}, bludgers=[(8, 4), (16, 6)])
    chance = Rigged()
    do(state, ("bludger_flies", 0), chance=chance)
    assert chance.choices[0] == [entity("leftChaser1"), entity("rightChaser1")]


def test_without_a_target_it_takes_a_random_free_neighbour() -> None:
    everyone = [f"{s}{r}" for s in ("left", "right") for r in ("Seeker", "Keeper", "Chaser1", "Chaser2", "Chaser3")]
    state = arrange(bludgers=[(8, 4), (16, 6)], banned=everyone)
    chance = Rigged()
    do(state, ("bludger_flies", 0), chance=chance)
    assert len(chance.choices[0]) == 8


def test_a_knocked_out_player_drops_the_quaffle_is_marked_and_the_bludger_goes_anywhere_free() -> None:
    state = arrange({"leftChaser1": (8, 4)}, quaffle=(8, 4), bludgers=[(8, 5), (16, 6)])
    chance = Rigged(True, picks=[(7, 3), (12, 2)])
    events = do(state, ("bludger_flies", 0), chance=chance)
    assert told(events) == ["move", "foolAway", "bludgerKnockout"]
    move, fool, knock = deltas(events)
    assert chance.odds == [0.4]
    assert place(fool.new) == (7, 3)
    assert fool.passive == entity("leftChaser1")
    assert (knock.success, place(knock.old), place(knock.new)) == (True, (8, 4), (12, 2))
    assert (knock.active, knock.passive) == (entity("bludger1"), entity("leftChaser1"))
    assert state.board.is_knocked(entity("leftChaser1"))
    assert move.active == entity("bludger1")


def test_a_failed_knock_out_leaves_the_bludger_there_and_nothing_else_happens() -> None:
    state = arrange({"leftChaser1": (8, 4)}, quaffle=(8, 4), bludgers=[(8, 5), (16, 6)])
    events = do(state, ("bludger_flies", 0), chance=Rigged(False))
    assert told(events) == ["move", "bludgerKnockout"]
    knock = deltas(events)[1]
    assert (knock.success, knock.new) == (False, -1)
    assert where(state, "bludger1") == where(state, "quaffle") == (8, 4)
    assert not state.board.knocked


def test_beaters_are_immune_to_bludgers() -> None:
    state = arrange({"leftBeater1": (8, 4), "leftChaser1": (8, 3)}, bludgers=[(8, 5), (16, 6)])
    assert told(do(state, ("bludger_flies", 0), chance=Rigged(otherwise=True))) == ["move"]
    assert where(state, "bludger1") == (8, 4)


def test_who_moves_onto_a_bludger_himself_is_not_attacked() -> None:
    state = asked(arrange({"leftChaser1": (8, 4)}, bludgers=[(8, 5), (16, 6)]), "leftChaser1")
    assert "bludgerKnockout" not in told(play(state, "move", (8, 5), chance=Rigged(otherwise=False)))


def test_a_quaffle_knocked_into_a_ring_is_no_goal_and_is_gone_before_the_next_phase() -> None:
    state = arrange({"leftChaser1": (13, 5)}, quaffle=(13, 5), bludgers=[(12, 5), (16, 6)], phase="ballPhase")
    chance = Rigged(True, picks=[(14, 4)])
    events = do(state, ("bludger_flies", 0), ("clear_ring",), chance=chance)
    assert told(events) == ["move", "foolAway", "bludgerKnockout", "move"]
    assert where(state, "quaffle") == (8, 6)
    assert state.board.points == [0, 0]


def test_a_knocked_out_player_misses_one_turn_and_is_well_again() -> None:
    state = arrange(knocked=["leftSeeker"], used=[n for n in _others("left") if n != "leftSeeker"])
    events = do(state, ("slot",))
    assert told(events)[0] == "turnUsed"
    assert deltas(events)[0].active == entity("leftSeeker")
    assert not state.board.knocked
    assert state.board.used >> entity("leftSeeker") & 1


def _others(side: str) -> list[str]:
    roles = ("Seeker", "Keeper", "Chaser1", "Chaser2", "Chaser3", "Beater1", "Beater2")
    return [side + role for role in roles]


# --- the catch ----------------------------------------------------------------------------------------------------
def test_a_seeker_who_catches_the_snitch_gets_30_points_and_the_match_ends_at_once() -> None:
    state = asked(arrange({"leftSeeker": (8, 4)}, snitch=(8, 3), number=14), "leftSeeker")
    chance = Rigged(True)
    events = play(state, "move", (8, 3), chance=chance)
    assert told(events) == ["move", "snitchCatch", "phaseChange", "finish mostPoints"]
    catch = deltas(events)[1]
    assert (catch.success, catch.active, catch.points) == (True, entity("leftSeeker"), (30, 0))
    assert chance.odds == [0.4]
    assert not RULES.expects(state)


def test_a_failed_catch_changes_nothing_but_is_told() -> None:
    state = asked(arrange({"leftSeeker": (8, 4)}, snitch=(8, 3), number=14), "leftSeeker")
    events = play(state, "move", (8, 3), chance=Rigged(False))
    assert told(events)[:2] == ["move", "snitchCatch"]
    assert (deltas(events)[1].success, deltas(events)[1].points) == (False, (0, 0))
    assert state.result is None


# --- overtime -----------------------------------------------------------------------------------------------------
def test_in_round_maxrounds_the_catch_is_not_yet_certain_section_3_item_11() -> None:
    for number, odds in ((20, 0.4), (21, 1.0)):
        state = asked(arrange({"leftSeeker": (8, 4)}, snitch=(8, 3), number=number), "leftSeeker")
        chance = Rigged(True)
        play(state, "move", (8, 3), chance=chance)
        assert chance.odds == [odds]


@pytest.mark.parametrize("number", [21, 22, 23])
def test_in_the_first_three_overtime_rounds_the_snitch_still_evades_section_3_item_12(number: int) -> None:
    state = arrange({"leftSeeker": (6, 4), "rightSeeker": (14, 4)}, snitch=(8, 4), number=number, phase="ballPhase")
    do(state, ("snitch_flies",))
    assert where(state, "snitch")[0] == 9


def test_from_maxrounds_plus_4_it_flies_straight_to_the_centre_and_stays() -> None:
    state = arrange(snitch=(8, 3), number=24, phase="ballPhase")
    for expected in ((8, 4), (8, 5), (8, 6)):
        do(state, ("snitch_flies",))
        assert where(state, "snitch") == expected
        state.board.round += 1
    assert state.snitch_rests == 26
    assert do(state, ("snitch_flies",)) == []


def test_it_rests_for_three_rounds_and_then_jumps_to_the_nearest_seeker_section_3_item_11b() -> None:
    state = arrange({"leftSeeker": (3, 6), "rightSeeker": (12, 6)}, snitch=(8, 6), number=30, phase="ballPhase")
    state.snitch_rests = 30
    for number in (31, 32, 33):
        state.board.round = number
        assert do(state, ("snitch_flies",)) == []
    state.board.round = 34
    events = do(state, ("snitch_flies",), chance=Rigged(otherwise=True))
    assert told(events) == ["move", "snitchCatch", "phaseChange", "finish mostPoints"]
    assert where(state, "snitch") == (12, 6)
    assert state.board.points == [0, 30]


def test_it_waits_in_the_centre_while_both_seekers_are_banned() -> None:
    state = arrange(snitch=(8, 6), number=40, phase="ballPhase", banned=["leftSeeker", "rightSeeker"])
    state.snitch_rests = 30
    assert do(state, ("snitch_flies",)) == []


def test_a_homing_snitch_that_comes_onto_a_seeker_is_caught() -> None:
    state = arrange({"rightSeeker": (8, 4)}, snitch=(8, 3), number=24, phase="ballPhase")
    events = do(state, ("snitch_flies",), chance=Rigged(otherwise=True))
    assert told(events)[:2] == ["move", "snitchCatch"]
    finish = events[-1]
    assert isinstance(finish, Finished)
    assert finish.winner == 1


def test_a_knocked_out_seeker_does_not_catch_the_homing_snitch() -> None:
    state = arrange({"rightSeeker": (8, 4)}, snitch=(8, 3), number=24, phase="ballPhase", knocked=["rightSeeker"])
    assert told(do(state, ("snitch_flies",), chance=Rigged(otherwise=True))) == ["move"]
