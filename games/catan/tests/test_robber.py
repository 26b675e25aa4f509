"""Checklist 4.2: the turn, sevens, discards, the robber."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules.events import STATUS, Gained, Paid, RobberMoved
from games.catan.rules.geometry import ISLANDS
from games.catan.rules.legal import discards, legal_moves, robber_moves
from games.catan.rules.moves import BUY_CARD, END_TURN, ROLL, Discard, MoveRobber, PlayKnight, TradeWithBank, unit
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State
from games.catan.tests.positions import check_invariants, deal, dice, field, give, in_turn, play, village

SEVEN = dice(3, 4)


def _robber_turn() -> State:
    """Return a state in which seat 0 moves the robber; seats 1 and 2 have villages at field (1, 1)."""
    state = in_turn(phase=Phase.ROBBER)
    corners = state.setting.board.island.field_vertices[field(1, 1)]
    village(state, 1, corners[0])
    village(state, 2, corners[2])
    return state


def test_11_one_roll_a_turn_nothing_but_a_card_before_it_and_no_end_without_it() -> None:
    state = in_turn(phase=Phase.ROLL)
    give(state, 0, Wolle=5, Getreide=1, Erz=1)
    for move in (END_TURN, BUY_CARD, TradeWithBank(unit(2, 4), unit(0))):
        with pytest.raises(IllegalMove):
            play(state, 0, move)
    play(state, 0, ROLL, *dice(1, 1))
    with pytest.raises(IllegalMove):
        play(state, 0, ROLL)
    play(state, 0, END_TURN)
    assert (state.current, state.phase) == (1, Phase.ROLL)
    with pytest.raises(NotYourTurn):
        play(state, 0, ROLL)


@pytest.mark.parametrize(("cards", "owed"), [(7, 0), (8, 4), (9, 4), (15, 7), (16, 8)])
def test_12_more_than_seven_cards_cost_half_rounded_down_once(cards: int, owed: int) -> None:
    state = in_turn(phase=Phase.ROLL)
    give(state, 0, Holz=cards)
    give(state, 1, Erz=8)
    play(state, 0, ROLL, *SEVEN)
    assert state.owed == [owed, 4, 0, 0]
    play(state, 1, Discard(unit(4, 4)))
    if owed:
        play(state, 0, Discard(unit(0, owed)))
    assert state.phase is Phase.ROBBER
    assert state.owed == [0, 0, 0, 0]
    assert sum(state.hands[0]) == cards - owed


@pytest.mark.parametrize("cards", [(3, 0, 0, 0, 0), (5, 0, 0, 0, 0), (3, 2, 0, 0, -1), (0, 0, 0, 0, 4)])
def test_13_a_discard_is_exact_owned_and_not_negative(cards: tuple[int, ...]) -> None:
    state = in_turn(phase=Phase.ROLL)
    give(state, 1, Holz=6, Lehm=2)
    play(state, 0, ROLL, *SEVEN)
    with pytest.raises(IllegalMove):
        play(state, 1, Discard(cards))
    assert state.hands[1] == [6, 2, 0, 0, 0]


def test_13_development_cards_do_not_count() -> None:
    state = in_turn(phase=Phase.ROLL)
    give(state, 1, Holz=7)
    deal(state, 1, Ritter=5)
    play(state, 0, ROLL, *SEVEN)
    assert state.phase is Phase.ROBBER


def test_14_all_discard_in_any_order_before_the_robber_moves() -> None:
    state = in_turn(phase=Phase.ROLL)
    for seat in (0, 1, 3):
        give(state, seat, Wolle=3, Erz=5)
    events = play(state, 0, ROLL, *SEVEN)
    assert events[1:] == [STATUS[2], STATUS[0], STATUS[1], STATUS[3]]
    assert [expected.seat for expected in RULES.expects(state)] == [0, 1, 3]
    with pytest.raises(IllegalMove):
        play(state, 0, robber_moves(state, 0)[0])
    with pytest.raises(IllegalMove):
        play(state, 2, Discard(unit(2, 0)))
    assert play(state, 3, Discard(unit(4, 4))) == [Paid(3, unit(4, 4), "discard", (3,)), STATUS[3]]
    play(state, 0, Discard(unit(4, 4)))
    assert state.owed == [0, 4, 0, 0]
    with pytest.raises(IllegalMove):
        play(state, 0, Discard(unit(4, 1)))
    assert play(state, 1, Discard(unit(4, 4)))[1:] == [STATUS[1], STATUS[0]]
    assert state.phase is Phase.ROBBER
    check_invariants(state)


def test_13_every_way_to_discard_is_listed_once() -> None:
    hand = [2, 1, 0, 3, 2]
    possible = itertools.product(*(range(have + 1) for have in hand))
    assert sorted(discards(hand, 4)) == sorted(way for way in possible if sum(way) == 4)


def test_15_the_robber_changes_field_and_stays_on_land() -> None:
    state = _robber_turn()
    start = state.robber
    with pytest.raises(IllegalMove, match="change"):
        play(state, 0, MoveRobber(start))
    for wrong in (field(3, 0), field(0, 3), ISLANDS[1].fields[0]):
        with pytest.raises(IllegalMove, match="land"):
            play(state, 0, MoveRobber(wrong))
    play(state, 0, MoveRobber(field(0, -1)))
    state.phase = Phase.ROBBER
    play(state, 0, MoveRobber(start))
    assert state.robber == start


def test_16_a_knight_may_come_before_the_roll_which_still_follows() -> None:
    state = in_turn(phase=Phase.ROLL)
    deal(state, 0, Ritter=1)
    play(state, 0, PlayKnight(field(0, -1)))
    assert (state.phase, state.robber) == (Phase.ROLL, field(0, -1))
    with pytest.raises(IllegalMove):
        play(state, 0, END_TURN)
    play(state, 0, ROLL, *dice(1, 1))
    assert state.phase is Phase.ACT


def test_17_the_victim_has_a_building_at_the_new_field_and_is_named() -> None:
    state = _robber_turn()
    give(state, 2, Erz=1)
    village(state, 3, state.setting.board.island.field_vertices[field(-1, -1)][4])
    for victim in (None, 1, 4, 99):
        with pytest.raises(IllegalMove):
            play(state, 0, MoveRobber(field(1, 1), victim))
    with pytest.raises(IllegalMove):
        play(state, 0, MoveRobber(field(0, 1) if state.robber != field(0, 1) else field(-1, 1), 4))
    listed = [move.victim for move in robber_moves(state, 0) if move.field == field(1, 1)]
    assert listed == [2, 3]
    events = play(state, 0, MoveRobber(field(1, 1), 3), 0)
    assert events == [
        RobberMoved(0, field(1, 1), 2),
        Paid(2, unit(4), "steal", (0, 2)),
        Gained(0, unit(4), "steal", (0, 2)),
        STATUS[0],
    ]


def test_18_a_victim_without_cards_loses_nothing() -> None:
    state = _robber_turn()
    assert play(state, 0, MoveRobber(field(1, 1), 2)) == [RobberMoved(0, field(1, 1), 1), STATUS[0]]
    assert state.phase is Phase.ACT


def test_19_each_card_is_equally_likely_to_be_stolen() -> None:
    stolen: Counter[int] = Counter()
    for outcome in range(6):
        state = _robber_turn()
        give(state, 1, Holz=1, Erz=5)
        play(state, 0, MoveRobber(field(1, 1), 2), outcome)
        stolen[state.hands[0].index(1)] += 1
        check_invariants(state)
    assert stolen == {0: 1, 4: 5}


def test_20_a_knight_never_asks_for_discards() -> None:
    state = in_turn()
    deal(state, 0, Ritter=1)
    give(state, 1, Holz=12)
    play(state, 0, PlayKnight(field(0, -1)))
    assert not any(state.owed)
    assert state.phase is Phase.ACT


def test_only_seats_that_owe_cards_have_moves_while_others_discard() -> None:
    state = in_turn(phase=Phase.ROLL)
    give(state, 2, Holz=8)
    play(state, 0, ROLL, *SEVEN)
    assert [len(legal_moves(state, seat)) for seat in range(4)] == [0, 0, 1, 0]
