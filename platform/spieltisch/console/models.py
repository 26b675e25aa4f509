"""What staff have done, and whom they keep out."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from bridge.subscribers import subscriber_of


class AuditEntry(models.Model):
    """One act of a member of staff; written, never changed."""

    time = models.DateTimeField(auto_now_add=True)
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    action = models.CharField(max_length=40)
    target = models.CharField(max_length=120, blank=True)
    detail = models.CharField(max_length=500, blank=True)

    class Meta:
        """The newest first."""

        ordering = ("-pk",)

    def __str__(self) -> str:
        """Return what was done."""
        return f"{self.action} {self.target}"


class Ban(models.Model):
    """An account or an address that may not connect until a time, or for good."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    address = models.GenericIPAddressField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    until = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """The newest first."""

        ordering = ("-pk",)

    def __str__(self) -> str:
        """Return who is kept out."""
        return f"{self.user or self.address}: {self.reason}"

    def clean(self) -> None:
        """A ban is of somebody."""
        if not self.user_id and not self.address:
            raise ValidationError("name an account or an address")

    @property
    def expired(self) -> bool:
        """Tell whether it holds no longer."""
        return self.until is not None and self.until <= timezone.now()

    @property
    def told(self) -> str:
        """What the one kept out is told."""
        return f"You cannot connect: {self.reason}" + (
            f" (until {self.until:%Y-%m-%d %H:%M} UTC)" if self.until else ""
        )


def in_force() -> models.QuerySet[Ban]:
    """Return the bans that hold now."""
    return Ban.objects.filter(Q(until=None) | Q(until__gt=timezone.now()))


def ban_of(user_id: int | None, address: str | None) -> Ban | None:
    """Return the ban in force for an account or an address; that of an IPv6 address is one of its subscriber."""
    if user_id is not None and (ban := in_force().filter(user_id=user_id).first()):
        return ban
    if not address:
        return None
    subscriber = subscriber_of(address)
    if ":" not in subscriber:
        return in_force().filter(address__in=(subscriber, f"::ffff:{subscriber}")).first()
    banned = in_force().filter(address__contains=":")
    return next((ban for ban in banned if subscriber_of(str(ban.address)) == subscriber), None)
