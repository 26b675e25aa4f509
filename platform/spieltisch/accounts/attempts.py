"""Slows down those who guess passwords: failed logins are counted for each account and each address.

One address that guesses one account is stopped soon; an address that tries many accounts, and an account that many
addresses try, later, so that nobody is locked out by a stranger's few mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from spieltisch.accounts.models import FailedLogin

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
        """Return the attempt as it is counted: letter case does not make another account."""
        return cls(account.casefold()[:150], address[:45])

    def wait(self) -> timedelta | None:
        """Return how long this attempt has to wait, or None when it may be made now."""
        now = timezone.now()
        since = FailedLogin.objects.filter(time__gt=now - LOOK_BACK)
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

    def failed(self) -> None:
        """Count a wrong password, and forget those too old to count."""
        FailedLogin.objects.filter(time__lte=timezone.now() - LOOK_BACK).delete()
        FailedLogin.objects.create(account=self.account, address=self.address)

    def succeeded(self) -> None:
        """Forget this pair's failures."""
        FailedLogin.objects.filter(account=self.account, address=self.address).delete()
