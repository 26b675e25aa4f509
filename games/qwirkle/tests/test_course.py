"""The course of a match: turns, refills, swaps, penalties, leaving, halting, the end."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.chance import Chance
from gamekit.errors import GameError, IllegalMove, MalformedMessage, MatchOver, NotYourTurn, StaleVersion
from gamekit.rules import Expectation
from games.qwirkle.rules.events import Dealt, Event, Laid, PlayJudged, Refilled, Swapped, TurnBegan, Won
from games.qwirkle.rules.moves import Placement, PlayTiles, Stone, SwapTiles
from games.qwirkle.rules.state import State
from games.qwirkle.tests.matches import RULES, arrange, laying, match, names, options, people, play, swapping, tile


def chance() -> Chance:
    return Chance.seeded(5)


def opened(players: int = 2, **given: Any) -> State:
    """A match in which the first player holds and lays one line of colour 0."""
    state = match(players, **given)
    hands = [[tile(state, seat, shape) for shape in range(6)] for seat in range(players)]
    arrange(state, hands)
    return state


# --- start ------------------------------------------------------------------------------------------------------------


def test_the_opening_deals_a_hand_each_and_begins_the_first_seats_turn() -> None:
    state, events = RULES.start(options(), people(3), chance())
    assert names(events) == ["Started", "Dealt", "Dealt", "Dealt", "TurnBegan"]
    assert [len(event.tiles) for event in events if isinstance(event, Dealt)] == [6, 6, 6]
    assert events[-1] == TurnBegan(0)
    assert len(state.bag) == 108 - 18
    assert sorted([*state.bag, *(one for hand in state.hands for one in hand)]) == list(range(108))


def test_scarce_tiles_are_dealt_as_far_as_they_go() -> None:
    state, _ = RULES.start(options(colorShapeCount=2, tileCount=2), people(3), chance())
    assert [len(hand) for hand in state.hands] == [3, 3, 2]
    assert state.bag == []


def test_a_match_in_which_somebody_would_get_no_tile_is_refused() -> None:
    with pytest.raises(MalformedMessage, match="too few"):
        RULES.start(options(colorShapeCount=2, tileCount=1), people(5), chance())


def test_more_players_than_the_configuration_allows_are_refused_and_zero_is_no_limit() -> None:
    with pytest.raises(MalformedMessage, match="maxPlayerNumber"):
        RULES.start(options(maxPlayerNumber=2), people(3), chance())
    state, _ = RULES.start(options(maxPlayerNumber=0), people(12), chance())
    assert len(state.hands) == 12


# --- laying -----------------------------------------------------------------------------------------------------------


def test_a_valid_move_is_judged_then_shown_then_the_next_player_is_refilled_and_named() -> None:
    state = opened()
    state.hands[1].pop()
    events = play(state, (0, 0, tile(state, 0, 0)), (1, 0, tile(state, 0, 1)))
    assert names(events) == ["PlayJudged", "Laid", "Refilled", "TurnBegan"]
    assert events[0] == PlayJudged(0, True, "")
    assert isinstance(events[1], Laid)
    assert events[1].points == 2
    assert isinstance(events[2], Refilled)
    assert events[2].seat == 1
    assert len(events[2].tiles) == 1
    assert len(state.hands[0]) == 4, "the mover's hand is refilled when the own next turn begins"


def test_a_lone_first_tile_scores_one() -> None:
    state = opened()
    play(state, (0, 0, tile(state, 0, 0)))
    assert state.scores == [1, 0]


def test_with_seven_colours_a_qwirkle_as_first_move_scores_14_and_a_double_one_28() -> None:
    state = match(colorShapeCount=7, maxHandTiles=7)
    row = [tile(state, 0, shape) for shape in range(7)]
    arrange(state, [row, row])
    play(state, *[(x, 0, one) for x, one in enumerate(row)])
    assert state.scores == [14, 0]

    state = match(colorShapeCount=7, maxHandTiles=7)
    for x in range(6):
        state.board.put(x << 15, tile(state, 0, x), x)
    for y in range(1, 7):
        state.board.put((6 << 15) + y, tile(state, y, 6), y * 7 + 6)
    arrange(state, [[tile(state, 0, 6)], []])
    play(state, (6, 0, tile(state, 0, 6)))
    assert state.scores == [28, 0]


def test_tiles_may_be_laid_at_both_ends_and_old_ones_fill_the_gap() -> None:
    state = opened()
    play(state, (0, 0, tile(state, 0, 0)))
    arrange(state, [state.hands[0], [tile(state, 0, 1, 1), tile(state, 0, 2, 1)]])
    play(state, (-1, 0, tile(state, 0, 1, 1)), (1, 0, tile(state, 0, 2, 1)))
    assert state.scores == [1, 3]


WRONG = {
    "a gap": [(0, 0, (0, 0)), (2, 0, (0, 1))],
    "not at the origin": [(1, 0, (0, 0))],
    "not in one line": [(0, 0, (0, 0)), (1, 0, (0, 1)), (1, 1, (0, 2))],
    "not in the hand": [(0, 0, (1, 0))],
    "one tile twice": [(0, 0, (0, 0)), (1, 0, (0, 0))],
    "one cell twice": [(0, 0, (0, 0)), (0, 0, (0, 1))],
    "nothing": [],
    "out of reach": [(2_000_000_000, 0, (0, 0))],
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_first_move_is_judged_so_and_may_be_corrected_in_the_remaining_time(wrong: str) -> None:
    state = opened()
    before, expected = RULES.dump(state), RULES.expects(state)
    events = play(state, *[(x, y, tile(state, *kind)) for x, y, kind in WRONG[wrong]])
    assert names(events) == ["PlayJudged"]
    assert isinstance(events[0], PlayJudged)
    assert not events[0].valid
    assert events[0].message
    assert RULES.dump(state) == before
    assert RULES.expects(state) == expected, "no new turn begins, so the clock runs on"


def test_a_later_move_must_touch_an_old_tile() -> None:
    state = opened()
    play(state, (0, 0, tile(state, 0, 0)))
    events = play(state, (2, 0, tile(state, 1, 0)))
    assert isinstance(events[0], PlayJudged)
    assert "touches" in events[0].message


def test_the_rule_of_the_first_tiles_place_can_be_switched_off() -> None:
    state = opened(firstTileAtOrigin=False)
    play(state, (700, -300, tile(state, 0, 0)), (701, -300, tile(state, 0, 1)))
    assert state.scores == [2, 0]
    play(state, (700, -299, tile(state, 1, 0)))
    assert state.scores == [2, 2]


def test_a_tile_that_does_not_exist_or_is_another_is_no_move_even_out_of_turn_and_changes_nothing() -> None:
    state = opened(wrongMove="KICK")
    before = RULES.dump(state)
    for wrong in (Placement(0, 0, 108, 0, 0), Placement(0, 0, -1, 0, 0), Placement(0, 0, 0, 0, 1)):
        for seat in (0, 1):
            with pytest.raises(MalformedMessage):
                RULES.play(state, seat, PlayTiles((wrong,)), chance())
    assert RULES.dump(state) == before


def test_only_the_current_player_may_move() -> None:
    state = opened()
    with pytest.raises(NotYourTurn):
        RULES.play(state, 1, laying(state, (0, 0, tile(state, 1, 0))), chance())


# --- the pause after a move -------------------------------------------------------------------------------------------


def test_the_pause_is_an_expectation_of_the_table_in_which_nobody_may_move() -> None:
    state = opened(timeVisualization=2000)
    assert names(play(state, (0, 0, tile(state, 0, 0)))) == ["PlayJudged", "Laid"]
    assert RULES.expects(state) == (Expectation(None, "timeVisualization", 2000, turn=1),)
    for seat in (0, 1):
        with pytest.raises(NotYourTurn):
            RULES.play(state, seat, laying(state, (1, 0, tile(state, 0, 1))), chance())
        assert not list(RULES.legal(state, seat))
    events = RULES.expire(state, RULES.expects(state)[0], chance())
    assert names(events) == ["TurnBegan"]
    assert RULES.expects(state) == (Expectation(1, "turn", 60_000, turn=2),)


def test_turn_time_zero_is_no_limit() -> None:
    assert RULES.expects(opened(turnTime=0))[0].limit_ms is None


# --- swapping ---------------------------------------------------------------------------------------------------------


def test_a_swap_brings_as_many_tiles_and_none_of_those_given_and_costs_the_turn() -> None:
    state = opened()
    given = state.hands[0][:4]
    events = RULES.play(state, 0, swapping(state, *given), chance())
    assert names(events) == ["SwapJudged", "Swapped", "TurnBegan"]
    assert isinstance(events[1], Swapped)
    assert len(events[1].got) == 4
    assert not set(given) & set(state.hands[0])
    assert set(given) <= set(state.bag)
    assert state.current == 1
    assert state.scores == [0, 0]


def test_the_whole_bag_can_be_swapped() -> None:
    state = opened()
    bag = [tile(state, 5, 0), tile(state, 5, 1)]
    arrange(state, state.hands, bag)
    RULES.play(state, 0, swapping(state, *state.hands[0][:2]), chance())
    assert set(bag) <= set(state.hands[0])


@pytest.mark.parametrize("wrong", ["too many", "twice", "another's", "none", "unknown", "misnamed"])
def test_a_wrong_swap_is_punished_like_a_wrong_move(wrong: str) -> None:
    state = opened(wrongMove="POINT_LOSS", wrongMovePenalty=3)
    hand = state.hands[0]
    move = {
        "too many": swapping(state, *hand[:2]),
        "twice": swapping(state, hand[0], hand[0]),
        "another's": swapping(state, state.hands[1][0]),
        "none": SwapTiles(()),
        "unknown": SwapTiles((Stone(999, 0, 0),)),
        "misnamed": SwapTiles((Stone(hand[0], 5, 5),)),
    }[wrong]
    if wrong == "too many":
        state.bag = [107]
    events = RULES.play(state, 0, move, chance())
    assert names(events)[:2] == ["SwapJudged", "PointsLost"]
    assert state.scores == [-3, 0]
    assert state.current == 1


# --- penalties --------------------------------------------------------------------------------------------------------


def test_a_wrong_move_may_cost_points_below_zero_and_the_turn() -> None:
    state = opened(wrongMove="POINT_LOSS", wrongMovePenalty=2, timeVisualization=10)
    assert names(play(state, (5, 5, tile(state, 0, 0)))) == ["PlayJudged", "PointsLost"]
    assert state.scores == [-2, 0]
    assert RULES.expects(state)[0].kind == "timeVisualization"
    assert RULES.expire(state, RULES.expects(state)[0], chance())[-1] == TurnBegan(1)


def test_a_wrong_move_may_exclude_the_player_whose_tiles_go_back_to_the_bag() -> None:
    state = opened(3, wrongMove="KICK")
    hand, bag = set(state.hands[0]), len(state.bag)
    events = play(state, (5, 5, tile(state, 0, 0)))
    assert names(events) == ["PlayJudged", "PlayerLeft", "TurnBegan"]
    assert not state.present[0]
    assert hand <= set(state.bag)
    assert len(state.bag) == bag + 6
    assert state.current == 1


def test_excluding_one_of_two_ends_the_match_without_a_bonus() -> None:
    state = opened(wrongMove="KICK")
    events = play(state, (5, 5, tile(state, 0, 0)))
    assert names(events) == ["PlayJudged", "PlayerLeft", "Ended", "Won"]
    assert events[-1] == Won(1, 0, ((1, 0),))
    assert state.outcome is not None
    assert state.outcome.reason == "alone"


@pytest.mark.parametrize(
    ("slow", "expected"), [("POINT_LOSS", ["PointsLost", "TurnBegan"]), ("KICK", ["PlayerLeft", "TurnBegan"])]
)
def test_running_out_of_time_is_punished_as_configured(slow: str, expected: list[str]) -> None:
    state = opened(3, slowMove=slow, slowMovePenalty=3)
    assert names(RULES.expire(state, RULES.expects(state)[0], chance())) == expected
    assert state.scores[0] == (-3 if slow == "POINT_LOSS" else 0)
    assert state.current == 1


def test_a_time_that_was_dealt_with_cannot_run_out_again() -> None:
    state = opened()
    old = RULES.expects(state)[0]
    play(state, (0, 0, tile(state, 0, 0)))
    with pytest.raises(StaleVersion):
        RULES.expire(state, old, chance())


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_the_turn_passes_on_at_once_when_the_current_player_leaves() -> None:
    state = opened(3, timeVisualization=5000)
    assert names(RULES.withdraw(state, 0, chance())) == ["PlayerLeft", "TurnBegan"]
    assert state.current == 1


def test_another_players_leaving_does_not_touch_the_turn() -> None:
    state = opened(3)
    expected = RULES.expects(state)
    assert names(RULES.withdraw(state, 2, chance())) == ["PlayerLeft"]
    assert RULES.expects(state) == expected
    play(state, (0, 0, tile(state, 0, 0)))
    play(state, (1, 0, tile(state, 1, 0)))
    assert state.current == 0


def test_one_who_left_is_out_of_the_scoring() -> None:
    state = opened(3)
    play(state, *[(x, 0, tile(state, 0, x)) for x in range(6)])
    assert state.scores[0] == 12
    RULES.withdraw(state, 0, chance())
    events = RULES.withdraw(state, 2, chance())
    assert events[-1] == Won(1, 0, ((1, 0),))
    assert state.outcome is not None
    assert state.outcome.scores == (0, 0, 0)


def test_leaving_twice_or_after_the_end_does_nothing() -> None:
    state = opened(3)
    RULES.withdraw(state, 0, chance())
    assert RULES.withdraw(state, 0, chance()) == []
    RULES.withdraw(state, 1, chance())
    assert RULES.withdraw(state, 2, chance()) == []


# --- halting ----------------------------------------------------------------------------------------------------------


def test_while_paused_moves_are_refused_and_the_same_expectation_waits() -> None:
    state = opened()
    expected = RULES.expects(state)
    assert names(RULES.control(state, "pause", chance())) == ["Paused"]
    assert RULES.paused(state)
    assert RULES.expects(state) == expected
    assert not list(RULES.legal(state, 0))
    with pytest.raises(IllegalMove, match="paused"):
        RULES.play(state, 0, laying(state, (0, 0, tile(state, 0, 0))), chance())
    with pytest.raises(IllegalMove):
        RULES.control(state, "pause", chance())
    assert names(RULES.control(state, "resume", chance())) == ["Resumed"]
    assert names(play(state, (0, 0, tile(state, 0, 0))))[0] == "PlayJudged"


def test_resuming_what_runs_and_stepping_are_refused() -> None:
    state = opened()
    for order in ("resume", "step"):
        with pytest.raises(IllegalMove):
            RULES.control(state, order, chance())


def test_aborting_names_the_leader_and_nobody_is_expected_after() -> None:
    state = opened()
    play(state, (0, 0, tile(state, 0, 0)))
    events = RULES.control(state, "abort", chance())
    assert names(events) == ["Ended", "Won"]
    assert events[-1] == Won(0, 1, ((0, 1), (1, 0)))
    assert RULES.expects(state) == ()
    with pytest.raises(MatchOver):
        RULES.control(state, "abort", chance())
    with pytest.raises(MatchOver):
        RULES.play(state, 0, swapping(state, 0), chance())


# --- the end ----------------------------------------------------------------------------------------------------------


def ending(bag: int = 0, **given: Any) -> tuple[State, list[Event]]:
    """The first player lays the last tile while the bag holds some tiles."""
    state = match(**given)
    arrange(state, [[tile(state, 0, 0)], [tile(state, 1, 0)]], range(100, 100 + bag))
    return state, play(state, (0, 0, tile(state, 0, 0)))


def test_an_empty_hand_and_an_empty_bag_end_the_match_with_six_points_more() -> None:
    state, events = ending()
    assert names(events) == ["PlayJudged", "Laid", "Ended", "Won"]
    assert state.scores == [1 + 6, 0]


def test_the_end_comes_after_the_pause() -> None:
    state, events = ending(timeVisualization=1000)
    assert names(events) == ["PlayJudged", "Laid"]
    assert names(RULES.expire(state, RULES.expects(state)[0], chance())) == ["Ended", "Won"]


def test_an_empty_hand_alone_does_not_end_the_match() -> None:
    state, events = ending(8)
    assert names(events)[-2:] == ["Refilled", "TurnBegan"]
    assert len(state.bag) == 3


def test_a_refill_that_empties_the_bag_ends_the_match_when_a_hand_is_empty() -> None:
    state, events = ending(5)
    assert names(events)[-3:] == ["Refilled", "Ended", "Won"]
    assert state.scores == [7, 0]


def test_the_first_in_turn_order_wins_a_tie() -> None:
    state = opened(3)
    state.scores = [4, 9, 9]
    assert RULES.control(state, "abort", chance())[-1] == Won(1, 9, ((0, 4), (1, 9), (2, 9)))


def closed() -> State:
    """Two colours and two shapes: a full square takes no further tile."""
    state = match(colorShapeCount=2, tileCount=3, maxHandTiles=2)
    for x, y, kind in ((0, 0, (0, 0)), (1, 0, (0, 1)), (0, 1, (1, 0))):
        state.board.put((x << 15) + y, tile(state, *kind), kind[0] * 2 + kind[1])
    last = tile(state, 1, 1)
    arrange(state, [[last, tile(state, 0, 0, 1)], [tile(state, 1, 0, 1), tile(state, 1, 0, 2)]])
    return state


def test_a_board_that_takes_no_tile_ends_the_match_although_the_bag_is_not_empty() -> None:
    state = closed()
    events = play(state, (1, 1, tile(state, 1, 1)))
    assert names(events) == ["PlayJudged", "Laid", "Ended", "Won"]
    assert state.scores == [8, 0]
    assert state.bag
    assert state.outcome is not None
    assert state.outcome.reason == "stalemate"


def stuck(bag: list[int]) -> State:
    """The second player's only tile fits nowhere; the first one's does."""
    state = match()
    state.board.put(0, tile(state, 0, 0), 0)
    hands = [[tile(state, 0, 1), tile(state, 0, 2)], [tile(state, 5, 5)]]
    arrange(state, hands, bag)
    return state


def test_one_who_can_neither_lay_nor_swap_is_passed_over_silently() -> None:
    state = stuck([])
    assert names(play(state, (1, 0, tile(state, 0, 1)))) == ["PlayJudged", "Laid", "Skipped", "TurnBegan"]
    assert state.current == 0


def test_nobody_is_passed_over_while_the_bag_has_tiles() -> None:
    state = stuck([])
    state.setup = RULES.start(options(maxHandTiles=1), people(2), chance())[0].setup
    state.bag = [tile(state, 5, 4)]
    play(state, (1, 0, tile(state, 0, 1)))
    assert state.current == 1


def test_nobody_being_able_to_lay_with_an_empty_bag_ends_the_match_without_a_bonus() -> None:
    state = match()
    state.board.put(0, tile(state, 0, 0), 0)
    arrange(state, [[tile(state, 0, 1), tile(state, 4, 4)], [tile(state, 5, 5)]], [])
    assert names(play(state, (1, 0, tile(state, 0, 1)))) == ["PlayJudged", "Laid", "Ended", "Won"]
    assert state.scores == [2, 0]


def test_moves_survive_the_log_and_nonsense_does_not() -> None:
    state = opened()
    for move in (laying(state, (0, 0, 1), (1, 0, 2)), swapping(state, 5)):
        assert RULES.load_move(RULES.dump_move(move)) == move
    nonsenses: list[Any] = [None, [], {"play": [[1, 2]]}, {"play": [[1, 2, 3, 4, "5"]]}, {"swap": 3}, {"pass": []}]
    for nonsense in nonsenses:
        with pytest.raises(GameError):
            RULES.load_move(nonsense)
