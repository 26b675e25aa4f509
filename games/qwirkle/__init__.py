"""Qwirkle, after the interface document 1.0.1 of the Paderborn software project 2018/2019."""

from __future__ import annotations

from games.qwirkle.game import GAME

__all__ = ["GAME"]
