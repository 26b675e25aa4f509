"""Sections 2.5 to 2.9: start, visibility, turn order, passengers, points and endings."""

from __future__ import annotations

import pytest

from gamekit.chance import Chance
from gamekit.rules import Player
from games.mississippi.rules.actions import Accelerate, Advance, Move, Push, Turn
from games.mississippi.rules.fields import BLOCKED
from games.mississippi.rules.halfturn import leader
from games.mississippi.rules.hexes import UP_RIGHT, cell_of
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.state import BLUE, RED, State
from games.mississippi.tests.positions import make, place, position, ship

RULES = MississippiRules()


def ended(state: State) -> tuple[int | None, str] | None:
    """Return winner and code."""
    return None if state.ending is None else (state.ending.winner, state.ending.code)


# --- 2.6 start --------------------------------------------------------------------------------------------------------
def test_both_ships_start_as_the_rules_say_and_red_moves_first() -> None:
    state, _ = RULES.start({}, [Player("a"), Player("b")], Chance.seeded(3))
    assert (place(state, RED), place(state, BLUE)) == ((-1, 1), (-1, -1))
    for seat in (RED, BLUE):
        one = state.ships[seat]
        assert (one.direction, one.speed, one.coal, one.passengers) == (0, 1, 6, 0)
        assert (state.tile(seat), state.points(seat)) == (0, 1)
    assert (state.turn, state.current) == (0, RED)


# --- 2.5 visibility ---------------------------------------------------------------------------------------------------
def test_two_tiles_are_visible_at_the_start() -> None:
    state, _ = RULES.start({}, [Player("a"), Player("b")], Chance.seeded(3))
    assert (state.low, state.high) == (0, 1)


def test_a_tile_appears_one_beyond_the_furthest_ever_reached() -> None:
    state = position(ship(1, 0), ship(-1, -1))
    assert state.high == 1
    make(state, Accelerate(1), Advance(2))
    assert (state.low, state.high, state.furthest) == (0, 2, 1)


def test_a_tile_stays_visible_when_its_discoverer_turns_back() -> None:
    state = position(ship(3, 0, "LEFT"), ship(-1, -1))
    make(state, Accelerate(1), Advance(2))
    assert (state.tile(RED), state.high) == (0, 2)


def test_a_tile_vanishes_when_both_ships_have_left_it_and_its_passenger_is_gone() -> None:
    state = position(ship(2, 0), ship(3, 1), {(0, 0): "PASSENGER0"})
    assert state.low == 0
    make(state, Advance(1))
    assert state.low == 1
    assert state.board[cell_of(0, 0)] == 0


def test_the_last_tile_has_none_beyond_it() -> None:
    assert position(ship(27, 0), ship(26, 0)).high == 7


# --- 2.7 turn order ---------------------------------------------------------------------------------------------------
def test_within_a_round_the_other_player_moves_second() -> None:
    state = position(ship(5, 0), ship(-1, -1))
    make(state, Advance(1))
    assert state.current == BLUE
    state = position(ship(5, 0), ship(-1, -1), current=BLUE)
    make(state, Advance(1))
    assert state.current == RED


def test_the_leading_ship_begins_a_round_even_if_it_moved_last() -> None:
    state = position(ship(-1, 1), ship(3, -1), turn=1, current=BLUE)
    make(state, Advance(1))
    assert state.current == BLUE


@pytest.mark.parametrize(("bend", "leads"), [(0, RED), (2, BLUE)])
def test_leading_is_measured_along_the_newest_visible_tile(bend: int, leads: int) -> None:
    directions = (0, 0, 0 if bend == 0 else 1, bend, bend, bend, bend, bend)
    red, blue = (ship(8, 0), ship(6, -2)) if bend == 0 else (ship(8, -3), ship(5, -3))
    state = position(red, blue, directions=directions)
    assert state.river.directions[state.high] == bend
    assert leader(state) == leads


def level(**changes: dict[str, int]) -> State:
    """Return a position in which both ships are equally far down the river."""
    red, blue = ship(3, -2, "RIGHT", 2, 4), ship(3, 2, "RIGHT", 2, 4)
    for name, values in changes.items():
        for key, value in values.items():
            setattr({"red": red, "blue": blue}[name], key, value)
    return position(red, blue)


