"""Answers for a page that plans a move: where a tile may go, and what the move would bring. Told to those who ask."""

from __future__ import annotations

from gamekit.errors import IllegalMove
from gamekit.rules import Json
from games.qwirkle.reading import field, integer, items, wrong
from games.qwirkle.rules.acting import appraise_placement
from games.qwirkle.rules.board import HALF, STRIDE, cell_at, place_of
from games.qwirkle.rules.moves import Placement
from games.qwirkle.rules.state import State


def cells(state: State, viewer: int | None, data: Json) -> Json:
    """Return {"cells": [[x, y, points]]} where the tile may go besides those already planned.

    `data` is {"tile": id, "placed": [{"x", "y", "tile": id}]}; `points` are those of the whole move then.
    """
    seat = _seat(state, viewer)
    planned = _planned(state, data)
    number = _known(state, integer(data, "tile"))
    found = []
    for x, y in _candidates(state, planned):
        move = (*planned, Placement(x, y, number, *state.color_shape(number)))
        points, reason = appraise_placement(state, seat, move)
        if not reason:
            found.append([x, y, points])
    return {"cells": found}


def points(state: State, viewer: int | None, data: Json) -> Json:
    """Return {"valid", "points", "message"} for the tiles planned: {"placed": [{"x", "y", "tile": id}]}."""
    value, reason = appraise_placement(state, _seat(state, viewer), _planned(state, data))
    return {"valid": not reason, "points": value, "message": reason}


def _seat(state: State, viewer: int | None) -> int:
    if viewer is None or not state.present[viewer]:
        raise IllegalMove("only players have tiles to lay", "access/denied")
    return viewer


def _planned(state: State, data: Json) -> tuple[Placement, ...]:
    if not isinstance(field({"data": data}, "data"), dict):
        raise wrong("data", "data must be an object")
    planned = []
    for item in items(data, "placed") if data.get("placed") else []:
        number = _known(state, integer(item, "tile"))
        planned.append(Placement(integer(item, "x"), integer(item, "y"), number, *state.color_shape(number)))
    if len(planned) > state.setup.max_hand_tiles:
        raise wrong("placed", f"placed holds more than {state.setup.max_hand_tiles} tiles")
    return tuple(planned)


def _known(state: State, number: int) -> int:
    if not 0 <= number < state.setup.tiles:
        raise wrong("tile", f"tile {number} is not known; ids are 0 to {state.setup.tiles - 1}")
    return number


def _candidates(state: State, planned: tuple[Placement, ...]) -> list[tuple[int, int]]:
    """Return the free cells that could hold the next tile: any beside the board, or the ends of the planned line."""
    board = state.board
    if not planned:
        return [place_of(cell) for cell in board.fits] or [(0, 0)]
    if any(not (-HALF < one.x < HALF and -HALF < one.y < HALF) for one in planned):
        return []
    full = board.tiles.keys() | {cell_at(one.x, one.y) for one in planned}
    steps = []
    if len({one.y for one in planned}) == 1:
        steps += [STRIDE, -STRIDE]
    if len({one.x for one in planned}) == 1:
        steps += [1, -1]
    start = cell_at(planned[0].x, planned[0].y)
    found = []
    for step in steps:
        cell = start
        while cell in full:
            cell += step
        found.append(place_of(cell))
    return found
