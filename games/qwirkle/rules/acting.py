"""Carrying out the two moves: what is checked, what changes, what a wrong one costs."""

from __future__ import annotations

from collections.abc import Iterable

from gamekit.chance import Chance
from gamekit.errors import MalformedMessage
from games.qwirkle.rules import course
from games.qwirkle.rules.appraisal import appraise
from games.qwirkle.rules.board import FARTHEST, HALF, cell_at
from games.qwirkle.rules.events import Event, Laid, PlayJudged, SwapJudged, Swapped
from games.qwirkle.rules.moves import Placement, PlayTiles, Stone, SwapTiles
from games.qwirkle.rules.setup import Setup
from games.qwirkle.rules.state import State


def check_known(setup: Setup, tiles: Iterable[Placement | Stone]) -> None:
    """MalformedMessage when a tile does not exist in the match or is not of the colour and shape named (910)."""
    for named in tiles:
        if not 0 <= named.tile < setup.tiles:
            raise MalformedMessage(
                f"tile.uniqueID {named.tile} is not known; ids are 0 to {setup.tiles - 1}", "tile/unknown", "uniqueID"
            )
        kind = divmod(named.tile // setup.tile_count, setup.color_shape_count)
        if kind != (named.color, named.shape):
            raise MalformedMessage(
                f"tile {named.tile} is not of color {named.color} and shape {named.shape}", "tile/unknown", "tile"
            )


def appraise_placement(state: State, seat: int, tiles: tuple[Placement, ...]) -> tuple[int, str]:
    """Return the points of a placement from the seat's hand and "", or 0 and the rule that forbids it."""
    hand = state.hands[seat]
    ids = [placement.tile for placement in tiles]
    if len(set(ids)) != len(ids):
        return 0, "a tile can be laid only once"
    if any(tile not in hand for tile in ids):
        return 0, "every tile must be in the player's hand"
    bound = HALF if state.board.tiles else FARTHEST
    if any(not (-bound < placement.x < bound and -bound < placement.y < bound) for placement in tiles):
        return 0, "a tile lies out of reach"
    count = state.setup.tile_count
    laid = [(cell_at(placement.x, placement.y), placement.tile // count) for placement in tiles]
    return appraise(state.board, laid, count, state.setup.first_tile_at_origin)


def play_tiles(state: State, move: PlayTiles, chance: Chance) -> list[Event]:
    """Lay the current player's tiles, or punish the wrong move."""
    seat = state.current
    points, reason = appraise_placement(state, seat, move.tiles)
    if reason:
        events: list[Event] = [PlayJudged(seat, False, reason)]
        return _punish(state, chance, events)
    hand, board, count = state.hands[seat], state.board, state.setup.tile_count
    cells = []
    for placement in move.tiles:
        cell = cell_at(placement.x, placement.y)
        board.put(cell, placement.tile, placement.tile // count)
        hand.remove(placement.tile)
        cells.append(cell)
    state.scores[seat] += points
    state.fresh = tuple(cells)
    state.note("play", seat, points)
    events = [PlayJudged(seat, True, ""), Laid(seat, move.tiles, points, len(state.bag))]
    course.finish_turn(state, chance, events)
    return events


def swap_fault(state: State, seat: int, tiles: tuple[Stone, ...]) -> str:
    """Return the rule that forbids the swap, or ""."""
    hand, ids = state.hands[seat], [stone.tile for stone in tiles]
    if not ids:
        return "at least one tile must be given"
    if len(set(ids)) != len(ids):
        return "a tile can be given only once"
    if any(tile not in hand for tile in ids):
        return "every tile must be in the player's hand"
    if any(state.color_shape(stone.tile) != (stone.color, stone.shape) for stone in tiles):
        return "a tile is not of the colour and shape named"
    if len(ids) > len(state.bag):
        return f"the bag holds only {len(state.bag)} tiles"
    return ""


def swap_tiles(state: State, move: SwapTiles, chance: Chance) -> list[Event]:
    """Exchange the current player's tiles: draw first, so that none comes straight back; or punish."""
    seat = state.current
    reason = swap_fault(state, seat, move.tiles)
    if reason:
        return _punish(state, chance, [SwapJudged(seat, False, reason)])
    given = tuple(stone.tile for stone in move.tiles)
    got = tuple(chance.draw(state.bag) for _ in given)
    state.bag.extend(given)
    hand = state.hands[seat]
    for tile in given:
        hand.remove(tile)
    hand.extend(got)
    state.note("swap", seat, len(given))
    events: list[Event] = [SwapJudged(seat, True, ""), Swapped(seat, given, got)]
    course.finish_turn(state, chance, events)
    return events


def _punish(state: State, chance: Chance, events: list[Event]) -> list[Event]:
    setup = state.setup
    if setup.wrong_move != "NOTHING":
        course.penalise(state, setup.wrong_move == "KICK", setup.wrong_move_penalty, chance, events)
    return events
