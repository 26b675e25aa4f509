"""Options that staff keep under a name, to be chosen when a table is opened."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models

from gamekit import registry
from gamekit.errors import GameError


class Preset(models.Model):
    """A game's options under a name."""

    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    options = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """A name means one thing in a game."""

        ordering = ("game", "name")
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_preset_a_name")]

    def __str__(self) -> str:
        """Return the name with its game."""
        return f"{self.game}: {self.name}"

    def clean(self) -> None:
        """Refuse options that the game refuses, beside the field."""
        try:
            registry.game(self.game).read_options(self.options)
        except GameError as error:
            field = "game" if error.code == "game/unknown" else "options"
            raise ValidationError({field: error.message}) from None
