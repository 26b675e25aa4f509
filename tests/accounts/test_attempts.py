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
        attempt.begin()


def test_the_fifth_wrong_password_makes_this_address_wait() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    fail(attempt, 4)
    assert attempt.wait() is None
    assert attempt.begin() is None
    wait = attempt.begin()
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
        Attempt.of(f"account{number}", "10.0.0.1").begin()
    assert Attempt.of("another", "10.0.0.1").wait() is not None
    assert Attempt.of("another", "10.0.0.2").wait() is None


def test_an_account_tried_from_many_addresses_waits() -> None:
    for number in range(attempts.MOST_OF_ACCOUNT):
        Attempt.of("anna", f"10.0.1.{number}").begin()
    assert Attempt.of("anna", "10.9.9.9").wait() is not None


def test_old_failures_are_forgotten() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    fail(attempt, 5)
    FailedLogin.objects.update(time=timezone.now() - LOOK_BACK - timedelta(seconds=1))
    assert attempt.wait() is None
    attempt.begin()
    assert FailedLogin.objects.count() == 1


def test_a_right_password_clears_the_count() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    fail(attempt, 4)
    attempt.succeeded()
    fail(attempt, 4)
    assert attempt.wait() is None


def test_attempts_whose_outcome_is_not_known_yet_count_as_wrong_and_refused_ones_do_not() -> None:
    attempt = Attempt.of("anna", "10.0.0.1")
    begun = [attempt.begin() for _ in range(8)]
    assert [wait is None for wait in begun] == [True] * 5 + [False] * 3
    assert FailedLogin.objects.count() == 5
    attempt.succeeded()
    assert attempt.begin() is None


def test_another_address_of_an_ipv6_subscriber_gives_no_more_tries() -> None:
    begun = [Attempt.of("anna", f"2001:db8::{number}").begin() for number in range(6)]
    assert [wait is None for wait in begun] == [True] * 5 + [False]
    assert Attempt.of("anna", "2001:db8:0:1::1").begin() is None
