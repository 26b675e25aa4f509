"""Passwords are hashed two at a time, and stored as Django stores them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock
from typing import Any

import argon2
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password

from spieltisch.accounts.hashing import AT_ONCE, Argon2

CROWD = 6


def test_a_hash_made_before_is_known_and_one_made_now_is_no_other(settings: Any) -> None:
    old = Argon2PasswordHasher().encode("secret", "a-salt-of-some-length")
    assert Argon2().encode("secret", "a-salt-of-some-length").split("$")[:4] == old.split("$")[:4]
    assert check_password("secret", old)
    assert not check_password("another", old)
    assert isinstance(Argon2(), Argon2PasswordHasher)
    assert settings.PASSWORD_HASHERS[0] == f"{Argon2.__module__}.{Argon2.__name__}"


def test_two_passwords_are_hashed_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    hash_secret, lock, barrier = argon2.low_level.hash_secret, Lock(), Barrier(CROWD)
    at_work: list[int] = [0]
    most: list[int] = [0]

    def counted(*args: Any, **kwargs: Any) -> bytes:
        with lock:
            at_work[0] += 1
            most[0] = max(most[0], at_work[0])
        try:
            return hash_secret(*args, **kwargs)
        finally:
            with lock:
                at_work[0] -= 1

    def sign_up(number: int) -> str:
        barrier.wait()
        return make_password(f"secret {number}")

    monkeypatch.setattr(argon2.low_level, "hash_secret", counted)
    with ThreadPoolExecutor(CROWD) as crowd:
        made = list(crowd.map(sign_up, range(CROWD)))
    assert len(set(made)) == CROWD
    assert most[0] == AT_ONCE
