"""The course of a match: opening, requests, limits, faults, pausing, breaking off."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator

import pytest

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, MalformedMessage, MatchOver, NotYourTurn
from gamekit.rules import Json, Player
from games.mississippi.messages import state_json
from games.mississippi.rules.actions import Advance, Move, Turn, numbered
from games.mississippi.rules.events import Broken, Decided, HeldBack, Parted, Requested, Shown, Welcomed
from games.mississippi.rules.hexes import offset_of
from games.mississippi.rules.legal import best_ends
from games.mississippi.rules.seating import LONGEST_NAME, check_slots
from games.mississippi.rules.state import BLUE, RED, State
from games.mississippi.rules.tiles import SHAPES
from games.mississippi.tests.positions import RULES

CHANCE = Chance.seeded(5)
GO = numbered(Advance(1))


def start(options: Json = None, **data: Json) -> State:
    """Return a match of two programs; `data` is the seat data of both."""
    given = {"softTime": 2000, "hardTime": 10000, **(options or {})}
    state, _ = RULES.start(given, [Player("a", data=data), Player("b", data=data)], Chance.seeded(3))
    return state


def test_without_a_pause_the_match_opens_with_welcome_state_and_request() -> None:
    _, events = RULES.start({}, [Player("a"), Player("b")], Chance.seeded(3))
    assert events == [Welcomed(), Shown(), Requested(RED)]


def test_the_opening_pause_comes_between_welcome_and_state() -> None:
    state, events = RULES.start({"openingPause": 200}, [Player("a"), Player("b")], Chance.seeded(3))
    assert events == [Welcomed()]
    (expected,) = RULES.expects(state)
    assert (expected.seat, expected.limit_ms) == (None, 200)
    with pytest.raises(NotYourTurn):
        RULES.play(state, RED, GO, CHANCE)
    assert RULES.expire(state, expected, CHANCE) == [Shown(), Requested(RED)]


def test_programs_have_a_soft_and_a_hard_limit() -> None:
    (expected,) = RULES.expects(start())
    assert (expected.seat, expected.kind, expected.soft_ms, expected.limit_ms) == (RED, "move", 2000, 10000)


def test_a_limit_of_0_and_a_slot_that_cannot_time_out_are_without_limit() -> None:
    for state in (start({"softTime": 0, "hardTime": 0}), start(canTimeout=False)):
        (expected,) = RULES.expects(state)
        assert (expected.soft_ms, expected.limit_ms) == (None, None)


def test_people_at_a_board_have_a_limit_of_their_own_and_our_bots_none() -> None:
    options = {"softTime": 2000, "hardTime": 10000, "personTime": 90000}
    players = [Player("a", kind="person"), Player("b", kind="bot")]
    state, _ = RULES.start(options, players, Chance.seeded(3))
    assert [(slot.soft_ms, slot.hard_ms) for slot in state.setup.slots] == [(None, 90000), (None, None)]


def test_the_name_of_a_slot_is_as_long_as_a_seats_at_the_most() -> None:
    check_slots([{"displayName": "x" * LONGEST_NAME}])
    with pytest.raises(MalformedMessage, match="displayName"):
        check_slots([{"displayName": "x" * (LONGEST_NAME + 1)}])


def test_prepared_slots_say_what_a_seat_without_data_may_do() -> None:
    state = start({"slots": [{"canTimeout": False, "shouldBePaused": False}, {"canTimeout": True}]})
    red, blue = state.setup.slots
    assert (red.hard_ms, red.pausable, blue.hard_ms, blue.pausable) == (None, False, 10000, True)


def test_every_turn_has_a_clock_of_its_own() -> None:
    state = start()
    before = RULES.expects(state)[0].turn
    RULES.play(state, RED, GO, CHANCE)
    assert RULES.expects(state)[0].turn != before


def test_a_move_out_of_turn_is_refused_and_changes_nothing() -> None:
    state = start()
    before = RULES.dump(state)
    with pytest.raises(NotYourTurn):
        RULES.play(state, BLUE, GO, CHANCE)
    assert RULES.dump(state) == before


def test_a_legal_move_shows_the_state_and_asks_the_next() -> None:
    assert RULES.play(start(), RED, GO, CHANCE) == [Shown(), Requested(BLUE)]


def test_an_illegal_move_is_told_with_the_move_and_ends_the_match() -> None:
    state = start()
    wrong = numbered(Turn(1))
    events = RULES.play(state, RED, wrong, CHANCE)
    reason = "Es sind noch Bewegungspunkte übrig"
    assert events == [Broken(RED, "move/movement_left", reason, wrong), Decided(RED), Parted(RED)]
    assert not RULES.expects(state)


def test_the_last_move_is_kept_in_order_with_its_hints() -> None:
    state = start()
    RULES.play(state, RED, Move((Advance(1, 3), Turn(1, 1)), ("why",)), CHANCE)
    assert state.last_move == Move((Turn(1, 1), Advance(1, 3)), ("why",))


@pytest.mark.parametrize(("late", "cause"), [(True, "SOFT_TIMEOUT"), (False, "HARD_TIMEOUT")])
def test_who_is_too_slow_loses(late: bool, cause: str) -> None:
    state = start()
    events = RULES.expire(state, RULES.expects(state)[0], CHANCE, late=late)
    assert events == [Decided(), Parted()]
    assert state.ending is not None
    assert (state.ending.winner, state.ending.causes, state.ending.reasons) == (BLUE, (cause, "REGULAR"), ("", ""))


def test_who_leaves_loses() -> None:
    state = start()
    assert RULES.withdraw(state, BLUE, CHANCE) == [Decided(), Parted()]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((RED,), "left")
    assert state.ending is not None
    assert state.ending.causes == ("REGULAR", "LEFT")


def test_nothing_is_done_after_the_end() -> None:
    state = start()
    expected = RULES.expects(state)[0]
    RULES.withdraw(state, BLUE, CHANCE)
    with pytest.raises(MatchOver):
        RULES.play(state, RED, GO, CHANCE)
    with pytest.raises(MatchOver):
        RULES.withdraw(state, RED, CHANCE)
    with pytest.raises(MatchOver):
        RULES.expire(state, expected, CHANCE)
    with pytest.raises(MatchOver):
        RULES.control(state, "pause", CHANCE)


# --- pausing (3.3) ----------------------------------------------------------------------------------------------------
def test_pausing_leaves_an_open_request_and_holds_back_the_next() -> None:
    state = start()
    assert RULES.control(state, "pause", CHANCE) == []
    assert not RULES.paused(state)
    assert RULES.play(state, RED, GO, CHANCE) == [Shown(), HeldBack(BLUE)]
    assert RULES.paused(state)
    with pytest.raises(IllegalMove) as caught:
        RULES.play(state, BLUE, GO, CHANCE)
    assert caught.value.code == "move/not_requested"
    assert not list(RULES.legal(state, BLUE))


def test_a_step_releases_one_request() -> None:
    state = start()
    RULES.control(state, "pause", CHANCE)
    RULES.play(state, RED, GO, CHANCE)
    held = RULES.expects(state)[0].turn
    assert RULES.control(state, "step", CHANCE) == [Requested(BLUE)]
    assert not RULES.paused(state)
    assert RULES.expects(state)[0].turn != held, "the clock starts with the request"
    assert RULES.play(state, BLUE, GO, CHANCE)[-1] == HeldBack(state.current)


def test_a_step_with_nothing_held_back_is_refused() -> None:
    with pytest.raises(IllegalMove):
        RULES.control(start(), "step", CHANCE)


def test_going_on_releases_the_held_request() -> None:
    state = start()
    RULES.control(state, "pause", CHANCE)
    RULES.play(state, RED, GO, CHANCE)
    assert RULES.control(state, "resume", CHANCE) == [Requested(BLUE)]
    assert RULES.play(state, BLUE, GO, CHANCE)[-1] == Requested(state.current)


def test_going_on_with_an_open_request_asks_nobody_again() -> None:
    state = start()
    RULES.control(state, "pause", CHANCE)
    assert RULES.control(state, "resume", CHANCE) == []


def test_a_slot_that_should_not_be_paused_is_asked_all_the_same() -> None:
    state = start(shouldBePaused=False)
    RULES.control(state, "pause", CHANCE)
    assert RULES.play(state, RED, GO, CHANCE) == [Shown(), Requested(BLUE)]


def test_pausing_during_the_opening_holds_back_the_first_request() -> None:
    state, _ = RULES.start({"openingPause": 200}, [Player("a"), Player("b")], Chance.seeded(3))
    RULES.control(state, "pause", CHANCE)
    assert not RULES.paused(state), "the opening itself goes on"
    assert RULES.expire(state, RULES.expects(state)[0], CHANCE) == [Shown(), HeldBack(RED)]
    assert RULES.paused(state)


def test_breaking_off_ends_without_a_winner() -> None:
    state = start()
    assert RULES.control(state, "abort", CHANCE) == [Decided(), Parted()]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "aborted")
    assert state.ending is not None
    assert (state.ending.causes, state.ending.points) == (("UNKNOWN", "UNKNOWN"), (0, 0))


# --- the condition (section 4, row 2) ---------------------------------------------------------------------------------
def end_events(profile: str) -> list[object]:
    """Return the events of an ending by a player's leaving."""
    return list(RULES.withdraw(start({"condition": profile}), RED, CHANCE))


