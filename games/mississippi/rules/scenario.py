"""A match that begins from a given position: `loadGameInfo`, a state of a replay, an imported file.

The position is the `state` of a memento's payload. It shows only visible tiles; the rest of the river is drawn. An
imported file knows more, and may add tiles with `"visible": false`, in order after the visible ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamekit.chance import Chance
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.mississippi.rules.actions import Push, move_from_json
from games.mississippi.rules.fields import KIND_NUMBERS, PASSENGER, SANDBANK, passable
from games.mississippi.rules.hexes import DIRECTION_NAMES, DIRECTION_NUMBERS, cell_of, cube_of, inside
from games.mississippi.rules.river import LANDING_TILES, UNKNOWN, can_go_on, complete
from games.mississippi.rules.state import COLOURS, MOST_PASSENGERS, TURNS, Setup, Ship, State
from games.mississippi.rules.tiles import FIELDS, LAST_TILE, SHAPES, tile_cells
from games.mississippi.rules.voyage import MOST_SPEED


@dataclass(frozen=True, slots=True)
class GivenTile:
    """A tile of the position."""

    index: int
    direction: int
    centre: tuple[int, int]
    kinds: bytes
    visible: bool


def wrong(message: str, field: str) -> MalformedMessage:
    """Return the refusal of a position; the field says where in it the fault lies."""
    return MalformedMessage(message, "options/state", field)


def begin_from(data: Json, setup: Setup, chance: Chance) -> State:
    """Return the state of a position; what it does not show is drawn."""
    if not isinstance(data, dict):
        raise wrong("state must be an object, as in a memento", "state")
    tiles = _read_tiles(data)
    ships = [_read_ship(data, name) for name in ("red", "blue")]
    state = _lay(setup, tiles, ships, chance)
    state.turn = _integer(data, "turn", 0, TURNS - 1)
    current = data.get("currentPlayer", COLOURS[0])
    if current not in COLOURS:
        raise wrong(f"currentPlayer must be RED or BLUE, not {current!r}", "state.currentPlayer")
    state.current = COLOURS.index(current)
    _check_ships(state)
    if data.get("lastMove"):
        state.last_move = move_from_json(data["lastMove"])
    _give_extra_turns(state, data)
    return state


def without_river_ahead(options: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the options of a table without the tiles that its position only lays out for later."""
    position = options.get("state")
    if position is None:
        return options
    return {**options, "state": {**position, "tiles": [tile for tile in position["tiles"] if _is_visible(tile)]}}


def _is_visible(tile: Mapping[str, Json]) -> bool:
    return tile.get("visible", True) is not False


def _read_tiles(data: Mapping[str, Json]) -> list[GivenTile]:
    listed = data.get("tiles")
    if not isinstance(listed, list) or not listed:
        raise wrong("tiles must be a list of tiles", "state.tiles")
    tiles = sorted((_read_tile(tile) for tile in listed), key=lambda tile: tile.index)
    first = tiles[0].index
    if [tile.index for tile in tiles] != list(range(first, first + len(tiles))):
        raise wrong("the tiles must follow each other without a gap", "state.tiles")
    shown = [tile.visible for tile in tiles]
    if not shown[0] or shown != sorted(shown, reverse=True):
        raise wrong("hidden tiles must come after the visible ones", "state.tiles")
    return tiles


def _read_tile(data: Json) -> GivenTile:
    if not isinstance(data, dict) or not isinstance(data.get("fields"), list) or len(data["fields"]) != FIELDS:
        raise wrong(f"a tile has {FIELDS} fields", "state.tiles")
    index = _integer(data, "index", 0, LAST_TILE)
    direction = _integer(data, "direction", 0, 5)
    fields: Sequence[Mapping[str, Json]] = data["fields"]
    places = [cube_of(_integer(field, "x", -99, 99), _integer(field, "y", -99, 99)) for field in fields]
    centre = places[0][0] - SHAPES[direction][0][0], places[0][1] - SHAPES[direction][0][1]
    if not inside(*centre, margin=4 * (LAST_TILE - index) + 3):
        raise wrong(f"tile {index} lies where no river reaches", "state.tiles")
    if places != [(centre[0] + x, centre[1] + z) for x, z in SHAPES[direction]]:
        raise wrong(f"tile {index} has not the shape of direction {direction}, in list order", "state.tiles")
    kinds = [KIND_NUMBERS.get(str(field.get("type")), 0) for field in fields]
    if 0 in kinds:
        raise wrong(f"tile {index}: type {fields[kinds.index(0)].get('type')!r} is unknown", "state.tiles")
    return GivenTile(index, direction, centre, bytes(kinds), _is_visible(data))


