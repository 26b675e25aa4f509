"""Positions made to measure, for tests: plain water with what the test puts there."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.chance import Chance
from games.mississippi.rules.actions import Action, numbered
from games.mississippi.rules.fields import GOAL, KIND_NUMBERS, WATER
from games.mississippi.rules.halfturn import settle, update_visibility
from games.mississippi.rules.hexes import DIRECTION_NUMBERS, cell_of, xy_of
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.river import assemble, next_centre
from games.mississippi.rules.state import BLUE, RED, Setup, Ship, State
from games.mississippi.rules.tiles import FIELDS, FRONT, LAST_TILE, TILES
from games.mississippi.rules.voyage import Voyage

RULES = MississippiRules()


def ship(x: int, y: int, direction: str = "RIGHT", speed: int = 1, coal: int = 6, passengers: int = 0) -> Ship:
    """Return a ship."""
    return Ship(cell_of(x, y), DIRECTION_NUMBERS[direction], speed, coal, passengers)


def position(
    red: Ship,
    blue: Ship,
    fields: Mapping[tuple[int, int], str] | None = None,
    *,
    directions: tuple[int, ...] = (0,) * TILES,
    turn: int = 0,
    current: int = RED,
    setup: Setup | None = None,
) -> State:
    """Return a state on a river of plain water (straight unless told otherwise) with the given fields changed."""
    centres = [(0, 0)]
    for way in directions[1:]:
        centres.append(next_centre(centres[-1], way))
    river = assemble(directions, centres, 6)
    kinds = bytearray([WATER] * FIELDS * TILES)
    for number in FRONT:
        kinds[LAST_TILE * FIELDS + number] = GOAL
    for (x, y), name in (fields or {}).items():
        kinds[river.where[cell_of(x, y)] - 1] = KIND_NUMBERS[name]
    state = State(setup or Setup(), river, kinds, [red, blue], turn=turn, current=current, requested=True)
    update_visibility(state)
    state.draw_board()
    return state


def sail(state: State, *actions: Action) -> Voyage:
    """Return the voyage of the player to move after a whole move; Violation when it is wrong."""
    voyage = state.voyage(state.current)
    voyage.run(numbered(*actions))
    return voyage


def make(state: State, *actions: Action) -> State:
    """Let the player to move make a legal move, and end the half-turn."""
    seat = state.current
    settle(state, seat, sail(state, *actions))
    return state


def play(state: State, *actions: Action) -> list[object]:
    """Play a move as the platform does, legal or not, and return the events."""
    return list(RULES.play(state, state.current, numbered(*actions), Chance.seeded(1)))


def place(state: State, seat: int) -> tuple[int, int]:
    """Return where a ship is."""
    return xy_of(state.ships[seat].cell)


__all__ = ["BLUE", "RED", "RULES", "make", "place", "play", "position", "sail", "ship"]