def test_the_condition_is_sent_by_choice() -> None:
    assert end_events("none") == [Decided(), Parted()]
    assert end_events("state") == [Shown(condition=True), Decided(), Parted()]
    assert end_events("repeat") == [Decided(), Shown(condition=True), Parted()]


# --- beginning from a position ----------------------------------------------------------------------------------------
PLAYERS = [Player("a"), Player("b")]


def after_some_turns(seed: int, turns: int) -> State:
    """Return a state in the middle of a match."""
    rng, chance = random.Random(seed), Chance.seeded(seed)
    state, _ = RULES.start({}, PLAYERS, chance)
    for _ in range(turns):
        ends = [end for end in best_ends(state.voyage(state.current)) if end.direction == 0]
        if not ends or state.ending:
            break
        RULES.play(state, state.current, rng.choice(ends).move(), chance)
    return state


@pytest.mark.parametrize("seed", range(20))
def test_a_match_goes_on_from_any_state(seed: int) -> None:
    state = after_some_turns(seed, seed)
    told = state_json(state, PLAYERS)
    again, events = RULES.start({"state": told}, PLAYERS, Chance.seeded(99))
    assert state_json(again, PLAYERS) == told
    assert events[-1] == Requested(state.current)
    assert set(RULES.legal(again, again.current)) == set(RULES.legal(state, state.current))


