"""Deleting an account takes the name out of every game, and the games still verify."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gamekit import registry
from gamekit.exports import MatchRecord
from gamekit.game import Game
from gamekit.testing import begin, playout
from spieltisch.accounts import services
from spieltisch.accounts.farewell import NOBODY, delete_account
from spieltisch.accounts.models import User
from spieltisch.replays import services as replays
from spieltisch.replays.jsonlines import write
from spieltisch.tables.models import ChatLine, Match, Table

pytestmark = pytest.mark.django_db

PASSWORD = "not-so-common-7"


@pytest.fixture
def anna() -> User:
    """An account."""
    return services.create_account("anna", PASSWORD)


def played_match(user: User) -> Match:
    """A finished match of the first game there is, with the user at seat 0."""
    game: Game = next(iter(registry.games().values()))
    last: Any = None
    for last in playout(game, 1):
        pass
    first = begin(game, 1)
    record = MatchRecord(
        game.slug, 1, "code", "", last.room.options, last.room.players, first.start_chance, timezone.now().isoformat(),
        last.steps, game.rules.outcome(last.state),
    )  # fmt: skip
    head = list(replays.rows_of(record))[-1].hash
    match = replays.take_in(write(record, head), None, "jsonl")
    match.played_by.filter(seat=0).update(user=user, name=user.name)
    return match


def test_the_games_stay_without_the_name_and_still_verify(anna: User) -> None:
    match = played_match(anna)
    head = match.head
    delete_account(anna)
    match.refresh_from_db()
    assert match.players[0]["name"] == NOBODY
    assert match.played_by.get(seat=0).name == NOBODY
    assert match.players[1]["name"] != NOBODY
    assert match.head != head
    assert replays.verify(match.code)


def test_nothing_of_the_person_is_left(anna: User) -> None:
    token = services.issue_token(anna)
    table = Table.objects.create(code="t", game="g", size=2)
    ChatLine.objects.create(table=table, user=anna, name="anna", text="hello", seat=None)
    delete_account(anna)
    anna.refresh_from_db()
    assert "anna" not in (anna.username, anna.display_name)
    assert not anna.is_active
    assert services.user_for_token(token) is None
    assert ChatLine.objects.get().name == NOBODY
    services.create_account("anna", PASSWORD)


def test_somebody_in_a_running_game_is_asked_to_finish_it(client: Client, anna: User) -> None:
    match = played_match(anna)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    client.force_login(anna)
    page = client.post("/accounts/delete/", {"password": PASSWORD, "sure": "on"}).content.decode()
    assert "You are in a running game" in page
    anna.refresh_from_db()
    assert anna.username == "anna"


def test_deleting_needs_the_password_and_a_tick(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = client.post("/accounts/delete/", {"password": "wrong"}).content.decode()
    assert "This is not your password." in page
    assert "Please tick this box" in page
    client.post("/accounts/delete/", {"password": PASSWORD, "sure": "on"})
    anna.refresh_from_db()
    assert not anna.is_active
    assert client.get("/accounts/").status_code == 302


def test_a_guest_goes_with_a_tick_alone(client: Client) -> None:
    client.post("/accounts/guest/", {"name": "Otter"})
    client.post("/accounts/delete/", {"sure": "on"})
    assert not User.objects.get().is_active
