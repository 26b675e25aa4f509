"""Moves that must be refused in both worlds, and how a client says them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gamekit.chance import Chance
from gamekit.errors import GameError
from gamekit.rules import Json
from tests.hidden.worlds import Twins

Said = tuple[str, Any]

#: Steps before and after the present one whose moves are tried: what others are about to do names what they hold.
BEFORE, AFTER = 3, 8


def refused(twins: Twins, number: int, states: tuple[Any, Any]) -> Iterator[tuple[Json, GameError]]:
    """Yield moves that the viewer may not make after so many steps, each with what the rules say of it."""
    near = twins.worlds[0].steps[max(0, number - BEFORE) : number + AFTER]
    for move in [step.input for step in reversed(near) if step.kind == "play"]:
        errors = [_error(twins, state, move) for state in states]
        if all(errors):
            assert errors[0] is not None
            yield move, errors[0]


def _error(twins: Twins, state: Any, move: Json) -> GameError | None:
    rules = twins.game.rules
    try:
        rules.play(rules.clone(state), twins.viewer, rules.load_move(move), Chance.seeded(1))
    except GameError as error:
        return error
    return None


def message_of(twins: Twins, move: Json, table: str) -> Said:
    """Return the container in which a client says the move."""
    return WRITERS[twins.game.slug](twins, move, table)


def _qwirkle(twins: Twins, move: Json, table: str) -> Said:
    def stone(tile: int, color: int, shape: int) -> Json:
        return {"uniqueID": tile, "color": color, "shape": shape}

    if "swap" in move:
        return "TileSwapRequest", {"tiles": [stone(*tile) for tile in move["swap"]]}
    return "PlayTiles", {"tiles": [{"x": x, "y": y, "tile": stone(*tile)} for x, y, *tile in move["play"]]}


def _catan(twins: Twins, move: Json, table: str) -> Said:
    from tests.end_to_end.catan import deeds

    return deeds.message_of(twins.game.rules.load_move(move), range(1, len(twins.players) + 1))


def _mississippi(twins: Twins, move: Json, table: str) -> Said:
    return "move", {"roomId": table, **move}


def _quidditch(twins: Twins, move: Json, table: str) -> Said:
    from games.quidditch.messages import formation_payload, request_payload
    from games.quidditch.rules.moves import Formation

    loaded = twins.game.rules.load_move(move)
    if isinstance(loaded, Formation):
        return "teamFormation", formation_payload(loaded)
    return "deltaRequest", request_payload(loaded)


#: Game -> how its moves are said.
WRITERS: dict[str, Callable[[Twins, Json, str], Said]] = {
    "qwirkle": _qwirkle, "catan": _catan, "mississippi": _mississippi, "quidditch": _quidditch,
}  # fmt: skip
