"""Sections 2.6 and 2.9 of quidditch-rules.md: turns, moves and fouls."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gamekit.chance import Chance
from gamekit.errors import IllegalMove
from games.quidditch.rules.entities import NAMES
from games.quidditch.rules.events import Asked
from games.quidditch.rules.pitch import place
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
    until_used,
    where,
)

ROLES = ("Seeker", "Keeper", "Chaser1", "Chaser2", "Chaser3", "Beater1", "Beater2")


# --- slots --------------------------------------------------------------------------------------------------------
def _order_of_a_phase(seed: int, **changes: object) -> list[str]:
    state = arrange(**changes)  # type: ignore[arg-type]
    chance = Chance.seeded(seed)
    events = do(state, ("phase", 1), chance=chance)
    order: list[str] = []
    while state.board.phase == 1:
        order += [NAMES[event.entity] for event in events if isinstance(event, Asked) and event.kind == "move"]
        events = play(state, "skip", chance=chance)
    return list(dict.fromkeys(order))


def test_teams_take_turns_and_everybody_comes_once() -> None:
    order = _order_of_a_phase(3)
    assert len(order) == 14
    sides = [name[:4] for name in order]
    assert all(one != other for one, other in pairwise(sides))


def test_team_and_order_are_random_each_round() -> None:
    orders = {tuple(_order_of_a_phase(seed)) for seed in range(10)}
    assert len(orders) == 10
    assert {order[0][:4] for order in orders} == {"left", "righ"}


def test_when_a_team_has_nobody_left_the_others_follow_one_another() -> None:
    order = _order_of_a_phase(1, banned=[f"left{role}" for role in ROLES[:5]])
    assert [name[:4] for name in order].count("left") == 2
    assert len(order) == 9
    assert all(name.startswith("right") for name in order[-4:])


def test_banned_players_have_no_slot_and_knocked_out_ones_pass_without_next() -> None:
    order = _order_of_a_phase(1, banned=["leftSeeker"], knocked=["rightSeeker"])
    assert "leftSeeker" not in order
    assert "rightSeeker" not in order
    assert len(order) == 12


# --- a turn -------------------------------------------------------------------------------------------------------
def test_a_move_may_bring_an_extra_move_with_the_brooms_probability_but_only_one() -> None:
    state = asked(arrange({"leftSeeker": (5, 5)}), "leftSeeker")
    chance = Rigged(True, True)
    assert told(play(state, "move", (5, 6), chance=chance)) == ["move", "next move"]
    assert chance.odds == [0.7]
    assert until_used(play(state, "move", (5, 7), chance=Rigged(otherwise=True))) == ["move", "turnUsed"]


def test_a_skipped_first_move_brings_no_extra_move_section_3_item_18() -> None:
    state = asked(arrange({"leftSeeker": (5, 5)}), "leftSeeker")
    assert until_used(play(state, "skip", chance=Rigged(otherwise=True))) == ["skip", "turnUsed"]


def test_a_move_of_distance_0_is_a_stay_without_extra_move_section_3_item_21() -> None:
    state = asked(arrange({"leftSeeker": (2, 6)}), "leftSeeker")
    assert until_used(play(state, "move", (2, 6), chance=Rigged(otherwise=True))) == ["move", "turnUsed"]


def test_after_the_moves_comes_an_action_if_there_is_one_even_after_a_skip() -> None:
    state = asked(arrange({"leftChaser1": (5, 5)}, quaffle=(5, 5)), "leftChaser1")
    assert told(play(state, "skip")) == ["skip", "next action"]
    assert until_used(play(state, "skip")) == ["skip", "turnUsed"]


@pytest.mark.parametrize(
    ("name", "expected"), [("leftChaser1", True), ("leftKeeper", True), ("leftBeater1", False), ("leftSeeker", False)]
)
def test_who_comes_onto_the_quaffle_picks_it_up_or_makes_it_hop(name: str, expected: bool) -> None:
    state = asked(arrange({name: (5, 5)}, quaffle=(5, 6)), name)
    words = told(play(state, "move", (5, 6), chance=Rigged()))
    assert ("next action" in words) == expected
    assert ("foolAway" in words) == (not expected)
    assert (where(state, "quaffle") == (5, 6)) == expected


def test_the_holder_carries_the_quaffle_along() -> None:
    state = asked(arrange({"leftKeeper": (5, 5)}, quaffle=(5, 5)), "leftKeeper")
    play(state, "move", (6, 6))
    assert where(state, "quaffle") == (6, 6)


def test_a_beater_may_beat_a_bludger_in_the_turn_in_which_he_comes_to_it() -> None:
    state = asked(arrange({"leftBeater1": (5, 5)}, bludgers=[(5, 6), (16, 6)]), "leftBeater1")
    assert told(play(state, "move", (5, 6))) == ["move", "next action"]


def test_a_bludger_is_not_carried() -> None:
    state = asked(arrange({"leftBeater1": (5, 6)}, bludgers=[(5, 6), (16, 6)]), "leftBeater1")
    play(state, "move", (5, 5))
    assert where(state, "bludger1") == (5, 6)


def test_every_turn_ends_with_turn_used_also_after_skips() -> None:
    state = asked(arrange(), "leftSeeker")
    delta = deltas(play(state, "skip"))[1]
    assert (delta.type, delta.active) == ("turnUsed", entity("leftSeeker"))
    assert state.board.used == 1 << entity("leftSeeker")


# --- legality -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("target", [(7, 5), (5, 7), (0, 0), (9, 9)])
def test_a_move_goes_to_a_valid_cell_at_distance_one(target: tuple[int, int]) -> None:
    state = asked(arrange({"leftSeeker": (5, 5)}), "leftSeeker")
    before = state.dump()
    with pytest.raises(IllegalMove, match="distance 1"):
        play(state, "move", target)
    assert state.dump() == before


def test_nobody_moves_onto_a_cube_on_purpose() -> None:
    state = asked(arrange({"leftSeeker": (5, 5)}, cubes=[(5, 6)]), "leftSeeker")
    with pytest.raises(IllegalMove, match="cube"):
        play(state, "move", (5, 6))
    assert at(5, 6) not in [move.target for move in RULES.legal(state, 0)]  # type: ignore[union-attr]


def test_only_the_entity_that_was_asked_may_act() -> None:
    from games.quidditch.rules.moves import Request

    state = asked(arrange({"leftSeeker": (5, 5)}), "leftSeeker")
    with pytest.raises(IllegalMove, match="leftSeeker"):
        RULES.play(state, 0, Request("move", at(5, 6), entity("leftKeeper")), Rigged())


def test_an_action_is_no_answer_to_next_move() -> None:
    state = asked(arrange({"leftChaser1": (5, 5)}, quaffle=(5, 5)), "leftChaser1")
    with pytest.raises(IllegalMove, match="next move"):
        play(state, "quaffleThrow", (7, 7))


# --- blatching and pushing ----------------------------------------------------------------------------------------
def test_blatching_pushes_an_opponent_who_drops_the_quaffle_first() -> None:
    places = {"leftChaser1": (5, 5), "rightChaser1": (5, 6)}
    state = asked(arrange(places, quaffle=(5, 6)), "leftChaser1")
    chance = Rigged(True, picks=[(4, 7), (6, 7)])
    events = play(state, "move", (5, 6), chance=chance)
    assert until_used(events) == ["move", "foolAway", "move", "ban", "turnUsed"]
    first, fool, push, ban = deltas(events)[:4]
    assert place(fool.new) == (4, 7)
    assert fool.passive == push.active == entity("rightChaser1")
    assert (place(push.old), place(push.new)) == ((5, 6), (6, 7))
    assert (ban.passive, ban.reason) == (entity("leftChaser1"), "blatching")
    assert first.active == entity("leftChaser1")


def test_the_victim_is_shown_already_moved_section_3_item_28() -> None:
    from games.quidditch.rules.events import Changed

    state = asked(arrange({"leftChaser1": (5, 5), "rightChaser1": (5, 6)}), "leftChaser1")
    events = play(state, "move", (5, 6), chance=Rigged())
    for event in events:
        if isinstance(event, Changed):
            assert len(set(event.board.pos)) == 14
    assert told(events)[:2] == ["move", "move"]


def test_moving_onto_a_team_mate_pushes_him_without_a_foul_section_3_item_20() -> None:
    state = asked(arrange({"leftChaser1": (5, 5), "leftChaser2": (5, 6)}, quaffle=(5, 6)), "leftChaser1")
    chance = Rigged(otherwise=False)
    events = play(state, "move", (5, 6), chance=chance)
    assert told(events)[:2] == ["move", "move"]
    assert not state.board.banned
    assert chance.odds == [0.6]  # the broom's roll alone, no referee
    assert state.board.holds_quaffle(entity("leftChaser1"))


def test_a_beater_pushing_the_holding_team_mate_makes_the_quaffle_hop() -> None:
    state = asked(arrange({"leftBeater1": (5, 5), "leftChaser2": (5, 6)}, quaffle=(5, 6)), "leftBeater1")
    assert told(play(state, "move", (5, 6), chance=Rigged()))[:3] == ["move", "move", "foolAway"]
    assert where(state, "quaffle") != (5, 6)


def test_a_pushed_player_who_lands_on_a_cube_removes_it() -> None:
    state = asked(arrange({"leftChaser1": (5, 5), "rightChaser1": (5, 6)}, cubes=[(6, 7)]), "leftChaser1")
    events = play(state, "move", (5, 6), chance=Rigged(picks=[(6, 7)]))
    assert told(events)[:3] == ["move", "move", "removePoo"]
    poo = deltas(events)[2]
    assert (place(poo.old), poo.active) == ((6, 7), entity("rightChaser1"))
    assert not state.board.cubes


# --- fouls --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["leftSeeker", "leftKeeper", "leftChaser1", "leftBeater1"])
def test_flacking_is_moving_onto_an_own_ring(name: str) -> None:
    state = asked(arrange({name: (3, 6)}), name)
    events = play(state, "move", (2, 6), chance=Rigged(True))
    assert until_used(events) == ["move", "ban", "turnUsed"]
    assert deltas(events)[1].reason == "flacking"


def test_flacking_is_rolled_on_the_move_only_section_3_item_22() -> None:
    state = asked(arrange({"rightKeeper": (14, 6), "leftChaser1": (12, 6)}, quaffle=(12, 6)), "leftChaser1", "action")
    chance = Rigged(False, True)
    assert "ban" not in told(play(state, "quaffleThrow", (14, 6), chance=chance))
    assert chance.odds == [0.3, 0.92**2]


def test_haversacking_scores_with_certainty_even_when_it_is_detected() -> None:
    state = asked(arrange({"leftChaser1": (13, 6)}, quaffle=(13, 6)), "leftChaser1")
    events = play(state, "move", (14, 6), chance=Rigged(True))
    assert until_used(events) == ["move", "goalPointsChange", "ban", "move", "turnUsed"]
    assert deltas(events)[2].reason == "haversacking"
    assert state.board.points == [10, 0]
    assert where(state, "quaffle") == (8, 6)


def test_an_undetected_haversacker_goes_on_without_the_quaffle() -> None:
    state = asked(arrange({"leftChaser1": (13, 6)}, quaffle=(13, 6)), "leftChaser1")
    assert until_used(play(state, "move", (14, 6), chance=Rigged())) == [
        "move", "goalPointsChange", "move", "turnUsed"
    ]  # fmt: skip


def test_only_a_chaser_with_the_quaffle_haversacks() -> None:
    for name, quaffle in (("leftChaser1", (8, 0)), ("leftKeeper", (13, 6))):
        state = asked(arrange({name: (13, 6)}, quaffle=quaffle), name)
        play(state, "move", (14, 6), chance=Rigged())
        assert state.board.points == [0, 0]


def test_stooging_is_entering_the_zone_while_a_team_mate_chaser_is_in_it() -> None:
    state = asked(arrange({"leftChaser1": (11, 6), "leftChaser2": (15, 5)}), "leftChaser1")
    events = play(state, "move", (12, 6), chance=Rigged(True))
    assert deltas(events)[1].reason == "stooging"


def test_stooging_needs_entering_and_a_mate_who_is_not_banned_section_3_item_24() -> None:
    for places, banned in (
        ({"leftChaser1": (12, 6), "leftChaser2": (15, 5)}, []),
        ({"leftChaser1": (11, 5), "leftChaser2": (15, 5)}, ["leftChaser2"]),
        ({"leftChaser1": (11, 5), "leftKeeper": (15, 5)}, []),
        ({"leftBeater1": (11, 5), "leftChaser2": (15, 5)}, []),
    ):
        name = next(iter(places))
        state = asked(arrange(places, banned=banned), name)
        chance = Rigged()
        play(state, "move", (12, 5), chance=chance)
        assert 0.5 not in chance.odds[:1], places


def test_a_chaser_in_his_own_zone_does_not_stooge() -> None:
    state = asked(arrange({"rightChaser1": (11, 6), "rightChaser2": (15, 5)}), "rightChaser1")
    play(state, "move", (12, 6), chance=Rigged(otherwise=True))
    assert not state.board.banned


def test_snitchnip_is_moving_onto_the_snitch_as_anybody_but_the_seeker() -> None:
    state = asked(arrange({"leftBeater1": (8, 4)}, snitch=(8, 3), number=14), "leftBeater1")
    events = play(state, "move", (8, 3), chance=Rigged(True))
    assert until_used(events) == ["move", "ban", "turnUsed"]
    assert deltas(events)[1].reason == "snitchnip"


def test_several_fouls_are_rolled_each_and_the_first_seen_is_the_reason() -> None:
    state = asked(arrange({"leftChaser1": (13, 6), "rightKeeper": (14, 6)}, quaffle=(13, 6)), "leftChaser1")
    chance = Rigged(False, True)
    events = play(state, "move", (14, 6), chance=chance)
    assert until_used(events) == ["move", "move", "goalPointsChange", "ban", "move", "turnUsed"]
    assert chance.odds == [0.6, 0.5]
    assert deltas(events)[3].reason == "blatching"


def test_a_ban_ends_the_turn_and_leaves_the_quaffle_on_the_cell() -> None:
    state = asked(arrange({"leftChaser1": (5, 5), "rightSeeker": (5, 6)}, quaffle=(5, 5)), "leftChaser1")
    events = play(state, "move", (5, 6), chance=Rigged(True, otherwise=True))
    assert until_used(events) == ["move", "move", "ban", "turnUsed"]
    assert where(state, "quaffle") == (5, 6)
    assert state.board.holder() == -1


def test_being_moved_there_is_no_foul() -> None:
    state = asked(arrange({"rightChaser1": (3, 6)}, phase="fanPhase"), "leftGoblin", "fan")
    play(state, "goblinShock", passive="rightChaser1", chance=Rigged(picks=[(2, 6)]))
    assert where(state, "rightChaser1") == (2, 6)
    assert not state.board.banned


def test_a_banned_player_is_off_the_pitch_and_keeps_his_last_cell() -> None:
    state = asked(arrange({"leftSeeker": (3, 6), "rightSeeker": (4, 6)}), "leftSeeker")
    play(state, "move", (2, 6), chance=Rigged(True))
    assert where(state, "leftSeeker") == (2, 6)
    assert state.board.is_free(at(2, 6))
