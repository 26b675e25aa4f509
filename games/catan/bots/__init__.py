"""Players of three strengths."""

from __future__ import annotations

from gamekit.bots import BotKind
from games.catan.bots.beginner import BeginnerPlayer
from games.catan.bots.random_player import RandomPlayer
from games.catan.bots.strong import StrongPlayer

BOTS = (
    BotKind("random", "Random", RandomPlayer),
    BotKind("beginner", "Beginner", BeginnerPlayer),
    BotKind("strong", "Strong", StrongPlayer, slow=True),
)
