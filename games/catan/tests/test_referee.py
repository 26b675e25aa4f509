"""Random games, time that runs out, seats that are given up, pauses, stored states."""

from __future__ import annotations

import random

import pytest

from gamekit import testing
from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MalformedMessage, MatchOver
from games.catan import GAME
from games.catan.bots.random_player import RandomPlayer
from games.catan.rules.autoplay import default_move
from games.catan.rules.events import STATUS, MatchEnded, MatchStarted, StatusChanged
from games.catan.rules.legal import legal_moves
from games.catan.rules.moves import END_TURN, ROLL, AnswerOffer, OfferTrade, dump_move, load_move, unit
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State
from games.catan.rules.status import status
from games.catan.tests.positions import check_invariants, coast, give, in_turn, new_match, play, town


def _play_at_random(state: State, seed: int) -> int:
    rng, chance, bot, steps = random.Random(seed), Chance.seeded(seed), RandomPlayer(), 0
    while state.outcome is None:
        seat = rng.choice(RULES.expects(state)).seat
        assert seat is not None
        RULES.play(state, seat, bot.choose(state, seat, rng), chance)
        check_invariants(state)
        steps += 1
    return steps


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_random_games_end_and_keep_the_laws_of_the_material(count: int) -> None:
    for seed in range(8):
        state = new_match(count, seed, map="random")
        _play_at_random(state, seed)
        assert state.outcome is not None
        winner = state.outcome.winners[0]
        assert state.outcome.reason == "points"
        assert state.outcome.scores[winner] >= 10
        assert winner == state.current


def test_the_opening_tells_the_map_the_throws_and_the_waiting_first() -> None:
    state, events = RULES.start(GAME.read_options({}, 3), testing.players(GAME, 3), Chance.seeded(5))
    assert events[0] == MatchStarted()
    told = [event.seat for event in events if isinstance(event, StatusChanged)]
    assert told == [seat for seat in range(3) if seat != state.current] + [state.current]
    assert status(state, state.current) == "Dorf bauen"


@pytest.mark.parametrize("count", [3, 6])
def test_a_match_in_which_nobody_answers_is_played_to_its_end(count: int) -> None:
    state, chance = new_match(count, 3), Chance.seeded(3)
    for _ in range(8000):
        expected = RULES.expects(state)
        if not expected:
            break
        RULES.expire(state, expected[0], chance)
        check_invariants(state)
    assert state.outcome is not None


def test_an_expired_turn_is_played_to_its_end_and_statuses_come_last() -> None:
    state = in_turn(phase=Phase.ROLL)
    (expectation,) = RULES.expects(state)
    assert (expectation.seat, expectation.kind, expectation.limit_ms) == (0, "turn", 120_000)
    events = RULES.expire(state, expectation, Chance.seeded(1))
    assert state.current == 1
    assert [isinstance(event, StatusChanged) for event in events] == [False] * (len(events) - 2) + [True, True]
    assert events[-2:] == [STATUS[0], STATUS[1]]


def test_an_expired_answer_declines_and_leaves_the_turn_alone() -> None:
    state = in_turn()
    give(state, 0, Wolle=1)
    play(state, 0, OfferTrade(unit(2), unit(4)))
    expectation = RULES.expects(state)[2]
    assert expectation.limit_ms == 15_000
    RULES.expire(state, expectation, Chance.seeded(1))
    assert state.offers[0].declined == [2]
    play(state, 0, OfferTrade(unit(2), unit(3)))
    play(state, 1, AnswerOffer(1, False))
    assert [(e.seat, e.turn) for e in RULES.expects(state)[1:]] == [(1, 2), (3, 1)]
    play(state, 2, AnswerOffer(2, False))
    play(state, 0, OfferTrade(unit(2), unit(1)))
    assert [e.seat for e in RULES.expects(state)] == [0, 1, 2, 3]
    assert (state.current, state.phase) == (0, Phase.ACT)


def test_one_clock_runs_for_a_whole_turn() -> None:
    state = in_turn(phase=Phase.ROLL)
    before = RULES.expects(state)
    play(state, 0, ROLL, 0, 0)
    assert RULES.expects(state) == before
    play(state, 0, END_TURN)
    assert RULES.expects(state)[0].turn != before[0].turn


