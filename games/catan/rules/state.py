"""The position of a match: small lists and bit sets, changed only by the modules of this package.

Lists are indexed by seat, by crossing or by resource. `roads`, `reach`, `frontier` are bit sets of paths or crossings:

* `reach[s]`: crossings that a road of the seat touches, so `reach & open_vertices` is where it may build a village;
* `frontier[s]`: paths that continue its network, so `frontier & open_edges` is where it may build a road.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from gamekit.rules import Json, Outcome
from games.catan.rules.board import Board
from games.catan.rules.material import BANK, DECK, ROADS_EACH, TOWNS_EACH, VICTORY_POINT, VILLAGES_EACH, Cards
from games.catan.rules.moves import MoveRobber, PlayKnight


class Phase(IntEnum):
    """What the match waits for."""

    SETUP_VILLAGE = 0
    SETUP_ROAD = 1
    ROLL = 2
    DISCARD = 3
    ROBBER = 4
    ACT = 5
    BUILD = 6
    """Special building phase: `builder` may build."""
    OVER = 7


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What does not change during a match; shared by all copies of a state."""

    board: Board
    numbers: tuple[int, ...]
    """The number of each seat's player, as clients know it."""
    options: Json
    points: int
    discard_limit: int
    turn_ms: int | None
    answer_ms: int | None
    trading: bool
    turn_limit: int
    ends_on_withdrawal: bool
    robber_moves: dict[int, tuple[tuple[MoveRobber, ...], tuple[PlayKnight, ...]]] = field(default_factory=dict)
    """Made as needed: field * 64 + bit set of the players that can be robbed there -> moves."""

    def seat_of(self, number: int | None) -> int:
        """Return the seat of the player with that number; -1 when there is none."""
        return self.numbers.index(number) if number in self.numbers else -1


@dataclass(slots=True)
class Offer:
    """An open offer of the player whose turn it is, and the seats that answered."""

    number: int
    give: Cards
    take: Cards
    accepted: list[int]
    declined: list[int]


class State:
    """A position. Create with `State(setting)`, copy with `clone`."""

    __slots__ = (
        "army_holder",
        "around",
        "bank",
        "builder",
        "buildings",
        "card_played",
        "cards",
        "current",
        "deck",
        "dice",
        "edge_owner",
        "fresh",
        "frontier",
        "gone",
        "hands",
        "knights",
        "lengths",
        "level",
        "next_offer",
        "offers",
        "offers_made",
        "open_edges",
        "open_vertices",
        "outcome",
        "owed",
        "owner",
        "paused",
        "phase",
        "points",
        "rates",
        "reach",
        "road_holder",
        "roads",
        "roads_left",
        "robber",
        "seats",
        "setting",
        "setup_step",
        "setup_vertex",
        "silent",
        "starter",
        "towns_left",
        "turn",
        "villages",
        "villages_left",
    )

    def __init__(self, setting: Setting) -> None:
        island = setting.board.island
        seats = len(setting.numbers)
        self.setting = setting
        self.seats = seats
        self.phase = Phase.SETUP_VILLAGE
        self.starter = 0
        self.current = 0
        """Whose turn it is, also while others discard or build specially."""
        self.builder = -1
        self.turn = 0
        """Counts turns; in the set-up, placements."""
        self.setup_step = 0
        self.setup_vertex = -1
        self.dice: tuple[int, int] | None = None
        """The throw of this turn."""
        self.card_played = False
        self.robber = setting.board.robber
        self.hands = [[0] * 5 for _ in range(seats)]
        self.bank = [BANK[island.large]] * 5
        self.cards = [[0] * 5 for _ in range(seats)]
        """Development cards in hand, by kind."""
        self.fresh = [0] * 5
        """Cards the current player bought in this turn."""
        self.deck = list(DECK[island.large])
        """What is left of the deck; a purchase draws from it."""
        self.knights = [0] * seats
        self.owner = [-1] * island.vertex_count
        self.level = [0] * island.vertex_count
        """0: nothing, 1: village, 2: town."""
        self.edge_owner = [-1] * island.edge_count
        self.buildings = 0
        """Bit set of the crossings with a building."""
        self.villages = [0] * seats
        """Bit sets of the crossings with the seat's villages (not towns)."""
        self.roads = [0] * seats
        self.reach = [0] * seats
        self.frontier = [0] * seats
        self.open_edges = (1 << island.edge_count) - 1
        self.open_vertices = (1 << island.vertex_count) - 1
        """Crossings that are free and keep the distance."""
        self.around = [0] * len(island.field_mask)
        """For each field the bit set of seats with a building there."""
        self.rates = [[4] * 5 for _ in range(seats)]
        self.roads_left = [ROADS_EACH] * seats
        self.villages_left = [VILLAGES_EACH] * seats
        self.towns_left = [TOWNS_EACH] * seats
        self.lengths = [0] * seats
        self.road_holder = -1
        self.army_holder = -1
        self.points = [0] * seats
        """Points all can see: buildings and awards."""
        self.owed = [0] * seats
        """Cards each seat still has to discard."""
        self.offers: list[Offer] = []
        self.next_offer = 1
        self.offers_made = 0
        """Offers made in this turn."""
        self.paused = False
        self.gone = 0
        """Bit set of the seats that were given up."""
        self.silent = 0
        """Bit set of the seats that let an offer pass without a word: nobody waits for their next answer."""
        self.outcome: Outcome | None = None

    def total(self, seat: int) -> int:
        """Return all points of the seat, hidden cards included."""
        return self.points[seat] + self.cards[seat][VICTORY_POINT]

    def offer(self, number: int) -> Offer | None:
        """Return the open offer with that number."""
        return next((offer for offer in self.offers if offer.number == number), None)

    def clone(self) -> State:
        """Return an independent copy."""
        copy = State.__new__(State)
        for name in _SHARED:
            setattr(copy, name, getattr(self, name))
        for name in FLAT:
            setattr(copy, name, getattr(self, name)[:])
        copy.hands = [hand[:] for hand in self.hands]
        copy.cards = [cards[:] for cards in self.cards]
        copy.rates = [rates[:] for rates in self.rates]
        copy.offers = [
            Offer(offer.number, offer.give, offer.take, offer.accepted[:], offer.declined[:]) for offer in self.offers
        ]
        return copy


#: Slots by what they hold: numbers, flat lists, lists of lists.
SCALARS = (
    "starter",
    "current",
    "builder",
    "turn",
    "setup_step",
    "setup_vertex",
    "card_played",
    "robber",
    "buildings",
    "open_edges",
    "open_vertices",
    "road_holder",
    "army_holder",
    "next_offer",
    "offers_made",
    "paused",
    "gone",
    "silent",
)
FLAT = (
    "bank",
    "fresh",
    "deck",
    "knights",
    "owner",
    "level",
    "edge_owner",
    "villages",
    "roads",
    "reach",
    "frontier",
    "around",
    "roads_left",
    "villages_left",
    "towns_left",
    "lengths",
    "points",
    "owed",
)
NESTED = ("hands", "cards", "rates")
_SHARED = ("setting", "seats", "outcome", "dice", "phase", *SCALARS)
