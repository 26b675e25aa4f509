"""Slows down those who guess passwords: failed logins are counted for each account and each address.

One address that guesses one account is stopped soon; an address that tries many accounts, and an account that many
addresses try, later, so that nobody is locked out by a stranger's few mistakes.

An attempt counts as wrong before its password is hashed, until it turns out to be right: hashing takes a while, and of
many made in that while each would find the limit not reached yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from bridge.subscribers import subscriber_of
from spieltisch.accounts.models import FailedLogin
from spieltisch.accounts.spelling import key_of

LOOK_BACK = timedelta(minutes=15)
MOST_OF_BOTH = 5
MOST_OF_ADDRESS = 40
MOST_OF_ACCOUNT = 60


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody at an address who says to be an account."""

    account: str
    address: str

    @classmethod
    def of(cls, account: str, address: str) -> Attempt:
        """Return the attempt as it is counted: letter case and spelling do not make another account, nor another
        address of one subscriber another stranger."""
        return cls(key_of(account)[:150], subscriber_of(address)[:45])

    def begin(self) -> timedelta | None:
        """Count the attempt as a wrong one, or count nothing and return how long it has to wait."""
        FailedLogin.objects.filter(time__lte=timezone.now() - LOOK_BACK).delete()
        counted = FailedLogin.objects.create(account=self.account, address=self.address)
        wait = self.wait(counted)
        if wait is not None:
            counted.delete()
        return wait

    def wait(self, counted: FailedLogin | None = None) -> timedelta | None:
        """Return how long this attempt, itself counted or not, has to wait, or None when it may be made now."""
        now = timezone.now()
        since = FailedLogin.objects.filter(time__gt=now - LOOK_BACK)
        if counted is not None:
            since = since.exclude(pk=counted.pk)
        rows = (
            (since.filter(account=self.account, address=self.address), MOST_OF_BOTH),
            (since.filter(address=self.address), MOST_OF_ADDRESS),
            (since.filter(account=self.account), MOST_OF_ACCOUNT),
        )
        ends: list[datetime] = []
        for failures, most in rows:
            # The limit is lifted when the oldest of the last `most` failures is forgotten.
            times = list(failures.order_by("-time").values_list("time", flat=True)[:most])
            if len(times) == most:
                ends.append(times[-1] + LOOK_BACK)
        return max(ends) - now if ends else None

    def succeeded(self) -> None:
        """Forget this pair's failures, and that this was counted as one."""
        FailedLogin.objects.filter(account=self.account, address=self.address).delete()
