"""Forms of the account pages; each error stands beside its field, and what was typed stays."""

from __future__ import annotations

import math
from typing import Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from gamekit.errors import GameError
from spieltisch.accounts import services
from spieltisch.accounts.attempts import Attempt
from spieltisch.accounts.models import ApiToken, User
from spieltisch.refusals import address_of


def _password(label: Any, autocomplete: str, help_text: Any = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete}, render_value=False)
    return forms.CharField(label=label, widget=widget, strip=False, help_text=help_text)


def _text(label: Any, most: int, autocomplete: str, help_text: Any = "") -> forms.CharField:
    attrs = {"autocomplete": autocomplete, "autocapitalize": "none", "spellcheck": "false"}
    # Length is checked by the service, so that the message is one a person can act on.
    return forms.CharField(label=label, help_text=help_text, widget=forms.TextInput(attrs={**attrs, "maxlength": most}))


class SignUpForm(forms.Form):
    """A new account, or a guest's way to one."""

    username = _text(
        gettext_lazy("Username"),
        services.LONGEST_USERNAME,
        "username",
        gettext_lazy("2 to 20 letters, digits, dots, hyphens or underscores. Everybody sees it."),
    )
    password = _password(gettext_lazy("Password"), "new-password", gettext_lazy("At least 8 characters."))

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        """Check the name with the rule that the service keeps."""
        try:
            return services.check_username(self.cleaned_data["username"], self.user)
        except GameError as error:
            raise forms.ValidationError(error.message) from error

    def clean_password(self) -> str:
        """Check the password against the site's rules and the name typed."""
        password: str = self.cleaned_data["password"]
        # Not the name as it was typed: to compare two long texts takes long.
        password_validation.validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password

    def save(self) -> User:
        """Create the account, or turn the guest into one."""
        data = self.cleaned_data
        if self.user is not None:
            return services.upgrade_guest(self.user, data["username"], data["password"])
        return services.create_account(data["username"], data["password"])


class SignInForm(forms.Form):
    """Name and password; wrong ones are counted."""

    username = _text(gettext_lazy("Username"), 150, "username")
    password = _password(gettext_lazy("Password"), "current-password")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.user: User | None = None
        self.wait = 0.0
        """Seconds until another attempt is taken."""

    def clean(self) -> dict[str, Any]:
        """Sign in, unless too many wrong passwords came before."""
        data = super().clean() or {}
        if self.errors:
            return data
        self.user = self._authenticate(data["username"], data["password"])
        return data

    def _authenticate(self, username: str, password: str) -> User:
        attempt = Attempt.of(username, address_of(self.request))
        if (wait := attempt.begin()) is not None:
            self.wait = wait.total_seconds()
            raise forms.ValidationError(_too_many(self.wait), code="wait")
        known = User.called(username)
        user = authenticate(self.request, username=known.username if known else username, password=password)
        if not isinstance(user, User):
            raise forms.ValidationError(_("Username and password do not fit together."), code="wrong")
        attempt.succeeded()
        return user


class GuestForm(forms.Form):
    """The name of somebody without an account."""

    name = _text(
        gettext_lazy("Your name at the table"),
        services.LONGEST_NAME,
        "nickname",
        gettext_lazy("No password, no e-mail. You can turn it into an account later and keep your games."),
    )

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.saved: User | None = None

    def clean(self) -> dict[str, Any]:
        """Make the guest, or rename the one who is here."""
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            if self.user is not None:
                services.rename_guest(self.user, data["name"])
            self.saved = self.user or services.create_guest(data["name"])
        except GameError as error:
            self.add_error("name", error.message)
        return data


class ProvenForm(forms.Form):
    """What only the owner of an account may do: somebody at a browser left open must not guess at leisure either."""

    def __init__(self, *args: Any, user: User, address: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.address = address
        self.wait = 0.0
        """Seconds until another attempt is taken."""

    def proven(self, password: str) -> str:
        """Return the password if it is the user's; wrong ones are counted."""
        attempt = Attempt.of(self.user.username, self.address)
        if (wait := attempt.begin()) is not None:
            self.wait = wait.total_seconds()
            raise forms.ValidationError(_too_many(self.wait), code="wait")
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        attempt.succeeded()
        return password


class PasswordForm(ProvenForm):
    """A new password, with the old one as proof."""

    old = _password(gettext_lazy("Present password"), "current-password")
    new = _password(gettext_lazy("New password"), "new-password", gettext_lazy("At least 8 characters."))

    def clean_old(self) -> str:
        """Check the old password."""
        return self.proven(self.cleaned_data["old"])

    def clean_new(self) -> str:
        """Check the new password against the site's rules."""
        new: str = self.cleaned_data["new"]
        password_validation.validate_password(new, self.user)
        return new


class DeleteForm(ProvenForm):
    """Proof that it is really the owner who goes: the password, or for guests a tick."""

    password = _password(gettext_lazy("Password"), "current-password")
    sure = forms.BooleanField(
        label=gettext_lazy("Yes, delete me for good"),
        error_messages={"required": gettext_lazy("Please tick this box if you are sure.")},
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Check the password."""
        return self.proven(self.cleaned_data["password"])


class TokenForm(forms.Form):
    """What a new API token is for."""

    label = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("my bot"), "autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label=gettext_lazy("What may it do?"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["scope"]
        assert isinstance(field, forms.ChoiceField)
        # A guest or player has no rights as staff to lend.
        field.choices = [scope for scope in ApiToken.Scope.choices if user.is_staff or scope[0] != ApiToken.Scope.STAFF]
        field.initial = ApiToken.Scope.PLAY

    def clean_scope(self) -> str:
        """Take what was not chosen for the usual."""
        return self.cleaned_data["scope"] or ApiToken.Scope.PLAY


def _too_many(seconds: float) -> str:
    minutes = max(1, math.ceil(seconds / 60))
    return ngettext(
        "Too many wrong passwords. Please wait %(minutes)d minute and try again.",
        "Too many wrong passwords. Please wait %(minutes)d minutes and try again.",
        minutes,
    ) % {"minutes": minutes}
