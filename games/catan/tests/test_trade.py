"""Checklist 4.3: trade with the bank and with others; the special building phase."""

from __future__ import annotations

import pytest

from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules.events import STATUS, Answered, Gained, MatchEnded, OfferCancelled, Offered, Paid, Traded
from games.catan.rules.legal import legal_moves
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    ROLL,
    AnswerOffer,
    BuildVillage,
    CancelOffer,
    CloseTrade,
    OfferTrade,
    PlayMonopoly,
    TradeWithBank,
    unit,
)
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State
from games.catan.rules.status import status
from games.catan.rules.trade import MOST_OFFERS
from games.catan.tests.positions import check_invariants, coast, deal, give, in_turn, play, roads, town, village

SHEEP_FOR_ORE = OfferTrade(unit(2), unit(4))


def _harbour(state: State, kind: int) -> tuple[int, int]:
    """Return both crossings of a harbour of that kind."""
    one, two = (vertex for vertex, found in list(state.setting.board.harbour_at.items()) if found == kind)
    return one, two


def test_39_four_to_one_without_a_harbour() -> None:
    state = in_turn()
    give(state, 0, Holz=5)
    with pytest.raises(IllegalMove):
        play(state, 0, TradeWithBank(unit(0, 3), unit(4)))
    with pytest.raises(IllegalMove):
        play(state, 0, TradeWithBank(unit(0, 5), unit(4)))
    with pytest.raises(IllegalMove):
        play(state, 0, TradeWithBank(unit(0, 4), unit(4, 2)))
    events = play(state, 0, TradeWithBank(unit(0, 4), unit(4)))
    assert events == [Paid(0, unit(0, 4), "bank"), Gained(0, unit(4), "bank"), STATUS[0]]
    check_invariants(state)


@pytest.mark.parametrize("end", [0, 1])
def test_39_a_special_harbour_serves_both_crossings_at_once(end: int) -> None:
    state = in_turn()
    vertex = _harbour(state, 0)[end]
    roads(state, 0, state.setting.board.island.vertex_edges[vertex][0])
    give(state, 0, Holz=5, Lehm=1, Wolle=1, Getreide=1)
    play(state, 0, BuildVillage(vertex))
    play(state, 0, TradeWithBank(unit(0, 4), (0, 0, 1, 0, 1)))
    assert state.hands[0] == [0, 0, 1, 0, 1]
    assert state.rates[0] == [2, 4, 4, 4, 4]
    check_invariants(state)


def test_39_a_generic_harbour_trades_all_at_three_to_one_and_mixtures_must_fit() -> None:
    state = in_turn()
    vertex = next(vertex for vertex, kind in state.setting.board.harbour_at.items() if kind == 5)
    village(state, 0, vertex)
    give(state, 0, Holz=3, Lehm=6, Wolle=2)
    with pytest.raises(IllegalMove):
        play(state, 0, TradeWithBank((2, 4, 0, 0, 0), (0, 0, 0, 1, 1)))
    play(state, 0, TradeWithBank((3, 6, 0, 0, 0), (0, 0, 0, 1, 2)))
    assert state.hands[0] == [0, 0, 2, 1, 2]


def test_39_never_for_the_same_kind_nor_what_the_bank_or_the_hand_has_not() -> None:
    state = in_turn()
    give(state, 0, Holz=8)
    give(state, 1, Erz=19)
    for move in (
        TradeWithBank(unit(0, 4), unit(0)),
        TradeWithBank(unit(0, 8), (1, 1, 0, 0, 0)),
        TradeWithBank(unit(0, 4), unit(4)),
        TradeWithBank(unit(1, 4), unit(2)),
        TradeWithBank(unit(0, 0), unit(2)),
        TradeWithBank(unit(0, 4), unit(2, 0)),
        TradeWithBank((8, -4, 0, 0, 0), unit(2)),
    ):
        with pytest.raises(IllegalMove):
            play(state, 0, move)
    assert state.hands[0] == [8, 0, 0, 0, 0]
    assert not any(isinstance(move, TradeWithBank) and move.take[4] for move in legal_moves(state, 0))