def test_equally_far_ships_are_ranked_by_speed_coal_x_and_y() -> None:
    assert leader(level(red={"speed": 3, "coal": 1})) == RED
    assert leader(level(blue={"coal": 5})) == BLUE
    assert leader(level(red={"coal": 5})) == RED
    assert leader(level()) == BLUE, "equal x: the larger y"


# --- extra turn -------------------------------------------------------------------------------------------------------
def test_a_pushed_ship_has_two_free_turns_in_its_next_move() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 0))
    make(state, Advance(1), Push(UP_RIGHT))
    assert state.ships[BLUE].extra_turn
    assert state.current == BLUE
    make(state, Turn(2), Advance(1))
    assert state.ships[BLUE].coal == 6
    assert not state.ships[BLUE].extra_turn


def test_the_extra_turn_waits_while_the_pusher_moves_again() -> None:
    state = position(ship(3, 0), ship(2, 0, "RIGHT", 2), turn=1, current=BLUE)
    make(state, Advance(1), Push(UP_RIGHT))
    assert state.ships[RED].extra_turn
    state.current = BLUE
    make(state, Accelerate(-1), Turn(-1), Advance(1))
    assert state.ships[RED].extra_turn


def test_no_extra_turn_for_a_ship_pushed_onto_a_sandbank_and_an_older_one_lapses() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 0), {(4, 0): "SANDBANK"})
    state.ships[BLUE].extra_turn = True
    make(state, Advance(1), Push(0))
    assert not state.ships[BLUE].extra_turn


# --- passengers -------------------------------------------------------------------------------------------------------
def test_a_slow_ship_on_a_pier_takes_the_passenger_and_the_field_is_blocked() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(5, 0): "PASSENGER3"})
    make(state, Advance(1))
    assert state.ships[RED].passengers == 1
    assert state.board[cell_of(5, 0)] == BLOCKED
    assert state.kinds[state.river.where[cell_of(5, 0)] - 1] == BLOCKED


def test_speed_2_is_too_fast_to_board() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(6, 0): "PASSENGER3"})
    make(state, Accelerate(1), Advance(2))
    assert state.ships[RED].passengers == 0


def test_only_the_field_at_the_pier_counts() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(5, 0): "PASSENGER2"})
    make(state, Advance(1))
    assert state.ships[RED].passengers == 0


def test_nobody_takes_a_third_passenger() -> None:
    state = position(ship(3, 0, "RIGHT", 1, 6, 2), ship(-1, -1), {(5, 0): "PASSENGER3"})
    make(state, Advance(1))
    assert state.ships[RED].passengers == 2


def test_one_passenger_a_check_the_lowest_direction_first() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(5, 0): "PASSENGER3", (5, -1): "PASSENGER4"})
    make(state, Advance(1))
    assert state.ships[RED].passengers == 1
    assert state.board[cell_of(5, 0)] == BLOCKED
    assert state.board[cell_of(5, -1)] != BLOCKED


def test_passing_a_pier_takes_nobody_on_board() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(4, -1): "PASSENGER4"})
    make(state, Accelerate(1), Advance(2))
    assert state.ships[RED].passengers == 0


def test_a_pushed_ship_takes_passengers_too_after_the_mover() -> None:
    state = position(ship(2, 0, "RIGHT", 2), ship(3, 0), {(5, 0): "PASSENGER3"})
    make(state, Advance(1), Push(0))
    assert state.ships[BLUE].passengers == 1


def test_the_mover_is_served_first() -> None:
    fields = {(3, -1): "PASSENGER5"}
    state = position(ship(2, 0, "RIGHT", 1), ship(4, 0), fields)
    state.ships[BLUE].cell = cell_of(2, -1)
    make(state, Advance(1))
    assert (state.ships[RED].passengers, state.ships[BLUE].passengers) == (1, 0)


# --- points -----------------------------------------------------------------------------------------------------------
def test_points_are_five_a_tile_the_field_and_five_a_passenger() -> None:
    state = position(ship(5, 0, "RIGHT", 1, 6, 2), ship(-1, -1))
    assert state.points(RED) == 5 + 3 + 10
    assert state.points(BLUE) == 1


# --- 2.9 endings ------------------------------------------------------------------------------------------------------
def near_goal(speed: int = 1, passengers: int = 2, turn: int = 10) -> State:
    """Return a position in which RED is one field before the goal."""
    return position(ship(29, 0, "RIGHT", speed, 6, passengers), ship(27, 1, "RIGHT", 1, 6, 1), turn=turn)


