"""Players of three strengths."""

from __future__ import annotations

from gamekit.bots import BotKind
from games.catan.bots.random_player import RandomPlayer

BOTS = (BotKind("random", "Random", RandomPlayer),)
