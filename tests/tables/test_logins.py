"""Logging in by a protocol hashes as seldom as can be, and an address makes only so many names."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher

from gamekit.errors import Refused
from spieltisch import ratelimits
from spieltisch.tables.logins import matches
from spieltisch.tables.models import ProtocolLogin

pytestmark = pytest.mark.django_db


class Counting(MD5PasswordHasher):
    """Counts how often it is put to work."""

    worked = 0

    def encode(self, password: str, salt: str) -> str:
        """Hash."""
        Counting.worked += 1
        return super().encode(password, salt)


@pytest.fixture
def counting(settings: Any) -> type[Counting]:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    Counting.worked = 0
    return Counting


def test_a_login_hashes_once(counting: type[Counting]) -> None:
    assert matches("quidditch", "anna", "secret", "10.0.0.1")
    assert counting.worked == 1
    assert matches("quidditch", "anna", "secret", "10.0.0.1")
    assert counting.worked == 2
    assert not matches("quidditch", "anna", "another", "10.0.0.1")
    assert counting.worked == 3


def test_an_address_makes_so_many_names_and_keeps_those_it_has(
    counting: type[Counting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ratelimits.LIMITS, "signups", ratelimits.RateLimit(2 / 60, 2))
    for name in ("anna", "ben"):
        assert matches("quidditch", name, "secret", "10.0.0.1")
    worked = counting.worked
    with pytest.raises(Refused, match=r"too many new names; try again in \d+ s"):
        matches("quidditch", "cleo", "secret", "10.0.0.1")
    assert counting.worked == worked, "the refused cost nothing"
    assert not ProtocolLogin.objects.filter(name="cleo").exists()
    assert matches("quidditch", "anna", "secret", "10.0.0.1")
    assert matches("quidditch", "cleo", "secret", "10.0.0.2")
