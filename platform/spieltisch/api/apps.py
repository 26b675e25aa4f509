"""The app of the api."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Api."""

    name = "spieltisch.api"
    label = "api"
