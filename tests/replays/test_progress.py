"""Long work says how far it is, to whoever has its ticket."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gamekit import registry
from gamekit.exports import MatchRecord
from gamekit.testing import begin, playout
from spieltisch.accounts.services import create_guest
from spieltisch.replays import services
from spieltisch.replays.jsonlines import write
from spieltisch.replays.progress import CountedSteps, reporter, told
from spieltisch.tables.models import Match

pytestmark = pytest.mark.django_db

SLUG = sorted(registry.games())[0]
TICKET = "0123456789abcdef"


@pytest.fixture(scope="module")
def recorded() -> bytes:
    """A whole match of random play, as a file."""
    game = registry.game(SLUG)
    last: Any = None
    for last in playout(game, 1):
        pass
    record = MatchRecord(
        SLUG, 1, "code", "", last.room.options, last.room.players, begin(game, 1).start_chance,
        "2026-01-02T03:04:05+00:00", last.steps, game.rules.outcome(last.state),
    )  # fmt: skip
    return write(record, list(services.rows_of(record))[-1].hash)


@pytest.fixture
def match(recorded: bytes) -> Match:
    return services.take_in(recorded, None, "jsonl")


def test_verification_tells_each_step(match: Match) -> None:
    heard: list[tuple[int, int]] = []
    assert services.verify(match.code, lambda done, total: heard.append((done, total)))
    assert heard[:-1] == [(number, match.steps_count) for number in range(match.steps_count)]
    assert heard[-1] == (1, 1)


@pytest.mark.parametrize("format_name", services.formats(registry.game(SLUG)))
def test_an_export_tells_how_far_it_is_and_is_the_same_file(match: Match, format_name: str) -> None:
    heard: list[float] = []
    told_file = services.export(match.code, format_name, lambda done, total: heard.append(done / total))
    assert told_file == services.export(match.code, format_name)
    assert heard[-1] == 1
    assert all(part < 1 for part in heard[:-1]), "only a whole file is done"


def test_an_upload_and_a_verification_are_over_under_their_tickets(client: Client, recorded: bytes) -> None:
    client.force_login(create_guest("Anna"))
    assert client.get(f"/replays/progress/{TICKET}/").json() == {"done": 0, "total": 0, "over": False}
    file = SimpleUploadedFile("match.jsonl", recorded)
    assert client.post(f"/replays/upload/?ticket={TICKET}", {"file": file, "kind": "jsonl"}).status_code == 302
    assert client.get(f"/replays/progress/{TICKET}/").json()["over"] is True
    Match.objects.update(verified=None)
    code = Match.objects.get().code
    assert client.post(f"/replays/{code}/verify/?ticket=another-ticket").json() == {"verified": True}
    assert client.get("/replays/progress/another-ticket/").json()["over"] is True


def test_reports_between_are_kept_and_improper_tickets_keep_nothing() -> None:
    report = reporter("a-proper-ticket")
    report(3, 10)
    assert told("a-proper-ticket") == {"done": 3, "total": 10, "over": False}
    reporter("x")(10, 10)
    assert told("x")["total"] == 0


def test_counted_steps_are_the_steps() -> None:
    game = registry.game(SLUG)
    steps = [match.steps[-1] for match in playout(game, 2) if match.steps][:20]
    assert CountedSteps(steps, lambda done, total: None) == steps
