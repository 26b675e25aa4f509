"""Sections 2.7 and 2.8 of quidditch-rules.md: throws, goals, wresting and beating."""

from __future__ import annotations

import pytest

from gamekit.errors import IllegalMove
from games.quidditch.rules.pitch import place
from games.quidditch.rules.state import State
from games.quidditch.tests.pitchside import RULES, Rigged, arrange, asked, at, deltas, entity, play, until_used, where


def thrower(places: dict[str, tuple[int, int]], name: str = "leftChaser1", **changes: object) -> State:
    """Return a match in which the first of the players named throws from his cell."""
    return asked(arrange(places, quaffle=places[name], **changes), name, "action")  # type: ignore[arg-type]


# --- the throw ----------------------------------------------------------------------------------------------------
def test_success_has_the_probability_to_the_power_of_the_distance() -> None:
    state = thrower({"leftChaser1": (5, 4)})
    chance = Rigged(True)
    events = play(state, "quaffleThrow", (9, 2), chance=chance)
    assert chance.odds == [0.92**4]
    throw = deltas(events)[0]
    assert (throw.success, place(throw.old), place(throw.new)) == (True, (5, 4), (9, 2))
    assert (throw.active, throw.passive) == (entity("leftChaser1"), -1)


def test_a_throw_has_no_limit_of_range_but_not_onto_ones_own_cell() -> None:
    state = thrower({"leftChaser1": (0, 6)})
    with pytest.raises(IllegalMove):
        play(state, "quaffleThrow", (0, 6))
    chance = Rigged(True)
    play(state, "quaffleThrow", (16, 5), chance=chance)
    assert chance.odds == [0.92**16]


@pytest.mark.parametrize(("target", "radius"), [((10, 5), 1), ((12, 5), 2), ((16, 5), 3)])
def test_a_miss_lands_within_the_radius_but_not_on_the_target_section_3_item_3(
    target: tuple[int, int], radius: int
) -> None:
    start = {1: (4, 5), 2: (3, 5), 3: (1, 5)}[radius]
    state = thrower({"leftChaser1": start})
    chance = Rigged(False)
    events = play(state, "quaffleThrow", target, chance=chance)
    offered = {place(here) for here in chance.choices[0]}
    assert target not in offered
    assert max(max(abs(x - target[0]), abs(y - target[1])) for x, y in offered) == radius
    assert deltas(events)[0].success is False


def test_the_circle_of_a_miss_grows_when_it_holds_no_free_cell() -> None:
    ring = [(7, 3), (8, 3), (9, 3), (7, 4), (9, 4), (7, 5), (8, 5), (9, 5)]
    names = ["leftChaser2", "leftChaser3", "leftSeeker", "leftKeeper", "leftBeater1", "leftBeater2"]
    state = thrower({"leftChaser1": (5, 4), **dict(zip(names, ring, strict=False))}, bludgers=ring[6:])
    chance = Rigged(False)
    play(state, "quaffleThrow", (8, 4), chance=chance)
    assert all(place(here) not in ring for here in chance.choices[0])


def test_opponents_on_crossed_cells_may_intercept_nearest_first_section_3_item_4b() -> None:
    state = thrower({"leftChaser1": (3, 5), "rightChaser1": (7, 5), "rightSeeker": (5, 5), "leftChaser2": (4, 5)})
    chance = Rigged(False, True)
    throw = deltas(play(state, "quaffleThrow", (9, 5), chance=chance))[0]
    assert chance.odds == [0.3, 0.3]
    assert (throw.success, throw.passive, place(throw.new)) == (False, entity("rightChaser1"), (7, 5))
    assert state.board.holds_quaffle(entity("rightChaser1"))


def test_the_target_counts_as_crossed() -> None:
    state = thrower({"leftChaser1": (3, 5), "rightKeeper": (6, 5)})
    throw = deltas(play(state, "quaffleThrow", (6, 5), chance=Rigged(True)))[0]
    assert (throw.success, throw.passive) == (False, entity("rightKeeper"))


def test_banned_and_knocked_out_opponents_do_not_intercept() -> None:
    state = thrower(
        {"leftChaser1": (3, 5), "rightChaser1": (5, 5), "rightChaser2": (7, 5)},
        banned=["rightChaser1"],
        knocked=["rightChaser2"],
    )
    chance = Rigged(True)
    play(state, "quaffleThrow", (9, 5), chance=chance)
    assert chance.odds == [0.92**6]


