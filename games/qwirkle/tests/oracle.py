"""The placement rules again, written as slowly and plainly as they are stated, to check the fast ones against."""

from __future__ import annotations

from itertools import permutations, product

Cell = tuple[int, int]
Kind = tuple[int, int]


def run_through(board: dict[Cell, Kind], cell: Cell, dx: int, dy: int) -> list[Kind]:
    """Return the maximal run through a cell."""
    x, y = cell
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    run = []
    while (x, y) in board:
        run.append(board[x, y])
        x, y = x + dx, y + dy
    return run


def valid_run(run: list[Kind]) -> bool:
    """Return True when the run is of one colour or one shape without repeats."""
    colors, shapes = {color for color, _ in run}, {shape for _, shape in run}
    return len(set(run)) == len(run) and (
        (len(colors) == 1 and len(shapes) == len(run)) or (len(shapes) == 1 and len(colors) == len(run))
    )


def points(board: dict[Cell, Kind], placed: dict[Cell, Kind], count: int) -> int | None:
    """Return what the placement is worth, None when it is not allowed."""
    if not placed or any(cell in board for cell in placed):
        return None
    if len({x for x, _ in placed}) > 1 and len({y for _, y in placed}) > 1:
        return None
    after = board | placed
    xs, ys = [x for x, _ in placed], [y for _, y in placed]
    between = product(range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1))
    if any(cell not in after for cell in between):
        return None
    beside = {(x + dx, y + dy) for x, y in placed for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    if (not board and (0, 0) not in placed) or (board and not beside & set(board)):
        return None
    total, seen = 0, set()
    for (x, y), (dx, dy) in product(placed, ((1, 0), (0, 1))):
        run = run_through(after, (x, y), dx, dy)
        name = (dx, y if dx else x, frozenset(run))
        if len(run) < 2 or name in seen:
            continue
        if not valid_run(run):
            return None
        seen.add(name)
        total += 2 * count if len(run) == count else len(run)
    return total or 1


def everything(board: dict[Cell, Kind], hand: list[Kind], count: int) -> dict[frozenset[tuple[Cell, Kind]], int]:
    """Return every legal placement of up to all kinds in hand (no kind twice) with its points."""
    found = {}
    reach = len(hand)
    anchors = {(x + dx, y + dy) for x, y in board for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - set(board)
    for (x, y), (dx, dy) in product(anchors, ((1, 0), (0, 1))):
        for start in range(-reach - count, 1):
            free: list[Cell] = []
            step = start
            while len(free) < reach:
                cell = (x + dx * step, y + dy * step)
                if cell not in board:
                    free.append(cell)
                step += 1
            for size in range(1, reach + 1):
                for order in permutations(sorted(set(hand)), size):
                    placed = dict(zip(free, order, strict=False))
                    value = points(board, placed, count)
                    if value is not None:
                        found[frozenset(placed.items())] = value
    return found
