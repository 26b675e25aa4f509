"""The test mod (14.6): snapshot, delta, snapshot."""

from __future__ import annotations

from contextlib import nullcontext, suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.quidditch.messages import DELTA_TYPES
from games.quidditch.rules.delta import PHASES, Delta
from games.quidditch.rules.entities import BALLS, NAMES
from games.quidditch.snapshots import LARGEST, snapshot
from games.quidditch.testmod import TEST_TYPE, run_test
from games.quidditch.tests.pitchside import arrange, make_setup

FANS = make_setup().fans
KNOCKOUT = {
    "deltaType": "bludgerKnockout", "success": True, "activeEntity": "bludger2", "passiveEntity": "leftSeeker",
    "xPosNew": 8, "yPosNew": 8,
}  # fmt: skip


def outcome(delta: Json, last: Delta | None = None, **changes: Json) -> Json:
    """Return the snapshot that the delta leads to."""
    places = changes.pop("places", None)
    board = arrange(places, **changes).board
    before = snapshot(board, last or Delta("skip", active=0), FANS)
    return run_test({"testType": "snapshot-delta-snapshot", "snapshot": before, "delta": delta})


def test_a_move_takes_the_quaffle_along_and_fills_in_the_old_position() -> None:
    after = outcome(
        {"deltaType": "move", "activeEntity": "leftChaser1", "xPosNew": 6, "yPosNew": 5},
        places={"leftChaser1": (5, 5)},
        quaffle=(5, 5),
    )
    assert after["balls"]["quaffle"] == {"xPos": 6, "yPos": 5}
    assert after["leftTeam"]["players"]["chaser1"]["holdsQuaffle"] is True
    assert (after["lastDeltaBroadcast"]["xPosOld"], after["lastDeltaBroadcast"]["yPosOld"]) == (5, 5)


@pytest.mark.parametrize("success", [True, False])
def test_where_chance_decides_success_does(success: bool) -> None:
    after = outcome(
        {
            "deltaType": "wrestQuaffle",
            "success": success,
            "activeEntity": "leftChaser1",
            "passiveEntity": "rightChaser1",
        },
        places={"leftChaser1": (5, 5), "rightChaser1": (5, 6)},
        quaffle=(5, 6),
    )
    assert after["balls"]["quaffle"] == {"xPos": 5, "yPos": 5 if success else 6}


def test_a_missed_throw_lands_where_the_delta_says() -> None:
    after = outcome(
        {"deltaType": "quaffleThrow", "success": False, "activeEntity": "leftChaser1", "xPosNew": 8, "yPosNew": 3},
        places={"leftChaser1": (5, 5)},
        quaffle=(5, 5),
    )
    assert after["balls"]["quaffle"] == {"xPos": 8, "yPos": 3}
    assert after["leftTeam"]["players"]["chaser1"]["holdsQuaffle"] is False


def test_a_catch_is_worth_30_points_when_the_delta_gives_none() -> None:
    after = outcome(
        {"deltaType": "snitchCatch", "success": True, "activeEntity": "rightSeeker"}, snitch=(8, 3), number=14
    )
    assert (after["leftTeam"]["points"], after["rightTeam"]["points"]) == (0, 30)


def test_a_knock_out_marks_the_player_and_moves_the_bludger() -> None:
    after = outcome(KNOCKOUT)
    assert after["leftTeam"]["players"]["seeker"]["knockout"] is True
    assert after["balls"]["bludger2"] == {"xPos": 8, "yPos": 8}


def test_bans_of_players_and_fans() -> None:
    after = outcome({"deltaType": "ban", "passiveEntity": "leftChaser1", "banReason": "stooging"})
    assert after["leftTeam"]["players"]["chaser1"]["banned"] is True
    assert after["lastDeltaBroadcast"]["banReason"] == "stooging"
    after = outcome({"deltaType": "ban", "passiveEntity": "rightElf", "banReason": "elfTeleportation"})
    assert [fan["fanType"] for fan in after["rightTeam"]["fans"] if fan["banned"]] == ["elf"]


