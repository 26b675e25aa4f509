"""The app of the staff's console."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    """The staff's pages."""

    name = "spieltisch.console"
    label = "console"
