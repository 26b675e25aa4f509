"""The two moves of the game, as a client states them: the tile's id, and what the client takes it to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gamekit.errors import MalformedMessage
from gamekit.rules import Json


class Stone(NamedTuple):
    """A tile as named by a client."""

    tile: int
    color: int
    shape: int


class Placement(NamedTuple):
    """A tile and the place for it."""

    x: int
    y: int
    tile: int
    color: int
    shape: int


@dataclass(frozen=True, slots=True)
class PlayTiles:
    """Lay tiles on the board (414)."""

    tiles: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class SwapTiles:
    """Exchange tiles with the bag (411)."""

    tiles: tuple[Stone, ...]


Move = PlayTiles | SwapTiles


def dump_move(move: Move) -> Json:
    """Return the move as JSON."""
    return {"play" if isinstance(move, PlayTiles) else "swap": [list(tile) for tile in move.tiles]}


def load_move(data: Json) -> Move:
    """Return the move that `dump_move` wrote; MalformedMessage when it is none."""
    if isinstance(data, dict) and len(data) == 1:
        if isinstance(data.get("play"), list):
            return PlayTiles(tuple(Placement(*_numbers(tile, 5)) for tile in data["play"]))
        if isinstance(data.get("swap"), list):
            return SwapTiles(tuple(Stone(*_numbers(tile, 3)) for tile in data["swap"]))
    raise MalformedMessage('a move is {"play": [[x, y, tile, color, shape]]} or {"swap": [[tile, color, shape]]}')


def _numbers(data: Json, count: int) -> list[int]:
    if not isinstance(data, list) or len(data) != count or any(type(item) is not int for item in data):
        raise MalformedMessage(f"a tile of a move is a list of {count} integers, not {data!r}")
    return data
