"""The bots: legal moves in every phase, sensible answers, and the order of their strengths."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from gamekit.bots import Bot
from gamekit.chance import Chance
from games.catan import GAME
from games.catan.bots.beginner import BeginnerPlayer
from games.catan.bots.random_player import RandomPlayer
from games.catan.bots.search import best_move
from games.catan.bots.strong import StrongPlayer
from games.catan.bots.valuation import Valuation
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    ROLL,
    AnswerOffer,
    BuildTown,
    CloseTrade,
    Discard,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    TradeWithBank,
    unit,
)
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State
from games.catan.tests.positions import coast, deal, field, give, in_turn, new_match, play, town, village


def finish(state: State, bots: Sequence[Bot], seed: int) -> None:
    """Play to the end: answers to offers first, then whoever is to act."""
    rng, chance = random.Random(seed), Chance.seeded(seed)
    while state.outcome is None:
        for expected in sorted(RULES.expects(state), key=lambda one: one.kind != "answer"):
            assert expected.seat is not None
            shown = RULES.redeal(state, expected.seat, chance)
            move = bots[expected.seat].choose(shown, expected.seat, rng)
            if move is not None:
                RULES.play(state, expected.seat, move, chance)
                break
        else:
            raise AssertionError("everybody waits for everybody")


def test_bots_are_listed_weakest_first() -> None:
    assert [kind.name for kind in GAME.bots] == ["random", "beginner", "strong"]
    assert [type(kind.make()) for kind in GAME.bots] == [RandomPlayer, BeginnerPlayer, StrongPlayer]


@pytest.mark.parametrize("count", [3, 4, 6])
def test_all_strengths_finish_a_game_together(count: int) -> None:
    state = new_match(count, count, map="random")
    bots = [kind.make() for kind in GAME.bots] * 2
    finish(state, bots[:count], count)
    assert state.outcome is not None
    assert state.outcome.reason == "points"


def test_two_beginners_beat_two_random_players() -> None:
    won = 0
    for seed in range(6):
        state = new_match(4, seed, map="random")
        finish(state, [RandomPlayer(), BeginnerPlayer(), RandomPlayer(), BeginnerPlayer()], seed)
        assert state.outcome is not None
        won += state.outcome.winners[0] % 2
    assert won == 6


def choose(bot: Bot, state: State, seat: int) -> object:
    """Return what the bot does in exactly this position."""
    return bot.choose(state.clone(), seat, random.Random(1))


def test_planners_build_a_town_when_they_can() -> None:
    state = in_turn()
    vertices, _ = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    give(state, 0, Getreide=2, Erz=3)
    for bot in (BeginnerPlayer(), StrongPlayer()):
        assert choose(bot, state, 0) == BuildTown(vertices[0])


def test_planners_trade_with_the_bank_for_what_is_missing() -> None:
    state = in_turn(trade=False)
    vertices, _ = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    state.rates[0] = [4] * 5
    give(state, 0, Getreide=2, Erz=2, Holz=4)
    for bot in (BeginnerPlayer(), StrongPlayer()):
        assert choose(bot, state, 0) == TradeWithBank(unit(0, 4), unit(4))


def test_planners_play_a_knight_before_the_roll_when_they_are_robbed() -> None:
    state = in_turn(phase=Phase.ROLL)
    state.robber = state.setting.board.yields[6][0][0]
    village(state, 0, state.setting.board.island.field_vertices[state.robber][0])
    assert choose(StrongPlayer(), state, 0) == ROLL
    deal(state, 0, Ritter=1)
    for bot in (BeginnerPlayer(), StrongPlayer()):
        assert isinstance(choose(bot, state, 0), PlayKnight)


def test_planners_do_not_rob_themselves_and_discard_what_they_need_least() -> None:
    state = in_turn(phase=Phase.ROBBER)
    corners = state.setting.board.island.field_vertices[field(1, 1)]
    village(state, 0, corners[0])
    town(state, 1, corners[2])
    for bot in (BeginnerPlayer(), StrongPlayer()):
        move = choose(bot, state, 0)
        assert isinstance(move, MoveRobber)
        assert move.victim == 2
    give(state, 0, Getreide=2, Erz=3, Wolle=5)
    state.phase, state.owed[0] = Phase.DISCARD, 5
    assert choose(StrongPlayer(), state, 0) == Discard(unit(2, 5))


def _offer_position() -> State:
    """Return a state in which seat 0 lacks one ore for a town and has wool to spare."""
    state = in_turn()
    vertices, _ = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    village(state, 1, vertices[6])
    state.rates[0] = [4] * 5
    give(state, 0, Getreide=2, Erz=2, Wolle=2)
    return state


def test_the_strong_bot_offers_waits_and_closes() -> None:
    state, bot = _offer_position(), StrongPlayer()
    assert choose(bot, state, 0) == OfferTrade(unit(2), unit(4))
    play(state, 0, OfferTrade(unit(2), unit(4)))
    assert choose(bot, state, 0) is None
    give(state, 1, Erz=1)
    play(state, 1, AnswerOffer(1))
    assert choose(bot, state, 0) == CloseTrade(1, 2)
    play(state, 0, CloseTrade(1, 2))
    assert isinstance(choose(bot, state, 0), BuildTown)


def test_the_strong_bot_goes_on_when_all_declined() -> None:
    state, bot = _offer_position(), StrongPlayer()
    for number in range(1, 4):
        move = choose(bot, state, 0)
        if not isinstance(move, OfferTrade):
            break
        play(state, 0, move)
        for seat in (1, 2, 3):
            play(state, seat, AnswerOffer(number, False))
    assert number > 1
    assert move in (BUY_CARD, END_TURN)


def test_the_strong_bot_never_waits_when_answers_have_no_time_limit() -> None:
    state = _offer_position()
    patient = in_turn(answerTime=0)
    patient.hands, patient.bank = state.hands, state.bank
    assert choose(StrongPlayer(), patient, 0) is not None


def test_the_strong_bot_accepts_what_helps_it_but_not_from_one_about_to_win() -> None:
    state, bot = _offer_position(), StrongPlayer()
    give(state, 1, Erz=4, Getreide=1)
    play(state, 0, OfferTrade((0, 0, 0, 1, 0), unit(4)))
    assert choose(bot, state, 1) == AnswerOffer(1, True)
    assert choose(bot, state, 2) == AnswerOffer(1, False)
    assert choose(BeginnerPlayer(), state, 1) == AnswerOffer(1, False)
    state.points[0] = 8
    assert choose(bot, state, 1) == AnswerOffer(1, False)


def test_a_winning_sequence_is_found() -> None:
    state = in_turn(points=4)
    vertices, _ = coast(state.setting.board.island)
    town(state, 0, vertices[0])
    village(state, 0, vertices[4])
    state.rates[0] = [4] * 5
    give(state, 0, Getreide=2, Erz=2, Holz=4)
    worth, move = best_move(Valuation(state.setting.board), state, 0)
    assert worth == 1000.0
    assert isinstance(move, TradeWithBank)
