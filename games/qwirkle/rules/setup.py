"""The options of a match in the form the rules use (the document's Configuration, and one switch of ours)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from gamekit.errors import MalformedMessage
from gamekit.rules import Json, Options

#: Points for the player whose hand is empty when the bag is (qwirkle-rules.md, section 4: flat, whatever the count).
END_BONUS = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """What was configured for a match; the names are the document's."""

    color_shape_count: int
    tile_count: int
    max_hand_tiles: int
    turn_time: int
    time_visualization: int
    wrong_move: str
    wrong_move_penalty: int
    slow_move: str
    slow_move_penalty: int
    max_player_number: int
    first_tile_at_origin: bool

    @classmethod
    def of(cls, options: Options) -> Setup:
        """Return the setup that the options describe."""
        return cls(*(options[name] for name in NAMES))

    def options(self) -> dict[str, Json]:
        """Return the options that describe this setup."""
        values: list[Any] = [getattr(self, field.name) for field in fields(self)]
        return dict(zip(NAMES, values, strict=True))

    @property
    def tiles(self) -> int:
        """How many tiles the match has; their ids are 0 to one less."""
        return self.color_shape_count**2 * self.tile_count


#: The options' names, in the order of the document's Configuration and of Setup's fields.
NAMES = (
    "colorShapeCount",
    "tileCount",
    "maxHandTiles",
    "turnTime",
    "timeVisualization",
    "wrongMove",
    "wrongMovePenalty",
    "slowMove",
    "slowMovePenalty",
    "maxPlayerNumber",
    "firstTileAtOrigin",
)


def check_players(setup: Setup, players: int) -> None:
    """MalformedMessage when this many players cannot play with the setup."""
    limit = setup.max_player_number
    if limit and players > limit:
        raise MalformedMessage(
            f"maxPlayerNumber allows {limit} players, the table has {players}", "options/players", "maxPlayerNumber"
        )
    if setup.tiles < players:
        raise MalformedMessage(
            f"tileCount gives {setup.tiles} tiles in all, too few for a tile each for {players} players",
            "options/tiles",
            "tileCount",
        )