def test_40_only_the_active_player_offers_and_closes() -> None:
    state = in_turn()
    for seat in range(4):
        give(state, seat, Wolle=2, Erz=2)
    with pytest.raises(NotYourTurn):
        play(state, 1, SHEEP_FOR_ORE)
    assert play(state, 0, SHEEP_FOR_ORE) == [Offered(0, 1, unit(2), unit(4))]
    assert play(state, 1, AnswerOffer(1)) == [Answered(1, 1, True)]
    with pytest.raises(NotYourTurn):
        play(state, 2, CloseTrade(1, 2))
    events = play(state, 0, CloseTrade(1, 2))
    assert events == [
        Traded(0, 1, 1),
        Paid(0, unit(2), "trade"),
        Gained(0, unit(4), "trade"),
        Paid(1, unit(4), "trade"),
        Gained(1, unit(2), "trade"),
        STATUS[0],
    ]
    assert state.hands[:2] == [[0, 0, 1, 0, 3], [0, 0, 3, 0, 1]]


@pytest.mark.parametrize(
    ("give_cards", "take_cards"),
    [
        (unit(2), unit(4, 0)),
        (unit(2, 0), unit(4)),
        (unit(2), unit(2)),
        (unit(2), (0, 0, 1, 0, 1)),
        ((0, 0, 1, -1, 0), unit(4)),
        (unit(2), (0, 0, 0, -1, 2)),
        (unit(2, 3), unit(4)),
    ],
)
def test_40_no_gifts_no_kind_on_both_sides_no_negative_numbers(
    give_cards: tuple[int, ...], take_cards: tuple[int, ...]
) -> None:
    state = in_turn()
    give(state, 0, Wolle=2)
    with pytest.raises(IllegalMove):
        play(state, 0, OfferTrade(give_cards, take_cards))
    assert not state.offers


def test_41_ownership_is_checked_at_offer_acceptance_and_closing() -> None:
    state = in_turn()
    with pytest.raises(IllegalMove):
        play(state, 0, SHEEP_FOR_ORE)
    give(state, 0, Wolle=3)
    play(state, 0, SHEEP_FOR_ORE)
    play(state, 0, SHEEP_FOR_ORE)
    with pytest.raises(IllegalMove):
        play(state, 1, AnswerOffer(1))
    give(state, 1, Erz=1)
    play(state, 1, AnswerOffer(1))
    play(state, 1, AnswerOffer(2))
    play(state, 0, CloseTrade(1, 2))
    with pytest.raises(IllegalMove):
        play(state, 0, CloseTrade(2, 2))
    assert CloseTrade(2, 2) not in legal_moves(state, 0)
    give(state, 1, Erz=1)
    state.hands[0][2] = 0
    with pytest.raises(IllegalMove):
        play(state, 0, CloseTrade(2, 2))


def test_41_only_one_who_accepted_and_did_not_withdraw_can_be_chosen() -> None:
    state = in_turn()
    for seat in range(4):
        give(state, seat, Wolle=2, Erz=2)
    play(state, 0, SHEEP_FOR_ORE)
    play(state, 1, AnswerOffer(1))
    play(state, 2, AnswerOffer(1, False))
    assert play(state, 1, CancelOffer(1)) == [OfferCancelled(1, 1)]
    for partner in (1, 2, 3, 4, 77):
        with pytest.raises(IllegalMove):
            play(state, 0, CloseTrade(1, partner))
    play(state, 1, AnswerOffer(1))
    with pytest.raises(IllegalMove):
        play(state, 1, AnswerOffer(1))
    play(state, 0, CloseTrade(1, 2))


def test_42_offers_die_with_the_turn_and_when_closed_and_ids_are_never_reused() -> None:
    state = in_turn()
    give(state, 0, Wolle=3)
    give(state, 1, Wolle=3)
    give(state, 2, Erz=3)
    play(state, 0, SHEEP_FOR_ORE)
    play(state, 2, AnswerOffer(1))
    play(state, 0, CloseTrade(1, 3))
    with pytest.raises(IllegalMove):
        play(state, 0, CloseTrade(1, 3))
    play(state, 0, SHEEP_FOR_ORE)
    assert play(state, 0, END_TURN) == [OfferCancelled(0, 2), STATUS[0], STATUS[1]]
    with pytest.raises(IllegalMove):
        play(state, 2, AnswerOffer(2))
    state.phase = Phase.ACT
    assert play(state, 1, SHEEP_FOR_ORE) == [Offered(1, 3, unit(2), unit(4))]
    assert play(state, 1, CancelOffer(3)) == [OfferCancelled(1, 3)]
    with pytest.raises(IllegalMove):
        play(state, 2, AnswerOffer(3))


