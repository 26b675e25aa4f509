"""A script gets a name and a token without signing up."""

from __future__ import annotations

from spieltisch.accounts.models import User
from spieltisch.accounts.services import create_account, user_for_token
from tests.spieltisch.api.conftest import Caller


def test_a_guest_gets_a_token_that_is_its_own(nobody: Caller) -> None:
    answer = nobody.call("POST", "guests", {"name": "  Anna   B "})
    assert answer.status_code == 201
    assert answer.json()["name"] == "Anna B"
    user = user_for_token(answer.json()["token"])
    assert isinstance(user, User)
    assert (user.name, user.is_guest) == ("Anna B", True)


def test_a_guest_cannot_take_the_name_of_an_account(nobody: Caller) -> None:
    create_account("Berta", "a very long password")
    assert nobody.refused("POST", "guests", {"name": "berta"}) == (409, "guest/name_of_account", "name")
