"""Guests, accounts and tokens."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from gamekit.errors import GameError
from spieltisch.accounts import services
from spieltisch.accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db


def test_guests_may_share_a_name() -> None:
    first, second = services.create_guest("Anna"), services.create_guest("Anna")
    assert first.name == second.name == "Anna"
    assert first.username != second.username
    assert not first.has_usable_password()


def test_a_guests_name_is_put_on_one_line() -> None:
    assert services.create_guest("  Anna \n Lena ").name == "Anna Lena"


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "ab\u202ecd", "a\x00b"])
def test_a_name_that_cannot_be_shown_is_refused_with_its_field(name: str) -> None:
    with pytest.raises(GameError) as caught:
        services.create_guest(name)
    assert caught.value.field == "name"
    assert not User.objects.exists()


def test_a_guest_cannot_take_an_accounts_name() -> None:
    services.create_account("Anna", "not-so-common-7")
    with pytest.raises(GameError) as caught:
        services.create_guest("anna")
    assert caught.value.code == "guest/name_of_account"


def test_an_upgraded_guest_stays_the_same_user_with_the_same_tokens() -> None:
    guest = services.create_guest("Anna")
    token = services.issue_token(guest)
    account = services.upgrade_guest(guest, "anna.k", "not-so-common-7")
    assert account.pk == guest.pk
    assert account.name == "anna.k"
    assert not account.is_guest
    assert account.check_password("not-so-common-7")
    assert services.user_for_token(token) == account


def test_an_account_cannot_be_upgraded_again() -> None:
    account = services.create_account("anna", "not-so-common-7")
    with pytest.raises(GameError, match="already"):
        services.upgrade_guest(account, "bea", "not-so-common-7")


def test_usernames_differ_by_more_than_letter_case() -> None:
    services.create_account("Anna", "not-so-common-7")
    with pytest.raises(GameError) as caught:
        services.create_account("aNNA", "not-so-common-7")
    assert caught.value.code == "account/taken"
    with pytest.raises(IntegrityError):
        User.objects.create(username="ANNA")


@pytest.mark.parametrize("username", ["a", "x" * 21, "an na", "-anna", "guest-12", "Deleted-3", "<b>"])
def test_a_username_outside_the_rule_is_refused(username: str) -> None:
    with pytest.raises(GameError) as caught:
        services.create_account(username, "not-so-common-7")
    assert caught.value.field == "username"


def test_only_the_hash_of_a_token_is_kept() -> None:
    user = services.create_guest("Anna")
    token = services.issue_token(user, "my bot")
    kept = ApiToken.objects.get()
    assert token not in (kept.digest, kept.label)
    assert len(token) >= 43, "256 random bits"
    assert services.user_for_token(token) == user


def test_a_used_token_says_when() -> None:
    user = services.create_guest("Anna")
    token = services.issue_token(user)
    assert ApiToken.objects.get().last_used is None
    services.user_for_token(token)
    assert ApiToken.objects.get().last_used is not None


def test_a_revoked_or_unknown_token_belongs_to_nobody() -> None:
    user = services.create_guest("Anna")
    token = services.issue_token(user)
    assert services.revoke_token(user, ApiToken.objects.get().pk)
    assert services.user_for_token(token) is None
    assert services.user_for_token("nonsense") is None


def test_nobody_revokes_somebody_elses_token() -> None:
    owner, other = services.create_guest("Anna"), services.create_guest("Bea")
    token = services.issue_token(owner)
    assert not services.revoke_token(other, ApiToken.objects.get().pk)
    assert services.user_for_token(token) == owner


def test_a_locked_users_token_is_refused() -> None:
    user = services.create_guest("Anna")
    token = services.issue_token(user)
    user.is_active = False
    user.save()
    assert services.user_for_token(token) is None
