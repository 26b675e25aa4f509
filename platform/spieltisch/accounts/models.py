"""Who plays: accounts, guests, their API tokens, and the failed attempts to sign in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from spieltisch.accounts.spelling import key_of

#: Stands between a key and a number where two accounts were made, long ago, whose names are spellings of one.
APART = "#"


class User(AbstractUser):
    """A person: an account with a password, or a guest known only by a chosen name.

    A guest's `username` is made up and unique; several guests may show the same name. An account shows its username.
    """

    display_name = models.CharField(_("shown name"), max_length=30, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    name_key = models.CharField(max_length=600, unique=True, default="", editable=False)
    """What the username has in common with all its spellings: no two accounts have the same."""
    scope = ""
    """What the token that spoke for this user allows; "" for the person itself. Not stored with the user."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, with the key of the name as it is now."""
        if self.name_key.partition(APART)[0] != key_of(self.username):
            self.name_key = key_of(self.username)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Refuse another account's name in another spelling, for the forms of the administration."""
        super().clean()
        if User.objects.filter(name_key=key_of(self.username)).exclude(pk=self.pk).exists():
            raise ValidationError(_("This username is taken. Please choose another."))

    @classmethod
    def called(cls, username: str) -> User | None:
        """Return the account of a name, however somebody writes it; None when there is none."""
        exactly = cls.objects.filter(username=username).first()
        return exactly or cls.objects.filter(name_key=key_of(username)).first()

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.display_name or self.username

    @property
    def acts_as_staff(self) -> bool:
        """Tell whether staff's rights may be used now: a token has them only when it was made for that."""
        return self.is_staff and self.scope in ("", ApiToken.Scope.STAFF)

    @property
    def reads_only(self) -> bool:
        """Tell whether a token speaks that may look but change nothing."""
        return self.scope == ApiToken.Scope.READ

    def get_full_name(self) -> str:
        """Return the name that others see, for Django's admin."""
        return self.name

    def get_short_name(self) -> str:
        """Return the name that others see, for Django's admin."""
        return self.name


class ApiToken(models.Model):
    """A key to the HTTP API and the sockets. Only its SHA-256 is kept: the token is random, so no salt is needed."""

    class Scope(models.TextChoices):
        """What a token may do, each more than the one before."""

        READ = "read", _("read: see what you see")
        PLAY = "play", _("play: open tables and play as well")
        STAFF = "staff", _("staff: use your rights as staff as well")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("user"))
    scope = models.CharField(_("allows"), max_length=10, choices=Scope.choices, default=Scope.PLAY)
    label = models.CharField(_("label"), max_length=60, blank=True)
    digest = models.CharField(_("SHA-256 of the token"), max_length=64, unique=True, editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    last_used = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        ordering = ["-created"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.user.name}: {self.label or self.digest[:8]}"


class FailedLogin(models.Model):
    """One wrong password: what was tried and from where, kept for as long as the limit looks back."""

    account = models.CharField(_("account"), max_length=150)
    address = models.CharField(_("address"), max_length=45)
    time = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["account", "time"]), models.Index(fields=["address", "time"])]
        verbose_name = _("failed login")
        verbose_name_plural = _("failed logins")

    def __str__(self) -> str:
        return f"{self.account} from {self.address}"
