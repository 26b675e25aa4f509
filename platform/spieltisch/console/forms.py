"""Forms of the console."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from gamekit import registry
from spieltisch.accounts.models import User
from spieltisch.console.models import Ban

#: Bytes.
LARGEST_FILE = 1_000_000
LENGTHS = [("1", _("1 hour")), ("24", _("1 day")), ("168", _("1 week")), ("", _("for good"))]


class PeopleForm(forms.Form):
    """Whom to look for."""

    KINDS = [("", _("all")), ("account", _("accounts")), ("guest", _("guests")), ("staff", _("staff"))]

    text = forms.CharField(label=_("Name"), required=False, max_length=80)
    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS, required=False)


class BanForm(forms.Form):
    """Whom to keep out, why and for how long."""

    account = forms.CharField(label=_("Account"), required=False, max_length=150)
    address = forms.GenericIPAddressField(label=_("Address"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200)
    hours = forms.ChoiceField(label=_("How long"), choices=LENGTHS, required=False)

    def clean_account(self) -> User | None:
        """Find the account."""
        name = self.cleaned_data["account"]
        if not name:
            return None
        user = User.objects.filter(username=name).first()
        if user is None:
            raise forms.ValidationError(_("There is no account of this name."))
        if user.is_staff:
            raise forms.ValidationError(_("Staff cannot be banned."))
        return user

    def clean(self) -> dict[str, Any]:
        """A ban is of somebody."""
        data = super().clean() or {}
        if not self.errors and not data.get("account") and not data.get("address"):
            raise forms.ValidationError(_("Name an account or an address."))
        return data

    def ban(self) -> Ban:
        """Return the ban, not stored yet."""
        data = self.cleaned_data
        until = timezone.now() + timedelta(hours=int(data["hours"])) if data["hours"] else None
        return Ban(user=data["account"], address=data["address"] or None, reason=data["reason"], until=until)


class PresetForm(forms.Form):
    """A configuration file to keep under a name."""

    game = forms.ChoiceField(label=_("Game"))
    name = forms.CharField(label=_("Name"), max_length=60)
    file = forms.FileField(
        label=_("Configuration file"),
        max_length=200,
        help_text=_(
            "JSON: the game's own configuration file (matchConfig, Configuration), or an object of its options."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(game.slug, game.title) for game in registry.games().values()]

    def clean_file(self) -> Any:
        """Refuse what no configuration is that large."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The file is too large: a configuration has a few kilobytes."))
        return file
