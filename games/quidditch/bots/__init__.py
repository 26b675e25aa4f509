"""Players of several strengths, weakest first."""

from gamekit.bots import BotKind
from games.quidditch.bots.medium import MediumBot
from games.quidditch.bots.naive import NaiveBot
from games.quidditch.bots.strong import StrongBot

BOTS = (
    BotKind("naive", "Naive", NaiveBot),
    BotKind("medium", "Medium", MediumBot),
    BotKind("strong", "Strong", StrongBot),
)

__all__ = ["BOTS"]
