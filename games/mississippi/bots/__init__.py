"""Players of several strengths, the weakest first."""

from __future__ import annotations

from gamekit.bots import BotKind
from games.mississippi.bots.captain import Captain
from games.mississippi.bots.racer import Racer
from games.mississippi.bots.wanderer import Wanderer

BOTS = (
    BotKind("random", "Random", Wanderer),
    BotKind("racer", "Racer", Racer, slow=True),
    BotKind("strong", "Captain", Captain, slow=True),
)
