"""Replays are shown from where somebody was before, the same whatever was looked at first, and few at a time."""

from __future__ import annotations

import random
import re
import threading
import time
from typing import Any

import pytest
from django.test import Client

from gamekit import registry
from gamekit.errors import Refused
from spieltisch import ratelimits
from spieltisch.replays import playback, services, workbench
from spieltisch.replays.playback import forget_messages, states
from spieltisch.tables.models import Match
from tests.hostile.files import own_format, record
from tests.support.longmatches import long_match

pytestmark = pytest.mark.django_db

GAMES = sorted(registry.games())
STEPS = 60


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every test begin with nothing seen, and let copies be kept so often that they are used."""
    playback._courses.clear()
    monkeypatch.setattr(playback, "SPACING", 7)


def stored(slug: str) -> Match:
    return services.take_in(own_format(record(slug, STEPS)), None, "jsonl")


def from_the_beginning(match: Match) -> list[tuple[Any, list[Any]]]:
    """Return state and messages after each step, in one go and without any copies."""
    kept = services.record_of(match)
    live = services.opening(kept, match.code)
    shown = []
    for row in [None, *services.rows_of(kept)]:
        if row is not None:
            forget_messages(live)
            live.repeat(row)
        told = [[message.payload_type, message.payload] for message in live.audiences[None].kept]
        shown.append((live.game.views.snapshot(live.room, live.state, None), told))
    return shown


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_shown_does_not_depend_on_what_was_shown_before(slug: str) -> None:
    match, rng = stored(slug), random.Random(1)
    expected = from_the_beginning(match)
    for _ in range(40):
        first, last = sorted(rng.choices(range(match.steps_count + 1), k=2))
        shown = states(match, first, last)
        assert [one["step"] for one in shown] == list(range(first, last + 1))
        assert [(one["state"], one["messages"]) for one in shown] == expected[first : last + 1]
    assert states(match, match.steps_count + 1, match.steps_count) == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_name_that_was_deleted_is_not_shown_from_what_was_kept(slug: str) -> None:
    match = stored(slug)
    states(match, 0, 3)
    for player in match.players:
        player["name"] = "somebody"
    match.save()
    shown = repr([(one["state"], one["messages"]) for one in states(match, 0, match.steps_count)])
    assert not re.search(r"Player \d", shown)


def test_the_next_window_does_not_begin_at_the_first_step(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    match = services.take_in(long_match(12_000), None, "jsonl")

    def seconds(first: int) -> float:
        began = time.process_time()
        assert client.get(f"/replays/{match.code}/states.json?from={first}&to={first + 49}").status_code == 200
        return time.process_time() - began

    there = seconds(11_800)
    assert max(seconds(11_850), seconds(11_900)) < there / 4, "reading on"
    assert seconds(5_010) < there / 4, "jumping back"


def test_moments_are_found_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored("qwirkle")
    found = client.get(f"/replays/{match.code}/moments.json").json()
    assert found["moments"]
    match.steps.all().delete()
    assert client.get(f"/replays/{match.code}/moments.json").json() == found


PARTS = ("states.json?from=0&to=2", "moments.json", "download.jsonl")


@pytest.mark.parametrize("part", PARTS)
def test_reading_too_often_is_told_with_a_time_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    match = stored("qwirkle")
    monkeypatch.setitem(ratelimits.LIMITS, "requests", ratelimits.RateLimit(0.1, 1))
    assert client.get(f"/replays/{match.code}/{part}").status_code == 200
    answer = client.get(f"/replays/{match.code}/{part}")
    assert answer.status_code == 429
    # Less the time that the first reading took.
    assert 1 < int(answer["Retry-After"]) <= 10


@pytest.mark.parametrize("part", PARTS)
def test_when_too_many_read_at_once_one_is_told_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    match = stored("qwirkle")
    monkeypatch.setattr(workbench, "PATIENCE", 0.05)
    with workbench.at_work(), workbench.at_work():
        answer = client.get(f"/replays/{match.code}/{part}")
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert client.get(f"/replays/{match.code}/{part}").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_api_says_that_it_has_no_place_and_not_that_there_is_no_replay(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = stored("qwirkle")
    monkeypatch.setattr(workbench, "PATIENCE", 0.05)
    with workbench.at_work(), workbench.at_work():
        answer = client.get(f"/api/replays/{match.code}.jsonl")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, workbench.BUSY)


def test_a_match_is_not_called_false_because_others_are_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored("qwirkle")
    Match.objects.update(verified=None)
    monkeypatch.setattr(workbench, "PATIENCE", 0.05)
    with workbench.at_work(), workbench.at_work(), pytest.raises(Refused, match="too many"):
        services.verify(match.code)
    match.refresh_from_db()
    assert match.verified is None


def test_few_work_some_wait_and_the_others_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most, refused = 0, 0, 0
    lock, done = threading.Lock(), threading.Event()

    def work() -> None:
        nonlocal inside, most, refused
        try:
            with workbench.at_work():
                with lock:
                    inside += 1
                    most = max(most, inside)
                done.wait(20)
                with lock:
                    inside -= 1
        except Refused:
            with lock:
                refused += 1
                if refused == 5:
                    done.set()

    crowd = [threading.Thread(target=work) for _ in range(workbench.PLACES + workbench.QUEUE + 5)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert (most, inside, refused) == (workbench.PLACES, 0, 5)
