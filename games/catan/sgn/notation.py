"""What a line of the notation says, with places, resources and cards as numbers of the rules; and its code tables.

Players are 1 to 6 in the order of turns ("player 1 is always the player that goes first"), `BANK` is "B". Beware: "B"
is also brick, and both occur in one trade.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.catan.rules.material import Cards

BANK: Final = 0

#: In the order of RESOURCES, TERRAINS, HARBOURS, CARDS and BUILDINGS of the rules.
RESOURCE_CODES: Final = ("L", "B", "W", "G", "O")
TERRAIN_CODES: Final = ("FO", "H", "P", "F", "M", "D", "S")
HARBOUR_CODES: Final = ("HRL", "HRB", "HRW", "HRG", "HRO", "HR")
CARD_CODES: Final = ("KN", "RB", "MO", "YP", "VP")
BUILD_CODES: Final = ("BR", "BS", "BC")
#: Numbers of resources in the alphabetical order of their codes: how they are written.
ALPHABETICAL: Final = tuple(sorted(range(5), key=lambda resource: RESOURCE_CODES[resource]))


@dataclass(frozen=True, slots=True)
class Island:
    """DM: terrain and number chip (0: none) by field, kind of harbour by path."""

    tiles: tuple[tuple[int, int, int], ...]
    harbours: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Build:
    """BR, BS, BC: a road, settlement or city at a path or crossing."""

    kind: int
    place: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """BD: a development card is bought."""

    card: int


@dataclass(frozen=True, slots=True)
class Robber:
    """MR: the robber goes to a field."""

    field: int


@dataclass(frozen=True, slots=True)
class Card:
    """PD: a development card is played, with the resources it names."""

    card: int
    resources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """RD: the sum of the dice."""

    result: int


@dataclass(frozen=True, slots=True)
class Theft:
    """ST: one card goes from the victim to the thief."""

    thief: int
    victim: int
    resource: int


@dataclass(frozen=True, slots=True)
class Trade:
    """TR: what each party gains and (negative) loses; with the bank and nothing gained it is a discard."""

    parties: tuple[tuple[int, Cards], ...]

    @property
    def discarding(self) -> bool:
        """True when one player only gives cards to the bank."""
        players = [change for party, change in self.parties if party != BANK]
        return len(self.parties) == 2 and len(players) == 1 and max(players[0]) <= 0


Action: TypeAlias = Island | Build | Purchase | Robber | Card | Throw | Theft | Trade


@dataclass(frozen=True, slots=True)
class Entry:
    """One message: the line it stood on (0: not from a file), who acts, and what he does."""

    line: int
    player: int
    action: Action


@dataclass(frozen=True, slots=True)
class Document:
    """What was read from a file, and what looked odd in it without being wrong."""

    entries: tuple[Entry, ...]
    warnings: tuple[str, ...] = ()
