"""The state of a match: compact, mutable, changed only by the rules."""

from __future__ import annotations

from enum import IntEnum

from gamekit.rules import Json, Outcome
from games.qwirkle.rules.board import Board
from games.qwirkle.rules.lines import lines_of
from games.qwirkle.rules.setup import Setup

#: So many of the latest happenings are kept for those who look at the table.
JOURNAL = 12


class Phase(IntEnum):
    """What the match waits for."""

    TURN = 0
    """The current player."""
    SHOWING = 1
    """The time in which the last move is shown (timeVisualization)."""
    OVER = 2


class State:
    """Everything about a match. A tile is its id; `tile // tile_count` is its kind."""

    __slots__ = (
        "bag",
        "board",
        "current",
        "fresh",
        "hands",
        "journal",
        "number",
        "outcome",
        "paused",
        "phase",
        "present",
        "scores",
        "setup",
        "turn",
    )

    def __init__(self, setup: Setup, players: int) -> None:
        self.setup = setup
        self.board = Board(lines_of(setup.color_shape_count))
        self.bag: list[int] = []
        """The tiles in the bag, in no order: drawing picks one by chance."""
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.scores = [0] * players
        self.present = [True] * players
        self.current = players - 1
        """Whose turn it is, or was when nobody's is."""
        self.phase = Phase.SHOWING
        self.turn = 0
        """Counts the turns begun."""
        self.paused = False
        self.outcome: Outcome | None = None
        self.fresh: tuple[int, ...] = ()
        """Cells of the last move."""
        self.number = 0
        """Counts the journal's entries."""
        self.journal: list[tuple[int, str, int, int]] = []
        """The latest happenings: number, word, seat, amount."""

    def note(self, word: str, seat: int, amount: int) -> None:
        """Enter a happening into the journal."""
        self.number += 1
        self.journal.append((self.number, word, seat, amount))
        if len(self.journal) > JOURNAL:
            del self.journal[0]

    def kinds(self, seat: int) -> int:
        """Return the set of kinds in the seat's hand."""
        count, mask = self.setup.tile_count, 0
        for tile in self.hands[seat]:
            mask |= 1 << tile // count
        return mask

    def color_shape(self, tile: int) -> tuple[int, int]:
        """Return the tile's colour and shape."""
        return divmod(tile // self.setup.tile_count, self.setup.color_shape_count)

    def remaining(self) -> list[int]:
        """Return the seats still in the match, in turn order."""
        return [seat for seat, here in enumerate(self.present) if here]


def clone(state: State) -> State:
    """Return an independent copy."""
    other = State.__new__(State)
    other.setup = state.setup
    other.board = state.board.copy()
    other.bag = state.bag.copy()
    other.hands = [hand.copy() for hand in state.hands]
    other.scores = state.scores.copy()
    other.present = state.present.copy()
    other.current = state.current
    other.phase = state.phase
    other.turn = state.turn
    other.paused = state.paused
    other.outcome = state.outcome
    other.fresh = state.fresh
    other.number = state.number
    other.journal = state.journal.copy()
    return other


def dump(state: State) -> Json:
    """Return the state as JSON."""
    outcome = state.outcome
    return {
        "options": state.setup.options(),
        "tiles": [[cell, tile] for cell, tile in state.board.tiles.items()],
        "bag": state.bag.copy(),
        "hands": [hand.copy() for hand in state.hands],
        "scores": state.scores.copy(),
        "present": state.present.copy(),
        "current": state.current,
        "phase": int(state.phase),
        "turn": state.turn,
        "paused": state.paused,
        "fresh": list(state.fresh),
        "number": state.number,
        "journal": [list(entry) for entry in state.journal],
        "outcome": outcome and [list(outcome.winners), list(outcome.scores), outcome.reason],
    }


def load(data: Json) -> State:
    """Return the state that `dump` wrote."""
    state = State(Setup.of(data["options"]), len(data["hands"]))
    for cell, tile in data["tiles"]:
        state.board.put(cell, tile, tile // state.setup.tile_count)
    state.bag = list(data["bag"])
    state.hands = [list(hand) for hand in data["hands"]]
    state.scores = list(data["scores"])
    state.present = list(data["present"])
    state.current = data["current"]
    state.phase = Phase(data["phase"])
    state.turn = data["turn"]
    state.paused = data["paused"]
    state.fresh = tuple(data["fresh"])
    state.number = data["number"]
    state.journal = [(number, word, seat, amount) for number, word, seat, amount in data["journal"]]
    if data["outcome"]:
        winners, scores, reason = data["outcome"]
        state.outcome = Outcome(tuple(winners), tuple(scores), reason)
    return state
