"""Presets for the staff."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Field
from django.http import HttpRequest

from gamekit import registry
from spieltisch.console.administration import NotedAdmin
from spieltisch.lobby.models import Preset


@admin.register(Preset)
class PresetAdmin(NotedAdmin[Preset]):
    """Named options; what a game refuses is refused here, with its reason."""

    list_display = ("name", "game", "created")
    list_filter = ("game",)
    search_fields = ("name",)

    def formfield_for_dbfield(
        self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        """Offer the games there are."""
        if db_field.name == "game":
            return forms.ChoiceField(choices=[(game.slug, game.title) for game in registry.games().values()])
        return super().formfield_for_dbfield(db_field, request, **kwargs)