def test_the_used_fan_after_a_ban_is_the_banned_one() -> None:
    board = arrange().board
    board.fans_banned = 0b1
    before = snapshot(board, Delta("ban", passive=18, reason="goblinShock"), FANS)
    delta = {"deltaType": "turnUsed", "activeEntity": "leftGoblin"}
    after = run_test({"testType": "snapshot-delta-snapshot", "snapshot": before, "delta": delta})
    assert [fan["turnUsed"] for fan in after["leftTeam"]["fans"]][:2] == [True, False]


@pytest.mark.parametrize(
    ("delta", "path"),
    [
        ({"deltaType": "phaseChange", "phase": "fanPhase"}, ("phase", "fanPhase")),
        ({"deltaType": "roundChange"}, ("round", 2)),
        ({"deltaType": "goalPointsChange", "leftPoints": 10, "rightPoints": 0}, ("goalWasThrownThisRound", True)),
        ({"deltaType": "wombatPoo", "xPosNew": 6, "yPosNew": 6}, ("wombatCubes", [{"xPos": 6, "yPos": 6}])),
    ],
)
def test_deltas_without_chance(delta: Json, path: tuple[str, Json]) -> None:
    assert outcome(delta)[path[0]] == path[1]


@pytest.mark.parametrize(("ring", "points"), [((14, 6), (10, 0)), ((2, 4), (0, 10))])
def test_a_goal_is_worth_ten_points_for_who_attacks_the_ring(ring: tuple[int, int], points: tuple[int, int]) -> None:
    after = outcome({"deltaType": "goalPointsChange"}, quaffle=ring)
    assert (after["leftTeam"]["points"], after["rightTeam"]["points"]) == points
    assert (after["lastDeltaBroadcast"]["leftPoints"], after["lastDeltaBroadcast"]["rightPoints"]) == points


@pytest.mark.parametrize("goal", [True, False])
def test_a_new_round_brings_the_banned_back_if_a_goal_was_thrown(goal: bool) -> None:
    """10.4.23: roundChange lets all players return if a goal fell; usually they have come back one by one before."""
    board = arrange(banned=["leftChaser1"]).board
    board.goal = goal
    before = snapshot(board, Delta("skip", active=0), FANS)
    after = run_test({"testType": "snapshot-delta-snapshot", "snapshot": before, "delta": {"deltaType": "roundChange"}})
    assert after["leftTeam"]["players"]["chaser1"]["banned"] is not goal
    assert after["goalWasThrownThisRound"] is False


def test_cubes_are_removed_one_or_all() -> None:
    one = {"deltaType": "removePoo", "xPosOld": 6, "yPosOld": 6, "activeEntity": "leftSeeker"}
    assert outcome(one, cubes=[(6, 6), (7, 7)])["wombatCubes"] == [{"xPos": 7, "yPos": 7}]
    assert outcome({"deltaType": "removePoo"}, cubes=[(6, 6), (7, 7)])["wombatCubes"] == []


@pytest.mark.parametrize(
    "delta",
    [
        {},
        {"deltaType": "fly"},
        {"deltaType": "move", "activeEntity": "leftSeeker"},
        {"deltaType": "move", "xPosNew": 5, "yPosNew": 5},
        {"deltaType": "move", "activeEntity": "leftSeeker", "xPosNew": 0, "yPosNew": 0},
        {"deltaType": "move", "activeEntity": "leftElf", "xPosNew": 5, "yPosNew": 5},
        {"deltaType": "goblinShock", "xPosNew": 5, "yPosNew": 5},
        {"deltaType": "bludgerKnockout", "success": True, "activeEntity": "bludger1", "passiveEntity": "leftSeeker"},
        {"deltaType": "goalPointsChange"},
        {"deltaType": "phaseChange"},
        {"deltaType": "skip", "success": "yes"},
        {"deltaType": "skip", "round": "2"},
        {"deltaType": "bludgerBeating", "passiveEntity": "leftSeeker", "xPosNew": 5, "yPosNew": 5},
        {"deltaType": "bludgerBeating", "passiveEntity": "quaffle", "xPosNew": 5, "yPosNew": 5},
        {**KNOCKOUT, "activeEntity": "rightBeater1"},
        {**KNOCKOUT, "activeEntity": "leftGoblin"},
        {**KNOCKOUT, "passiveEntity": "bludger1"},
        {**KNOCKOUT, "passiveEntity": "leftGoblin"},
        *({"deltaType": "ban", "passiveEntity": ball} for ball in BALLS),
        *({"deltaType": "turnUsed", "activeEntity": ball} for ball in BALLS),
        {"deltaType": "roundChange", "round": 2**31},
        {"deltaType": "goalPointsChange", "leftPoints": 2**64 - 1, "rightPoints": 0},
        {"deltaType": "snitchCatch", "activeEntity": "leftSeeker", "leftPoints": 0, "rightPoints": -(2**31)},
    ],
)
def test_what_cannot_be_applied_is_malformed(delta: Json) -> None:
    with pytest.raises(MalformedMessage):
        outcome(delta)


