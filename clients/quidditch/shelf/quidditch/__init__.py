"""Quidditch, as it stands on the big shelf."""

from games.quidditch import GAME

__all__ = ["GAME"]
