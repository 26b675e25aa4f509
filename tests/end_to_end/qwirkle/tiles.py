"""The rules of Qwirkle as a client needs them, written from the specification alone (qwirkle-rules.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Cell = tuple[int, int]
Kind = tuple[int, int]
"""Colour and shape."""
Board = Mapping[Cell, Kind]


def run(board: Board, cell: Cell, dx: int, dy: int) -> list[Cell]:
    """Return the maximal run through the cell in a direction."""
    x, y = cell
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    cells = []
    while (x, y) in board:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return cells


def runs(board: Board, placed: Mapping[Cell, Kind]) -> list[list[Cell]]:
    """Return all runs of two or more that hold a placed tile, each once."""
    found = {tuple(run(board, cell, dx, dy)) for cell in placed for dx, dy in ((1, 0), (0, 1))}
    return [list(cells) for cells in found if len(cells) > 1]


def fits(board: Board, cells: list[Cell]) -> bool:
    """Return True when the run has one colour and all shapes different, or the other way round."""
    colours = {board[cell][0] for cell in cells}
    shapes = {board[cell][1] for cell in cells}
    return sorted((len(colours), len(shapes))) == [1, len(cells)]


def points(board: Board, placed: Mapping[Cell, Kind], count: int) -> int:
    """Return the score of tiles just placed (they lie on the board already); `count` colours and shapes."""
    lengths = [len(cells) for cells in runs(board, placed)]
    return sum(2 * count if length == count else length for length in lengths) or 1


def allowed(board: Board, placed: Mapping[Cell, Kind]) -> bool:
    """Return True when the tiles may be placed on the board."""
    if not placed or any(cell in board for cell in placed):
        return False
    after = {**board, **placed}
    first = next(iter(placed))
    in_line = any(set(placed) <= set(run(after, first, dx, dy)) for dx, dy in ((1, 0), (0, 1)))
    touches = any(neighbour in board for cell in placed for neighbour in around(cell)) if board else (0, 0) in placed
    return in_line and touches and all(fits(after, cells) for cells in runs(after, placed))


def around(cell: Cell) -> Iterator[Cell]:
    """Yield the four neighbours."""
    x, y = cell
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def best_placement(board: Board, hand: Mapping[int, Kind], count: int) -> dict[Cell, int]:
    """Return a good placement as cell -> tile id: the best single tile, made longer as far as it goes; {} if none."""
    free = {cell for taken in board for cell in around(taken) if cell not in board} or {(0, 0)}
    best: tuple[int, dict[Cell, int]] = (0, {})
    for tile, kind in hand.items():
        for cell in free:
            if allowed(board, {cell: kind}):
                for dx, dy in ((1, 0), (0, 1)):
                    chosen = _extended(board, hand, {cell: tile}, dx, dy)
                    kinds = {place: hand[number] for place, number in chosen.items()}
                    score = points({**board, **kinds}, kinds, count)
                    best = max(best, (score, chosen), key=lambda option: option[0])
    return best[1]


def _extended(board: Board, hand: Mapping[int, Kind], chosen: dict[Cell, int], dx: int, dy: int) -> dict[Cell, int]:
    while True:
        after = {**board, **{cell: hand[tile] for cell, tile in chosen.items()}}
        line = run(after, next(iter(chosen)), dx, dy)
        ends = [(line[0][0] - dx, line[0][1] - dy), (line[-1][0] + dx, line[-1][1] + dy)]
        longer = next(
            (
                {**chosen, end: tile}
                for end in ends
                for tile in hand
                if tile not in chosen.values()
                and allowed(board, {cell: hand[number] for cell, number in {**chosen, end: tile}.items()})
            ),
            None,
        )
        if longer is None:
            return chosen
        chosen = longer
