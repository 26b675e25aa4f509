"""The form that opens a tournament of one game's bots."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from gamekit.errors import GameError
from gamekit.game import Game
from spieltisch.lobby.gametexts import refusal, say
from spieltisch.tournaments import services
from spieltisch.tournaments.models import Tournament


class TournamentForm(forms.Form):
    """Which bots, and how often."""

    bots = forms.MultipleChoiceField(
        label=gettext_lazy("Bots"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("At least two. More than fit at a table meet in every combination."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Matches of each combination"), min_value=1, max_value=services.MOST_MATCHES, initial=10
    )

    def __init__(self, game: Game, owner: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.owner = owner
        self.opened: Tournament | None = None
        field = self.fields["bots"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(bot.name, say(game, bot.title)) for bot in game.bots]
        field.initial = [bot.name for bot in game.bots]

    def clean(self) -> dict[str, Any]:
        """Open the tournament, or say beside the field why not."""
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            self.opened = services.open_tournament(self.game.slug, data["bots"], data["rounds"], self.owner)
        except GameError as error:
            self.add_error(error.field if error.field in self.fields else None, refusal(error, self.game))
        return data
