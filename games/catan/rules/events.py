"""What happened, complete enough to be told without the state; only `StatusChanged` is read off the state at the end.

Seats, not numbers, name players here; places are numbers of `geometry`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from games.catan.rules.material import Cards

#: Why cards came or went; an exporter reads it, clients do not see it.
Reason: TypeAlias = Literal["start", "roll", "build", "card", "discard", "steal", "bank", "trade", "monopoly", "plenty"]


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The island lies on the table."""


@dataclass(frozen=True, slots=True)
class OrderRolled:
    """A throw for the first turn."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The throw of a turn."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Gained:
    """A player received cards. `known_to`: the seats that may see which; None: all."""

    seat: int
    cards: Cards
    reason: Reason
    known_to: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """A player gave cards away. `known_to`: the seats that may see which; None: all."""

    seat: int
    cards: Cards
    reason: Reason
    known_to: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """A road, village or town was built at a path or crossing."""

    seat: int
    kind: int
    place: int


@dataclass(frozen=True, slots=True)
class CardBought:
    """A development card was bought; its kind is the buyer's secret."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class RobberMoved:
    """The robber was moved after a seven."""

    seat: int
    field: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class KnightPlayed:
    """A knight was played and the robber moved."""

    seat: int
    field: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class RoadsPlayed:
    """Road Building was played; the roads follow as `Built`."""

    seat: int
    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class MonopolyPlayed:
    """Monopoly was played; the cards follow as `Paid` and `Gained`."""

    seat: int
    resource: int


@dataclass(frozen=True, slots=True)
class PlentyPlayed:
    """Year of Plenty was played; the cards follow as `Gained`."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Offered:
    """A trade was offered to all."""

    seat: int
    offer: int
    give: Cards
    take: Cards


@dataclass(frozen=True, slots=True)
class Answered:
    """A player accepted or declined an offer."""

    seat: int
    offer: int
    accept: bool


@dataclass(frozen=True, slots=True)
class OfferCancelled:
    """An offer (by its maker) or an acceptance (by another) was taken back."""

    seat: int
    offer: int


@dataclass(frozen=True, slots=True)
class Traded:
    """Two players traded; the cards follow as `Paid` and `Gained`."""

    seat: int
    partner: int
    offer: int


@dataclass(frozen=True, slots=True)
class LongestRoadTaken:
    """Longest Road changed hands; None: nobody holds it now."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class LargestArmyTaken:
    """Largest Army changed hands."""

    seat: int


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """What is expected of a player, or what he owns, changed; always after the events that changed it."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; without a winner when it was broken off."""

    winner: int | None
    reason: str


Event: TypeAlias = (
    MatchStarted
    | OrderRolled
    | Rolled
    | Gained
    | Paid
    | Built
    | CardBought
    | RobberMoved
    | KnightPlayed
    | RoadsPlayed
    | MonopolyPlayed
    | PlentyPlayed
    | Offered
    | Answered
    | OfferCancelled
    | Traded
    | LongestRoadTaken
    | LargestArmyTaken
    | StatusChanged
    | MatchEnded
)

#: One object for each seat: they end nearly every step.
STATUS = tuple(StatusChanged(seat) for seat in range(6))

#: Frozen objects are dear to make and free to share; these come again and again.
rolled = lru_cache(1024)(Rolled)
gained = lru_cache(4096)(Gained)
paid = lru_cache(4096)(Paid)
