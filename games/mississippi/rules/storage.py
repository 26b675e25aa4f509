"""The state as JSON and back, for the platform's log; not for clients."""

from __future__ import annotations

from dataclasses import asdict, astuple

from gamekit.rules import Json
from games.mississippi.rules.actions import move_from_json, move_to_json
from games.mississippi.rules.river import assemble
from games.mississippi.rules.state import Ending, Setup, Ship, Slot, State


def dump(state: State) -> Json:
    """Return the state as JSON."""
    return {
        "setup": asdict(state.setup),
        "directions": list(state.river.directions),
        "centres": [list(centre) for centre in state.river.centres],
        "bare": state.river.bare,
        "kinds": state.kinds.hex(),
        "ships": [list(astuple(ship)) for ship in state.ships],
        "turn": state.turn,
        "current": state.current,
        "low": state.low,
        "high": state.high,
        "furthest": state.furthest,
        "last_move": move_to_json(state.last_move) if state.last_move else None,
        "last_mover": state.last_mover,
        "last_start": list(state.last_start) if state.last_start else None,
        "phase": state.phase,
        "pausing": state.pausing,
        "requested": state.requested,
        "ending": asdict(state.ending) if state.ending else None,
    }


def load(data: Json) -> State:
    """Return the state that `dump` wrote."""
    river = assemble(data["directions"], [(x, z) for x, z in data["centres"]], data["bare"])
    state = State(
        _setup(data["setup"]),
        river,
        bytearray.fromhex(data["kinds"]),
        [Ship(*ship) for ship in data["ships"]],
        data["turn"],
        data["current"],
        data["low"],
        data["high"],
        data["furthest"],
        move_from_json(data["last_move"]) if data["last_move"] else None,
        data["last_mover"],
        (data["last_start"][0], data["last_start"][1]) if data["last_start"] else None,
        data["phase"],
        data["pausing"],
        data["requested"],
        _ending(data["ending"]),
    )
    state.draw_board()
    return state


def _setup(data: Json) -> Setup:
    red, blue = (Slot(**slot) for slot in data["slots"])
    return Setup((red, blue), data["opening_ms"], data["profile"])


def _ending(data: Json) -> Ending | None:
    if data is None:
        return None
    pairs = {name: tuple(data[name]) for name in ("causes", "reasons", "points")}
    return Ending(**{**data, **pairs})
