"""Forms of the replay pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamekit import registry
from gamekit.errors import GameError
from spieltisch.lobby.gametexts import refusal
from spieltisch.replays import services
from spieltisch.replays.progress import Report, silent
from spieltisch.tables.models import Match

LARGEST_FILE = 4 * 1024 * 1024


class FilterForm(forms.Form):
    """What the library shows."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=80)
    after = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    before = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("All games")), *((slug, game.title) for slug, game in registry.games().items())]


class UploadForm(forms.Form):
    """A file to play again and keep."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("It is played again step by step; only what the rules allow is taken in. At most 4 MB."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Format"))
    side = forms.FileField(
        label=gettext_lazy("Side file (optional)"),
        required=False,
        help_text=gettext_lazy("Some formats lose names, dice or times; a second file brings them back."),
    )

    def __init__(self, *args: Any, report: Report = silent, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.report = report
        self.stored: Match | None = None
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("jsonl", _("Spieltisch, JSON lines (.jsonl)")), *readable_formats()]

    def clean_file(self) -> Any:
        """Refuse files nobody's match needs."""
        return _small(self.cleaned_data["file"])

    def clean_side(self) -> Any:
        """Refuse side files nobody's match needs."""
        side = self.cleaned_data["side"]
        return _small(side) if side else None

    def clean(self) -> dict[str, Any]:
        """Take the file in, or say which line is wrong."""
        data = super().clean() or {}
        if self.errors:
            return data
        kind, _slash, game = data["kind"].partition("/")
        try:
            side = data["side"].read() if data["side"] else None
            self.stored = services.take_in(data["file"].read(), game or None, kind, side, self.report)
        except GameError as error:
            self.add_error(
                "side" if error.field == "side" else "file", refusal(error, registry.game(game) if game else None)
            )
        return data


def _small(file: Any) -> Any:
    if (file.size or 0) > LARGEST_FILE:
        raise forms.ValidationError(_("The file is larger than 4 MB."))
    return file


def readable_formats() -> list[tuple[str, str]]:
    """Return the games' formats that hold enough to be read back, as choices of the form."""
    return [
        (f"{export.name}/{slug}", f"{game.title}: {export.title} (.{export.name})")
        for slug, game in registry.games().items()
        for export in game.exports
        if export.read is not None
    ]
