"""Checklist 4.2: development cards, Largest Army, winning."""

from __future__ import annotations

import pytest

from gamekit.errors import IllegalMove, MatchOver
from games.catan.rules.events import (
    STATUS,
    Built,
    CardBought,
    Gained,
    LargestArmyTaken,
    LongestRoadTaken,
    MatchEnded,
    Paid,
)
from games.catan.rules.legal import legal_moves
from games.catan.rules.material import DECK, ROAD
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    ROLL,
    BuildVillage,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoads,
    unit,
)
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase
from games.catan.tests.positions import (
    check_invariants,
    coast,
    deal,
    dice,
    field,
    give,
    in_turn,
    play,
    roads,
    town,
    village,
)

KNIGHT_FIELDS = ((0, -1), (0, 1))


def test_21_one_card_a_turn_and_none_bought_in_it() -> None:
    state = in_turn()
    give(state, 0, Wolle=1, Getreide=1, Erz=1)
    play(state, 0, BUY_CARD, 0)
    assert state.cards[0][0] == 1
    with pytest.raises(IllegalMove, match="bought in this turn"):
        play(state, 0, PlayKnight(field(0, -1)))
    deal(state, 0, Ritter=1, Monopol=1)
    play(state, 0, PlayKnight(field(0, -1)))
    for move in (PlayKnight(field(0, 1)), PlayMonopoly(0)):
        with pytest.raises(IllegalMove, match="one card"):
            play(state, 0, move)
    for _ in range(4):
        play(state, state.current, END_TURN)
        state.phase = Phase.ACT
    play(state, 0, PlayKnight(field(0, 1)))


def test_21_no_card_while_the_robber_waits_nor_one_that_is_not_in_hand() -> None:
    state = in_turn()
    with pytest.raises(IllegalMove, match="not in hand"):
        play(state, 0, PlayMonopoly(0))
    deal(state, 0, Monopol=1)
    state.phase = Phase.ROBBER
    with pytest.raises(IllegalMove, match="now"):
        play(state, 0, PlayMonopoly(0))


def test_22_an_empty_stack_sells_nothing_and_nothing_is_paid() -> None:
    state = in_turn()
    give(state, 0, Wolle=1, Getreide=1, Erz=1)
    state.deck = [0] * 5
    with pytest.raises(IllegalMove, match="empty"):
        play(state, 0, BUY_CARD)
    assert BUY_CARD not in legal_moves(state, 0)
    assert state.hands[0] == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("count", [4, 6])
def test_23_the_deck_is_complete_and_played_cards_never_return(count: int) -> None:
    state = in_turn(count)
    deck = DECK[count > 4]
    assert tuple(state.deck) == deck
    drawn = []
    while any(state.deck):
        give(state, 0, Wolle=1, Getreide=1, Erz=1)
        state.points[0] = -30
        bought = play(state, 0, BUY_CARD, 0)[1]
        assert isinstance(bought, CardBought)
        drawn.append(bought.card)
    assert tuple(drawn.count(kind) for kind in range(5)) == deck
    state.fresh = [0] * 5
    play(state, 0, PlayMonopoly(0))
    assert not any(state.deck)


def test_24_monopoly_takes_all_of_a_kind_and_zero_is_legal() -> None:
    state = in_turn()
    deal(state, 0, Monopol=2)
    give(state, 1, Wolle=3, Erz=1)
    give(state, 3, Wolle=2)
    events = play(state, 0, PlayMonopoly(2))
    assert events[1:] == [
        Paid(1, unit(2, 3), "monopoly"),
        Paid(3, unit(2, 2), "monopoly"),
        Gained(0, unit(2, 5), "monopoly"),
        STATUS[0],
    ]
    check_invariants(state)
    state.card_played = False
    assert play(state, 0, PlayMonopoly(0))[1:] == [STATUS[0]]


def test_25_year_of_plenty_brings_two_cards_equal_or_not_that_the_bank_has() -> None:
    state = in_turn()
    deal(state, 0, Erfindung=2)
    for cards in (unit(0), unit(0, 3), (1, 1, 1, 0, 0), (-1, 3, 0, 0, 0)):
        with pytest.raises(IllegalMove):
            play(state, 0, PlayPlenty(cards))
    give(state, 1, Holz=18)
    with pytest.raises(IllegalMove, match="bank"):
        play(state, 0, PlayPlenty(unit(0, 2)))
    play(state, 0, PlayPlenty((1, 1, 0, 0, 0)))
    state.card_played = False
    play(state, 0, PlayPlenty(unit(4, 2)))
    assert state.hands[0] == [1, 1, 0, 0, 2]
    check_invariants(state)


def test_26_the_second_road_may_start_at_the_first_and_both_are_checked() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    deal(state, 0, Straßenbau=1)
    with pytest.raises(IllegalMove):
        play(state, 0, PlayRoads(edges[1], edges[0]))
    for second in (None, edges[0], edges[3]):
        with pytest.raises(IllegalMove):
            play(state, 0, PlayRoads(edges[0], second))
    assert state.cards[0][1] == 1
    assert not state.roads[0]
    events = play(state, 0, PlayRoads(edges[0], edges[1]))
    assert events[1:] == [Built(0, ROAD, edges[0]), Built(0, ROAD, edges[1]), STATUS[0]]
    check_invariants(state)