def test_an_intercepting_beater_does_not_keep_it() -> None:
    state = thrower({"leftChaser1": (3, 5), "rightBeater1": (5, 5)})
    events = play(state, "quaffleThrow", (9, 5), chance=Rigged(True))
    assert until_used(events) == ["quaffleThrow", "foolAway", "turnUsed"]
    assert deltas(events)[1].passive == entity("rightBeater1")
    assert max(abs(where(state, "quaffle")[0] - 5), abs(where(state, "quaffle")[1] - 5)) == 1


@pytest.mark.parametrize("name", ["leftChaser2", "leftKeeper", "rightChaser1", "rightKeeper"])
def test_a_chaser_or_keeper_of_either_team_holds_what_lands_on_him(name: str) -> None:
    state = thrower({"leftChaser1": (3, 5), name: (6, 5)})
    rolls = [True] if name.startswith("left") else [False, True]
    throw = deltas(play(state, "quaffleThrow", (6, 5), chance=Rigged(*rolls)))[0]
    assert (throw.success, throw.passive) == (True, entity(name))
    assert state.board.holds_quaffle(entity(name))


@pytest.mark.parametrize("name", ["leftSeeker", "leftBeater1"])
def test_from_a_seeker_or_beater_it_hops(name: str) -> None:
    state = thrower({"leftChaser1": (3, 5), name: (6, 5)})
    events = play(state, "quaffleThrow", (6, 5), chance=Rigged(True))
    assert until_used(events) == ["quaffleThrow", "foolAway", "turnUsed"]
    assert (deltas(events)[0].success, deltas(events)[0].passive) == (True, entity(name))


def test_from_a_knocked_out_team_mate_it_hops_too() -> None:
    state = thrower({"leftChaser1": (3, 5), "leftChaser2": (6, 5)}, knocked=["leftChaser2"])
    assert until_used(play(state, "quaffleThrow", (6, 5), chance=Rigged(True))) == [
        "quaffleThrow", "foolAway", "turnUsed"
    ]  # fmt: skip


def test_a_quaffle_that_comes_to_rest_on_a_cube_removes_it() -> None:
    state = thrower({"leftChaser1": (3, 5)}, cubes=[(6, 5)])
    events = play(state, "quaffleThrow", (6, 5), chance=Rigged(True))
    assert until_used(events) == ["quaffleThrow", "removePoo", "turnUsed"]
    assert deltas(events)[1].active == entity("quaffle")


# --- goals --------------------------------------------------------------------------------------------------------
def test_a_goal_is_ten_points_and_the_quaffle_goes_to_the_keeper_in_his_zone() -> None:
    state = thrower({"leftChaser1": (11, 6), "rightKeeper": (15, 8)})
    events = play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert until_used(events) == ["quaffleThrow", "goalPointsChange", "move", "turnUsed"]
    goal, move = deltas(events)[1:3]
    assert goal.points == (10, 0)
    assert (move.active, place(move.new)) == (entity("quaffle"), (15, 8))
    assert state.board.goal


def test_without_a_keeper_in_his_zone_it_goes_to_the_centre_or_beside_it() -> None:
    state = thrower({"leftChaser1": (11, 6)})
    play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert where(state, "quaffle") == (8, 6)
    state = thrower({"leftChaser1": (11, 6), "leftBeater1": (8, 6)})
    play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    x, y = where(state, "quaffle")
    assert max(abs(x - 8), abs(y - 6)) == 1


@pytest.mark.parametrize("state_of_keeper", ["banned", "knocked"])
def test_a_keeper_who_cannot_hold_it_does_not_get_it(state_of_keeper: str) -> None:
    state = thrower(
        {"leftChaser1": (11, 6), "rightKeeper": (15, 8)}, "leftChaser1", **{state_of_keeper: ["rightKeeper"]}
    )
    play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert where(state, "quaffle") == (8, 6)


