"""The bots play legal moves, know only what they may, and each is better than the one below."""

from __future__ import annotations

import random

import pytest

from gamekit.bots import Bot, BotKind
from gamekit.chance import Chance
from gamekit.rules import Player
from games.mississippi.bots import BOTS
from games.mississippi.bots.captain import Captain
from games.mississippi.bots.chart import Chart
from games.mississippi.bots.racer import Racer
from games.mississippi.bots.wanderer import Wanderer
from games.mississippi.rules.actions import Move
from games.mississippi.rules.hexes import cell_of
from games.mississippi.rules.state import BLUE, RED, State
from games.mississippi.tests.positions import RULES, position, ship


def match(red: Bot, blue: Bot, seed: int, most: int = 60) -> State:
    """Return the last state of a match; every move must be one that the rules accept, but for the empty one."""
    chance, rng = Chance.seeded(seed), random.Random(seed)
    state, _ = RULES.start({}, [Player("a"), Player("b")], chance)
    while state.ending is None and state.turn < most:
        seat = state.current
        seen = RULES.redeal(state, seat, Chance.seeded(f"{seed}/{state.turn}"))
        move = (red, blue)[seat].choose(seen, seat, rng)
        stuck = move == Move()
        RULES.play(state, seat, move, chance)
        assert stuck or state.ending is None or state.ending.code != "rule_violation", f"{move} is not legal"
    return state


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_plays_whole_matches_with_legal_moves(kind: BotKind) -> None:
    small = Captain(budget=12) if kind.name == "strong" else kind.make()
    for seed in range(3):
        match(small, Wanderer(), seed)


def test_the_racer_beats_the_wanderer() -> None:
    won = 0
    for seed in range(20):
        seat = seed % 2
        bots: list[Bot] = [Wanderer(), Wanderer()]
        bots[seat] = Racer()
        state = match(bots[RED], bots[BLUE], seed)
        won += state.ending is not None and state.ending.winner == seat
    assert won >= 16


@pytest.mark.parametrize("bot", [Racer(), Captain(budget=30)])
def test_a_bot_steps_into_the_goal_when_it_can(bot: Bot) -> None:
    state = position(ship(29, 0, "RIGHT", 1, 2, 2), ship(25, 1), turn=10)
    RULES.play(state, RED, bot.choose(state.copy(), RED, random.Random(1)), Chance.seeded(1))
    assert state.ending is not None
    assert state.ending.code == "goal"


@pytest.mark.parametrize("bot", [Racer(), Captain(budget=30)])
def test_a_bot_takes_a_passenger_on_board(bot: Bot) -> None:
    state = position(ship(3, 0), ship(-1, -1), {(5, 0): "PASSENGER3"})
    RULES.play(state, RED, bot.choose(state.copy(), RED, random.Random(1)), Chance.seeded(1))
    assert state.ships[RED].passengers == 1


def test_the_captain_answers_the_same_to_the_same_question() -> None:
    state = position(ship(3, 0), ship(2, 1), {(5, 0): "PASSENGER3", (4, 1): "LOG"})
    assert len({Captain(40).choose(state.copy(), RED, random.Random(seed)) for seed in range(3)}) == 1


def test_who_cannot_move_sends_the_empty_move() -> None:
    fields = {(3, 0): "SANDBANK", (4, 0): "BLOCKED", (2, 0): "BLOCKED"}
    state = position(ship(3, 0), ship(-1, -1), fields)
    for bot in (Wanderer(), Racer(), Captain(10)):
        assert bot.choose(state.copy(), RED, random.Random(1)) == Move()


def test_the_chart_goes_round_islands_and_counts_the_unknown_by_tiles() -> None:
    state = position(ship(3, 0), ship(-1, -1), {(5, 0): "BLOCKED", (4, 1): "PASSENGER0"})
    chart = Chart(state)
    assert chart.ahead(cell_of(8, 0)) > chart.ahead(cell_of(9, 0)) > 0
    assert chart.ahead(cell_of(10, 0)) == 0
    assert chart.ahead(cell_of(13, 0)) < 0
    assert chart.to_passenger(state.board, cell_of(5, 1)) == 0
    assert chart.boards(state.board, cell_of(5, 1))
    assert chart.room(cell_of(4, 0), 0) >= 1
    assert state.tile(BLUE) == chart.tile(cell_of(-1, -1)) == 0
