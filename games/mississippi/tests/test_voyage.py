"""Section 2.8: what a move may do, action by action, with the vectors of 2.10."""

from __future__ import annotations

import pytest

from games.mississippi.rules.actions import Accelerate, Action, Advance, Move, Push, Turn
from games.mississippi.rules.hexes import DIRECTION_NAMES, DOWN_LEFT, LEFT, RIGHT, UP_LEFT, UP_RIGHT, cell_of, xy_of
from games.mississippi.rules.state import State
from games.mississippi.rules.voyage import Violation, Voyage
from games.mississippi.tests.positions import make, place, position, sail, ship

FAR = (-2, -2)


def alone(*arguments: object, fields: dict[tuple[int, int], str] | None = None, free: bool = False) -> State:
    """Return a position in which RED has the river to itself."""
    red = ship(*arguments)  # type: ignore[arg-type]
    red.extra_turn = free
    return position(red, ship(*FAR), fields)


def told(voyage: Voyage) -> tuple[tuple[int, int], str, int, int]:
    """Return place, direction, speed and coal."""
    return xy_of(voyage.cell), DIRECTION_NAMES[voyage.direction], voyage.speed, voyage.coal


def refused(state: State, *actions: Action) -> str:
    """Return the code with which a move is refused."""
    with pytest.raises(Violation) as caught:
        sail(state, *actions)
    return caught.value.code


# --- the move as a whole ----------------------------------------------------------------------------------------------
def test_actions_are_done_in_ascending_order_whatever_their_place_in_the_list() -> None:
    voyage = alone(0, 0).voyage(0)
    voyage.run(Move((Advance(1, 9), Turn(1, 7), Accelerate(1, 0), Advance(1, 4))))
    assert told(voyage) == ((2, -1), "UP_RIGHT", 2, 6)


def test_two_actions_with_the_same_order_are_refused() -> None:
    with pytest.raises(Violation) as caught:
        alone(0, 0).voyage(0).run(Move((Turn(1, 0), Advance(1, 0))))
    assert caught.value.code == "move/order"


def test_a_move_needs_an_action() -> None:
    assert refused(alone(0, 0)) == "move/empty"


def test_all_movement_points_must_be_spent() -> None:
    assert refused(alone(0, 0, "RIGHT", 3), Advance(2)) == "move/movement_left"
    assert refused(alone(0, 0), Turn(1)) == "move/movement_left"


def test_no_more_than_the_movement_points_can_be_spent() -> None:
    assert refused(alone(0, 0, "RIGHT", 2), Advance(3)) == "move/movement"
    assert refused(alone(0, 0), Advance(1), Advance(1)) == "move/no_movement"


def test_a_refused_action_changes_nothing() -> None:
    voyage = alone(0, 0, "RIGHT", 2).voyage(0)
    before = told(voyage), voyage.movement, voyage.count
    with pytest.raises(Violation):
        voyage.perform(Advance(4))
    assert (told(voyage), voyage.movement, voyage.count) == before


# --- acceleration -----------------------------------------------------------------------------------------------------
def test_one_step_of_acceleration_is_free_and_each_further_costs_a_coal() -> None:
    assert told(sail(alone(-1, 0), Accelerate(1), Advance(2)))[2:] == (2, 6)
    assert told(sail(alone(-1, 0), Accelerate(3), Advance(4)))[2:] == (4, 4)
    assert told(sail(alone(-1, 0, "RIGHT", 6), Accelerate(-5), Advance(1)))[2:] == (1, 2)


def test_speed_stays_within_1_and_6() -> None:
    assert refused(alone(0, 0), Accelerate(-1), Advance(1)) == "move/speed"
    assert refused(alone(0, 0, "RIGHT", 6), Accelerate(1), Advance(7)) == "move/speed"


def test_acceleration_is_not_zero() -> None:
    assert refused(alone(0, 0), Accelerate(0), Advance(1)) == "move/no_acceleration"


def test_acceleration_comes_first_and_once() -> None:
    assert refused(alone(0, 0), Advance(1), Accelerate(1), Advance(1)) == "move/late_acceleration"
    assert refused(alone(0, 0), Accelerate(1), Accelerate(1), Advance(3)) == "move/late_acceleration"


def test_acceleration_needs_its_coal() -> None:
    assert refused(alone(-1, 0, "RIGHT", 1, 1), Accelerate(3), Advance(4)) == "move/coal"