@pytest.mark.parametrize(
    ("start", "scores"),
    [((11, 6), True), ((16, 6), True), ((13, 8), False), ((14, 9), False), ((14, 4), False), ((10, 3), True)],
)
def test_the_ring_must_be_entered_from_its_left_or_right(start: tuple[int, int], scores: bool) -> None:
    state = thrower({"leftChaser1": start})
    play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert state.board.points == ([10, 0] if scores else [0, 0])
    assert where(state, "quaffle") == (8, 6)


def test_a_diagonal_shot_scores_section_3_item_1() -> None:
    state = thrower({"leftChaser1": (12, 4)})
    play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert state.board.points == [10, 0]


def test_a_miss_that_falls_into_a_ring_scores() -> None:
    state = thrower({"leftChaser1": (11, 6)})
    events = play(state, "quaffleThrow", (13, 6), chance=Rigged(False, picks=[(14, 6)]))
    assert until_used(events) == ["quaffleThrow", "goalPointsChange", "move", "turnUsed"]
    assert deltas(events)[0].success is False


def test_a_throw_onto_the_own_ring_is_an_own_goal_and_left_rings_count_for_the_right_team_section_3_item_29() -> None:
    state = thrower({"leftChaser1": (5, 6)})
    play(state, "quaffleThrow", (2, 6), chance=Rigged(True))
    assert state.board.points == [0, 10]


def test_keepers_never_score_but_their_own_goals_count_section_3_item_2() -> None:
    state = thrower({"leftKeeper": (11, 6)}, "leftKeeper")
    events = play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert until_used(events) == ["quaffleThrow", "move", "turnUsed"]
    assert state.board.points == [0, 0]
    state = thrower({"leftKeeper": (5, 6)}, "leftKeeper")
    play(state, "quaffleThrow", (2, 6), chance=Rigged(True))
    assert state.board.points == [0, 10]


@pytest.mark.parametrize("name", ["rightKeeper", "rightSeeker", "rightBeater1"])
def test_a_defender_on_the_ring_blocks_it_and_the_quaffle_hops(name: str) -> None:
    state = thrower({"leftChaser1": (11, 6), name: (14, 6)})
    events = play(state, "quaffleThrow", (14, 6), chance=Rigged(False, True))
    assert until_used(events) == ["quaffleThrow", "foolAway", "turnUsed"]
    assert state.board.points == [0, 0]
    x, y = where(state, "quaffle")
    assert max(abs(x - 14), abs(y - 6)) == 1


def test_only_defenders_block_section_3_item_23() -> None:
    state = thrower({"leftChaser1": (11, 6), "leftChaser2": (14, 6)})
    play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert state.board.points == [10, 0]


def test_nobody_keeps_what_he_intercepts_on_a_ring() -> None:
    state = thrower({"leftChaser1": (11, 6), "rightKeeper": (14, 6)})
    events = play(state, "quaffleThrow", (14, 6), chance=Rigged(True))
    assert until_used(events) == ["quaffleThrow", "foolAway", "turnUsed"]
    assert where(state, "quaffle") != (14, 6)


def test_a_keeper_who_stands_in_a_ring_with_the_quaffle_loses_it_to_the_centre() -> None:
    state = asked(arrange({"rightKeeper": (13, 6)}, quaffle=(13, 6)), "rightKeeper")
    play(state, "move", (14, 6), chance=Rigged())
    assert until_used(play(state, "skip")) == ["skip", "move", "turnUsed"]
    assert where(state, "quaffle") == (8, 6)


# --- wresting -----------------------------------------------------------------------------------------------------
def test_a_chaser_wrests_from_an_adjacent_opponent_chaser() -> None:
    for success in (True, False):
        state = asked(arrange({"leftChaser1": (5, 5), "rightChaser1": (5, 6)}, quaffle=(5, 6)), "leftChaser1", "action")
        chance = Rigged(success)
        wrest = deltas(play(state, "wrestQuaffle", chance=chance))[0]
        assert chance.odds == [0.4]
        assert (wrest.success, place(wrest.old)) == (success, (5, 6))
        assert place(wrest.new) == where(state, "quaffle") == ((5, 5) if success else (5, 6))
        assert (wrest.active, wrest.passive) == (entity("leftChaser1"), entity("rightChaser1"))


