"""The app of the lobby."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Lobby."""

    name = "spieltisch.lobby"
    label = "lobby"