def test_43_passive_players_trade_neither_with_each_other_nor_with_the_bank() -> None:
    state = in_turn()
    for seat in range(4):
        give(state, seat, Wolle=4, Erz=2)
    with pytest.raises(NotYourTurn):
        play(state, 1, TradeWithBank(unit(2, 4), unit(0)))
    play(state, 0, SHEEP_FOR_ORE)
    play(state, 1, AnswerOffer(1))
    with pytest.raises(IllegalMove):
        play(state, 2, CloseTrade(1, 2))
    with pytest.raises(IllegalMove):
        play(state, 0, AnswerOffer(1))


def test_an_offer_asks_everybody_whatever_he_holds() -> None:
    state = in_turn()
    give(state, 0, Wolle=1)
    give(state, 3, Erz=1)
    play(state, 0, SHEEP_FOR_ORE)
    assert [(e.seat, e.kind) for e in RULES.expects(state)] == [
        (0, "turn"),
        (1, "answer"),
        (2, "answer"),
        (3, "answer"),
    ]
    assert legal_moves(state, 1) == [AnswerOffer(1, False)]
    assert legal_moves(state, 3) == [AnswerOffer(1, False), AnswerOffer(1, True)]
    assert play(state, 1, CancelOffer(1)) == [Answered(1, 1, False)]
    assert legal_moves(state, 1) == []


def test_nobody_floods_a_table_with_offers() -> None:
    state = in_turn()
    give(state, 0, Wolle=1)
    for _ in range(MOST_OFFERS):
        play(state, 0, SHEEP_FOR_ORE)
    with pytest.raises(IllegalMove):
        play(state, 0, SHEEP_FOR_ORE)


def test_a_table_may_do_without_trade_between_players() -> None:
    state = in_turn(trade=False)
    give(state, 0, Wolle=1)
    with pytest.raises(IllegalMove):
        play(state, 0, SHEEP_FOR_ORE)
    assert legal_moves(state, 0) == [END_TURN]


def test_44_after_a_turn_of_five_or_six_the_others_build_clockwise_and_do_nothing_else() -> None:
    state = in_turn(5, points=3)
    vertices, _ = coast(state.setting.board.island)
    town(state, 2, vertices[0])
    give(state, 2, Wolle=6, Getreide=1, Erz=1)
    deal(state, 2, Monopol=1)
    assert play(state, 0, END_TURN) == [STATUS[0], STATUS[1]]
    assert [status(state, seat) for seat in range(5)] == ["Warten", "Bauen", "Warten", "Warten", "Warten"]
    with pytest.raises(NotYourTurn):
        play(state, 2, BUY_CARD)
    assert play(state, 1, END_TURN) == [STATUS[1], STATUS[2]]
    for move in (TradeWithBank(unit(2, 4), unit(0)), PlayMonopoly(0), SHEEP_FOR_ORE, ROLL):
        with pytest.raises(IllegalMove):
            play(state, 2, move)
    play(state, 2, BUY_CARD, 32)
    assert state.total(2) == 3
    assert RULES.outcome(state) is None
    for seat in (2, 3):
        play(state, seat, END_TURN)
    with pytest.raises(IllegalMove):
        play(state, 1, ROLL)
    assert play(state, 4, END_TURN) == [STATUS[4], STATUS[1]]
    assert (state.current, state.phase) == (1, Phase.ROLL)
    state.phase = Phase.ACT
    play(state, 1, END_TURN)
    for seat in (2, 3, 4):
        play(state, seat, END_TURN)
    assert play(state, 0, END_TURN)[-1] == MatchEnded(2, "points")


def test_44_four_players_have_no_special_building_phase() -> None:
    state = in_turn(4)
    play(state, 0, END_TURN)
    assert (state.current, state.phase) == (1, Phase.ROLL)