# --- turns ------------------------------------------------------------------------------------------------------------
def test_the_first_step_of_turning_is_free_and_the_others_cost_coal() -> None:
    assert told(sail(alone(0, 0), Turn(1), Advance(1))) == ((1, -1), "UP_RIGHT", 1, 6)
    assert told(sail(alone(0, 0), Turn(3), Advance(1))) == ((-1, 0), "LEFT", 1, 4)
    assert told(sail(alone(0, 0), Turn(1), Advance(1), Turn(1)))[3] == 5


def test_turning_is_allowed_after_the_last_movement_point() -> None:
    assert told(sail(alone(0, 0), Advance(1), Turn(-1))) == ((1, 0), "DOWN_RIGHT", 1, 6)


@pytest.mark.parametrize("steps", [0, 4, -4])
def test_a_turn_goes_one_to_three_steps(steps: int) -> None:
    assert refused(alone(0, 0), Turn(steps), Advance(1)) == "move/turn"


def test_turning_needs_its_coal_at_once() -> None:
    assert refused(alone(0, 0, "RIGHT", 1, 0), Turn(2), Advance(1)) == "move/coal"


def test_an_extra_free_turn_saves_a_coal() -> None:
    assert told(sail(alone(0, 0, free=True), Turn(2), Advance(1)))[3] == 6
    assert told(sail(alone(0, 0, free=True), Turn(1), Advance(1), Turn(1), Turn(1)))[3] == 5


# --- advancing --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["BLOCKED", "PASSENGER0"])
def test_islands_and_passengers_cannot_be_passed(kind: str) -> None:
    assert refused(alone(2, 0, "RIGHT", 2, fields={(3, 0): kind}), Advance(2)) == "move/blocked"


def test_there_is_no_way_off_the_river_or_onto_a_tile_not_visible() -> None:
    assert refused(alone(0, -2, "UP_RIGHT"), Advance(1)) == "move/blocked"
    assert refused(position(ship(2, 1, "RIGHT", 6), ship(*FAR)), Advance(6)) == "move/blocked"


@pytest.mark.parametrize("distance", [0, 7, -1, -2])
def test_an_advance_goes_one_to_six_fields_forward(distance: int) -> None:
    assert refused(alone(0, 0, "RIGHT", 6), Advance(distance)) == "move/distance"


def test_a_log_costs_two_points_and_a_step_of_speed_but_no_further_points() -> None:
    fields = {(3, 0): "LOG"}
    assert told(sail(alone(2, 0, "RIGHT", 4, fields=fields), Advance(3))) == ((5, 0), "RIGHT", 3, 6)


def test_a_log_needs_both_points_when_it_is_entered() -> None:
    assert refused(alone(2, 0, fields={(3, 0): "LOG"}), Advance(1)) == "move/movement"


def test_probes_of_the_real_code_on_logs() -> None:
    fields = {(3, 0): "LOG"}
    assert told(sail(alone(2, 0, fields=fields), Accelerate(1), Advance(1))) == ((3, 0), "RIGHT", 1, 6)
    assert told(sail(alone(2, 0, fields=fields), Accelerate(2), Advance(2))) == ((4, 0), "RIGHT", 2, 5)


def test_speed_never_drops_below_1_on_logs() -> None:
    fields = {(3, 0): "LOG", (4, 0): "LOG"}
    assert told(sail(alone(2, 0, "RIGHT", 2, fields=fields), Advance(1)))[2] == 1
    assert told(sail(alone(2, 0, "RIGHT", 4, fields=fields), Advance(2)))[2] == 2


def test_a_sandbank_ends_the_move_and_forfeits_the_rest() -> None:
    fields = {(3, 0): "SANDBANK"}
    assert told(sail(alone(2, 0, "RIGHT", 5, fields=fields), Advance(1))) == ((3, 0), "RIGHT", 1, 6)
    assert refused(alone(2, 0, "RIGHT", 2, fields=fields), Advance(1), Turn(1)) == "move/after_sandbank"


def test_a_sandbank_can_only_be_the_last_field() -> None:
    assert refused(alone(2, 0, "RIGHT", 2, fields={(3, 0): "SANDBANK"}), Advance(2)) == "move/after_sandbank"


def test_entering_a_sandbank_needs_a_point_for_every_field() -> None:
    assert refused(alone(1, 0, "RIGHT", 1, fields={(3, 0): "SANDBANK"}), Advance(2)) == "move/movement"


# --- off a sandbank ---------------------------------------------------------------------------------------------------
AGROUND = {(3, 0): "SANDBANK"}