def test_a_seat_given_up_ends_the_match_without_a_winner() -> None:
    state = in_turn()
    assert RULES.withdraw(state, 2, Chance.seeded(1)) == [STATUS[2], MatchEnded(None, "withdrawn")]
    assert status(state, 2) == "Verbindung verloren"
    assert RULES.expects(state) == ()
    assert RULES.withdraw(state, 1, Chance.seeded(1)) == []


def test_by_option_the_match_goes_on_without_those_who_left() -> None:
    state = in_turn(withdrawal="continue")
    assert RULES.withdraw(state, 0, Chance.seeded(1)) == [STATUS[0]]
    assert RULES.expects(state)[0].limit_ms == 0
    RULES.withdraw(state, 1, Chance.seeded(1))
    assert RULES.withdraw(state, 3, Chance.seeded(1))[-1] == MatchEnded(2, "withdrawn")


def test_a_paused_match_refuses_moves_until_it_is_resumed() -> None:
    state = in_turn()
    RULES.control(state, "pause", Chance.seeded(1))
    assert RULES.paused(state)
    assert legal_moves(state, 0) == []
    for order in ("pause", "step"):
        with pytest.raises(IllegalMove):
            RULES.control(state, order, Chance.seeded(1))
    with pytest.raises(IllegalMove, match="paused"):
        play(state, 0, END_TURN)
    RULES.control(state, "resume", Chance.seeded(1))
    play(state, 0, END_TURN)


def test_an_aborted_match_is_over() -> None:
    state = in_turn()
    assert RULES.control(state, "abort", Chance.seeded(1)) == [MatchEnded(None, "aborted")]
    with pytest.raises(MatchOver):
        RULES.control(state, "pause", Chance.seeded(1))


def test_a_blocked_game_ends_at_the_turn_limit() -> None:
    state = in_turn(turnLimit=50)
    state.turn = 50
    assert play(state, 0, END_TURN)[-1] == MatchEnded(None, "turn_limit")


def test_every_kind_of_move_survives_the_log() -> None:
    seen = set()
    state = new_match(5, 2, map="random")
    rng, chance, bot = random.Random(2), Chance.seeded(2), RandomPlayer()
    while state.outcome is None:
        seat = rng.choice(RULES.expects(state)).seat
        assert seat is not None
        move = bot.choose(state, seat, rng)
        assert load_move(dump_move(move)) == move
        seen.add(dump_move(move)[0])
        RULES.play(state, seat, move, chance)
    assert len(seen) >= 14


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        ["fly"],
        ["road"],
        ["road", -1],
        ["road", 1.0],
        ["road", True],
        ["road", 400],
        ["discard", [1, 2]],
        ["roads", None, 2],
        ["bank", [1, 0, 0, 0, 0]],
        ["answer", 1, 1],
        ["plenty", [0, 0, 0, 0, -1]],
        "roll",
        [["roll"]],
    ],
)
def test_what_is_no_move_is_refused(data: object) -> None:
    with pytest.raises(MalformedMessage):
        load_move(data)


def test_an_unknown_offer_cannot_be_answered() -> None:
    with pytest.raises(IllegalMove):
        play(in_turn(), 1, AnswerOffer(1))


def test_redealing_keeps_what_is_known_and_what_is_legal() -> None:
    for seed in range(3):
        state = new_match(4, seed, map="random")
        rng, chance, bot = random.Random(seed), Chance.seeded(seed), RandomPlayer()
        for _ in range(400):
            if state.outcome is not None:
                break
            seat = rng.choice(RULES.expects(state)).seat
            assert seat is not None
            other = RULES.redeal(state, seat, chance)
            check_invariants(other)
            assert legal_moves(other, seat) == legal_moves(state, seat)
            # Whoever does not answer in time is played for without a look at what others hold.
            assert default_move(other, seat) == default_move(state, seat)
            assert [sum(hand) for hand in other.hands] == [sum(hand) for hand in state.hands]
            RULES.play(state, seat, bot.choose(other, seat, rng), chance)


def test_a_finished_match_is_stored_and_found_again() -> None:
    state = in_turn()
    RULES.control(state, "abort", Chance.seeded(1))
    assert RULES.load(RULES.dump(state)).outcome == state.outcome
    assert legal_moves(state, 0) == []


def test_points_hidden_in_a_hand_do_not_end_the_match_out_of_turn() -> None:
    state = in_turn(points=3)
    vertices, _ = coast(state.setting.board.island)
    town(state, 1, vertices[0])
    state.cards[1][4] = 1
    play(state, 0, END_TURN)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)
