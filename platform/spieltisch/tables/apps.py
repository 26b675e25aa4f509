"""The app that runs tables."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, seats, matches and their log."""

    name = "spieltisch.tables"
    label = "tables"