def test_26_one_road_when_one_piece_is_left_and_none_with_fifteen() -> None:
    state = in_turn()
    _, edges = coast(state.setting.board.island)
    deal(state, 0, Straßenbau=2)
    roads(state, 0, *edges[:14])
    with pytest.raises(IllegalMove):
        play(state, 0, PlayRoads(edges[14], edges[15]))
    play(state, 0, PlayRoads(edges[14]))
    assert state.roads_left[0] == 0
    state.card_played = False
    with pytest.raises(IllegalMove, match="fifteen"):
        play(state, 0, PlayRoads(edges[15]))
    assert not any(isinstance(move, PlayRoads) for move in legal_moves(state, 0))


def test_26_one_road_when_there_is_place_for_one_only() -> None:
    state = in_turn()
    island = state.setting.board.island
    vertices, edges = coast(island)
    roads(state, 0, edges[0])
    ends = island.edge_ends[edges[0]]
    rivals = [e for v in ends for e in island.vertex_edges[v] if e != edges[0]]
    free = edges[1]
    beyond = sum(island.edge_ends[free]) - vertices[1]
    roads(state, 1, *(e for e in rivals if e != free))
    roads(state, 1, *(e for e in island.vertex_edges[beyond] if e != free))
    deal(state, 0, Straßenbau=1)
    assert [move for move in legal_moves(state, 0) if isinstance(move, PlayRoads)] == [PlayRoads(free)]
    play(state, 0, PlayRoads(free))


def test_27_largest_army_needs_three_and_strictly_more() -> None:
    state = in_turn()
    for seat in (0, 1):
        deal(state, seat, Ritter=4)
    taken = []
    for number, seat in enumerate((0, 0, 0, 1, 1, 1, 1)):
        state.current, state.card_played = seat, False
        events = play(state, seat, PlayKnight(field(*KNIGHT_FIELDS[number % 2])))
        taken.append([event for event in events if isinstance(event, LargestArmyTaken)])
    assert taken == [[], [], [LargestArmyTaken(0)], [], [], [], [LargestArmyTaken(1)]]
    assert state.points == [0, 2, 0, 0]
    assert state.army_holder == 1


def test_28_longest_road_and_victory_are_checked_after_the_whole_card() -> None:
    state = in_turn(points=3)
    vertices, edges = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    roads(state, 0, *edges[:3])
    deal(state, 0, Straßenbau=1)
    events = play(state, 0, PlayRoads(edges[3], edges[4]))
    assert events[1:] == [
        Built(0, ROAD, edges[3]),
        Built(0, ROAD, edges[4]),
        LongestRoadTaken(0),
        STATUS[0],
        MatchEnded(0, "points"),
    ]


def test_29_points_won_in_anothers_turn_count_at_the_beginning_of_the_next_own_turn() -> None:
    state = in_turn(points=3)
    vertices, _ = coast(state.setting.board.island)
    town(state, 1, vertices[20])
    deal(state, 1, Siegpunkt=1)
    assert state.total(1) == 3
    assert RULES.outcome(state) is None
    events = play(state, 0, END_TURN)
    assert events == [STATUS[0], STATUS[1], MatchEnded(1, "points")]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (0, 3, 0, 0))
    with pytest.raises(MatchOver):
        play(state, 1, ROLL)


def test_29_a_road_cut_by_another_does_not_win_in_his_turn() -> None:
    state = in_turn(points=4)
    vertices, edges = coast(state.setting.board.island)
    town(state, 2, vertices[15])
    roads(state, 2, *edges[15:20])
    roads(state, 1, *edges[1:8])
    assert (state.road_holder, state.lengths) == (1, [0, 7, 5, 0])
    spur = next(e for e in state.setting.board.island.vertex_edges[vertices[4]] if e not in edges)
    roads(state, 0, spur)
    give(state, 0, Holz=1, Lehm=1, Wolle=1, Getreide=1)
    events = play(state, 0, BuildVillage(vertices[4]))
    assert LongestRoadTaken(2) in events
    assert state.total(2) == 4
    assert RULES.outcome(state) is None
    play(state, 0, END_TURN)
    play(state, 1, ROLL, *dice(1, 1))
    assert play(state, 1, END_TURN)[-1] == MatchEnded(2, "points")


def test_30_a_victory_point_drawn_in_this_turn_wins_at_once() -> None:
    state = in_turn(points=3)
    vertices, _ = coast(state.setting.board.island)
    town(state, 0, vertices[0])
    give(state, 0, Wolle=1, Getreide=1, Erz=1)
    assert play(state, 0, BUY_CARD, 24)[1:] == [CardBought(0, 4), STATUS[0], MatchEnded(0, "points")]
