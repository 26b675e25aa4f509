"""A log or a journal that was doctored does not pass: each way to break a promise is seen to fail the comparison."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from faults.verification import plain, verify
from gamekit import registry
from gamekit.chance import Chance
from gamekit.rules import Player
from gamekit.views import Room
from spieltisch.tables.chain import setup_hash, step_hash
from spieltisch.tables.livematch import LiveMatch, players_to_json
from spieltisch.tables.log import StepRow
from spieltisch.tables.models import Match, Step, Table

pytestmark = pytest.mark.django_db

Json = Any
GAME = registry.game("qwirkle")
STEPS = 12


@dataclass
class Story:
    """A match as it was played: what the log has of it, and what one of its players wrote down."""

    match: Match
    rows: list[StepRow]
    journal: Json

    def judged(self) -> Json:
        """Write the log, and return what the verification finds."""
        columns = ("number", "time_ms", "kind", "seat", "input", "chance", "hash", "command")
        Step.objects.bulk_create(
            Step(match=self.match, **{name: getattr(row, name) for name in columns}) for row in self.rows
        )
        self.match.save()
        return verify({"journals": [self.journal], "doors": []})[GAME.slug]


@pytest.fixture
def story() -> Story:
    """Two people have played, and one of them was told everything."""
    return story_of()


def story_of(*, expired: bool = False) -> Story:
    """Return the story of two people; perhaps the first one's time runs out in the end."""
    people = [Player(f"Player {number}", number, "person", {}) for number in (1, 2)]
    options, chance = GAME.read_options({"timeVisualization": 0}, 2), Chance.seeded(1)
    state, opening = GAME.rules.start(options, people, chance)
    drawn, stored = chance.take(), players_to_json(people)
    head, now = setup_hash(GAME.slug, options, stored, drawn), datetime(2026, 1, 1, tzinfo=UTC)
    table = Table.objects.create(code="table", game=GAME.slug, size=2, options=options)
    match = Match.objects.create(
        code="m", table=table, game=GAME.slug, options=options, players=stored, chance=drawn, started=now, head=head
    )
    room = Room(table.pk, table.code, table.name, people, options)
    live = LiveMatch.begin(GAME, room, match.pk, match.code, now, head, state, opening)
    rows, sent = played(live)
    if expired:
        row, events = live.perform("expire", 0, live.expects()[0].kind, STEPS * 1000)
        live.announce(events, row.time_ms)
        rows.append(row)
    told = [[one.version, one.payload_type, plain(one.payload)] for one in live.audiences[0].kept]
    journal = {
        "game": GAME.slug, "table": table.code, "seat": 0, "match": match.code, "step": len(rows), "over": False,
        "version": live.version(0), "state": plain(GAME.views.snapshot(room, live.state, 0)), "told": told,
        "sent": sent,
    }  # fmt: skip
    match.status, match.head = Match.Status.FINISHED, live.head
    return Story(match, rows, journal)


def played(live: LiveMatch) -> tuple[list[StepRow], list[Json]]:
    """Swap tiles in turn, each time others; return the log, and what seat 0 sent."""
    rows: list[StepRow] = []
    sent: list[Json] = []
    rng = random.Random(1)
    for number in range(STEPS):
        seat = live.expects()[0].seat
        assert seat is not None
        tile, color, shape = rng.choice(GAME.views.snapshot(live.room, live.state, seat)["hand"])
        payload = {"tiles": [{"uniqueID": tile, "color": color, "shape": shape}]}
        move = GAME.read_move("TileSwapRequest", payload)
        assert move is not None
        row, events = live.perform("play", seat, GAME.rules.dump_move(move), number * 1000)
        live.announce(events, row.time_ms)
        rows.append(row)
        if seat == 0:
            sent.append(["TileSwapRequest", payload, "acknowledged"])
    return rows, sent


