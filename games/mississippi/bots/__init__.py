"""Players of several strengths, the weakest first."""

from __future__ import annotations

from gamekit.bots import BotKind
from games.mississippi.bots.wanderer import Wanderer

BOTS = (BotKind("random", "Random", Wanderer),)