def test_a_slow_ship_with_two_passengers_in_the_goal_wins_at_once() -> None:
    state = near_goal()
    make(state, Advance(1))
    assert ended(state) == (RED, "goal")
    assert state.ending is not None
    assert state.ending.reasons == ("Das Spiel ist beendet.\nEin Spieler ist im Ziel",) * 2


def test_the_goal_is_plain_water_without_two_passengers_or_with_more_speed() -> None:
    state = near_goal(passengers=1)
    make(state, Advance(1))
    assert state.ending is None
    state = position(ship(28, 0, "RIGHT", 2, 6, 2), ship(27, 1), turn=10)
    make(state, Advance(2))
    assert state.ending is None


def test_a_ship_pushed_into_the_goal_does_not_win() -> None:
    state = position(ship(28, 0, "RIGHT", 2), ship(29, 0, "RIGHT", 1, 6, 2), turn=10)
    make(state, Advance(1), Push(0))
    assert state.board[state.ships[BLUE].cell] == 2
    assert state.ending is None


def test_the_round_limit_is_60_half_turns_and_most_points_win() -> None:
    state = position(ship(5, 0), ship(2, 1), turn=58)
    make(state, Advance(1))
    assert state.ending is None
    make(state, Advance(1))
    assert (state.turn, ended(state)) == (60, (RED, "round_limit"))
    assert state.ending is not None
    assert state.ending.reasons[0] == "Das Rundenlimit wurde erreicht."


def test_a_tie_on_points_goes_to_more_passengers_then_it_is_a_draw() -> None:
    state = position(ship(4, 0, "RIGHT", 1, 6, 1), ship(9, 0, "RIGHT", 1, 6, 0), turn=59)
    make(state, Advance(1))
    assert state.points(RED) == state.points(BLUE)
    assert ended(state) == (RED, "round_limit")
    state = position(ship(4, 0), ship(5, 1), turn=59)
    make(state, Advance(1))
    assert ended(state) == (None, "round_limit")
    assert state.ending is not None
    assert state.ending.points == (1, 1)


def test_the_goal_comes_before_the_round_limit() -> None:
    state = near_goal(turn=59)
    state.ships[BLUE] = ship(30, 1, "RIGHT", 2, 6, 2)
    make(state, Advance(1))
    assert state.points(RED) == state.points(BLUE) == 49
    assert ended(state) == (RED, "goal")


def test_the_round_limit_comes_before_the_distance() -> None:
    state = position(ship(17, 0), ship(-1, -1, "RIGHT", 1, 6, 2), turn=59)
    make(state, Advance(1))
    assert ended(state) == (RED, "round_limit")


def test_more_than_three_tiles_ahead_at_the_end_of_a_round_wins() -> None:
    state = position(ship(13, 0, "RIGHT", 1), ship(-1, -1), turn=11)
    make(state, Advance(1))
    assert (state.tile(RED), ended(state)) == (3, None)
    state = position(ship(14, 1, "RIGHT", 1), ship(-1, -1), turn=11)
    make(state, Advance(1))
    assert (state.tile(RED), ended(state)) == (4, (RED, "left_behind"))
    assert state.ending is not None
    assert state.ending.reasons[1] == "Das Spiel ist vorzeitig zu Ende.\nEin Spieler wurde abgehängt."


def test_the_distance_does_not_count_in_the_middle_of_a_round() -> None:
    state = position(ship(14, 1, "RIGHT", 1), ship(-1, -1), turn=10)
    make(state, Advance(1))
    assert (state.tile(RED), ended(state)) == (4, None)
    make(state, Advance(1))
    assert ended(state) == (RED, "left_behind")


def test_the_winner_gets_two_match_points_and_the_loser_none() -> None:
    state = near_goal()
    make(state, Advance(1))
    assert state.ending is not None
    assert state.ending.points == (2, 0)


def test_an_illegal_move_loses_and_keeps_the_state() -> None:
    state = position(ship(5, 0), ship(-1, -1))
    before = RULES.dump(state)["ships"], state.turn
    RULES.play(state, RED, Move(), Chance.seeded(1))
    assert (RULES.dump(state)["ships"], state.turn) == before
    assert ended(state) == (BLUE, "rule_violation")
    assert state.ending is not None
    assert state.ending.causes == ("RULE_VIOLATION", "REGULAR")
    assert state.ending.reasons == ("Der Zug enthält keine Aktionen", "")
    assert state.ending.points == (0, 2)
    assert state.points(RED) == 8, "the points are kept"
