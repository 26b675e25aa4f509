"""What a player can do. Places are numbers of `geometry`; other players are named by number, as in the protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeAlias, get_args

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.catan.rules.geometry import EDGES, FIELDS, VERTICES
from games.catan.rules.material import Cards


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End one's turn, or one's part of the special building phase."""


@dataclass(frozen=True, slots=True)
class BuildRoad:
    """Build a road (free in the set-up)."""

    edge: int


@dataclass(frozen=True, slots=True)
class BuildVillage:
    """Build a village (free in the set-up)."""

    vertex: int


@dataclass(frozen=True, slots=True)
class BuildTown:
    """Turn a village into a town."""

    vertex: int


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Buy a development card."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up half of one's cards after a seven."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class MoveRobber:
    """Move the robber after a seven and rob a player there, if there is one."""

    field: int
    victim: int | None = None


@dataclass(frozen=True, slots=True)
class PlayKnight:
    """Play a knight: move the robber and rob a player there, if there is one."""

    field: int
    victim: int | None = None


@dataclass(frozen=True, slots=True)
class PlayRoads:
    """Play Road Building: two roads, or one when a second is impossible."""

    first: int
    second: int | None = None


@dataclass(frozen=True, slots=True)
class PlayMonopoly:
    """Play Monopoly: take all of one resource from everybody."""

    resource: int


@dataclass(frozen=True, slots=True)
class PlayPlenty:
    """Play Year of Plenty: take two cards from the bank."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class TradeWithBank:
    """Trade with the bank at one's harbours' rates; several trades at once when the sums fit."""

    give: Cards
    take: Cards


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer a trade to all others."""

    give: Cards
    take: Cards


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept an offer, or decline it."""

    offer: int
    accept: bool = True


@dataclass(frozen=True, slots=True)
class CancelOffer:
    """Take back one's offer, or one's acceptance of another's offer."""

    offer: int


@dataclass(frozen=True, slots=True)
class CloseTrade:
    """Trade with one of those who accepted."""

    offer: int
    partner: int


Move: TypeAlias = (
    Roll
    | EndTurn
    | BuildRoad
    | BuildVillage
    | BuildTown
    | BuyCard
    | Discard
    | MoveRobber
    | PlayKnight
    | PlayRoads
    | PlayMonopoly
    | PlayPlenty
    | TradeWithBank
    | OfferTrade
    | AnswerOffer
    | CancelOffer
    | CloseTrade
)

#: The word of each move in the log, and the types of its parts.
_WORDS: dict[str, tuple[Callable[..., Move], str]] = {
    "roll": (Roll, ""),
    "end": (EndTurn, ""),
    "road": (BuildRoad, "e"),
    "village": (BuildVillage, "v"),
    "town": (BuildTown, "v"),
    "buy": (BuyCard, ""),
    "discard": (Discard, "c"),
    "robber": (MoveRobber, "fo"),
    "knight": (PlayKnight, "fo"),
    "roads": (PlayRoads, "eE"),
    "monopoly": (PlayMonopoly, "r"),
    "plenty": (PlayPlenty, "c"),
    "bank": (TradeWithBank, "cc"),
    "offer": (OfferTrade, "cc"),
    "answer": (AnswerOffer, "ib"),
    "cancel": (CancelOffer, "i"),
    "close": (CloseTrade, "ii"),
}
_NAMES = {kind: word for word, (kind, _) in _WORDS.items()}
_PARTS = {kind: tuple(part.name for part in fields(kind)) for kind in get_args(Move)}

ROLL, END_TURN, BUY_CARD = Roll(), EndTurn(), BuyCard()
#: One object for each place, so that listing moves creates none.
ROADS = tuple(BuildRoad(edge) for edge in range(len(EDGES)))
VILLAGES = tuple(BuildVillage(vertex) for vertex in range(len(VERTICES)))
TOWNS = tuple(BuildTown(vertex) for vertex in range(len(VERTICES)))
MONOPOLIES = tuple(PlayMonopoly(resource) for resource in range(5))


def unit(resource: int, count: int = 1) -> Cards:
    """Return that many cards of one resource."""
    cards = [0] * 5
    cards[resource] = count
    return tuple(cards)


PLENTIES = tuple(
    PlayPlenty(tuple(int(one == kind) + int(two == kind) for kind in range(5)))
    for one in range(5)
    for two in range(one, 5)
)
#: BANK_TRADES[give][rate]: for one card of each other kind.
BANK_TRADES = tuple(
    tuple(tuple(TradeWithBank(unit(give, rate), unit(take)) for take in range(5) if take != give) for rate in range(5))
    for give in range(5)
)
#: OFFERS[give][count - 1], count 1 or 2: for one card of each other kind.
OFFERS = tuple(
    tuple(tuple(OfferTrade(unit(give, count), unit(take)) for take in range(5) if take != give) for count in (1, 2))
    for give in range(5)
)


def dump_move(move: Move) -> Json:
    """Return the move as a JSON array: its word, then its parts."""
    parts = [getattr(move, name) for name in _PARTS[type(move)]]
    return [_NAMES[type(move)], *(list(part) if isinstance(part, tuple) else part for part in parts)]


def load_move(data: Json) -> Move:
    """Return the move in the array; MalformedMessage when there is none."""
    if not isinstance(data, list) or not data or not isinstance(data[0], str) or data[0] not in _WORDS:
        raise MalformedMessage(f"a move is an array that begins with one of {', '.join(_WORDS)}", "move/unknown")
    kind, parts = _WORDS[data[0]]
    if len(data) != len(parts) + 1 or not all(map(_fits, parts, data[1:])):
        raise MalformedMessage(f"the parts of {data[0]!r} are wrong: {data[1:]!r}", "move/parts")
    return kind(*(tuple(part) if isinstance(part, list) else part for part in data[1:]))


def _fits(kind: str, part: Json) -> bool:
    if kind == "c":
        return isinstance(part, list) and len(part) == 5 and all(type(n) is int and 0 <= n < 1000 for n in part)
    if kind == "b":
        return isinstance(part, bool)
    if kind in "oE" and part is None:
        return True
    most = {"e": len(EDGES), "E": len(EDGES), "v": len(VERTICES), "f": len(FIELDS), "r": 5}.get(kind, 1 << 31)
    return type(part) is int and 0 <= part < most
