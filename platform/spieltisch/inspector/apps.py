"""The app of the wire inspector."""

from django.apps import AppConfig


class InspectorConfig(AppConfig):
    """What went over a client's wire."""

    name = "spieltisch.inspector"
    label = "inspector"
