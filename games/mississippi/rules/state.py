"""The state of a match: compact, mutable, cheap to copy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from games.mississippi.rules.actions import Move
from games.mississippi.rules.hexes import CELLS
from games.mississippi.rules.river import River
from games.mississippi.rules.tiles import FIELDS, POINTS
from games.mississippi.rules.voyage import Voyage

RED, BLUE = 0, 1
COLOURS = ("RED", "BLUE")
TURNS = 60
START_COAL = 6
MOST_PASSENGERS = 2

Cause = Literal["REGULAR", "LEFT", "RULE_VIOLATION", "SOFT_TIMEOUT", "HARD_TIMEOUT", "UNKNOWN"]
Phase = Literal["opening", "playing", "over"]
Profile = Literal["none", "state", "repeat"]


@dataclass(slots=True)
class Ship:
    """A steamer: where it is, how it heads, and what it has on board."""

    cell: int
    direction: int = 0
    speed: int = 1
    coal: int = START_COAL
    passengers: int = 0
    extra_turn: bool = False
    """It was pushed: its next move has two free turns."""

    def copy(self) -> Ship:
        """Return an independent copy."""
        return Ship(self.cell, self.direction, self.speed, self.coal, self.passengers, self.extra_turn)


@dataclass(frozen=True, slots=True)
class Slot:
    """What is special about a seat: its limits, and whether pausing holds its requests back."""

    soft_ms: int | None = None
    hard_ms: int | None = None
    pausable: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change during a match."""

    slots: tuple[Slot, Slot] = (Slot(), Slot())
    opening_ms: int = 0
    profile: Profile = "none"


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended: the winner (None: a draw, or nobody), the cause at each seat, the text, a short code."""

    winner: int | None
    causes: tuple[Cause, Cause]
    reasons: tuple[str, str]
    """Texts on the wire; "" for none."""
    code: str
    points: tuple[int, int]
    """Match points: 2, 1 or 0."""


@dataclass(slots=True)
class State:
    """One match. `board` holds the visible fields only, a byte a cell; `kinds` holds those of the whole river."""

    setup: Setup
    river: River
    kinds: bytearray
    ships: list[Ship]
    turn: int = 0
    current: int = RED
    low: int = 0
    high: int = 1
    """First and last visible tile."""
    furthest: int = 0
    """The highest tile any ship has stood on."""
    last_move: Move | None = None
    last_mover: int | None = None
    last_start: tuple[int, int] | None = None
    """Cell and direction from which the last move began."""
    phase: Phase = "playing"
    pausing: bool = False
    """The host holds requests back."""
    requested: bool = False
    """The player to move has been asked."""
    ending: Ending | None = None
    board: bytearray = field(default_factory=lambda: bytearray(CELLS))

    def copy(self) -> State:
        """Return an independent copy; what never changes is shared."""
        return State(
            self.setup, self.river, bytearray(self.kinds), [ship.copy() for ship in self.ships], self.turn,
            self.current, self.low, self.high, self.furthest, self.last_move, self.last_mover, self.last_start,
            self.phase, self.pausing, self.requested, self.ending, bytearray(self.board),
        )  # fmt: skip

    def draw_board(self) -> None:
        """Fill the board with the fields of the visible tiles; the first tile owns a shared field."""
        self.board = bytearray(CELLS)
        for tile in range(self.high, self.low - 1, -1):
            for number, cell in enumerate(self.river.cells[tile]):
                self.board[cell] = self.kinds[tile * FIELDS + number]

    def tile(self, seat: int) -> int:
        """Return the tile a ship stands on."""
        return (self.river.where[self.ships[seat].cell] - 1) // FIELDS

    def points(self, seat: int) -> int:
        """Return 5 a tile, the points of the field, and 5 a passenger."""
        tile, number = divmod(self.river.where[self.ships[seat].cell] - 1, FIELDS)
        return 5 * tile + POINTS[number] + 5 * self.ships[seat].passengers

    def voyage(self, seat: int) -> Voyage:
        """Return the beginning of a move of the seat."""
        ship, rival = self.ships[seat], self.ships[1 - seat]
        free = 2 if ship.extra_turn else 1
        return Voyage(self.board, ship.cell, ship.direction, ship.speed, ship.coal, free, rival.cell, rival.speed)

    @property
    def held(self) -> bool:
        """Return True while the player to move waits for a request that pausing holds back."""
        return self.phase == "playing" and not self.requested