def test_a_position_keeps_the_extra_turn_of_the_player_to_move() -> None:
    state = start()
    state.ships[RED].extra_turn = True
    again, _ = RULES.start({"state": state_json(state, PLAYERS)}, PLAYERS, Chance.seeded(1))
    assert again.ships[RED].extra_turn


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"turn": 60}, "state.turn"),
        ({"turn": "x"}, "state.turn"),
        ({"currentPlayer": "GREEN"}, "state.currentPlayer"),
        ({"tiles": []}, "state.tiles"),
        ({"red": None}, "state.red"),
        ({"blue": {"x": 50}}, "state.blue.direction"),
    ],
)
def test_an_impossible_position_is_refused_with_its_field(change: Json, field: str) -> None:
    told = {**state_json(start(), PLAYERS), **change}
    with pytest.raises(MalformedMessage) as caught:
        RULES.start({"state": told}, PLAYERS, Chance.seeded(1))
    assert caught.value.field == field


def test_ships_must_stand_on_different_visible_fields() -> None:
    told = state_json(start(), PLAYERS)
    for place in ({"x": -1, "y": -1}, {"x": 20, "y": 0}):
        broken = {**told, "red": {**told["red"], **place}}
        with pytest.raises(MalformedMessage):
            RULES.start({"state": broken}, PLAYERS, Chance.seeded(1))


def test_a_tile_of_another_shape_is_refused() -> None:
    told = state_json(start(), PLAYERS)
    told["tiles"][1]["fields"][3]["x"] += 1
    with pytest.raises(MalformedMessage) as caught:
        RULES.start({"state": told}, PLAYERS, Chance.seeded(1))
    assert caught.value.field == "state.tiles"


#: Seconds that nothing takes which ends at all: a limit on a test's time ends the whole run.
AT_ONCE = 5


@pytest.fixture
def in_time() -> Iterator[None]:
    """Break off what would never end."""

    def break_off(*_: object) -> None:
        raise AssertionError("a position was laid for ever")

    before = signal.signal(signal.SIGVTALRM, break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, AT_ONCE)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def tile(index: int, direction: int, x: int, z: int, visible: bool = True) -> Json:
    """Return a tile of water about a centre in cube form."""
    places = [offset_of(x + dx, z + dz) for dx, dz in SHAPES[direction]]
    fields = [{"type": "WATER", "x": at_x, "y": at_y} for at_x, at_y in places]
    return {"index": index, "direction": direction, "fields": fields, "visible": visible}


#: A tile right before the one that comes after it, so that none of the three that may follow has room.
WALLED = [tile(4, 0, 4, 0), tile(5, 0, 0, 0)]
IMPOSSIBLE = {
    "two at one place": [tile(0, 0, 0, 0), tile(1, 0, 0, 0)],
    "all at one place": [tile(number, 0, 0, 0) for number in range(8)],
    "no way out": WALLED,
    "a way out that is hidden": [*WALLED, tile(6, 0, -12, 0, False), tile(7, 0, -16, 0, False)],
}


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_tiles_that_no_river_can_have_are_refused_at_once(name: str) -> None:
    told = {**state_json(start(), PLAYERS), "tiles": IMPOSSIBLE[name]}
    with pytest.raises(MalformedMessage) as caught:
        RULES.start({"state": told}, PLAYERS, Chance.seeded(1))
    assert caught.value.field == "state.tiles"
    assert "each other" in caught.value.message
