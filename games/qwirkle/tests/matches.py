"""Building matches for tests: chosen hands, chosen bags, tiles written as colour and shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit.chance import Chance
from gamekit.rules import Player
from games.qwirkle.options import OPTIONS
from games.qwirkle.rules.events import Event
from games.qwirkle.rules.moves import Placement, PlayTiles, Stone, SwapTiles
from games.qwirkle.rules.referee import QwirkleRules
from games.qwirkle.rules.state import State

RULES = QwirkleRules()


def options(**given: Any) -> dict[str, Any]:
    """Return complete options: no pause and no penalty unless given."""
    return {option.name: option.default for option in OPTIONS} | {"timeVisualization": 0} | given


def people(count: int) -> list[Player]:
    """Return players numbered from 1."""
    return [Player(f"Player {number}", number) for number in range(1, count + 1)]


def match(players: int = 2, **given: Any) -> State:
    """Start a match under a fixed seed."""
    return RULES.start(options(**given), people(players), Chance.seeded(1))[0]


def tile(state: State, color: int, shape: int, copy: int = 0) -> int:
    """Return the id of a tile."""
    return (color * state.setup.color_shape_count + shape) * state.setup.tile_count + copy


def arrange(state: State, hands: Sequence[Sequence[int]], bag: Sequence[int] | None = None) -> None:
    """Give the players these tiles; the bag gets these, or all that are neither in a hand nor on the board."""
    state.hands = [list(hand) for hand in hands]
    gone = {one for hand in hands for one in hand} | set(state.board.tiles.values())
    state.bag = list(bag) if bag is not None else [one for one in range(state.setup.tiles) if one not in gone]


def play(state: State, *placed: tuple[int, int, int]) -> list[Event]:
    """Let the current player lay tiles, each (x, y, tile)."""
    return RULES.play(state, state.current, laying(state, *placed), Chance.seeded(2))


def laying(state: State, *placed: tuple[int, int, int]) -> PlayTiles:
    """Return the move that lays tiles, each (x, y, tile)."""
    return PlayTiles(tuple(Placement(x, y, one, *state.color_shape(one)) for x, y, one in placed))


def swapping(state: State, *tiles: int) -> SwapTiles:
    """Return the move that swaps tiles."""
    return SwapTiles(tuple(Stone(one, *state.color_shape(one)) for one in tiles))


def names(events: Sequence[Event]) -> list[str]:
    """Return the events' names in order."""
    return [type(event).__name__ for event in events]
