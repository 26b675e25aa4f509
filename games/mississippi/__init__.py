"""Mississippi Queen, after the interface document and the real server of the Software-Challenge 2017."""

from __future__ import annotations

from games.mississippi.game import GAME

__all__ = ["GAME"]
