"""What lies in the box: resources, costs, cards, pieces, terrain and chips, with their words in the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

#: Five counts, in the order of RESOURCES (or of CARDS).
Cards: TypeAlias = tuple[int, ...]

RESOURCES: Final = ("Holz", "Lehm", "Wolle", "Getreide", "Erz")
LUMBER, BRICK, WOOL, GRAIN, ORE = range(5)

CARDS: Final = ("Ritter", "Straßenbau", "Monopol", "Erfindung", "Siegpunkt")
KNIGHT, ROAD_BUILDING, MONOPOLY, PLENTY, VICTORY_POINT = range(5)

#: Terrain n < 5 yields resource n.
TERRAINS: Final = ("Wald", "Hügelland", "Weideland", "Ackerland", "Gebirge", "Wüste", "Meer")
FOREST, HILLS, PASTURE, FARMLAND, MOUNTAINS, DESERT, SEA = range(7)

#: Harbour n < 5 trades resource n at 2:1; GENERIC trades anything at 3:1.
HARBOURS: Final = ("Holz Hafen", "Lehm Hafen", "Wolle Hafen", "Getreide Hafen", "Erz Hafen", "Hafen")
GENERIC: Final = 5

ROAD, VILLAGE, TOWN = range(3)
BUILDINGS: Final = ("Straße", "Dorf", "Stadt")

ROAD_COST: Final = (1, 1, 0, 0, 0)
VILLAGE_COST: Final = (1, 1, 1, 1, 0)
TOWN_COST: Final = (0, 0, 0, 2, 3)
CARD_COST: Final = (0, 0, 1, 1, 1)
NOTHING: Final = (0, 0, 0, 0, 0)

ROADS_EACH, VILLAGES_EACH, TOWNS_EACH = 15, 5, 4

COLOURS: Final = ("Rot", "Orange", "Blau", "Weiß", "Grün", "Braun")

#: For the small and the large island: land fields by terrain, cards and harbours by kind, cards of each resource.
LAND: Final = ((4, 3, 4, 4, 3, 1), (6, 5, 6, 6, 5, 2))
DECK: Final = ((14, 2, 2, 2, 5), (20, 3, 3, 3, 5))
HARBOUR_COUNT: Final = ((1, 1, 1, 1, 1, 4), (1, 1, 2, 1, 1, 5))
BANK: Final = (19, 24)

#: Number chips in the order of their letters (A-R and A-Zc).
CHIPS: Final = (
    (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    (2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
)

#: How many of the 36 throws of two dice show the sum.
PIPS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)


def owns(hand: Sequence[int], cards: Cards) -> bool:
    """Return True when the hand holds the cards."""
    lumber, brick, wool, grain, ore = cards
    return hand[0] >= lumber and hand[1] >= brick and hand[2] >= wool and hand[3] >= grain and hand[4] >= ore
