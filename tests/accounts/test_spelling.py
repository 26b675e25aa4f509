"""Names that look the same are the same."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError

from spieltisch.accounts import services
from spieltisch.accounts.attempts import Attempt
from spieltisch.accounts.models import User
from spieltisch.accounts.spelling import all_seen, key_of, tidied


@pytest.mark.parametrize("other", ["ÄRGER", "ärger", "A\u0308rger", "a\u0308RGER", " Ärger ", "\uff21\u0308rger"])
def test_all_spellings_of_a_name_have_one_key(other: str) -> None:
    assert key_of(other) == key_of("Ärger") != key_of("Arger")


@pytest.mark.parametrize("unseen", "\u034f\u115f\u1160\u17b4\u180b\u200d\u2800\u3164\ufe0f\uffa0\U000e0101")
def test_a_name_with_something_unseen_is_noticed(unseen: str) -> None:
    assert not all_seen(f"an{unseen}na")
    assert not all_seen(tidied(f"an{unseen}na"))
    assert all_seen("Zoë 名前")


@pytest.mark.django_db
def test_two_accounts_of_one_name_cannot_be_saved() -> None:
    User(username="Ärger").save()
    with pytest.raises(IntegrityError):
        User(username="ärger").save()


@pytest.mark.django_db
def test_spellings_of_one_name_made_before_are_kept_apart_and_can_be_saved() -> None:
    older, younger = User(username="Ärger"), User(username="anything")
    for person in (older, younger):
        person.save()
    User.objects.filter(pk=younger.pk).update(username="ärger", name_key="?")
    import_module("spieltisch.accounts.migrations.0003_names_by_their_spelling").fill(apps, None)
    younger.refresh_from_db()
    younger.save()
    assert [User.called(name) for name in ("Ärger", "ärger", "ÄRGER")] == [older, younger, older]


@pytest.mark.django_db
def test_another_spelling_gives_no_more_tries_at_a_password() -> None:
    attempts = [Attempt.of(name, "10.0.0.1").begin() for name in ("Ärger", "ärger", "A\u0308rger") * 2]
    assert [wait is None for wait in attempts] == [True] * 5 + [False]


@pytest.mark.django_db
def test_nobody_takes_the_name_of_those_without_one() -> None:
    with pytest.raises(Exception, match="taken"):
        services.create_account("Guest", "not-so-common-7")
