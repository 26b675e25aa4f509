"""The form that opens a table, made from what the game declares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamekit import jsontext
from gamekit.errors import GameError, MalformedMessage
from gamekit.game import Game, Option
from spieltisch.lobby.gametexts import refusal, say
from spieltisch.lobby.models import Preset
from spieltisch.lobby.presets import completed
from spieltisch.tables import delaying

ME = "me"
OPTION = "option_"
SEAT = "seat_"


class TableForm(forms.Form):
    """Size, seats, privacy and the game's options."""

    preset = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name of the table"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Others find it by this name. May be left empty."),
    )
    size = forms.TypedChoiceField(label=gettext_lazy("Seats"), coerce=int)
    private = forms.BooleanField(
        label=gettext_lazy("Private"),
        required=False,
        help_text=gettext_lazy("Not listed: only those who have the link can see it and sit down."),
    )
    spectator_delay = forms.IntegerField(
        label=gettext_lazy("Spectators see it later by (seconds)"),
        required=False,
        min_value=0,
        max_value=delaying.LONGEST,
        initial=0,
        help_text=gettext_lazy("So that nobody can help a player by watching. 0: they see it at once."),
    )

    def __init__(self, game: Game, *args: Any, presets: Mapping[str, Preset] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.presets = presets or {}
        """What may fill in the form, each under what the form calls it by."""
        smallest, largest = game.seats
        self.size_field.choices = [(size, str(size)) for size in range(smallest, largest + 1)]
        self.size_field.initial = game.default_seats
        for number in range(1, largest + 1):
            self.fields[f"{SEAT}{number}"] = self._seat_field(number)
        for option in game.options:
            self.fields[OPTION + option.name] = option_field(game, option)

    @property
    def size_field(self) -> forms.TypedChoiceField:
        """The field for the number of seats."""
        field = self.fields["size"]
        assert isinstance(field, forms.TypedChoiceField)
        return field

    def _seat_field(self, number: int) -> forms.ChoiceField:
        bots = [(bot.name, _("Bot: {title}").format(title=say(self.game, bot.title))) for bot in self.game.bots]
        free = ("", _("Open, for whoever comes"))
        choices = [(ME, _("Me")), free, *bots] if number == 1 else [free, *bots]
        label = _("Seat {number}").format(number=number)
        return forms.ChoiceField(label=label, choices=choices, required=False, initial=choices[0][0])

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields of the seats."""
        return [self[name] for name in self.fields if name.startswith(SEAT)]

    def plain_options(self) -> list[forms.BoundField]:
        """Return the options everybody sees."""
        return [self[OPTION + option.name] for option in self.game.options if not option.advanced]

    def advanced_options(self) -> list[forms.BoundField]:
        """Return the options folded away."""
        return [self[OPTION + option.name] for option in self.game.options if option.advanced]

    def advanced_wrong(self) -> bool:
        """Return True when one of the folded options has an error, so that it must be shown."""
        return any(field.errors for field in self.advanced_options())

    def clean(self) -> dict[str, Any]:
        """Check the options together, with the game's own rules."""
        data = super().clean() or {}
        if not self.errors:
            try:
                data["options"] = self.game.read_options(self.given_options(data), data["size"])
            except GameError as error:
                name = OPTION + error.field
                self.add_error(name if name in self.fields else None, refusal(error, self.game))
        return data

    def given_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the options as the game reads them."""
        given = {option.name: data[OPTION + option.name] for option in self.game.options}
        preset = self.presets.get(data["preset"])
        return given if preset is None else completed(self.game, preset, given)

    def bots(self) -> list[str]:
        """Return the bots of the seats that exist."""
        return [chosen for chosen in self._chosen() if chosen and chosen != ME]

    def joins(self) -> bool:
        """Return True when the one who opens the table plays."""
        return ME in self._chosen()

    def _chosen(self) -> list[str]:
        return [self.cleaned_data[f"{SEAT}{number}"] for number in range(1, self.cleaned_data["size"] + 1)]


class JsonField(forms.Field):
    """JSON typed by hand, read as strictly as messages are; an empty field means what the game says."""

    def to_python(self, value: Any) -> Any:
        """Return the value, or None for an empty field."""
        if value in self.empty_values:
            return None
        try:
            return jsontext.loads(value)
        except MalformedMessage as error:
            told = _("This is not valid JSON.") if error.code == "message/not_json" else refusal(error)
            raise forms.ValidationError(told, "invalid") from None

    def prepare_value(self, value: Any) -> Any:
        """Show values with line breaks, and wrong input as it was typed."""
        if isinstance(value, str):
            return value
        written = json.dumps(value, ensure_ascii=False, indent=2, default=str)
        # A value kept before they were refused may hold half a character, which no page can be sent with.
        return written.encode(errors="backslashreplace").decode()


def option_field(game: Game, option: Option) -> forms.Field:
    """Return the form field of an option."""
    shared: dict[str, Any] = {
        "label": say(game, option.label),
        "help_text": say(game, option.help),
        "initial": option.default,
    }
    lowest, highest = option.minimum, option.maximum
    match option.kind:
        case "int":
            return forms.IntegerField(**shared, min_value=_whole(lowest), max_value=_whole(highest))
        case "float":
            return forms.FloatField(**shared, min_value=lowest, max_value=highest)
        case "bool":
            return forms.BooleanField(**shared, required=False)
        case "choice":
            return forms.ChoiceField(**shared, choices=[(value, say(game, text)) for value, text in option.choices])
        case "text":
            return forms.CharField(**shared, required=False, max_length=int(option.maximum or 200))
        case "json":
            return JsonField(**shared, required=False, widget=forms.Textarea(attrs={"spellcheck": "false", "rows": 6}))


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)
