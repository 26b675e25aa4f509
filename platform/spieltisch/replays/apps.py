"""The app of the replays."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """Replays."""

    name = "spieltisch.replays"
    label = "replays"