@pytest.mark.parametrize(("spot", "allowed"), [((11, 6), True), ((12, 6), False)])
def test_a_keeper_is_safe_in_his_own_zone(spot: tuple[int, int], allowed: bool) -> None:
    beside = (spot[0] - 1, spot[1])
    state = asked(arrange({"leftChaser1": beside, "rightKeeper": spot}, quaffle=spot), "leftChaser1")
    assert ("turnUsed" not in until_used(play(state, "skip"))) == allowed


@pytest.mark.parametrize("name", ["leftKeeper", "leftSeeker", "leftBeater1"])
def test_only_chasers_wrest_section_3_item_19(name: str) -> None:
    state = asked(arrange({name: (5, 5), "rightChaser1": (5, 6)}, quaffle=(5, 6)), name)
    assert until_used(play(state, "skip")) == ["skip", "turnUsed"]


def test_nobody_wrests_from_his_own_team() -> None:
    state = asked(arrange({"leftChaser1": (5, 5), "leftChaser2": (5, 6)}, quaffle=(5, 6)), "leftChaser1")
    assert until_used(play(state, "skip")) == ["skip", "turnUsed"]


# --- beating ------------------------------------------------------------------------------------------------------
def beater(places: dict[str, tuple[int, int]] | None = None, **changes: object) -> State:
    """Return a match in which the left team's first beater has a bludger at (5, 5)."""
    bludgers = changes.pop("bludgers", [(5, 5), (16, 6)])
    return asked(
        arrange({"leftBeater1": (5, 5), **(places or {})}, bludgers=bludgers, **changes),  # type: ignore[arg-type]
        "leftBeater1",
        "action",
    )


def test_a_bludger_is_beaten_one_to_three_cells_and_always_arrives() -> None:
    state = beater()
    beat = deltas(play(state, "bludgerBeating", (8, 7), "bludger1"))[0]
    assert (beat.success, place(beat.old), place(beat.new)) == (None, (5, 5), (8, 7))
    assert (beat.active, beat.passive) == (entity("leftBeater1"), entity("bludger1"))
    for target in ((9, 5), (5, 5)):
        with pytest.raises(IllegalMove):
            play(beater(), "bludgerBeating", target, "bludger1")


def test_players_in_between_block_but_balls_do_not_section_3_item_17() -> None:
    with pytest.raises(IllegalMove):
        play(beater({"rightSeeker": (6, 5)}), "bludgerBeating", (8, 5), "bludger1")
    play(beater(quaffle=(6, 5)), "bludgerBeating", (8, 5), "bludger1")


@pytest.mark.parametrize("name", ["rightChaser1", "leftSeeker"])
def test_a_beaten_bludger_may_knock_out_a_player_cause_told_first_section_3_item_27(name: str) -> None:
    state = beater({name: (7, 5)})
    chance = Rigged(True)
    events = play(state, "bludgerBeating", (7, 5), "bludger1", chance=chance)
    assert until_used(events) == ["bludgerBeating", "bludgerKnockout", "turnUsed"]
    assert chance.odds == [0.4]
    assert (deltas(events)[1].success, deltas(events)[1].passive) == (True, entity(name))


def test_a_beaten_bludger_never_knocks_out_a_beater_section_3_item_16() -> None:
    state = beater({"rightBeater1": (7, 5)})
    assert until_used(play(state, "bludgerBeating", (7, 5), "bludger1", chance=Rigged(otherwise=True))) == [
        "bludgerBeating", "turnUsed"
    ]  # fmt: skip
    assert where(state, "bludger1") == (7, 5)


def test_with_both_bludgers_on_the_cell_the_passive_entity_selects() -> None:
    state = beater(bludgers=[(5, 5), (5, 5)])
    play(state, "bludgerBeating", (8, 5), "bludger2")
    assert where(state, "bludger1") == (5, 5)
    assert where(state, "bludger2") == (8, 5)


def test_a_bludger_elsewhere_cannot_be_beaten() -> None:
    with pytest.raises(IllegalMove):
        play(beater(), "bludgerBeating", (8, 5), "bludger2")


def test_legal_names_every_target_of_a_throw() -> None:
    state = thrower({"leftChaser1": (5, 5)})
    targets = [move.target for move in RULES.legal(state, 0) if move.type == "quaffleThrow"]  # type: ignore[union-attr]
    assert len(targets) == 192
    assert at(5, 5) not in targets
