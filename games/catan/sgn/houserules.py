"""The options under which a file is replayed: the standard game, or the house rules it was evidently played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamekit.rules import Json
from games.catan.options import OPTIONS

#: Limits of cards that a seven spares, in the order in which they are tried.
LIMITS = (7, 6, 8, 5, 9, 4, 10, 3, 2, *range(11, 25))
MOST_POINTS = 20


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a lenient reader may bend: the notation has no words for it."""

    points: int = 10
    limit: int = 7
    short_plenty: bool = False
    """Year of Plenty may bring one card."""

    def options(self, board: Json, kept: Mapping[str, Json]) -> dict[str, Json]:
        """Return the complete options of the match; `kept` are those a side file has saved."""
        options: dict[str, Json] = {option.name: option.default for option in OPTIONS}
        options |= {"points": self.points, "discardLimit": self.limit, "turnLimit": 100_000}
        if self.short_plenty:
            options["plenty"] = "upToTwo"
        options |= {name: value for name, value in kept.items() if name in options}
        return {**options, "board": board}
