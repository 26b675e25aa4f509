"""The options of a Qwirkle table: the document's Configuration, and the switch for the first tile's place."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.game import Option
from gamekit.rules import Json
from games.qwirkle.rules.setup import Setup, check_players

#: Java's int and long; a day is long enough for a turn.
_DAY = 86_400_000
_PENALTY = 1_000_000

OPTIONS = (
    Option("colorShapeCount", "int", 6, "Colours and shapes", "How many colours, and as many shapes.", 2, 12),
    Option("tileCount", "int", 3, "Copies of a tile", "How often each tile is in the bag.", 1, 20),
    Option("maxHandTiles", "int", 6, "Tiles in hand", "A hand is filled up to this many.", 1, 24),
    Option("turnTime", "int", 60_000, "Time for a turn (ms)", "0: as long as you like.", 0, _DAY),
    Option("timeVisualization", "int", 700, "Pause after a move (ms)", "Everybody looks at the last move.", 0, _DAY),
    Option(
        "wrongMove",
        "choice",
        "NOTHING",
        "A wrong move",
        "What happens to a player whose move breaks the rules.",
        choices=(("NOTHING", "may be corrected"), ("POINT_LOSS", "costs points"), ("KICK", "excludes the player")),
        advanced=True,
    ),
    Option("wrongMovePenalty", "int", 0, "Points for a wrong move", "Taken away.", 0, _PENALTY, advanced=True),
    Option(
        "slowMove",
        "choice",
        "POINT_LOSS",
        "Time is over",
        "What happens to a player who does not move in time.",
        choices=(("POINT_LOSS", "costs points"), ("KICK", "excludes the player")),
        advanced=True,
    ),
    Option("slowMovePenalty", "int", 0, "Points when time is over", "Taken away.", 0, _PENALTY, advanced=True),
    Option("maxPlayerNumber", "int", 0, "Most players", "0: as many as there are seats.", 0, 12, advanced=True),
    Option(
        "firstTileAtOrigin",
        "bool",
        True,
        "First tile at (0, 0)",
        "Page 12 of the interface document asks for it; off: the first move may lie anywhere.",
        advanced=True,
    ),
)


def check_options(options: Mapping[str, Json], size: int) -> None:
    """MalformedMessage when a table of this size cannot play with the options."""
    check_players(Setup.of(options), size)