@pytest.mark.parametrize("path", [("round",), ("leftTeam", "points"), ("rightTeam", "points")])
def test_a_snapshot_counts_no_further_than_a_client_can(path: tuple[str, ...]) -> None:
    for number, fits in ((LARGEST, True), (LARGEST + 1, False), (2**64 - 1, False)):
        before = snapshot(arrange().board, Delta("skip", active=0), FANS)
        place = before
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = number
        request = {"testType": TEST_TYPE, "snapshot": before, "delta": {"deltaType": "skip"}}
        with nullcontext() if fits else pytest.raises(MalformedMessage):
            run_test(request)


#: Places and numbers, some out of their bounds, and what the fields of a delta may hold besides.
_PLACES = st.sampled_from((5, 6, 7, 8, 8, 9, 10, 17, None))
_NUMBERS = st.sampled_from((None, 0, 1, 30, LARGEST, LARGEST + 1, 2**64 - 1, -1, -LARGEST))
_ENTITIES = st.sampled_from((None, *NAMES))
_FLAGS = st.sampled_from((None, True, False))
_DELTAS = st.fixed_dictionaries(
    {"deltaType": st.sampled_from(sorted(DELTA_TYPES))},
    optional={
        "success": _FLAGS, "xPosOld": _PLACES, "yPosOld": _PLACES, "xPosNew": _PLACES, "yPosNew": _PLACES,
        "activeEntity": _ENTITIES, "passiveEntity": _ENTITIES, "phase": st.sampled_from((None, *PHASES)),
        "leftPoints": _NUMBERS, "rightPoints": _NUMBERS, "round": _NUMBERS, "banReason": st.text(),
    },
)  # fmt: skip


@settings(max_examples=2000, deadline=None)
@given(delta=_DELTAS, last=st.none() | _DELTAS, number=st.sampled_from((1, LARGEST, 2**64 - 1)))
def test_whatever_a_delta_says_it_is_applied_or_refused(delta: Json, last: Json, number: int) -> None:
    before = snapshot(arrange().board, Delta("skip", active=0), FANS)
    before.update(lastDeltaBroadcast=last, round=number)
    before["leftTeam"]["points"] = number
    with suppress(MalformedMessage):
        jsontext.dumps(run_test({"testType": TEST_TYPE, "snapshot": before, "delta": delta}))


@pytest.mark.parametrize("kind", sorted(DELTA_TYPES))
def test_every_delta_with_every_two_entities_is_applied_or_refused(kind: str) -> None:
    before = snapshot(arrange().board, Delta("skip", active=0), FANS)
    for active in (None, *NAMES):
        for passive in (None, *NAMES):
            delta = {
                "deltaType": kind, "success": True, "xPosNew": 5, "yPosNew": 5, "activeEntity": active,
                "passiveEntity": passive, "phase": "fanPhase", "leftPoints": 1, "rightPoints": 2, "round": 3,
            }  # fmt: skip
            with suppress(MalformedMessage):
                jsontext.dumps(run_test({"testType": TEST_TYPE, "snapshot": before, "delta": delta}))


def test_a_snapshot_that_cannot_be_read_is_malformed() -> None:
    for broken in (None, {}, {"phase": "tea"}):
        with pytest.raises(MalformedMessage):
            run_test({"testType": "snapshot-delta-snapshot", "snapshot": broken, "delta": {"deltaType": "skip"}})
