"""A captain's chart: how far it is from each field to the end of what can be seen, and to the passengers.

Distances are fields along the water; islands are gone round, logs and sandbanks count as detours. Beyond the last
visible tile nobody knows the river: it is taken for open water, and a field there counts by how far down it lies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from games.mississippi.rules.fields import GOAL, LOG, PASSENGER, SANDBANK, WATER, passable
from games.mississippi.rules.hexes import DELTAS
from games.mississippi.rules.state import State
from games.mississippi.rules.tiles import FIELDS, FURNISHED, LAST_TILE, POINTS, TILES

#: Further than any field.
FAR = 99.0
#: Distance of a field from which nothing seems to lead on.
LOST = 33.0
#: What it costs to cross a field, in fields of open water.
_COST = {LOG: 2.0, SANDBANK: 3.0}
#: How many fields a tile is long, and how far a ship can go in one move.
_TILE_LENGTH = 4
_MOST_ROOM = 7


class Chart:
    """Distances in one position; good for the positions that a few moves lead to."""

    def __init__(self, state: State) -> None:
        self._where = state.river.where
        self._high = state.high
        self._board = bytearray(state.board)
        cells = state.river.cells[state.high]
        ends = [cell for cell in cells if self._board[cell] == GOAL] if state.high == LAST_TILE else cells[FURNISHED:]
        self._ahead = self._spread(ends)
        self.landings = list(self._find_landings(state))
        """(pier, field of the passenger)."""
        self.piers = {pier for pier, _ in self.landings}
        self._to_pier = {pier: self._spread([pier]) for pier in self.piers}
        self._rooms: dict[tuple[int, int], int] = {}
        for tile in range(state.high + 1, TILES):
            for cell in state.river.cells[tile]:
                self._board[cell] = self._board[cell] or WATER

    def _spread(self, starts: Iterable[int]) -> dict[int, float]:
        """Return the distance of every visible field to the nearest of the starts."""
        reached = dict.fromkeys(starts, 0.0)
        waiting = deque(reached)
        while waiting:
            cell = waiting.popleft()
            onward = reached[cell] + _COST.get(self._board[cell], 1.0)
            for delta in DELTAS:
                other = cell + delta
                if passable(self._board[other]) and onward < reached.get(other, FAR):
                    reached[other] = onward
                    waiting.append(other)
        return reached

    def _find_landings(self, state: State) -> Iterator[tuple[int, int]]:
        for tile in range(state.low, state.high + 1):
            for cell in state.river.cells[tile]:
                kind = self._board[cell]
                if kind >= PASSENGER:
                    yield cell + DELTAS[kind - PASSENGER], cell

    def ahead(self, cell: int) -> float:
        """Return how far it is to the end of the known river; less than 0 on tiles that were not known."""
        known = self._ahead.get(cell)
        if known is not None:
            return known
        tile, number = divmod(self._where[cell] - 1, FIELDS)
        if tile > self._high:
            return -float((tile - self._high - 1) * _TILE_LENGTH + POINTS[number] + 1)
        return LOST

    def to_passenger(self, board: bytearray, cell: int) -> float:
        """Return how far it is to the nearest pier whose passenger still waits."""
        best = FAR
        for pier, waiting in self.landings:
            if board[waiting] >= PASSENGER:
                best = min(best, self._to_pier[pier].get(cell, FAR))
        return best

    def boards(self, board: bytearray, cell: int) -> bool:
        """Return True when a passenger would come on board of a slow ship here."""
        return cell in self.piers and any(
            pier == cell and board[waiting] >= PASSENGER for pier, waiting in self.landings
        )

    def tile(self, cell: int) -> int:
        """Return the tile of a field."""
        return (self._where[cell] - 1) // FIELDS

    def kind(self, cell: int) -> int:
        """Return what the chart shows at a field."""
        return self._board[cell]

    def room(self, cell: int, direction: int) -> int:
        """Return how many fields can be driven straight ahead, or after a turn by one step: whichever is more."""
        key = (cell, direction)
        known = self._rooms.get(key)
        if known is None:
            known = self._rooms[key] = max(self._straight(cell, (direction + turn) % 6) for turn in (0, 1, 5))
        return known

    def _straight(self, cell: int, direction: int) -> int:
        fields, delta = 0, DELTAS[direction]
        while fields < _MOST_ROOM and passable(self._board[cell + delta]):
            fields += 1
            cell += delta
        return fields