def _read_ship(data: Mapping[str, Json], name: str) -> Ship:
    ship = data.get(name)
    if not isinstance(ship, dict):
        raise wrong(f"{name} is missing", f"state.{name}")
    direction = ship.get("direction")
    if not isinstance(direction, str) or direction not in DIRECTION_NUMBERS:
        raise wrong(f"direction must be one of {', '.join(DIRECTION_NAMES)}", f"state.{name}.direction")
    return Ship(
        cell_of(_integer(ship, "x", -30, 30), _integer(ship, "y", -30, 30)),
        DIRECTION_NUMBERS[direction],
        _integer(ship, "speed", 1, MOST_SPEED),
        _integer(ship, "coal", 0, 99),
        _integer(ship, "passenger", 0, MOST_PASSENGERS),
    )


def _lay(setup: Setup, tiles: Sequence[GivenTile], ships: list[Ship], chance: Chance) -> State:
    first, last = tiles[0].index, tiles[-1].index
    directions = [UNKNOWN] * first + [tile.direction for tile in tiles]
    centres = [(0, 0)] * first + [tile.centre for tile in tiles]
    kinds = bytearray(first * FIELDS) + b"".join(tile.kinds for tile in tiles)
    seen = max(tile.index for tile in tiles if tile.visible)
    # Those behind the last that is seen are drawn anew for who thinks ahead, as far as nobody knows them.
    if not all(can_go_on(directions[:known], centres[:known]) for known in range(seen + 1, last + 2)):
        raise wrong("the tiles lie on each other, or leave no room for those to come", "state.tiles")
    bare = _bare_tile(tiles, sum(ship.passengers for ship in ships), chance)
    river, everything = complete(directions, centres, kinds, bare, chance)
    state = State(setup, river, everything, ships)
    state.low, state.high = first, seen
    standing = [tile.index for tile in tiles for ship in ships if ship.cell in tile_cells(tile.centre, tile.direction)]
    state.furthest = max(state.high - 1 if last else 0, *standing, 0)
    state.draw_board()
    return state


def _bare_tile(tiles: Sequence[GivenTile], carried: int, chance: Chance) -> int:
    """Draw where no passenger waits: on a tile to come, or (0) on one already seen.

    A seen tile counts as one that may have been without a passenger unless one waits there or was taken on board.
    """
    to_come = [tile for tile in LANDING_TILES if tile > tiles[-1].index]
    seen = len(LANDING_TILES) - len(to_come)
    waiting = sum(any(kind >= PASSENGER for kind in tile.kinds) for tile in tiles)
    doubtful = max(0, seen - waiting - carried)
    if not to_come or not to_come + [0] * doubtful:
        return 0
    return chance.pick(to_come + [0] * doubtful)


def _check_ships(state: State) -> None:
    for seat, name in enumerate(("red", "blue")):
        if not passable(state.board[state.ships[seat].cell]):
            raise wrong(f"{name} must stand on a visible field that ships can pass", f"state.{name}")
    if state.ships[0].cell == state.ships[1].cell:
        raise wrong("the ships must stand on different fields", "state.blue")


def _give_extra_turns(state: State, data: Mapping[str, Json]) -> None:
    """Give the pushed ship its second free turn.

    A position says so only of the player to move. If the last move pushed and he has none, it was the other who was
    pushed, unless the player to move lies on a sandbank, where the extra turn lapses.
    """
    current, other = state.ships[state.current], state.ships[1 - state.current]
    current.extra_turn = data.get("freeTurn") is True
    pushed = state.last_move is not None and any(isinstance(action, Push) for action in state.last_move.actions)
    if pushed and not current.extra_turn and SANDBANK not in (state.board[current.cell], state.board[other.cell]):
        other.extra_turn = True


def _integer(data: Mapping[str, Json], name: str, least: int, most: int) -> int:
    value = data.get(name) if isinstance(data, Mapping) else None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise wrong(f"{name} must be an integer from {least} to {most}, not {value!r}", f"state.{name}")
    return value
