"""The game's vocabulary: payloads as JSON, with the words of the interface document.

Every payload of a room carries its `roomId`. A state is the same JSON wherever it appears: in a `memento`, in a page's
snapshot, in the option `state` from which a match begins, and in what the replay reader makes of a file.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.rules import Json, Player
from games.mississippi.rules.actions import Move, move_from_json, move_to_json
from games.mississippi.rules.fields import KIND_NAMES
from games.mississippi.rules.hexes import DIRECTION_NAMES, xy_of
from games.mississippi.rules.state import BLUE, COLOURS, RED, Ending, State
from games.mississippi.rules.tiles import FIELDS, POINTS

GAME_TYPE = "swc_2017_mississippi_queen"

#: Characters of what a client calls a room that others are told; no room has so long a code.
LONGEST_ROOM = 40

#: To the client.
JOINED = "joined"
WELCOME = "welcomeMessage"
MEMENTO = "memento"
MOVE_REQUEST = "MoveRequest"
PAUSED = "paused"
ERROR = "error"
RESULT = "result"
LEFT = "left"
CLOSE = "CloseConnection"
PREPARED = "prepared"
OBSERVED = "observed"

#: From the client.
MOVE = "move"
JOIN = "join"
JOIN_PREPARED = "joinPrepared"
AUTHENTICATE = "authenticate"
PREPARE = "prepare"
FREE_RESERVATION = "freeReservation"
OBSERVE = "observe"
PAUSE = "pause"
STEP = "step"
CANCEL = "cancel"
GOODBYE = "goodbye"

#: The parts of a score, and which of them rank players.
SCORE_PARTS = (("Siegpunkte", False), ("Punkte", True), ("Passagiere", True))


def read_move(payload_type: str, payload: Json) -> Move | None:
    """Return the move in a container; None when it is none."""
    return move_from_json(payload) if payload_type == MOVE else None


def player_json(state: State, seat: int, name: str) -> dict[str, Json]:
    """Return a player with the attributes of the wire, in their order."""
    ship = state.ships[seat]
    x, y = xy_of(ship.cell)
    return {
        "displayName": name,
        "color": COLOURS[seat],
        "points": state.points(seat),
        "x": x,
        "y": y,
        "direction": DIRECTION_NAMES[ship.direction],
        "speed": ship.speed,
        "coal": ship.coal,
        "tile": state.tile(seat),
        "passenger": ship.passengers,
    }


def tile_json(state: State, tile: int) -> dict[str, Json]:
    """Return a tile with its fields in list order."""
    cells = state.river.cells[tile]
    kinds = state.kinds[tile * FIELDS : (tile + 1) * FIELDS]
    fields = []
    for cell, kind, points in zip(cells, kinds, POINTS, strict=True):
        x, y = xy_of(cell)
        fields.append({"type": KIND_NAMES[kind], "x": x, "y": y, "points": points})
    return {"visible": True, "index": tile, "direction": state.river.directions[tile], "fields": fields}


def state_json(state: State, players: Sequence[Player], condition: bool = False) -> dict[str, Json]:
    """Return what everybody may know of the state: visible tiles only."""
    told: dict[str, Json] = {
        "turn": state.turn,
        "startPlayer": COLOURS[RED],
        "currentPlayer": COLOURS[state.current],
        "freeTurn": state.ships[state.current].extra_turn,
        "red": player_json(state, RED, players[RED].name),
        "blue": player_json(state, BLUE, players[BLUE].name),
        "tiles": [tile_json(state, tile) for tile in range(state.low, state.high + 1)],
        "lastMove": move_to_json(state.last_move) if state.last_move else None,
    }
    if condition and state.ending is not None:
        told["condition"] = condition_json(state.ending)
    return told


def condition_json(ending: Ending) -> dict[str, Json]:
    """Return the result as the interface document puts it into the last state."""
    reason = ending.reasons[RED] or ending.reasons[BLUE] or FAULT_TEXTS.get(ending.code, "")
    return {"winner": None if ending.winner is None else COLOURS[ending.winner], "reason": reason}


#: Endings without a text of their own on the wire still owe the `condition` one.
FAULT_TEXTS = {
    "soft_timeout": "Der Zug kam zu spät.",
    "hard_timeout": "Es kam kein Zug.",
    "left": "Ein Spieler hat das Spiel verlassen.",
}


def result_json(state: State, players: Sequence[Player]) -> dict[str, Json]:
    """Return the result: a score a player, in the order RED, BLUE, and the winner if there is one."""
    ending = state.ending
    assert ending is not None
    scores = [
        {
            "cause": ending.causes[seat],
            "reason": ending.reasons[seat] or None,
            "parts": [ending.points[seat], state.points(seat), state.ships[seat].passengers],
        }
        for seat in (RED, BLUE)
    ]
    winner = None if ending.winner is None else player_json(state, ending.winner, players[ending.winner].name)
    return {"scores": scores, "winner": winner, "code": ending.code}


def error_json(room: str, name: str, reason: str, move: Move, code: str = "move/violation") -> dict[str, Json]:
    """Return the error that a wrong move brings, with the request that caused it."""
    return {
        "roomId": room,
        "message": f"Ungueltiger Zug von '{name}'.\n{reason}",
        "code": code,
        "originalRequest": {"roomId": room, **move_to_json(move)},
    }