def test_from_a_sandbank_one_field_ahead_costs_everything_but_coal() -> None:
    assert told(sail(alone(3, 0, "RIGHT", 1, 2, fields=AGROUND), Advance(1))) == ((4, 0), "RIGHT", 1, 2)


def test_from_a_sandbank_one_field_back_costs_a_coal_and_keeps_the_direction() -> None:
    assert told(sail(alone(3, 0, "RIGHT", 1, 2, fields=AGROUND), Advance(-1))) == ((2, 0), "RIGHT", 1, 1)
    assert refused(alone(3, 0, "RIGHT", 1, 0, fields=AGROUND), Advance(-1)) == "move/coal"


def test_on_a_sandbank_a_ship_neither_turns_nor_accelerates_nor_goes_further() -> None:
    state = alone(3, 0, fields=AGROUND)
    assert refused(state, Turn(1), Advance(1)) == "move/aground"
    assert refused(state, Accelerate(1), Advance(1)) == "move/aground"
    assert refused(state, Advance(2)) == "move/aground"


def test_after_leaving_a_sandbank_a_ship_may_turn_unless_it_lies_on_another() -> None:
    assert told(sail(alone(3, 0, fields=AGROUND), Advance(1), Turn(2))) == ((4, 0), "UP_LEFT", 1, 5)
    fields = {(3, 0): "SANDBANK", (4, 0): "SANDBANK"}
    assert refused(alone(3, 0, fields=fields), Advance(1), Turn(1)) == "move/after_sandbank"


def test_from_a_sandbank_a_log_ahead_can_be_entered_without_penalty_but_not_one_behind() -> None:
    ahead = {(3, 0): "SANDBANK", (4, 0): "LOG"}
    assert told(sail(alone(3, 0, fields=ahead), Advance(1))) == ((4, 0), "RIGHT", 1, 6)
    assert refused(alone(3, 0, fields={(3, 0): "SANDBANK", (2, 0): "LOG"}), Advance(-1)) == "move/blocked"


def test_from_a_sandbank_nobody_drives_onto_the_opponent() -> None:
    assert refused(position(ship(3, 0), ship(4, 0), AGROUND), Advance(1)) == "move/aground"
    assert refused(position(ship(3, 0), ship(2, 0), AGROUND), Advance(-1)) == "move/aground"


# --- pushing ----------------------------------------------------------------------------------------------------------
def close(speed: int = 2, fields: dict[tuple[int, int], str] | None = None, rival_speed: int = 1) -> State:
    """Return a position with BLUE right ahead of RED."""
    return position(ship(2, 0, "RIGHT", speed), ship(3, 0, "RIGHT", rival_speed), fields)


def test_a_push_moves_the_opponent_and_costs_a_point() -> None:
    voyage = sail(close(), Advance(1), Push(UP_RIGHT))
    assert (xy_of(voyage.cell), xy_of(voyage.rival), voyage.pushed) == ((3, 0), (4, -1), True)


def test_the_opponents_field_is_the_last_of_an_advance_and_a_push_must_follow() -> None:
    assert refused(close(), Advance(2)) == "move/must_push"
    assert refused(close(), Advance(1), Turn(1)) == "move/must_push"
    assert refused(close(), Advance(1), Advance(1)) == "move/must_push"


def test_a_move_cannot_end_on_the_opponents_field() -> None:
    assert refused(close(1), Advance(1)) == "move/on_opponent"
    assert refused(close(1), Advance(1), Push(RIGHT)) == "move/movement"


def test_only_who_is_there_can_be_pushed() -> None:
    assert refused(close(), Push(RIGHT)) == "move/nobody_to_push"


def test_nobody_is_pushed_to_where_the_pusher_comes_from() -> None:
    assert refused(close(), Advance(1), Push(LEFT)) == "move/push_behind"


@pytest.mark.parametrize("kind", ["BLOCKED", "PASSENGER3"])
def test_the_pushed_ship_needs_a_passable_field(kind: str) -> None:
    assert refused(close(fields={(4, 0): kind}), Advance(1), Push(RIGHT)) == "move/push_blocked"


def test_nobody_is_pushed_onto_a_tile_that_is_not_visible() -> None:
    state = position(ship(1, 2, "RIGHT", 2), ship(2, 2), directions=(0,) * 8)
    assert state.board[cell_of(1, 3)] == 0
    assert refused(state, Advance(1), Push(DOWN_LEFT)) == "move/push_blocked"


