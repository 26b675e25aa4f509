"""Which test shows which statement of quidditch-rules.md: every [L] and [S] of section 2, every reading of section 3.

Tests of readings carry the item in their name; this table leads from each statement of section 2 to its test.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent

STATEMENTS = {
    "2.1 the valid cells": "pitch: the_pitch_is_the_figure_cell_for_cell",
    "2.1 193 cells, zones of 39": "pitch: there_are_193_cells_39_in_each_zone_and_84_start_cells_a_side",
    "2.1 rings lie in their zone": "pitch: rings_belong_to_their_keeper_zone",
    "2.1 halves, and a column that is nobody's": "pitch: the_middle_column_belongs_to_nobody",
    "2.1 distance": "pitch: distance_is_the_number_of_king_moves_on_this_pitch_for_all_pairs",
    "2.1 neighbours": "pitch: neighbours_are_the_up_to_eight_surrounding_cells",
    "2.1 free cells": "pitch: a_free_cell_has_no_player_and_no_ball_but_may_have_a_cube_or_be_a_ring_section_3_item_5",
    "2.1 crossed cells": "pitch: crossed_cells_agree_with_points_on_the_segment",
    "2.1 a touched corner": "pitch: a_touched_corner_is_not_crossed",
    "2.1 the target is crossed": "pitch: the_target_is_crossed_and_the_start_is_not",
    "2.1 one player a cell, any number of balls": "whole_matches: every_snapshot_is_valid_and_equals_the_deltas_result",
    "2.1 tunnelling": "pitch: without_a_free_neighbour_one_looks_again_from_a_taken_one",
    "2.1 probability 0 and 1": "pitch: an_event_of_probability_0_never_happens_and_of_1_always",
    "2.2 seven players, seven fans of five kinds": "team: what_is_wrong_is_refused",
    "2.2 at most four of a sex": "team: at_most_four_players_are_of_the_same_sex_unless_the_mod_is_on",
    "2.2 each broom once": "team: each_broom_is_used_at_least_once",
    "2.2 names, motto": "team: names_and_mottos_have_their_characters_and_lengths",
    "2.2 image": "team: the_image_is_a_png_of_256_by_256",
    "2.2 maxRounds and probabilities in their bounds": "config: bounds_are_included",
    "2.2 bounds broken": "config: what_is_wrong_is_named",
    "2.2 foolAway and other unknown fields": "config: missing_fields_get_their_default_and_unknown_ones_are_ignored",
    "2.3 the first team is left": "reception: two_accepted_teams_start_the_match_and_the_first_is_left",
    "2.3 start cells": "rounds: start_cells_are_in_the_own_half_outside_the_centre_circle_and_no_rings",
    "2.3 one cell each": "rounds: no_two_players_start_on_one_cell",
    "2.3 late formation": "rounds: a_late_formation_loses_by_violation_of_protocol",
    "2.3 both late": "rounds: when_both_are_late_nobody_wins",
    "2.3 first snapshot, balls in the centre": "rounds: "
    "the_first_snapshot_comes_when_both_are_there_and_is_a_round_change",
    "2.4 order of phases": "rounds: a_round_goes_ball_player_fan_unban_and_then_changes",
    "2.5 order of balls": "balls: the_snitch_moves_before_both_bludgers_and_the_quaffle_never",
    "2.5 no snitch before round 13": "balls: before_round_13_there_is_no_snitch",
    "2.5 the snitch appears": "balls: the_snitch_appears_in_round_13_as_a_move_from_nowhere_and_moves_at_once",
    "2.5 where it appears": "balls: it_appears_where_the_seekers_ways_differ_least_section_3_item_14",
    "2.5 a seeker is banned": "balls: with_a_banned_seeker_it_appears_on_any_free_cell",
    "2.5 it evades": "balls: the_snitch_flees_from_the_nearer_seeker_to_free_cells_strictly_farther",
    "2.5 both seekers equally near": "balls: of_two_seekers_equally_near_chance_picks_one_section_3_item_13",
    "2.5 it is cornered": "balls: a_cornered_snitch_takes_any_free_neighbour",
    "2.5 both seekers banned": "balls: with_both_seekers_banned_it_takes_any_free_neighbour",
    "2.5 bludgers hunt": "balls: a_bludger_flies_straight_at_the_nearest_player_who_is_no_beater",
    "2.5 whom they ignore": "balls: it_ignores_who_is_on_its_own_cell_or_banned",
    "2.5 prey equally near": "balls: among_players_equally_near_chance_decides",
    "2.5 no prey": "balls: without_a_target_it_takes_a_random_free_neighbour",
    "2.5 knock-out": "balls: a_knocked_out_player_drops_the_quaffle_is_marked_and_the_bludger_goes_anywhere_free",
    "2.5 no knock-out": "balls: a_failed_knock_out_leaves_the_bludger_there_and_nothing_else_happens",
    "2.5 moving onto a bludger": "balls: who_moves_onto_a_bludger_himself_is_not_attacked",
    "2.5 beaters": "balls: beaters_are_immune_to_bludgers",
    "2.5 a turn is missed": "balls: a_knocked_out_player_misses_one_turn_and_is_well_again",
    "2.5 the knocked-out do not intercept": "quaffle: banned_and_knocked_out_opponents_do_not_intercept",
    "2.5 the knocked-out do not catch the snitch": "balls: a_knocked_out_seeker_does_not_catch_the_homing_snitch",
    "2.6 teams alternate": "turns: teams_take_turns_and_everybody_comes_once",
    "2.6 random order": "turns: team_and_order_are_random_each_round",
    "2.6 a team has nobody left": "turns: when_a_team_has_nobody_left_the_others_follow_one_another",
    "2.6 who has no slot": "turns: banned_players_have_no_slot_and_knocked_out_ones_pass_without_next",
    "2.6 extra move": "turns: a_move_may_bring_an_extra_move_with_the_brooms_probability_but_only_one",
    "2.6 action, then turnUsed": "turns: after_the_moves_comes_an_action_if_there_is_one_even_after_a_skip",
    "2.6 turnUsed": "turns: every_turn_ends_with_turn_used_also_after_skips",
    "2.6 legal moves": "turns: a_move_goes_to_a_valid_cell_at_distance_one",
    "2.6 cubes bar the way": "turns: nobody_moves_onto_a_cube_on_purpose",
    "2.6 the quaffle is carried": "turns: the_holder_carries_the_quaffle_along",
    "2.6 the quaffle is picked up or hops": "turns: who_comes_onto_the_quaffle_picks_it_up_or_makes_it_hop",
    "2.6 beating in the same turn": "turns: a_beater_may_beat_a_bludger_in_the_turn_in_which_he_comes_to_it",
    "2.6 wresting from a keeper": "quaffle: a_keeper_is_safe_in_his_own_zone",
    "2.6 wresting from an opponent": "quaffle: nobody_wrests_from_his_own_team",
    "2.7 no range limit": "quaffle: a_throw_has_no_limit_of_range_but_not_onto_ones_own_cell",
    "2.7 interception": "quaffle: opponents_on_crossed_cells_may_intercept_nearest_first_section_3_item_4b",
    "2.7 a beater intercepts": "quaffle: an_intercepting_beater_does_not_keep_it",
    "2.7 in a ring nobody keeps it": "quaffle: nobody_keeps_what_he_intercepts_on_a_ring",
    "2.7 success by distance": "quaffle: success_has_the_probability_to_the_power_of_the_distance",
    "2.7 a miss": "quaffle: a_miss_lands_within_the_radius_but_not_on_the_target_section_3_item_3",
    "2.7 no cell for a miss": "quaffle: the_circle_of_a_miss_grows_when_it_holds_no_free_cell",
    "2.7 landing": "quaffle: a_chaser_or_keeper_of_either_team_holds_what_lands_on_him",
    "2.7 landing on others": "quaffle: from_a_seeker_or_beater_it_hops",
    "2.7 a goal": "quaffle: a_goal_is_ten_points_and_the_quaffle_goes_to_the_keeper_in_his_zone",
    "2.7 through the side": "quaffle: the_ring_must_be_entered_from_its_left_or_right",
    "2.7 a defender on the ring": "quaffle: a_defender_on_the_ring_blocks_it_and_the_quaffle_hops",
    "2.7 a miss that scores": "quaffle: a_miss_that_falls_into_a_ring_scores",
    "2.7 own goals": "quaffle: "
    "a_throw_onto_the_own_ring_is_an_own_goal_and_left_rings_count_for_the_right_team_section_3_item_29",
    "2.7 keepers": "quaffle: keepers_never_score_but_their_own_goals_count_section_3_item_2",
    "2.7 haversacking scores": "turns: haversacking_scores_with_certainty_even_when_it_is_detected",
    "2.7 dropped into a ring": "balls: a_quaffle_knocked_into_a_ring_is_no_goal_and_is_gone_before_the_next_phase",
    "2.7 out of the ring": "quaffle: without_a_keeper_in_his_zone_it_goes_to_the_centre_or_beside_it",
    "2.7 wresting": "quaffle: a_chaser_wrests_from_an_adjacent_opponent_chaser",
    "2.7 foolAway": "fans: a_goblin_shocks_an_opponent_who_first_drops_the_quaffle",
    "2.8 beating": "quaffle: a_bludger_is_beaten_one_to_three_cells_and_always_arrives",
    "2.8 which bludger": "quaffle: with_both_bludgers_on_the_cell_the_passive_entity_selects",
    "2.8 a hit": "quaffle: a_beaten_bludger_may_knock_out_a_player_cause_told_first_section_3_item_27",
    "2.8 the catch": "balls: a_seeker_who_catches_the_snitch_gets_30_points_and_the_match_ends_at_once",
    "2.8 no catch": "balls: a_failed_catch_changes_nothing_but_is_told",
    "2.9 flacking": "turns: flacking_is_moving_onto_an_own_ring",
    "2.9 haversacking": "turns: only_a_chaser_with_the_quaffle_haversacks",
    "2.9 stooging": "turns: stooging_is_entering_the_zone_while_a_team_mate_chaser_is_in_it",
    "2.9 blatching": "turns: blatching_pushes_an_opponent_who_drops_the_quaffle_first",
    "2.9 snitchnip": "turns: snitchnip_is_moving_onto_the_snitch_as_anybody_but_the_seeker",
    "2.9 own moves only": "turns: being_moved_there_is_no_foul",
    "2.9 several fouls": "turns: several_fouls_are_rolled_each_and_the_first_seen_is_the_reason",
    "2.9 a ban ends the turn": "turns: a_ban_ends_the_turn_and_leaves_the_quaffle_on_the_cell",
    "2.9 off the pitch": "turns: a_banned_player_is_off_the_pitch_and_keeps_his_last_cell",
    "2.10 cubes go": "fans: the_phase_begins_by_removing_all_cubes_section_3_item_7",
    "2.10 blocks alternate": "fans: blocks_take_turns_and_every_fan_is_asked_once",
    "2.10 the longer block": "fans: banned_fans_are_not_asked_and_the_longer_block_follows",
    "2.10 optional": "fans: interference_is_optional",
    "2.10 a fan is seen": "fans: a_fan_who_is_seen_is_banned_for_the_rest_of_the_match",
    "2.10 elf": "fans: an_elf_teleports_anybody_and_the_quaffle_stays_behind",
    "2.10 goblin": "fans: a_goblin_does_not_shock_its_own_team",
    "2.10 troll": "fans: a_troll_makes_whoever_holds_the_quaffle_drop_it",
    "2.10 troll without a holder": "fans: a_roar_without_a_holder_has_no_effect",
    "2.10 niffler": "fans: a_niffler_moves_the_snitch",
    "2.10 niffler too early or late": "fans: a_niffler_has_no_effect_before_the_snitch_appears_and_in_overtime",
    "2.10 wombat": "fans: a_wombat_places_a_cube_on_a_free_cell_rings_included_section_3_item_8",
    "2.10 landing on a cube": "fans: who_is_teleported_onto_a_cube_removes_it_section_3_item_6",
    "2.11 the banned return": "rounds: after_a_goal_every_banned_player_is_asked_in_the_order_of_the_bans",
    "2.11 not without a goal": "rounds: without_a_goal_nobody_returns",
    "2.11 where": "rounds: one_returns_to_a_free_cell_of_the_own_half_that_is_no_ring",
    "2.11 no choice": "rounds: who_does_not_choose_is_placed_at_random",
    "2.12 disqualified": "rounds: three_banned_players_at_the_end_of_a_round_disqualify_section_3_item_9",
    "2.12 both, by points": "rounds: both_disqualified_the_points_decide",
    "2.12 both, equal": "rounds: both_disqualified_with_equal_points_who_came_last_to_three_wins",
    "2.12 a goal saves": "rounds: a_goal_in_the_same_round_saves_a_team",
    "2.13 before overtime": "balls: in_round_maxrounds_the_catch_is_not_yet_certain_section_3_item_11",
    "2.13 stage 1": "balls: in_the_first_three_overtime_rounds_the_snitch_still_evades_section_3_item_12",
    "2.13 stage 2": "balls: from_maxrounds_plus_4_it_flies_straight_to_the_centre_and_stays",
    "2.13 caught on its way": "balls: a_homing_snitch_that_comes_onto_a_seeker_is_caught",
    "2.13 stage 3": "balls: it_rests_for_three_rounds_and_then_jumps_to_the_nearest_seeker_section_3_item_11b",
    "2.13 nobody to jump to": "balls: it_waits_in_the_centre_while_both_seekers_are_banned",
    "2.14 reasons": "rounds: reasons_of_victory_at_the_catch_section_3_item_10",
    "2.14 who leaves": "rounds: who_leaves_loses_by_violation_of_protocol",
    "2.14 how the end is told": "rounds: the_end_is_told_as_phase_change_and_finish",
    "2.14 another match": "reception_later: in_the_same_lobby_another_match_may_follow",
    "2.15 pause": "engine: a_player_may_pause_and_either_may_go_on",
    "2.15 artificial players": "engine: artificial_players_may_not_pause_but_are_answered",
    "2.15 every wish is answered": "reception_later: a_spectators_wish_to_pause_is_answered_with_how_things_stand",
    "2.15 the time left": "reception_later: after_a_pause_next_comes_again_with_the_time_left",
    "2.15 no answer": "engine: no_answer_in_time_is_a_skip",
    "2.15 idle": "engine: a_player_can_be_idle_all_match",
    "2.15 late answers": "reception: a_late_delta_is_ignored",
    "2.15 return": "reception_later: a_player_comes_back_to_his_seat",
    "2.15 illegal": "reception: an_impossible_delta_is_102_and_the_other_wins",
    "2.15 malformed": "reception: a_malformed_delta_is_153",
    "2.15 303": "reception: a_delta_on_the_other_players_turn_is_warned_of_with_303",
    "2.15 304": "reception_later: a_pause_is_told_to_all_and_deltas_meanwhile_are_warned_of_with_304",
    "2.15 154": "reception: a_second_formation_is_154_and_ends_the_match",
    "2.15 302": "reception: a_team_during_a_match_is_warned_of_with_302",
    "2.16 integer coordinates of the banned": "views: banned_players_keep_integer_coordinates_and_hold_nothing",
    "2.16 flags": "views: a_snapshot_has_every_field_of_the_standard",
    "2.16 the victim is moved": "turns: the_victim_is_shown_already_moved_section_3_item_28",
}

#: The items of section 3.
ITEMS = [*(str(number) for number in range(1, 34)), "4b", "11b"]


def _tests() -> dict[str, str]:
    return {path.stem.removeprefix("test_"): path.read_text() for path in HERE.glob("test_*.py")}


def test_every_statement_has_its_test() -> None:
    tests = _tests()
    for statement, test in STATEMENTS.items():
        module, _, name = test.partition(": ")
        assert f"\ndef test_{name}(" in tests[module], statement


def test_every_reading_is_named_by_a_test() -> None:
    named = set(re.findall(r"def test_\w+?_section_3_item_(\d+b?)\(", "".join(_tests().values())))
    assert named == set(ITEMS)


def test_every_section_of_the_rules_is_covered() -> None:
    assert {statement.partition(" ")[0] for statement in STATEMENTS} == {f"2.{number}" for number in range(1, 17)}
