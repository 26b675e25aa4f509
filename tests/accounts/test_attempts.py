"""Wrong passwords are counted for account and address."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from spieltisch.accounts import attempts
from spieltisch.accounts.attempts import LOOK_BACK, Attempt
from spieltisch.accounts.models import FailedLogin

pytestmark = pytest.mark.django_db


def fail(attempt: Attempt, times: int) -> None:
    for _ in range(times):
        attempt.failed()


def test_the_fifth_wrong_password_makes_this_address_wait() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    fail(attempt, 4)
    assert attempt.wait() is None
    attempt.failed()
    wait = attempt.wait()
    assert wait is not None
    assert timedelta(minutes=14) < wait <= LOOK_BACK


def test_letter_case_does_not_give_more_tries() -> None:
    fail(Attempt.of("anna", "10.0.0.1"), 5)
    assert Attempt.of("ANNA", "10.0.0.1").wait() is not None


def test_a_stranger_does_not_lock_the_owner_out() -> None:
    fail(Attempt.of("anna", "10.0.0.1"), 5)
    assert Attempt.of("anna", "10.0.0.2").wait() is None


def test_an_address_that_tries_many_accounts_waits() -> None:
    for number in range(attempts.MOST_OF_ADDRESS):
        Attempt.of(f"account{number}", "10.0.0.1").failed()
    assert Attempt.of("another", "10.0.0.1").wait() is not None
    assert Attempt.of("another", "10.0.0.2").wait() is None


def test_an_account_tried_from_many_addresses_waits() -> None:
    for number in range(attempts.MOST_OF_ACCOUNT):
        Attempt.of("anna", f"10.0.1.{number}").failed()
    assert Attempt.of("anna", "10.9.9.9").wait() is not None


def test_old_failures_are_forgotten() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    fail(attempt, 5)
    FailedLogin.objects.update(time=timezone.now() - LOOK_BACK - timedelta(seconds=1))
    assert attempt.wait() is None
    attempt.failed()
    assert FailedLogin.objects.count() == 1


def test_a_right_password_clears_the_count() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    fail(attempt, 4)
    attempt.succeeded()
    fail(attempt, 4)
    assert attempt.wait() is None
