"""The app of tournaments of bots."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments."""

    name = "spieltisch.tournaments"
    label = "tournaments"
