"""What is worth jumping to in a replay."""

from __future__ import annotations

from gamekit.rules import Json
from games.qwirkle.rules.board import STRIDE, cell_at
from games.qwirkle.rules.state import State

QWIRKLE = "Qwirkle!"


def notable(state: State, payload_type: str, payload: Json) -> str | None:
    """Name the moment at which tiles complete a line: every colour, or every shape, is in it."""
    if payload_type != "Update":
        return None
    whole = state.setup.color_shape_count
    for update in payload["updates"]:
        cell = cell_at(update["x"], update["y"])
        if whole in (_length(state, cell, STRIDE), _length(state, cell, 1)):
            return QWIRKLE
    return None


def _length(state: State, cell: int, step: int) -> int:
    tiles, length = state.board.tiles, 1
    for direction in (step, -step):
        place = cell + direction
        while place in tiles:
            length, place = length + 1, place + direction
    return length
