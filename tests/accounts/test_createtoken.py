"""`manage.py createtoken`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from spieltisch.accounts import services
from spieltisch.accounts.models import User

pytestmark = pytest.mark.django_db


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("createtoken", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_it_prints_a_token_and_nothing_else() -> None:
    anna = services.create_account("anna", "not-so-common-7")
    output = printed("Anna")
    assert output.count("\n") == 1
    assert services.user_for_token(output.strip()) == anna


def test_an_account_that_is_missing_is_made_without_a_password() -> None:
    user = services.user_for_token(printed("robot").strip())
    assert user == User.objects.get(username="robot")
    assert not User.objects.get().has_usable_password()


def test_an_impossible_name_and_a_locked_user_are_refused() -> None:
    with pytest.raises(CommandError, match="username"):
        printed("no such name")
    User.objects.create(username="locked", is_active=False)
    with pytest.raises(CommandError, match="locked"):
        printed("locked")
