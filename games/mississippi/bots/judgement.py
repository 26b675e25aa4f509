"""What a position is worth to a ship, in fields of open water."""

from __future__ import annotations

from dataclasses import dataclass

from games.mississippi.bots.chart import Chart
from games.mississippi.rules.fields import LOG, SANDBANK, passable
from games.mississippi.rules.hexes import DELTAS
from games.mississippi.rules.legal import End
from games.mississippi.rules.state import MOST_PASSENGERS, State
from games.mississippi.rules.tiles import LAST_TILE

#: A decided match, less a little for every half-turn that it takes.
DECIDED = 10_000.0
#: A ship that will hardly have a legal move.
HOPELESS = 60.0


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thing counts."""

    passenger: float = 7.0
    pull: float = 0.45
    """Towards a waiting passenger, a field."""
    reach: float = 8.0
    """How many fields away a passenger is still noticed."""
    coal: float = 2.0
    momentum: float = 0.4
    """A unit of speed with open water ahead."""
    wall: float = 1.5
    """A unit of speed with none: it must be braked or turned away."""
    haste: float = 0.5
    """A unit of speed where the goal or a passenger asks for slowness."""
    aground: float = 2.5
    freedom: float = 1.5
    """Twice as many next moves."""


USUAL = Weights()


def worth(
    chart: Chart, board: bytearray, cell: int, direction: int, speed: int, coal: int, passengers: int, weights: Weights
) -> float:
    """Return what the position is worth to one ship by itself."""
    value = -chart.ahead(cell) + weights.passenger * passengers + weights.coal * coal
    if chart.kind(cell) == SANDBANK:
        return value - weights.aground - (HOPELESS if stuck_aground(chart, cell, direction, coal) else 0.0)
    room = chart.room(cell, direction)
    value += weights.momentum * min(speed, room, 4)
    excess = speed - 1 - room
    if excess > 0:
        value -= weights.wall * excess
    # One step of braking and one of turning are free; what goes beyond must be paid with coal.
    if max(excess, 1 if room == 0 else 0) > coal:
        value -= HOPELESS
    return value - slowness_wanted(chart, board, cell, speed, passengers, weights)


def stuck_aground(chart: Chart, cell: int, direction: int, coal: int) -> bool:
    """Return True when no way leads off the sandbank."""
    behind = chart.kind(cell - DELTAS[direction])
    back = coal > 0 and passable(behind) and behind != LOG
    return not back and not passable(chart.kind(cell + DELTAS[direction]))


def slowness_wanted(chart: Chart, board: bytearray, cell: int, speed: int, passengers: int, weights: Weights) -> float:
    """Return what is lost by distance and speed where a ship must be slow: at a pier, and in the goal."""
    if passengers < MOST_PASSENGERS:
        distance = min(chart.to_passenger(board, cell), weights.reach)
        return weights.pull * distance + (weights.haste * (speed - 1) if distance < 3 else 0.0)
    if chart.tile(cell) == LAST_TILE and chart.ahead(cell) < 4:
        return weights.haste * (speed - 1)
    return 0.0


def worth_of_seat(chart: Chart, state: State, seat: int, weights: Weights = USUAL) -> float:
    """Return what a position is worth to a seat by itself."""
    ship = state.ships[seat]
    return worth(chart, state.board, ship.cell, ship.direction, ship.speed, ship.coal, ship.passengers, weights)


def worth_of_end(chart: Chart, state: State, seat: int, end: End, weights: Weights = USUAL) -> float:
    """Return what a result is worth to the mover, at first sight and without playing the move."""
    passengers = state.ships[seat].passengers
    if end.speed == 1 and passengers < MOST_PASSENGERS and chart.boards(state.board, end.cell):
        passengers += 1
    value = worth(chart, state.board, end.cell, end.direction, end.speed, end.coal, passengers, weights)
    if end.pushed:
        ship = state.ships[1 - seat]
        value -= worth(
            chart, state.board, end.rival, ship.direction, end.rival_speed, ship.coal, ship.passengers, weights
        ) - worth_of_seat(chart, state, 1 - seat, weights)
    return value


def balance(chart: Chart, state: State, seat: int, weights: Weights = USUAL) -> float:
    """Return what the position is worth to a seat against the other."""
    if state.ending is not None:
        if state.ending.winner is None:
            return 0.0
        return (DECIDED - state.turn) * (1 if state.ending.winner == seat else -1)
    return worth_of_seat(chart, state, seat, weights) - worth_of_seat(chart, state, 1 - seat, weights)