def rehashed(match: Match, rows: list[StepRow]) -> list[StepRow]:
    """Number and hash the steps anew, as somebody would who wants to hide what was done."""
    head = setup_hash(match.game, match.options, match.players, match.chance)
    found = []
    for number, row in enumerate(rows, start=1):
        head = step_hash(head, number, row.time_ms, row.kind, row.seat, row.input, row.chance)
        found.append(replace(row, number=number, hash=head))
    match.head = head
    return found


def test_what_was_played_and_told_passes(story: Story) -> None:
    found = story.judged()
    assert (found["faults"], found["lost"], found["doubled"]) == ([], 0, 0)
    assert (found["moves"], found["acknowledged"]) == (STEPS, STEPS // 2)


# --- the log ----------------------------------------------------------------------------------------------------------
def test_a_step_that_is_not_in_the_log_any_more_is_lost(story: Story) -> None:
    # The chain is whole, and only the clients know better.
    story.match.status = Match.Status.RUNNING
    del story.rows[-1]
    assert story.judged()["lost"] == 1


def test_an_end_that_was_cut_off_does_not_fit_the_matchs_head(story: Story) -> None:
    del story.rows[-2:]
    story.journal["match"] = ""
    assert "its end does not fit the hash chain" in "".join(story.judged()["faults"])


def test_a_hole_in_the_log_is_found(story: Story) -> None:
    del story.rows[4]
    assert story.judged()["faults"] != []


def test_a_step_that_was_changed_is_found_though_the_rules_allow_it(story: Story) -> None:
    story.rows[4] = replace(story.rows[4], time_ms=story.rows[4].time_ms + 1)
    assert "does not fit the hash chain" in "".join(story.judged()["faults"])


def test_a_log_that_breaks_the_rules_is_found_though_its_chain_is_whole(story: Story) -> None:
    story.rows = rehashed(story.match, [*story.rows[:4], story.rows[2], *story.rows[4:]])
    assert story.judged()["faults"] != []


def test_a_match_of_which_nobody_tells_is_checked_as_well(story: Story) -> None:
    story.rows[4] = replace(story.rows[4], hash="0" * 64)
    story.journal["match"] = ""
    assert story.judged()["faults"] != []


def test_a_match_that_is_not_stored_is_found(story: Story) -> None:
    story.journal["match"] = "another"
    assert "is not stored" in "".join(story.judged()["faults"])


# --- what was told ----------------------------------------------------------------------------------------------------
def tell_of_other_tiles(journal: Json) -> None:
    journal["told"][3][2] = {"tiles": []}


def tell_of_an_unknown_version(journal: Json) -> None:
    journal["told"].append([journal["version"] + 1, "GameOver", {}])


def show_another_hand(journal: Json) -> None:
    journal["state"]["hand"].pop()


def say_another_version(journal: Json) -> None:
    journal["version"] += 1


def end_too_early(journal: Json) -> None:
    journal["over"], journal["step"] = True, STEPS - 1


@pytest.mark.parametrize(
    "doctor", [tell_of_other_tiles, tell_of_an_unknown_version, show_another_hand, say_another_version, end_too_early]
)
def test_a_view_that_the_replay_does_not_have_is_found(story: Story, doctor: Callable[[Json], None]) -> None:
    doctor(story.journal)
    assert story.judged()["faults"] != []


# --- moves ------------------------------------------------------------------------------------------------------------
def test_a_move_that_was_sent_once_and_written_twice_is_doubled(story: Story) -> None:
    del story.journal["sent"][2]
    found = story.judged()
    assert (found["lost"], found["doubled"]) == (0, 1)


def test_an_acknowledged_move_that_was_never_written_is_lost(story: Story) -> None:
    story.journal["sent"].insert(2, story.journal["sent"][0])
    assert story.judged()["lost"] == 1


def test_a_refused_move_that_was_written_is_doubled(story: Story) -> None:
    story.journal["sent"][2][2] = "refused"
    assert story.judged()["doubled"] == 1


def test_a_player_who_was_there_and_whose_time_ran_out_is_a_fault() -> None:
    found = story_of(expired=True).judged()
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert found["faults"] == ["table seat 0: {'expire': 1} happened to a player who was there"]