def test_pushing_onto_a_log_costs_two_points_and_slows_the_pushed() -> None:
    fields = {(4, 0): "LOG"}
    assert refused(close(2, fields), Advance(1), Push(RIGHT)) == "move/movement"
    assert sail(close(3, fields, 4), Advance(1), Push(RIGHT)).rival_speed == 3
    assert sail(close(3, fields, 1), Advance(1), Push(RIGHT)).rival_speed == 1


def test_pushing_onto_a_sandbank_stops_the_pushed() -> None:
    assert sail(close(2, {(4, 0): "SANDBANK"}, 5), Advance(1), Push(RIGHT)).rival_speed == 1


def test_driving_onto_the_opponent_costs_what_the_field_costs() -> None:
    voyage = sail(close(3, {(3, 0): "LOG"}), Advance(1), Push(RIGHT))
    assert (voyage.speed, voyage.movement) == (2, 0)
    assert refused(close(2, {(3, 0): "LOG"}), Advance(1), Push(RIGHT)) == "move/movement"


def test_a_ship_on_a_sandbank_cannot_be_pushed() -> None:
    assert refused(close(3, {(3, 0): "SANDBANK"}), Advance(1), Push(RIGHT)) == "move/push_sandbank"


def test_several_pushes_in_one_move_are_possible() -> None:
    voyage = sail(close(1), Accelerate(3), Advance(1), Push(RIGHT), Advance(1), Push(RIGHT))
    assert (xy_of(voyage.cell), xy_of(voyage.rival), voyage.coal) == ((4, 0), (5, 0), 4)


def test_turning_is_possible_after_a_push() -> None:
    assert sail(close(), Advance(1), Push(RIGHT), Turn(1)).direction == UP_RIGHT


# --- vectors of 2.10 --------------------------------------------------------------------------------------------------
def test_vector_two_pushes_apart_by_order() -> None:
    state = position(ship(7, -1, "UP_RIGHT", 4, 5), ship(6, -1, "RIGHT", 1, 5), directions=(0, 0, 1, 1, 1, 1, 1, 1))
    state.current = 1
    make(state, Accelerate(1), Advance(1), Push(DOWN_LEFT), Turn(1))
    pusher, pushed = state.ships[1], state.ships[0]
    assert (place(state, 1), pusher.direction, pusher.speed, pusher.coal) == ((7, -1), UP_RIGHT, 2, 5)
    assert (place(state, 0), pushed.speed, pushed.extra_turn) == ((6, 0), 4, True)
    state.current = 0
    make(state, Advance(1), Push(LEFT), Advance(1), Turn(1), Advance(1))
    assert (place(state, 0), pushed.direction, pushed.speed) == ((7, -3), UP_LEFT, 4)
    assert place(state, 1) == (6, -1)


def test_vector_free_turns() -> None:
    state = alone(4, -1, "RIGHT", 2, 5, free=True)
    moved = sail(state, Accelerate(1), Turn(-1), Advance(1), Turn(1), Advance(1), Advance(1))
    assert told(moved) == ((6, 0), "RIGHT", 3, 5)


def test_vector_brake_and_board() -> None:
    state = alone(3, 0, "RIGHT", 3, 5, fields={(5, -1): "PASSENGER3"})
    make(state, Accelerate(-2), Turn(1), Advance(1))
    red = state.ships[0]
    assert (place(state, 0), red.direction, red.speed, red.coal, red.passengers) == ((4, -1), UP_RIGHT, 1, 4, 1)


def test_vector_sandbank_and_back() -> None:
    river = (0, 0, 1, 2, 2, 2, 2, 2)
    state = position(ship(5, -5, "UP_LEFT", 2, 1), ship(2, 0), {(4, -7): "SANDBANK"}, directions=river)
    moved = sail(state, Accelerate(1), Advance(1), Advance(1))
    assert told(moved) == ((4, -7), "UP_LEFT", 1, 1)
    make(state, Accelerate(1), Advance(1), Advance(1))
    state.current = 0
    assert told(sail(state, Advance(-1))) == ((4, -6), "UP_LEFT", 1, 0)


def test_vector_off_a_sandbank_straight_to_a_pier() -> None:
    river = (0, 0, 1, 2, 2, 2, 2, 2)
    fields = {(2, -10): "SANDBANK", (3, -11): "PASSENGER3"}
    state = position(ship(2, -10, "UP_LEFT", 1, 2, 1), ship(3, -9), fields, directions=river)
    make(state, Advance(1))
    assert (place(state, 0), state.ships[0].passengers) == ((2, -11), 2)


def test_vector_turn_advance_turn_costs_one_coal() -> None:
    assert told(sail(alone(0, 0), Turn(1), Advance(1), Turn(-1)))[3] == 5
