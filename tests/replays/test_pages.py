"""The replay pages, through Django's test client."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from gamekit import registry
from gamekit.exports import MatchRecord
from gamekit.testing import begin, playout
from games.catan.sgn.formats import write_sgn
from games.catan.sgn.sidefile import write_side
from games.catan.tests.sgn_games import random_match
from spieltisch.accounts.models import User
from spieltisch.accounts.services import create_guest
from spieltisch.replays import services
from spieltisch.replays.jsonlines import write
from spieltisch.tables.delaying import OPTION
from spieltisch.tables.directory import token_hash
from spieltisch.tables.models import Invitation, Match, Seat, Table

pytestmark = pytest.mark.django_db

SLUG = sorted(registry.games())[0]


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
    """The match in the library."""
    return services.take_in(recorded, None, "jsonl")


def test_the_library_is_filtered_by_game_player_and_day(client: Client, match: Match) -> None:
    today = timezone.now().date()
    tomorrow, yesterday = today + timedelta(days=1), today - timedelta(days=1)

    def shown(query: str) -> bool:
        return match.code in client.get(f"/replays/?{query}").content.decode()

    assert shown("")
    assert shown(f"game={SLUG}&player=player+1&after={yesterday}&before={tomorrow}")
    assert not shown(f"game={sorted(registry.games())[-1]}")
    assert not shown("player=nobody")
    assert not shown(f"after={tomorrow}")
    assert not shown(f"before={yesterday}")


#: What may have hundreds of kilobytes in each row (positions, pictures of teams), as SQL names it.
LARGE = ("match.options", "match.players", "match.chance", "table.options", "seat.data")


@pytest.mark.parametrize("path", ["/", f"/{SLUG}/", "/replays/?player=player+1", "/api/replays?player=player+1"])
def test_lists_read_nothing_large(client: Client, match: Match, path: str) -> None:
    for code, extra in (("here", {}), ("late", {OPTION: 60})):
        table = Table.objects.create(code=code, game=SLUG, size=2, extra=extra)
        Seat.objects.create(table=table, seat=0, name="Anna", number=1, kind="person")
        Match.objects.create(code=f"of-{code}", game=SLUG, table=table, started=timezone.now(), head="")
    with CaptureQueriesContext(connection) as asked:
        assert match.code in client.get(path).content.decode()
    asked_for = [query["sql"].replace('"', "").replace("tables_", "") for query in asked]
    assert [sql for sql in asked_for if any(name in sql for name in LARGE) or "DISTINCT" in sql] == []


def test_a_wrong_date_is_told_beside_its_field_and_stays(client: Client) -> None:
    page = client.get("/replays/?after=yesterday").content.decode()
    assert 'id="id_after_error"' in page
    assert 'value="yesterday"' in page


def test_private_and_running_matches_are_not_listed(client: Client, match: Match) -> None:
    Match.objects.update(private=True)
    assert match.code not in client.get("/replays/").content.decode()
    Match.objects.update(private=False, status=Match.Status.RUNNING)
    assert match.code not in client.get("/replays/").content.decode()


TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
PARTS = ("", "states.json", "moments.json", "download.jsonl")


def test_a_private_replay_is_there_for_those_who_played_it_and_for_staff_alone(client: Client, match: Match) -> None:
    Match.objects.update(private=True)
    anna, ben = create_guest("Anna"), create_guest("Ben")
    match.played_by.filter(seat=0).update(user=anna)

    def statuses() -> set[int]:
        return {client.get(f"/replays/{match.code}/{part}").status_code for part in PARTS}

    assert statuses() == {404}
    client.force_login(ben)
    assert statuses() == {404}
    assert client.post(f"/replays/{match.code}/verify/").status_code == 404
    assert client.post(f"/replays/{match.code}/play-on/", {"step": 1}, follow=True).status_code == 404
    client.force_login(anna)
    assert statuses() == {200}
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    client.force_login(ben)
    assert statuses() == {200}


def test_a_private_replay_is_there_for_those_who_may_see_its_table(client: Client, match: Match) -> None:
    anna, ben = create_guest("Anna"), create_guest("Ben")
    table = Table.objects.create(code="secret2", game=match.game, size=2, private=True, owner=anna)
    Match.objects.update(private=True, table=table)
    client.force_login(ben)
    assert client.get(f"/replays/{match.code}/").status_code == 404
    soon = timezone.now() + timedelta(days=1)
    Invitation.objects.create(table=table, token_hash=token_hash("letmein"), expires=soon)
    assert client.get(f"/{match.game}/secret2/?invite=letmein").status_code == 302
    assert client.get(f"/replays/{match.code}/").status_code == 200
    client.force_login(anna)
    assert client.get(f"/replays/{match.code}/").status_code == 200


def test_the_viewer_offers_every_format(client: Client, match: Match) -> None:
    page = client.get(f"/replays/{match.code}/").content.decode()
    for name in services.formats(registry.game(SLUG)):
        assert f'data-format="{name}"' in page
        answer = client.get(f"/replays/{match.code}/download.{name}")
        assert answer.status_code == 200
        assert "attachment" in answer["Content-Disposition"]


def test_states_come_in_the_range_asked_for(client: Client, match: Match) -> None:
    first = client.get(f"/replays/{match.code}/states.json?from=0&to=2").json()["states"]
    assert [state["step"] for state in first] == [0, 1, 2]
    later = client.get(f"/replays/{match.code}/states.json?from=2&to=3").json()["states"]
    assert later[0]["state"] == first[2]["state"]
    beyond = client.get(f"/replays/{match.code}/states.json?from={match.steps_count}&to=999999").json()["states"]
    assert [state["step"] for state in beyond] == [match.steps_count]
    assert beyond[0]["outcome"] is not None


def test_a_range_that_is_none_is_refused(client: Client, match: Match) -> None:
    assert client.get(f"/replays/{match.code}/states.json?from=x&to=3").status_code == 400


def test_a_running_match_shows_no_states(client: Client, match: Match) -> None:
    Match.objects.update(status=Match.Status.RUNNING)
    assert client.get(f"/replays/{match.code}/states.json?from=0&to=1").status_code == 404
    page = client.get(f"/replays/{match.code}/")
    assert page.status_code == 404
    assert "still being played" in page.content.decode()


def test_a_match_that_is_shown_late_does_not_tell_when_it_ends(client: Client, match: Match) -> None:
    table = Table.objects.create(code="late2", game=match.game, size=2, extra={"spectator_delay": 60})
    Match.objects.update(table=table)

    def told(status: str) -> list[tuple[int, bytes]]:
        Match.objects.update(status=status)
        answers = [client.get(f"/replays/{match.code}/{part}") for part in PARTS]
        # The secret of a page's forms is drawn anew for each.
        return [(answer.status_code, TOKEN.sub(b"", answer.content)) for answer in answers]

    running, over = told(Match.Status.RUNNING), told(Match.Status.FINISHED)
    assert {status for status, _ in running} == {404}
    assert running == over
    Match.objects.update(finished=timezone.now() - timedelta(seconds=61))
    assert [status for status, _ in told(Match.Status.FINISHED)] == [200] * len(PARTS)


def test_verification_is_done_once_and_remembered(client: Client, match: Match) -> None:
    Match.objects.update(verified=None)
    assert client.post(f"/replays/{match.code}/verify/").json() == {"verified": True}
    match.refresh_from_db()
    assert match.verified is True


def test_a_match_whose_log_was_changed_does_not_verify(client: Client, match: Match) -> None:
    match.steps.filter(number=1).update(hash="0" * 64)
    Match.objects.update(verified=None)
    assert client.post(f"/replays/{match.code}/verify/").json() == {"verified": False}
    assert "does not verify" in client.get("/replays/").content.decode()


def test_an_upload_is_played_again_and_shown(client: Client, recorded: bytes) -> None:
    client.force_login(create_guest("Anna"))
    file = SimpleUploadedFile("match.jsonl", recorded)
    answer = client.post("/replays/upload/", {"file": file, "kind": "jsonl"})
    assert answer.status_code == 302
    assert answer["Location"] == f"/replays/{Match.objects.get().code}/"


def test_a_file_that_is_wrong_is_refused_with_its_line(client: Client, recorded: bytes) -> None:
    client.force_login(create_guest("Anna"))
    lines = recorded.splitlines()
    lines[3] = b"{}"
    file = SimpleUploadedFile("match.jsonl", b"\n".join(lines))
    page = client.post("/replays/upload/", {"file": file, "kind": "jsonl"}).content.decode()
    assert 'id="id_file_error"' in page
    assert "line 4" in page
    assert not Match.objects.exists()


@pytest.fixture(scope="module")
def notation() -> tuple[bytes, bytes]:
    """A Catan match in the notation, and its side file."""
    record = random_match(1, 3)
    return write_sgn(record), write_side(record)


def upload_with_side(client: Client, content: bytes, side: bytes, kind: str = "sgn/catan") -> Any:
    """Return the answer to the form with both files."""
    client.force_login(create_guest("Anna"))
    files = {"file": SimpleUploadedFile("match.sgn", content), "side": SimpleUploadedFile("match.sgn.json", side)}
    return client.post("/replays/upload/", {**files, "kind": kind})


def test_a_side_file_comes_in_with_its_file(client: Client, notation: tuple[bytes, bytes]) -> None:
    assert upload_with_side(client, *notation).status_code == 302
    match = Match.objects.get()
    written = json.loads(notation[1])
    seats = sorted(written["players"], key=lambda player: int(player["seat"]))
    assert [player["name"] for player in match.players] == [player["name"] for player in seats]
    assert client.get(f"/replays/{match.code}/download.sgn").content == notation[0]
    assert json.loads(client.get(f"/replays/{match.code}/download.sgn.json").content)["dice"] == written["dice"]


def test_a_side_file_that_is_wrong_is_told_beside_its_field(client: Client, notation: tuple[bytes, bytes]) -> None:
    page = upload_with_side(client, notation[0], b"[]").content.decode()
    assert 'id="id_side_error"' in page
    assert 'id="id_file_error"' not in page
    assert not Match.objects.exists()


def test_a_side_file_of_a_format_without_one_is_refused(client: Client, recorded: bytes) -> None:
    page = upload_with_side(client, recorded, b"{}", "jsonl").content.decode()
    assert 'id="id_side_error"' in page
    assert not Match.objects.exists()


def test_strangers_are_asked_for_a_name_before_they_upload(client: Client) -> None:
    assert client.get("/replays/upload/").status_code == 302


def test_a_replay_can_be_framed_elsewhere_only_as_such(client: Client, match: Match) -> None:
    assert client.get(f"/replays/{match.code}/")["X-Frame-Options"] == "DENY"
    assert "X-Frame-Options" not in client.get(f"/replays/{match.code}/?embed=1")


def test_moments_are_the_steps_at_which_the_score_leaps(client: Client, match: Match) -> None:
    moments = client.get(f"/replays/{match.code}/moments.json").json()["moments"]
    assert moments
    steps = [moment["step"] for moment in moments]
    assert steps == sorted(steps)
    assert all(moment["points"] or moment["label"] for moment in moments)
    outcome = match.outcome
    assert outcome is not None
    assert {moment["seat"] for moment in moments} & set(outcome["winners"])
